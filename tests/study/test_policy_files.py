"""Policy files: what is written is played, what is missing is not, and nonsense is named."""

import csv
import io
import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

from solver.engine.plan import turns_of
from solver.engine.rounds import information_of
from solver.errors import StrategyError
from solver.game.dice_notation import format_keep, parse_hand, parse_keep
from solver.game.notation import Position, format_position
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.game.state import Charge, Round, Table, max_rolls, players_of
from solver.study.plans import plan_of
from solver.study.policy_files import FilePolicy, read_policy
from solver.study.policy_rows import MAX_LINE
from solver.study.strategies import PURE, Mixes, Spot, Strategy, find_strategy
from tests.checks import one_line

JETONS = find_rules("jetons")
COLUMNS = ("rules", "position", "seat", "roll", "left", "keep", "probability")
HEADER = "position,roll,left,keep"
ROW = "round 2 | seen 322 in 3,641,1,641"

Row = dict[str, str]


class Silent:
    """A fallback that must not be asked."""

    name = "silent"

    def mixes(self, spot: Spot) -> Mixes:
        raise AssertionError(f"asked at {spot}")


def rows_of(strategy: Strategy, rules: Rules, state: Table) -> Iterable[Row]:
    """Every decision of a round, as an exporter writes it."""
    information = information_of(rules, state)
    for seat in range(players_of(state)):
        histories = information.histories(seat)
        for limit, known, left in turns_of(max_rolls(rules, state), seat, len(histories)):
            position = Position(rules, state, histories[known], limit)
            mixes = strategy.mixes(Spot(rules, state, histories[known], limit, left))
            for hand, mix in enumerate(mixes):
                for keep, chance in mix:
                    cells = (
                        rules.name,
                        format_position(position),
                        str(seat),
                        format_keep(hand),
                        str(left),
                        format_keep(keep),
                        f"{chance.numerator}/{chance.denominator}",
                    )
                    yield dict(zip(COLUMNS, cells, strict=True))


def as_csv(rows: Iterable[Row], columns: tuple[str, ...] = COLUMNS, separator: str = ",") -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, delimiter=separator, extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_json_lines(rows: Iterable[Row], columns: tuple[str, ...] = COLUMNS) -> str:
    return "".join(json.dumps({name: row[name] for name in columns}) + "\n" for row in rows)


def read(folder: Path, text: str | bytes, fallback: Strategy | None = None) -> FilePolicy:
    path = folder / "policy.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_policy(path, fallback or Silent())


def at(policy: FilePolicy, seen: str = "322", limit: int = 3, left: int = 1) -> Mixes:
    hands = tuple(map(parse_hand, seen.split(","))) if seen else ()
    return policy.mixes(Spot(JETONS, Round(2), hands, limit if hands else 0, left))


@pytest.mark.parametrize("write", [as_csv, as_json_lines])
@pytest.mark.parametrize(
    ("strategy", "rules", "state"),
    [
        ("optimal", "jetons", Round(2)),
        ("optimal", "comptoir", Charge(5, (10, 6))),
        ("random", "comptoir{max_rolls=2}", Round(2)),
        ("beat-or-stop", "jetons{max_rolls=2}", Round(3)),
    ],
)
def test_what_is_written_is_what_is_read(
    tmp_path: Path, strategy: str, rules: str, state: Table, write: object
) -> None:
    assert callable(write)
    asked, original = find_rules(rules), find_strategy(strategy)
    policy = read(tmp_path, write(rows_of(original, asked, state)))
    assert policy.name.endswith("policy.csv")
    for seat in range(players_of(state)):
        assert plan_of(policy, asked, state, seat) == plan_of(original, asked, state, seat)


@pytest.mark.parametrize(
    "columns", [COLUMNS[:-1], COLUMNS[1:-1], ("position", "roll", "left", "keep")]
)
def test_columns_may_be_left_out(tmp_path: Path, columns: tuple[str, ...]) -> None:
    original = find_strategy("beat-or-stop")
    rows = list(rows_of(original, JETONS, Round(2)))
    for text in (as_csv(rows, columns), as_json_lines(rows, columns)):
        policy = read(tmp_path, text)
        assert plan_of(policy, JETONS, Round(2), 1) == plan_of(original, JETONS, Round(2), 1)


def test_other_columns_are_not_read(tmp_path: Path) -> None:
    text = f"note,{HEADER},value\nx,{ROW},17\n"
    assert (
        at(read(tmp_path, text, find_strategy("random")))[parse_hand("641")]
        == PURE[parse_hand("641")]
    )


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_spreadsheets_write_it_in_their_own_ways(
    tmp_path: Path, separator: str, bom: bytes, end: str
) -> None:
    lines = [HEADER.upper().replace(",", separator), "", ROW.replace(",", separator), ""]
    policy = read(tmp_path, bom + end.join(lines).encode(), find_strategy("random"))
    assert at(policy)[parse_hand("641")] == PURE[parse_hand("641")]


