"""Bad input of every kind, through the real command: exit 2, one line, the text quoted."""

import pytest

from tests.commands.running import ask, start

BAD = {
    "a die 7": (["advise", "6", "1", "7"], "'6 1 7'"),
    "two dice": (["advise", "6 1"], "'6 1'"),
    "four dice": (["advise", "6141"], "'6141'"),
    "a die 0": (["advise", "round 2 | roll 640 left 1"], "'640'"),
    "left 3": (["advise", "round 2 | roll 641 left 3"], "'left 3'"),
    "left 3, short": (["advise", "6", "1", "4", "--left", "3"], "'3'"),
    "left x": (["advise", "6", "1", "4", "--left", "x"], "'x'"),
    "left a full-width digit": (["advise", "614", "--left", "\uff11"], "'\uff11'"),
    "in 4": (["value", "round 2 | seen 322 in 4"], "'in 4'"),
    "in 4, short": (["advise", "614", "--seen", "322", "--in", "4"], "'4'"),
    "in 3 of 2": (["value", "jetons{max_rolls=2}: round 2 | seen 322 in 3"], "'in 3'"),
    "hands more than players": (["value", "round 2 | seen 322,322,322 in 1"], "'seen 322,322,322'"),
    "more jetons than the pot": (["value", "charge 5 10,7"], "'charge 5 10,7'"),
    "fewer jetons than the pot": (["value", "decharge 10,10"], "'decharge 10,10'"),
    "legs above the rules'": (["value", "legs 3,1"], "'legs 3,1'"),
    "a finished game": (["value", "legs 2,0"], "'legs 2,0'"),
    "a finished décharge": (["value", "decharge 21,0"], "'decharge 21,0'"),
    "left above the limit": (["advise", "round 2 | seen 322 in 2 | roll 641 left 2"], "'left 2'"),
    "left above the limit, short": (
        ["advise", "614", "--seen", "322", "--in", "2", "--left", "2"],
        "'left 2'",
    ),
    "no state": (["value", "rond 2"], "'rond 2'"),
    "nothing": (["value", ""], "''"),
    "one player": (["value", "round 1"], "'round 1'"),
    "nine players": (["value", "round 9"], "'round 9'"),
    "a part unknown": (["value", "round 2 | sees 322"], "'sees 322'"),
    "a part twice": (["advise", "round 2 | roll 641 left 1 | roll 641 left 1"], "'roll'"),
    "two lines": (["value", "round 2\nround 2"], r"'round 2\nround 2'"),
    "a long text": (["value", "round 2" + " " * 100_000], "'round 2'"),
    "a seat that does not roll": (["advise", "round 2 | roll 641 left 1 | player 1"], "'player 1'"),
    "unknown rules": (["value", "round 2", "--rules", "poker"], "'poker'"),
    "unknown rules in the position": (["value", "poker: round 2"], "'poker'"),
    "two rules": (["value", "jetons: round 2", "--rules", "comptoir"], "'jetons'"),
    "an unknown field": (["hands", "--set", "pots=11"], "'pots'"),
    "a value out of range": (["hands", "--set", "pot=100"], "'100'"),
    "no value": (["hands", "--set", "pot"], "'pot'"),
    "an open brace": (["hands", "--rules", "jetons{pot=11"], "'jetons{pot=11'"),
    "both forms": (["advise", "round 2 | roll 641 left 1", "--left", "1"], "'round 2 | roll 641"),
    "a position as state": (["advise", "614", "--state", "round 2 | player 0"], "'round 2 | "),
    "a bad state": (["advise", "614", "--state", "rond 2"], "'rond 2'"),
    "in without seen": (["advise", "614", "--in", "2"], "--in 2"),
    "seen that is no hand": (["advise", "614", "--seen", "32"], "'32'"),
    "no target": (["odds", "quinte"], "'quinte'"),
    "a bound that is no hand": (["odds", ">=777"], "'777'"),
    "a class without hands": (["odds", "suite", "--set", "suites=off"], "'suite'"),
    "four rolls": (["odds", "421", "--rolls", "4"], "'4'"),
    "no hand": (["hands", "643", "quinte"], "'quinte'"),
    "three hands": (["hands", "643", "554", "421"], "'643 554 421'"),
    "a file that is not there": (["rules", "check", "house.toml"], "'house.toml'"),
    "an unknown command": (["advice", "614"], "'advice'"),
    "an unknown subcommand": (["rules", "shew"], "'shew'"),
    "an unknown option": (["hands", "--colour"], "--colour"),
    "an unknown format": (["hands", "--format", "xml"], "'xml'"),
    "bytes that are no text": (["odds", "\udcff"], r"'\udcff'"),
}


@pytest.mark.parametrize(("command", "quoted"), BAD.values(), ids=BAD)
def test_bad_input(command: list[str], quoted: str) -> None:
    done = start(*command)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("421: ")
    assert done.err.count("\n") == 1
    assert done.err.endswith("\n")
    assert quoted in done.err
    assert len(done.err) < 500


@pytest.mark.parametrize(
    ("stdin", "quoted"),
    [
        (b"", "''"),
        (b"round 2\nround 2\n", r"'round 2\nround 2'"),
        (b"\xff\xfe", r"b'\xff\xfe'"),
        (b"round 2" + b" " * 30_000, "20000 bytes"),
    ],
)
def test_bad_standard_input(stdin: bytes, quoted: str) -> None:
    done = start("value", "-", stdin=stdin)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert quoted in done.err


def test_the_nearest_command_is_suggested() -> None:
    assert "advise" in ask("advice", "614").err
    assert "odds" in ask("chance").err
    assert "421 advise --help" in ask("advise", "614", "--left", "9").err


def test_what_is_missing_is_said() -> None:
    for command in ("advise", "value", "odds"):
        done = ask(command)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert "Missing argument" in done.err
    advice = ask("advise", "round 2")
    assert (advice.code, advice.out, advice.err.count("\n")) == (2, "", 1)
    assert "add '| roll 641 left 1'" in advice.err


def test_no_command_shows_the_help() -> None:
    done = ask()
    assert (done.code, done.out) == (2, "")
    assert "421 advise 6 1 4" in done.err


def test_what_is_typed_at_length_is_quoted_in_short() -> None:
    for typed in ("9" * 5000, "x y " * 2000):
        done = ask("hands", typed)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert done.err.startswith(f"421: two hands to compare, or none, not '{typed[:100]}")
        assert done.err.endswith("(see '421 hands --help')\n")
        assert len(done.err) < 1000
