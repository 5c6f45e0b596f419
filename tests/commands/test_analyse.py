"""``421 analyse`` and ``421 record``: files of games in, accounts, pages and records out."""

import re
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from solver.study.figures import percent, signed
from tests.commands.running import ROOT, ask, ask_csv, ask_json, start

GAME, EVENING = "data/examples/game.txt", "data/examples/evening.txt"


def value(number: dict[str, str]) -> Fraction:
    return Fraction(number["exact"])


def test_accounts_add_up_to_the_result() -> None:
    document = ask_json("analyse", EVENING, "--show", "players")
    assert len(document["players"]) == 12
    for account in document["players"]:
        parts = ("start", "rolls", "barrages", "own", "others")
        assert sum(value(account[part]) for part in parts) == value(account["result"])


def test_decisions_are_those_of_advise() -> None:
    document = ask_json("analyse", GAME)
    assert len(document["decisions"]) == 8
    for decision in document["decisions"]:
        choices = ask_json("advise", decision["position"])["choices"]
        assert decision["best"] == choices[0]["keep"]
        (loss,) = (choice["loss"] for choice in choices if choice["keep"] == decision["kept"])
        assert decision["loss"] == loss


def test_luck_and_losses_add_up_to_the_account() -> None:
    rolls = ask_json("analyse", GAME, "--show", "rolls")["rolls"]
    decisions = ask_json("analyse", GAME)["decisions"]
    for account in ask_json("analyse", GAME, "--show", "players")["players"]:
        own = [of for of in rolls if of["player"] == account["player"]]
        for part, throws in (("rolls", ("roll",)), ("barrages", ("lowest", "best"))):
            luck = sum(value(of["luck"]) for of in own if of["throw"] in throws)
            assert luck == value(account[part])
        losses = [value(of["loss"]) for of in decisions if of["player"] == account["player"]]
        assert -sum(losses) == value(account["own"])


def test_the_session_sums_up_games() -> None:
    players = ask_json("analyse", EVENING, "--show", "players")["players"]
    for skill in ask_json("analyse", EVENING)["session"]:
        own = [of for of in players if of["player"] == skill["player"]]
        assert (skill["games"], len(own)) == (6, 6)
        for part in ("start", "own", "others", "result"):
            assert value(skill[part]) == sum(value(of[part]) for of in own)
        for count in ("decisions", "optimal", "inaccuracies", "errors", "blunders", "forced"):
            assert skill[count] == sum(of[count] for of in own)
        assert value(skill["per_hundred"]) == -100 * value(skill["own"]) / skill["decisions"]
        assert 0 < skill["per_hundred_error"] < 1000


def test_people_read_an_account_and_the_thresholds() -> None:
    done = start("analyse", GAME)
    assert (done.code, done.err) == (0, "")
    (anne, _bob) = ask_json("analyse", GAME, "--show", "players")["players"]
    assert (
        f"Anne: {percent(value(anne['start']))} at the start, {signed(value(anne['rolls']))} by"
        in done.out
    )
    assert "below 2.00 points it is an inaccuracy" in done.out
    assert "from 5.00 points on a blunder" in done.out
    assert re.search(r"3  Anne +411 +1  41 +stop +50\.19  blunder", done.out)


def test_a_log_of_the_simulator_is_analysed(tmp_path: Path) -> None:
    log = str(tmp_path / "games.jsonl")
    state = "jambes: start 3"
    assert ask("simulate", state, "--strategy", "optimal", "--games", "3", "--log", log).code == 0
    for skill in ask_json("analyse", log)["session"]:
        assert value(skill["own"]) == value(skill["others"]) == 0
        assert skill["decisions"] == skill["optimal"]
    assert len(ask_csv("analyse", log, "--show", "decisions")) > 10