def test_what_a_file_leaves_out_is_left_to_the_fallback(tmp_path: Path) -> None:
    fallback = find_strategy("chase-421")
    policy = read(tmp_path, f"{HEADER}\n{ROW}\n", fallback)
    mine, theirs = at(policy), fallback.mixes(Spot(JETONS, Round(2), (parse_hand("322"),), 3, 1))
    for hand, (mix, other) in enumerate(zip(mine, theirs, strict=True)):
        assert mix == (PURE[hand] if hand == parse_hand("641") else other)
    assert mine != theirs


@pytest.mark.parametrize(
    ("seen", "limit", "left"), [("", 0, 1), ("322", 2, 1), ("322", 3, 2), ("321", 3, 1)]
)
def test_other_turns_are_left_to_the_fallback(
    tmp_path: Path, seen: str, limit: int, left: int
) -> None:
    fallback = find_strategy("chase-421")
    policy = read(tmp_path, f"{HEADER}\n{ROW}\n", fallback)
    hands = (parse_hand(seen),) if seen else ()
    spot = Spot(JETONS, Round(2), hands, limit, left)
    assert policy.mixes(spot) == fallback.mixes(spot)


def test_a_policy_is_found_by_its_path_and_played_optimally_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "my policy.csv"
    path.write_text(f"{HEADER}\n{ROW}\n")
    policy = find_strategy(str(path))
    assert policy.name == str(path)
    spot = Spot(JETONS, Round(2), (), 0, 2)
    assert policy.mixes(spot) == find_strategy("optimal").mixes(spot)


def test_probabilities_are_read_exactly(tmp_path: Path) -> None:
    position = "round 2 | seen 322 in 3"
    text = "\n".join(
        [
            f"{HEADER},probability",
            f"{position},641,1,641,0.1",
            f"{position},641,1,,2/3",
            f"{position},641,1,4,7/30",
            f"{position},641,1,6,0",
            f"{position},641,2,64,1e0",
            f"{position},651,1,65,.50",
            f"{position},651,1,,5e-1",
        ]
    )
    policy = read(tmp_path, text, find_strategy("random"))
    assert at(policy)[parse_hand("641")] == (
        (parse_hand("641"), Fraction(1, 10)),
        (parse_keep("4"), Fraction(7, 30)),
        (parse_keep(""), Fraction(2, 3)),
    )
    assert sum(dict(at(policy)[parse_hand("651")]).values()) == 1
    assert len(at(policy, left=2)[parse_hand("641")]) == 1


def test_a_decision_may_stand_twice_if_it_says_the_same(tmp_path: Path) -> None:
    again = "round 3 | seen 611,322 in 3,641,1,641"
    same = "round 3 | seen 666,322 in 3,641,1,641"
    policy = read(tmp_path, f"{HEADER}\n{quoted(again)}\n{quoted(same)}\n{quoted(again)}\n")
    assert len(policy.decisions) == 1
    other = "round 3 | seen 666,322 in 3,641,1,64"
    with pytest.raises(StrategyError, match="line 3: 641 was decided otherwise before"):
        read(tmp_path, f"{HEADER}\n{quoted(again)}\n{quoted(other)}\n")


def quoted(row: str) -> str:
    """A row with its position, which has a comma of its own, in quotes."""
    position, *rest = row.rsplit(",", 3)
    return ",".join([f'"{position}"', *rest])


BAD_ROWS = [
    ("round 2 | seen 322 in 3,641,1", "3 cells instead of 4"),
    ("round 2 | seen 322 in 3,641,1,641,x", "5 cells instead of 4"),
    ("round 2 | seen 327 in 3,641,1,641", "'327'"),
    ("round 9,641,1,641", "'round 9'"),
    ("whatever,641,1,641", "'whatever'"),
    ("round 2 | roll 641 left 1,641,1,641", "the roll has its own columns"),
    ("round 2 | player 0,641,1,641", "a player none"),
    ('"round 2 | seen 322,641 in 3",641,1,641', "nobody is left to roll"),
    ("nothing: round 2,641,1,641", "'nothing'"),
    ("round 2,647,1,64", "'647'"),
    ("round 2,64,1,64", "'64'"),
    ("round 2,641,1,65", "'65' cannot be kept of 641"),
    ("round 2,641,1,6411", "'6411'"),
    ("round 2,641,1,stop", "'stop'"),
    ("comptoir: round 2 | seen 322 in 3,641,1,641", "'641' cannot be kept of 641"),
    ("round 2,641,0,641", "from 1 to 2"),
    ("round 2,641,3,641", "'3'"),
    ("round 2 | seen 322 in 2,641,2,641", "from 1 to 1"),
    ("round 2,641,-1,641", "'-1'"),
    ("round 2,641,1.0,641", "'1.0'"),
    ("round 2,641,1\u00b2,641", "'1\u00b2'"),
    ('round 2,641,1,"641', "unexpected end of data"),
    ("round 2\0,641,1,641", "not a line of text"),
    ("x" * (MAX_LINE + 1), "longer than"),
]


@pytest.mark.parametrize(("row", "said"), BAD_ROWS)
def test_a_bad_row_is_named_and_quoted(tmp_path: Path, row: str, said: str) -> None:
    with pytest.raises(StrategyError) as refused:
        read(tmp_path, f"{HEADER}\n\n{quoted('round 2,641,1,641')}\n{row}\n")
    message = one_line(refused.value)
    assert message.startswith("'policy.csv', line 4: ")
    assert said in message


