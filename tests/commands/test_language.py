"""The command line in French: who chooses it, what is said in it, and what stays as it is."""

import os
import re
from pathlib import Path

import pytest

import cli
from solver.commands.spoken import translated
from solver.language import LANGUAGES, _, chosen, decimal, speaking
from tests.commands.running import COMMAND, Done, ask, start, start_on_terminal
from tests.renew_catalogue import command_texts

ENGLISH_WORDS = re.compile(
    r"\b(?:the|of|and|or|is|are|not|with|by|from|what|how|default|usage|this)\b",
    re.IGNORECASE,
)
COMMANDS = sorted({place.replace("-", " ") for place, _ in command_texts(cli.group, "421")})


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "de_DE", "LC_ALL": "fr_CA"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "en:fr"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "nl:fr-BE:en"}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "nl"}, "fr"),
        ({"LANGUAGE": "fr"}, "fr"),
        ({"LANG": "fr_FR", "LANGUAGE": "fr", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": "POSIX", "LANGUAGE": "fr"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "fr"}, "fr"),
        ({"LANG": "frisian"}, "en"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], language: str) -> None:
    assert chosen(environment) == language


def _start(*arguments: str, **variables: str) -> Done:
    """The real command on a machine whose locale is nothing but what is given."""
    blank = dict.fromkeys(("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"), "")
    return start(*arguments, stdin=b"", **(blank | variables))


def test_every_way_to_ask_for_french_says_the_same() -> None:
    asked = _start("advise", "6", "1", "4", LANG="fr_FR.UTF-8")
    assert (asked.code, asked.err) == (0, "")
    assert "37/72" in asked.out
    assert "51,39 %" in asked.out
    assert "relancer" in asked.out
    assert _start("advise", "6", "1", "4", LANGUAGE="fr") == asked
    for place in range(5):
        arguments = ["advise", "6", "1", "4"]
        arguments[place:place] = ["--lang", "fr"]
        assert ask(*arguments) == asked
    assert ask("advise", "6", "1", "4", "--lang=fr") == asked


def test_the_option_goes_before_the_environment() -> None:
    english = ask("advise", "6", "1", "4")
    assert "51.39 %" in english.out
    assert _start("advise", "6", "1", "4", "--lang", "en", LANG="fr_FR.UTF-8") == english
    assert _start("advise", "6", "1", "4", LC_ALL="C", LANGUAGE="fr") == english
    assert ask("--lang", "fr", "--lang", "en", "advise", "6", "1", "4") == english


@pytest.mark.parametrize("given", [("--lang", "de"), ("--lang=",), ("--lang",)])
def test_another_language_is_refused(given: tuple[str, ...]) -> None:
    for arguments in (("hands", *given), given):
        done = ask(*arguments)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert "--lang" in done.err
        assert "'en', 'fr'" in done.err


def test_after_two_dashes_it_is_no_option() -> None:
    done = ask("odds", "--", "--lang", "fr")
    assert (done.code, done.out) == (2, "")
    assert "'--lang fr'" in done.err


def _without_commands(text: str) -> str:
    """A help without what is the same in every language: examples, options, names in quotes."""
    lines = [line for line in text.splitlines() if not re.match(r"    .*421 ", line)]
    return re.sub(
        r"--[\w-]+|\[[\w|-]+\]|[\"'][^\"']*[\"']|[\w-]*-[\w-]+|\w+_\w+", "", "\n".join(lines)
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_help_is_french_and_then_english_again(command: str) -> None:
    words = command.split()[1:]
    english = ask(*words, "--help")
    done = ask(*words, "--lang", "fr", "--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"Usage\u00a0: {command} [OPTIONS]")
    assert "Affiche ce message et quitte." in done.out
    found = ENGLISH_WORDS.findall(_without_commands(done.out).replace("Usage\u00a0:", ""))
    assert not found, found
    assert ask(*words, "--help") == english
    assert "Show this message and exit." in english.out


def test_the_commands_themselves_stay_as_they_are() -> None:
    before = [text for _, text in command_texts(cli.group, "421")]
    with speaking("fr"):
        assert translated(cli.group).help != cli.group.help
    assert [text for _, text in command_texts(cli.group, "421")] == before


def test_errors_are_french() -> None:
    for arguments, words in {
        ("advise",): "Il manque l’argument 'POSITION...'",
        ("advise", "614", "--left", "9"): "Valeur invalide pour '--left'",
        ("hands", "--colour"): "Pas d’option '--colour'",
        ("advice", "614"): "pas de commande 'advice'",
        ("advise", "6", "1", "7"): "trois dés de 1 à 6",
        ("value", "round 2", "--rules", "poker"): "pas de règles 'poker'",
        ("value", "jetons: start 4"): "pas encore résolu",
        ("validate", "no-such-file.csv"): "Aucun fichier ou dossier de ce nom",
    }.items():
        done = ask("--lang", "fr", *arguments)
        assert (done.out, done.err.count("\n")) == ("", 1)
        assert done.code == ask(*arguments).code
        assert words in done.err.replace("\u00a0", " "), done.err


@pytest.mark.parametrize(
    "command",
    [
        ("advise", "jetons: charge 5 10,6 | roll 641 left 2"),
        ("value", "round 2"),
        ("odds", "nénette"),
        ("hands",),
        ("numbers", "jambes: start 2"),
        ("evaluate", "chase-421", "random", "--state", "round 2"),
        ("simulate", "round 2", "--rounds", "100"),
        ("hands", "643", "554"),
        ("rules", "diff", "jetons", "comptoir"),
        ("rules", "show", "jetons", "--set", "pot=11"),
    ],
)
def test_programs_read_the_same_in_every_language(command: tuple[str, ...]) -> None:
    for layout in ("json", "csv"):
        english = ask(*command, "--format", layout)
        assert english.code == 0
        assert ask("--lang", "fr", *command, "--format", layout) == english
    assert ask("--lang", "fr", *command).out != ask(*command).out


def test_a_report_is_french_but_not_for_programs(tmp_path: Path) -> None:
    claims, page = tmp_path / "claims.csv", tmp_path / "report.html"
    claims.write_text("quantity,count,n\nodds 421 in 3,228,1000\n", "utf-8")
    done = ask("--lang", "fr", "validate", str(claims), "--html", str(page))
    assert "trop peu de données" in done.out
    assert "0,228111" in done.out
    shown = page.read_text("utf-8")
    assert '<html lang="fr">' in shown
    assert "<h2>Vérifications</h2>" in shown
    english = ask("validate", str(claims), "--json")
    assert ask("--lang", "fr", "validate", str(claims), "--json") == english
    assert '"verdict": "too little data"' in english.out


def test_names_of_hands_and_values_of_the_rules() -> None:
    shown = ask("--lang", "fr", "rules", "show", "comptoir").out
    assert "exactly" in shown
    assert "Le texte oblige les autres" in " ".join(shown.split())
    assert "brelan d'as" in ask("--lang", "fr", "hands").out


def test_a_terminal_and_a_narrow_one() -> None:
    command = [*COMMAND, "--lang", "fr", "advise", "6", "1", "4"]
    assert "relancer" in start_on_terminal(command)
    assert "51,39" in start_on_terminal(command, COLUMNS="60")


def test_completion_explains_in_french() -> None:
    done = _start(_421_COMPLETE="zsh_complete", COMP_WORDS="421 ad", COMP_CWORD="1", LANG="fr_FR")
    assert "Dit quels dés garder" in done.out


def test_english_loads_nothing_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.language.translation", None)
    monkeypatch.setattr("solver.commands.spoken.translated", None)
    assert ask("hands", "421", "111").code == 0


def test_a_lost_catalogue_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("solver.language.catalogues", lambda: tmp_path)
    done = ask("--lang", "fr", "hands")
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert ask("hands").code == 0


def test_speaking_ends_where_it_ends() -> None:
    with speaking("fr"):
        assert decimal("51.39") == "51,39"
        with speaking("en"):
            assert (_("stop"), decimal("0.5")) == ("stop", "0.5")
    assert decimal("0.5") == "0.5"
    before = os.environ["LANGUAGE"]
    ask("--lang", "fr", "hands")
    assert os.environ["LANGUAGE"] == before
    assert LANGUAGES == ("en", "fr")


def test_an_environment_without_a_language_stays_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LANGUAGE")
    assert "Vous menez" in ask("--lang", "fr", "explain", "614").out
    assert "LANGUAGE" not in os.environ