class _Page(HTMLParser):
    """What a page asks for from elsewhere, and which tags are left open."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [str(of) for name, of in attrs if name in ("src", "href", "xlink:href")]
        if tag not in ("meta", "line", "circle", "polyline", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "circle", "polyline", "rect"):
            assert self.open.pop() == tag


@pytest.mark.parametrize(("file", "graphs"), [(GAME, 1), (EVENING, 6)])
def test_the_page_is_whole_and_needs_nothing_else(file: str, graphs: int, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert ask("analyse", file, "--html", str(path)).code == 0
    text = path.read_text("utf-8")
    page = _Page()
    page.feed(text)
    assert (page.links, page.open) == ([], [])
    assert "<script" not in text
    assert text.count("<svg") == graphs
    assert "Mainly because" in text
    # Every error and blunder is a dot and has its sentences.
    decisions = ask_json("analyse", file, "--show", "decisions")["decisions"]
    wrong = [of for of in decisions if of["mark"] in ("error", "blunder")]
    dots = re.findall(r'<circle class="(?:error|blunder) p\d"', text)
    assert len(dots) == len(wrong) == text.count("<details><summary>Round ")


def test_a_page_of_many_games_shows_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, path = tmp_path / "games.jsonl", tmp_path / "page.html"
    arguments = ("--strategy", "random", "--games", "4", "--log", str(log), "--seed", "1")
    assert ask("simulate", "jambes: start 2", *arguments).code == 0
    monkeypatch.setattr("solver.commands.analyse.MOST_GAMES", 3)
    assert ask("analyse", str(log), "--html", str(path)).code == 0
    text = path.read_text("utf-8")
    assert text.count("<svg") == 3
    assert "The first 3 of 4 games:" in text
    assert re.findall(r"<h2>(.*?)</h2>", text) == [f"game {n}: A, B" for n in (1, 2, 3)]


def test_numbers_of_rounds_keep_apart_under_a_graph(tmp_path: Path) -> None:
    log, path = tmp_path / "games.jsonl", tmp_path / "page.html"
    arguments = ("--strategy", "never-reroll", "--games", "1", "--log", str(log), "--seed", "32")
    assert ask("simulate", "jetons: start 2", *arguments).code == 0
    assert ask("analyse", str(log), "--html", str(path)).code == 0
    text = path.read_text("utf-8")
    numbered = re.findall(r'<text x="([0-9.]+)"[^>]*>([0-9]+)</text>', text)
    places = [float(x) for x, _round in numbered]
    rounds = [int(number) for _x, number in numbered]
    assert rounds[0] == 1
    assert len(rounds) < rounds[-1] > 50, "there is room for some of them only"
    assert all(after - before >= 22 for before, after in pairwise(places))


def test_decisions_on_which_nothing_depends_are_not_listed(tmp_path: Path) -> None:
    """With 4 of 5 jetons B has lost, whoever takes the last."""
    path = tmp_path / "game.txt"
    path.write_text(
        "rules deux-phases{pot=5}\nplayers A B\nA 411\nB 655\n\nB 641>64>643\nA 622>2>521\n",
        "utf-8",
    )
    marks = {of["round"]: of["mark"] for of in ask_json("analyse", str(path))["decisions"]}
    assert marks[2] == "forced" != marks[1]
    shown = ask("analyse", str(path)).out
    assert re.search(r"(?m)^ +1  A +411", shown)
    assert not re.search(r"(?m)^ +2  ", shown)


def test_names_are_no_markup(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text((ROOT / GAME).read_text("utf-8").replace("Anne", "A<b>&"), "utf-8")
    page = tmp_path / "page.html"
    done = ask("analyse", str(record), "--html", str(page))
    assert done.code == 2  # ">" stands between dice
    record.write_text((ROOT / GAME).read_text("utf-8").replace("Anne", "A<b&"), "utf-8")
    assert ask("analyse", str(record), "--html", str(page)).code == 0
    text = page.read_text("utf-8")
    assert "A&lt;b&amp;" in text
    assert "A<b" not in text


def test_french() -> None:
    done = ask("--lang", "fr", "analyse", GAME)
    assert (done.code, done.err) == (0, "")
    assert "gaffe" in done.out
    assert "blunder" not in done.out


@pytest.mark.parametrize("command", ["analyse", "record"])
def test_a_fault_is_one_line_with_its_place(command: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text((ROOT / GAME).read_text("utf-8").replace("> 42 > 421", "> 61 > 421", 1))
    done = ask(command, str(path))
    assert (done.code, done.out) == (2, "")
    assert done.err == "421: line 7, column 22: 61 cannot be kept of 642\n"


@pytest.mark.parametrize("command", ["analyse", "record"])
def test_bad_input_is_one_line(command: str, tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    log.write_text('{"game": 1}\n')
    for arguments, said in (
        ((), "Missing argument"),
        (("nowhere.txt",), "nowhere.txt"),
        ((str(log),), "line 1: a game must be an object"),
    ):
        done = ask(command, *arguments)
        assert (done.code, done.out) == (2, "")
        assert said in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize("command", ["analyse", "record"])
def test_a_log_that_breaks_its_rules_is_one_line(command: str, tmp_path: Path) -> None:
    log = tmp_path / "games.jsonl"
    text = (ROOT / "data/examples/games.jsonl").read_text("utf-8")
    log.write_text(text.replace('"rules": "jetons"', '"rules": "poker"', 1))
    done = ask(command, str(log))
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.startswith("421: line 1: no rules 'poker'")


def test_games_that_cannot_be_added_up_are_refused() -> None:
    done = ask("analyse", GAME, "data/examples/games.jsonl")
    assert (done.code, done.out) == (2, "")
    assert "game 1 is of jetons, but the first of jambes: analyse them apart" in done.err


def test_a_game_that_is_not_solved_names_the_command_that_solves_it(tmp_path: Path) -> None:
    log = str(tmp_path / "games.jsonl")
    ask("simulate", "start 4", "--strategy", "random", "--games", "1", "--log", log)
    done = ask("analyse", log)
    assert (done.code, done.out) == (1, "")
    assert "run: 421 solve 'jetons' --players 4" in done.err


def test_records_and_logs_come_back_through_the_command(tmp_path: Path) -> None:
    text = (ROOT / EVENING).read_text("utf-8")
    assert ask("record", EVENING).out == text
    log = tmp_path / "games.jsonl"
    log.write_text(ask("record", EVENING, "--to", "jsonl").out)
    assert ask("record", str(log), "--to", "jsonl").out == log.read_text()
    again = ask("record", str(log)).out
    nameless = re.sub("(?m)^(seed|date) .*\n", "", text).replace("Anne", "A").replace("Bob", "B")
    assert again == nameless


def test_a_record_on_standard_input() -> None:
    typed = b"players A B\nA 641>41>421\nB 655\n"
    done = start("record", "-", stdin=typed)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("A 641 > 41 > 421\nB 655\nB takes 10\n")
    done = start("record", "-", "--to", "jsonl", stdin=typed)
    assert (done.code, done.out) == (2, "")
    assert "the game is not over" in done.err


def test_the_documented_game_is_real() -> None:
    text = (ROOT / "docs/record.md").read_text("utf-8")
    whole, short = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert whole == (ROOT / GAME).read_text("utf-8") == ask("record", GAME).out
    typed = start("record", "-", stdin=short.encode())
    assert whole.partition("Anne 622")[2].startswith(typed.out.partition("Anne 622")[2].rstrip())


def test_documented_faults_are_real(tmp_path: Path) -> None:
    text = (ROOT / "docs/record.md").read_text("utf-8")
    game = (ROOT / GAME).read_text("utf-8")
    faults = re.findall(r"(?m)^\| `(.*?)` \| `(.*?)` \| (line .*) \|$", text)
    assert len(faults) == 6
    path = tmp_path / "game.txt"
    for right, wrong, message in faults:
        path.write_text(game.replace(right, wrong, 1), "utf-8")
        assert ask("record", str(path)).err == f"421: {message}\n"