BAD_CHANCES = ["", "x", "-1/2", "3/2", "1/0", "nan", "inf", "1e999", "½", "0,5", "1//2", "9" * 60]


@pytest.mark.parametrize("chance", BAD_CHANCES)
def test_a_bad_probability_is_quoted(tmp_path: Path, chance: str) -> None:
    with pytest.raises(StrategyError, match="line 2: probability must be") as refused:
        read(tmp_path, f'{HEADER},probability\nround 2,641,1,641,"{chance}"\n')
    assert chance[:20] in one_line(refused.value)


@pytest.mark.parametrize(
    ("chances", "said"),
    [
        (
            [("641", "1/2"), ("64", "1/3")],
            "line 2: the probabilities of 641 at 'round 2' sum to 5/6",
        ),
        ([("641", "0.33333333"), ("64", "0.66666666")], "sum to 99999999/100000000"),
        ([("641", "1/2"), ("64", "2/3")], "line 3: the probabilities of 641 sum to 7/6"),
        ([("641", "1/2"), ("641", "1/2")], "line 3: '641' of 641 stands twice"),
    ],
)
def test_probabilities_must_sum_to_one(
    tmp_path: Path, chances: list[tuple[str, str]], said: str
) -> None:
    rows = [f"round 2,641,1,{keep},{chance}" for keep, chance in chances]
    with pytest.raises(StrategyError) as refused:
        read(tmp_path, "\n".join([f"{HEADER},probability", *rows]))
    assert said in one_line(refused.value)


@pytest.mark.parametrize(
    ("header", "row", "said"),
    [
        ("seat", "1", "seat '1' does not act at 'round 2'"),
        ("rules", "comptoir", None),
        ("rules", "nothing", "'nothing'"),
    ],
)
def test_rules_and_seat_must_be_those_of_the_position(
    tmp_path: Path, header: str, row: str, said: str | None
) -> None:
    text = f"{HEADER},{header}\nround 2,641,1,641,{row}\n"
    if said is None:
        ((rules, *_),) = read(tmp_path, text).decisions
        assert rules == find_rules(row)
        text = text.replace("\nround 2", "\njetons: round 2")
        said = "the position names the rules 'jetons'"
    with pytest.raises(StrategyError) as refused:
        read(tmp_path, text)
    assert said in one_line(refused.value)


BAD_FILES: list[tuple[bytes, str]] = [
    (b"", "there is no row"),
    (b"\n\n", "there is no row"),
    (HEADER.encode(), "there is no row"),
    (b"a,b,c\n1,2,3\n", "'position' is needed"),
    (b"position,roll,left\nround 2,641,1\n", "'keep' is needed"),
    (b"position,roll,left,keep,keep\n", "'keep' is needed"),
    (b"\x89PNG\r\n\x1a\n\0\0", "not UTF-8"),
    ("position,roll,left,keep".encode("utf-16"), "not UTF-8"),
    (b"\0" * 100, "not a line of text"),
    (b"{", "not JSON"),
    (b'{"position": "round 2"}', "an object with position, roll, left, keep is needed"),
    (b'{"position": "round 2", "roll": 641, "left": 1, "keep": null}', "keep must be"),
    (b'{"position": "round 2", "roll": 641, "left": true, "keep": ""}', "left must be"),
    (b'{"position": "round 2", "roll": 641, "left": NaN, "keep": ""}', "'NaN'"),
    (b'{"position": ' + b"[" * 5000, "not JSON"),
    (b'{"a": 1}\nposition', "an object with"),
]


@pytest.mark.parametrize(("data", "said"), BAD_FILES, ids=lambda part: str(part)[:30])
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, data: bytes, said: str) -> None:
    with pytest.raises(StrategyError) as refused:
        read(tmp_path, data)
    assert said in one_line(refused.value)


def test_numbers_of_json_may_be_bare(tmp_path: Path) -> None:
    row = '{"position": "round 2", "roll": 641, "left": 1, "keep": 64, "probability": 0.25}\n'
    rest = row.replace('"keep": 64', '"keep": ""').replace("0.25", "0.75")
    policy = read(tmp_path, row + rest, find_strategy("random"))
    assert [chance for _, chance in at(policy, "")[parse_hand("641")]] == [
        Fraction(1, 4),
        Fraction(3, 4),
    ]


def test_a_policy_that_says_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"{HEADER}\n{ROW}\nround 2 | seen 322 in 2,641,1,641\n"
    monkeypatch.setattr("solver.study.policy_files.MAX_TURNS", 2)
    assert at(read(tmp_path, text, find_strategy("random")))
    monkeypatch.setattr("solver.study.policy_files.MAX_TURNS", 1)
    with pytest.raises(StrategyError, match=r"line 3.*more than 1 turns; a policy says less"):
        read(tmp_path, text)


def test_what_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.csv"):
        with pytest.raises(StrategyError, match="cannot read"):
            read_policy(path, Silent())
