"""Texts that are no position: refused in one line that quotes what is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import HandError, PositionError, RulesError, SolverError
from solver.game.dice_notation import parse_hand, parse_hands, parse_keep
from solver.game.notation import (
    MAX_TEXT,
    check_position,
    format_position,
    parse_position,
    parse_state,
)
from solver.game.words import quote
from tests.checks import one_line
from tests.strategies import legal_positions

BEGINS = "a position begins with "
HAND = "a hand is three dice from 1 to 6, such as 641, not "

# Text, and what the message says: what is wrong, and the offending text in quotes.
REFUSED = [
    # dice
    ("round 2 | roll 671 left 1", HAND + "'671'"),
    ("round 2 | roll 601 left 1", HAND + "'601'"),
    ("round 2 | roll 61 left 1", HAND + "'61'"),
    ("round 2 | roll 6411 left 1", HAND + "'6411'"),
    ("round 2 | roll 6 4 left 1", HAND + "'6 4'"),
    ("round 2 | roll 6 41 left 1", HAND + "'6 41'"),
    ("round 2 | roll 6-4,1 left 1", HAND + "'6-4,1'"),
    ("round 2 | roll [641 left 1", HAND + "'[641'"),
    ("round 2 | roll 641] left 1", HAND + "'641]'"),
    ("round 2 | roll \uff16\uff14\uff11 left 1", HAND + "'\uff16\uff14\uff11'"),
    ("round 2 | roll 641 322 left 1", "one hand of three dice, such as 641, not '641 322'"),
    ("round 2 | roll left 1", "'roll 641 left 1', not 'roll left 1'"),
    ("round 2 | seen 32", HAND + "'32'"),
    ("round 2 | seen 322,64 in 2", HAND + "'64'"),
    ("round 2 | seen 322,647", HAND + "'647'"),
    ("round 2 | seen 322641", HAND + "'322641'"),
    ("round 2 | seen 322,", HAND + "'322,'"),
    ("round 2 | seen in 2", HAND + "'in 2'"),
    ("round 2 | seen", HAND + "''"),
    # rolls
    ("round 2 | roll 641 left 3", "'left 3': at most 2 rolls are left, as 3 are allowed"),
    ("jetons{max_rolls=2}: round 2 | roll 641 left 2", "'left 2': at most 1"),
    ("jetons{charge_rolls=1}: charge 5 10,6 | roll 641 left 1", "'left 1': at most 0"),
    ("jetons{decharge_rolls=2}: decharge 5,16 | roll 641 left 2", "'left 2': at most 1"),
    ("round 2 | seen 322 in 2 | roll 641 left 2", "'left 2': at most 1 rolls are left, as the ope"),
    ("round 2 | seen 322 in 1 | roll 641 left 1", "'left 1': at most 0"),
    ("round 2 | roll 641 left 1 | seen 322 in 1", "'left 1': at most 0"),
    ("round 2 | roll 641 left -1", "the rolls left must be a whole number below 10000, not '-1'"),
    ("round 2 | roll 641 left", "the rolls left must be a whole number below 10000, not ''"),
    ("round 2 | roll 641 left 1 left 1", "must be a whole number below 10000, not '1 left 1'"),
    ("round 2 | roll 641", "a roll is written 'roll 641 left 1', not 'roll 641'"),
    ("round 2 | seen 322 in 4", "'in 4': the opener makes his hand in 1 to 3 rolls"),
    ("round 2 | seen 322 in 0", "'in 0': the opener makes his hand in 1 to 3 rolls"),
    ("round 2 | seen 322 in two",
     "the opener's rolls must be a whole number below 10000, not 'two'"),
    ("round 2 | seen 322 in 2 in 3",
     "the opener's rolls must be a whole number below 10000, not '2 in 3'"),
    ("round 2 | seen 322 in", "the opener's rolls must be a whole number below 10000, not ''"),
    ("jetons{max_rolls=2}: round 2 | seen 322 in 3", "'in 3', but the rules allow 2 rolls"),
    ("jetons{charge_rolls=1}: start 2 | seen 322 in 2", "'in 2', but the rules allow 1 rolls"),
    # players
    ("round 2 | seen 322,641,666", "'seen 322,641,666': 3 hands, but 2 players roll"),
    ("legs 1,0,2 | seen 322,641,666", "'seen 322,641,666': 3 hands, but 2 players roll"),
    ("round 2 | seen 322,641 | roll 666 left 0", "'roll 666': all 2 hands are made, and nobody"),
    ("round 2 | player 2", "'player 2' is not in play; seat 0 is the opener"),
    ("legs 1,0,2 | player 1", "'player 1' is not in play"),
    ("round 2 | player one", "the player must be a whole number below 10000, not 'one'"),
    ("round 2 | player -1", "not '-1'"),
    ("round 2 | player", "not ''"),
    ("round 1", "'round 1': 2 to 8 players, not 1"),
    ("round 0", "'round 0': 2 to 8 players, not 0"),
    ("round 9", "'round 9': 2 to 8 players, not 9"),
    ("start 9", "'start 9': 2 to 8 players, not 9"),
    ("legs 2", "'legs 2': 2 to 8 players, not 1"),
    ("charge 21 0", "'charge 21 0': 2 to 8 players, not 1"),
    ("decharge 1,1,1,1,1,1,1,1,13", "2 to 8 players, not 9"),
    # what the players have
    ("charge 5 10,5", "'charge 5 10,5': the jetons add up to 20, but the pot of the rules is 21"),
    ("charge 6 10,6", "'charge 6 10,6': the jetons add up to 22"),
    ("jetons{pot=11}: charge 5 10,6", "but the pot of the rules is 11"),
    ("decharge 10,10", "'decharge 10,10': the jetons add up to 20, but the pot of the rules is 21"),
    ("deux-phases: decharge 10,11",
     "'decharge 10,11': the jetons add up to 21, but 2 times 10 is 20"),
    ("deux-phases{pot=1}: decharge 1,1",
     "'decharge 1,1': a pot of 1 gives 2 players no jeton each"),
    ("charge 0 10,11", "'charge 0 10,11': a charge with an empty pot is over; write decharge"),
    ("legs 3,1", "'legs 3,1': 3 legs, but the rules give 2"),
    ("jambes{legs=5}: legs 1,6", "'legs 1,6': 6 legs, but the rules give 5"),
    ("legs 0,2,1", "'legs 0,2,1': seat 0 opens, but has nothing left; write the opener first"),
    ("decharge 0,10,11", "'decharge 0,10,11': seat 0 opens, but has nothing left"),
    ("jambes: charge 5 10,6", "'charge 5 10,6': the rules jambes are played in legs"),
    ("jambes: decharge 10,11", "'decharge 10,11': the rules jambes are played in legs"),
    ("jetons: legs 2,2", "'legs 2,2': the rules jetons are played in jetons"),
    # the game is over
    ("legs 2,0", "'legs 2,0': the game is over: 1 of 2 players are out"),
    ("legs 0,0", "'legs 0,0': the game is over: 2 of 2 players are out"),
    ("jambes{ends=first_out}: legs 2,0,1", "'legs 2,0,1': the game is over: 1 of 3"),
    ("decharge 21,0", "'decharge 21,0': the game is over: 1 of 2 players are out"),
    ("decharge 0,21,0", "'decharge 0,21,0': the game is over: 2 of 3 players are out"),
    ("comptoir: decharge 10,0,11", "'decharge 10,0,11': the game is over: 1 of 3"),
    ("deux-phases: decharge 11,10,0", "'decharge 11,10,0': the game is over: 1 of 3"),
    # words
    ("", BEGINS),
    ("   ", BEGINS),
    ("|", BEGINS),
    ("jetons:", "not ''"),
    ("rond 2", "not 'rond 2'"),
    ("round", "not 'round'"),
    ("round two", "the number of players must be a whole number below 10000, not 'two'"),
    ("start two", "the number of players must be a whole number below 10000, not 'two'"),
    ("round \uff12", "the number of players must be a whole number below 10000, not '\uff12'"),
    ("round 2²", "not '2²'"),
    ("round -2", "not '-2'"),
    ("round 2 2", "not 'round 2 2'"),
    ("round 99999", "must be a whole number below 10000, not '99999'"),
    ("legs 2,,1", "legs must be a whole number below 10000, not ''"),
    ("legs 2,x", "legs must be a whole number below 10000, not 'x'"),
    ("legs 2 1", "not 'legs 2 1'"),
    ("charge 5", "not 'charge 5'"),
    ("charge 5 10 6", "not 'charge 5 10 6'"),
    ("charge x 10,6", "the pot must be a whole number below 10000, not 'x'"),
    ("charge 5 10,6.0", "jetons must be a whole number below 10000, not '6.0'"),
    ("decharge 21,x", "jetons must be a whole number below 10000, not 'x'"),
    ("\uff52ound 2", "not '\uff52ound 2'"),
    ("round 2 |", "after '|' comes "),
    ("round 2 || roll 641 left 1", "after '|' comes "),
    ("round 2 | rolls 641 left 1", "'player P', not 'rolls 641 left 1'"),
    ("round 2 | 641", "not '641'"),
    ("round 2 | seen 322 | seen 322", "'seen' stands twice: 'seen 322'"),
    ("round 2 | seen 322 | vu 322", "'vu' stands twice: 'vu 322'"),
    ("round 2 | roll 641 left 1 | roll 641 left 1", "'roll' stands twice: 'roll 641 left 1'"),
    ("round 2 | player 1 | joueur 1", "'joueur' stands twice: 'joueur 1'"),
    ("round 2\nround 2", r"a position is one line of at most 5000 characters, not 'round 2\nround"),
    ("round 2 |\r\nroll 641 left 1", r"not 'round 2 |\r\nroll 641 left 1'"),
    ("round 2\u2028| roll 641 left 1", r"not 'round 2\u2028| roll"),
    ("round 2 | seen " + "421," * 5000, "at most 5000 characters, not 'round 2 | seen 421,421,"),
    ("round 2 | seen " + "421," * 1000 + "7", "not '7'"),
    ("round 2 | seen 421 " + "x" * 1000, "xxx…'"),
    # rules
    ("jeton5: round 2", "no rules 'jeton5'"),
    (": round 2", "no rules ''"),
    ("jetons: jambes: round 2", "no rules 'jetons: jambes'"),
    ("jetons{pot=0}: round 2", "pot must be a whole number from 1 to 99, not '0'"),
    ("jetons{pot=11: round 2", "'jetons{pot=11'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "says"), REFUSED, ids=range(len(REFUSED)))
def test_refused_in_one_line_that_quotes_the_text(text: str, says: str) -> None:
    with pytest.raises((PositionError, HandError, RulesError)) as error:
        parse_position(text)
    assert says in one_line(error.value)


WORDS = st.sampled_from(
    [
        *("round", "legs", "charge", "decharge", "start", "seen", "roll", "player", "in", "left"),
        *("jetons", "jambes", "comptoir:", "jetons{pot=11}:", "vu", "en", "{", "}", ":", "|", ","),
        *("2", "3", "5", "0", "7", "-1", "\uff12", "10,6", "2,1,2", "10,11"),
        *("641", "322,666", "6-4-1", "[6,4,1]", "\n", "\t"),
    ]
)


@given(st.text() | st.lists(WORDS).map(" ".join) | st.lists(WORDS).map("".join))
def test_any_text_is_a_position_or_refused_in_one_line(text: str) -> None:
    try:
        position = parse_position(text)
    except SolverError as error:
        one_line(error)
    else:
        canonical = format_position(position)
        assert parse_position(canonical) == position
        assert format_position(parse_position(canonical)) == canonical


@given(st.data())
def test_a_damaged_position_is_read_or_refused_in_one_line(data: st.DataObject) -> None:
    text = format_position(data.draw(legal_positions()))
    at = data.draw(st.integers(0, len(text)))
    drop = data.draw(st.integers(0, 3))
    damaged = text[:at] + data.draw(st.text(max_size=2)) + text[at + drop :]
    try:
        assert check_position(parse_position(damaged)) == parse_position(damaged)
    except SolverError as error:
        one_line(error)


def test_long_texts_are_refused_at_the_limit() -> None:
    text = "round 2 | roll 641 left 1"
    assert parse_position(text.ljust(MAX_TEXT)).roll == parse_hand("641")
    with pytest.raises(PositionError, match="at most"):
        parse_position(text.ljust(MAX_TEXT + 1))


@pytest.mark.parametrize(
    "text", ["", "6", "64", "6414", "647", "0", "x", "641x", "\uff16\uff14\uff11", "6.4.1"]
)
def test_no_hand(text: str) -> None:
    with pytest.raises(HandError) as error:
        parse_hand(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("text", ["6414", "7", "0", "6x", "\uff16", "6.1", "66 66", "6X"])
def test_no_keep(text: str) -> None:
    with pytest.raises(HandError) as error:
        parse_keep(text)
    assert repr(text) in str(error.value)


@given(st.text(), st.sampled_from([parse_hand, parse_hands, parse_keep, parse_state]))
def test_any_text_is_read_or_refused(text: str, read: object) -> None:
    assert callable(read)
    try:
        read(text)
    except SolverError as error:
        one_line(error)


def test_quotes_are_one_short_line() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for value in ["a\nb", "x" * 1000, ["x" * 1000], 10**5000, {"a": "\u2028"}]:
        assert len(quote(value).splitlines()) == 1
        assert len(quote(value)) <= 62
    assert quote(deep) == "<list>"
    assert quote(1 << 40_000) == "<int>"
    assert quote(None) == "None"
