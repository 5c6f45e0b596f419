"""The one-line position: parse and format are inverse; nonsense is refused in one line."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import RulesError, SolverError
from solver.game.dice import HANDS, KEEPS
from solver.game.dice_notation import format_keep, parse_hand, parse_hands, parse_keep
from solver.game.notation import (
    Position,
    check_position,
    format_position,
    format_state,
    parse_position,
    parse_state,
)
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge, Legs, Round, Start, State
from tests.game.spellings import spellings
from tests.strategies import legal_positions, seats_that_roll


@settings(max_examples=400)
@given(legal_positions())
def test_every_legal_position_is_read_back(position: Position) -> None:
    text = format_position(position)
    again = parse_position(text)
    assert again == position
    assert again.rules.name == position.rules.name
    assert format_position(again) == text
    assert check_position(position) == position


@settings(max_examples=400)
@given(st.data())
def test_every_spelling_means_the_same(data: st.DataObject) -> None:
    position = data.draw(legal_positions())
    text = data.draw(spellings(position))
    assert parse_position(text) == position


@given(legal_positions())
def test_the_actor_is_the_first_seat_without_a_hand(position: Position) -> None:
    waiting = seats_that_roll(position.state)[len(position.seen) :]
    assert position.actor() == (waiting[0] if waiting else None)


READ = [
    ("round 2", "jetons: round 2"),
    ("round 2 | roll 641 left 2", "jetons: round 2 | roll 641 left 2"),
    ("round 2|seen 3-2-2 in 2|roll 146 left 1",
     "jetons: round 2 | seen 322 in 2 | roll 641 left 1"),
    ("Round 2 | Roll [1, 4, 6] Left 1", "jetons: round 2 | roll 641 left 1"),
    ("manche 2 | vu 2 2 3 en 2", "jetons: round 2 | seen 322 in 2"),
    ("manche 3 | lancer 1,4,6 reste 0", "jetons: round 3 | roll 641 left 0"),
    ("round 3 | seen 3 2 2 6-4-1 in 2", "jetons: round 3 | seen 322,641 in 2"),
    ("round 3 | seen 322 641 in 2", "jetons: round 3 | seen 322,641 in 2"),
    ("round 3 | seen 3,2,2,6,4,1", "jetons: round 3 | seen 322,641 in 3"),
    ("round 3 | seen [3, 2, 2], [6, 4, 1]", "jetons: round 3 | seen 322,641 in 3"),
    ("round\u00a02\u00a0|\u00a0roll\u00a0641\u00a0left\u00a01",
     "jetons: round 2 | roll 641 left 1"),
    ("round\t2\t|\tseen\t322\tin\t1\n", "jetons: round 2 | seen 322 in 1"),
    ("charge 5 10,6", "jetons: charge 5 10,6"),
    ("charge 5 10 , 6", "jetons: charge 5 10,6"),
    ("jetons: charge 5 10,6 | player 1", "jetons: charge 5 10,6 | player 1"),
    ("charge 5 10,6 | joueur 0", "jetons: charge 5 10,6 | player 0"),
    ("décharge 10,11", "jetons: decharge 10,11"),
    ("DÉCHARGE 10,11", "jetons: decharge 10,11"),
    ("decharge 10,0,11", "jetons: decharge 10,0,11"),
    ("comptoir: decharge 10,11", "comptoir: decharge 10,11"),
    ("bar: decharge 10,11", "comptoir: decharge 10,11"),
    ("deux-phases: decharge 10,10", "deux-phases: decharge 10,10"),
    ("deux phases: decharge 7,1,13", "deux-phases: decharge 7,1,13"),
    ("deux-phases{decharge_each=5}: decharge 4,6", "deux-phases{decharge_each=5}: decharge 4,6"),
    ("legs 2,1,2", "jambes: legs 2,1,2"),
    ("jambes 2,0,2", "jambes: legs 2,0,2"),
    ("jambes: jambes 2,1", "jambes: legs 2,1"),
    ("jambes{legs=5}: legs 5,4", "jambes{legs=5}: legs 5,4"),
    ("start 2", "jetons: start 2"),
    ("début 8", "jetons: start 8"),
    ("jambes: start 3 | seen 322 in 1", "jambes: start 3 | seen 322 in 1"),
    ("jetons{pot=11,suites=off}: charge 11 0,0", "jetons{suites=off,pot=11}: charge 11 0,0"),
    ("jetons{charge_rolls=1}: start 2 | seen 322",
     "jetons{charge_rolls=1}: start 2 | seen 322 in 1"),
    ("jetons{charge_rolls=1}: round 2 | roll 641 left 2",
     "jetons{charge_rolls=1}: round 2 | roll 641 left 2"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical"), READ)
def test_read_and_printed(text: str, canonical: str) -> None:
    assert format_position(parse_position(text)) == canonical
    assert format_position(parse_position(canonical)) == canonical


def test_rules_come_from_the_text_or_else_from_the_caller() -> None:
    assert parse_position("round 2", "comptoir").rules.name == "comptoir"
    assert parse_position("round 2", "comptoir", ["max_rolls=2"]).rules.max_rolls == 2
    assert parse_position("round 2", settings=["pot=11"]).rules.name == "jetons{pot=11}"
    assert parse_position("jetons{pot=11}: round 2", settings=["pot=12"]).rules.pot == 12
    assert parse_position("bar: round 2", "comptoir").rules.name == "comptoir"
    with pytest.raises(RulesError, match="names the rules 'jetons'; leave out --rules comptoir"):
        parse_position("jetons: round 2", "comptoir")
    with pytest.raises(RulesError, match="legs=3 has no effect with mode=tokens"):
        parse_position("round 2", settings=["legs=3"])


def test_rules_from_a_file_are_named_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "chez: emma.toml"
    path.write_text("[fields]\npot = 11", encoding="ascii")
    text = f"{path}{{suites=off}}: charge 5 4,2 | seen 322 in 2"
    position = parse_position(text)
    assert (position.rules.pot, position.rules.suites) == (11, False)
    assert format_position(position) == text


def test_what_a_position_is() -> None:
    position = parse_position("charge 5 10,6 | seen 322 in 2 | roll 641 left 1 | player 0")
    assert position == Position(
        rules=find_rules("jetons"),
        state=Charge(5, (10, 6)),
        seen=(parse_hand("322"),),
        limit=2,
        roll=parse_hand("641"),
        left=1,
        player=0,
    )
    assert position.actor() == 1
    assert parse_position("legs 1,0,2 | seen 421").actor() == 2
    assert parse_position("round 2 | seen 421,666").actor() is None


STATES: list[tuple[str, State]] = [
    ("round 2", Round(2)),
    ("start 8", Start(8)),
    ("legs 2,0,1", Legs((2, 0, 1))),
    ("charge 5 10,6", Charge(5, (10, 6))),
    ("decharge 10,11", Decharge((10, 11))),
]


@pytest.mark.parametrize(("text", "state"), STATES)
def test_states(text: str, state: State) -> None:
    assert parse_state(text) == state
    assert format_state(state) == text


@pytest.mark.parametrize(
    "text", ["614", "6-1-4", "6 1 4", "6,1,4", "6, 1, 4", "[6, 1, 4]", "[641]"]
)
def test_a_hand_in_every_spelling(text: str) -> None:
    assert HANDS[parse_hand(text)] == (6, 4, 1)
    assert HANDS[parse_hand(f"  {text} ")] == (6, 4, 1)


def test_hands_and_keeps_are_read_back() -> None:
    for keep, dice in enumerate(KEEPS):
        assert format_keep(keep) == "".join(map(str, dice))
        assert parse_keep(format_keep(keep)) == keep
        assert parse_keep(format_keep(keep)[::-1]) == keep
        assert parse_keep(f"[{', '.join(format_keep(keep))}]") == keep
    for hand in range(len(HANDS)):
        assert parse_hand(format_keep(hand)) == hand
    assert parse_hands(" ".join(map(format_keep, range(56)))) == tuple(range(56))


def _rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading of the page for users."""
    page = (Path(__file__).parents[2] / "docs" / "positions.md").read_text(encoding="utf-8")
    section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    assert lines
    return [
        [cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in lines
    ]


def test_the_page_shows_what_is_printed() -> None:
    for typed, printed, _ in _rows("Examples"):
        assert format_position(parse_position(typed)) == printed


def test_the_page_shows_what_is_refused() -> None:
    for text, message in _rows("What is refused"):
        with pytest.raises(SolverError) as error:
            parse_position(text)
        assert str(error.value) == message
