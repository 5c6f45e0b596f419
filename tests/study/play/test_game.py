"""Games played step by step: as the simulator played them, as records have them, and undone."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import HandError
from solver.game.dice import ALL_DICE, HANDS, KEEP_INDEX, KEEPS, KEEPS_OF
from solver.game.dice_notation import format_keep
from solver.game.notation import parse_position
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import Charge, Decharge, Legs, Round, Start, opening
from solver.study.advice import advise
from solver.study.game_log import LoggedGame, LoggedRound
from solver.study.play.chance import Chance
from solver.study.play.game import Barrage, Choose, Game, Over, Throw, record_game
from solver.study.play.score import Score
from solver.study.play.words import advice_words, news, read_throw, standing_words
from solver.study.record.model import record_of
from solver.study.referee import Standing
from solver.study.simulate import simulate_games
from solver.study.strategies import Spot, find_strategy

JETONS = find_rules("jetons")
NAMES = ("Anne", "Bob", "Cid")


def hand(text: str) -> int:
    return KEEP_INDEX[tuple(sorted(map(int, text), reverse=True))]


def begin(rules: Rules, players: int) -> Game:
    return Game(rules, Standing(opening(rules, players), tuple(range(players))))


def stop(game: Game) -> Game:
    return game.keep(game.rolls[-1])


def steps(game: Game, rounds: tuple[LoggedRound, ...]) -> Iterator[Game]:
    """The game as it is after every throw, choice and barrage of some rounds."""
    for played in rounds:
        for turn in played.turns:
            for number, rolled in enumerate(turn.rolls):
                due = game.due()
                assert isinstance(due, Throw)
                assert due == Throw(turn.player, (ALL_DICE, *turn.kept)[number])
                yield (game := game.throw(rolled))
                due = game.due()
                if isinstance(due, Choose) and due.player == turn.player and game.rolls:
                    keep = (*turn.kept, rolled)[number]
                    assert due.position.roll == rolled
                    yield (game := game.keep(keep))
        for barrage in played.barrages:
            due = game.due()
            assert isinstance(due, Barrage)
            assert (due.role, set(due.players)) == (barrage.role, set(dict(barrage.rolls)))
            yield (game := game.barrage(dict(barrage.rolls)))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_comes_to_what_the_simulator_says(preset: str, players: int) -> None:
    rules = find_rules(preset)
    log: list[LoggedGame] = []
    random = find_strategy("random")
    simulate_games(rules, Start(players), [random] * players, 6, players, log=log.append)
    for logged in log:
        record = record_of(logged, rules)
        for game in steps(begin(rules, players), record.rounds):
            assert isinstance(game.due(), Over) == (game.payoffs is not None)
        assert game.rounds == record.rounds
        assert game.due() == Over(logged.payoffs)
        assert record_game(game, record.players, record.number, None, "") == record
        assert game.throws() == sum(
            sum(len(turn.rolls) for turn in played.turns)
            + sum(len(barrage.rolls) for barrage in played.barrages)
            for played in record.rounds
        )


def test_a_choice_is_made_in_the_position_of_the_table() -> None:
    game = Game(JETONS, Standing(Charge(5, (10, 6)), (1, 0)))
    game = stop(game.throw(hand("653")).keep(KEEP_INDEX[(6,)]).throw(hand("632")))
    due = game.throw(hand("641")).due()
    assert isinstance(due, Choose)
    assert due.player == 0
    assert due.position == parse_position("charge 5 10,6 | seen 632 in 2 | roll 641 left 1")


def test_who_is_out_is_passed_over() -> None:
    game = Game(find_rules("jambes"), Standing(Legs((1, 0, 2)), (2, 0, 1)))
    game = stop(game.throw(hand("421")))
    assert game.due() == Throw(1, ALL_DICE)


def test_exactly_as_often_means_that_nobody_may_stop() -> None:
    rules = find_rules("comptoir")
    game = stop(begin(rules, 2).throw(hand("653")).keep(KEEP_INDEX[(6,)]).throw(hand("641")))
    game = game.throw(hand("421"))
    assert game.allowed() == KEEPS_OF[hand("421")][1:]
    assert begin(rules, 2).throw(hand("421")).allowed() == KEEPS_OF[hand("421")]


def test_dice_that_lie_still_are_in_the_throw() -> None:
    game = begin(JETONS, 2).throw(hand("641")).keep(KEEP_INDEX[4, 1])
    with pytest.raises(HandError, match="41 was kept, but is not in 651"):
        game.throw(hand("651"))


def test_news_tell_what_happened() -> None:
    game = begin(find_rules("jetons"), 2)
    assert standing_words(game, NAMES) == (
        "Round 1: Anne opens. 21 jetons are in the pot; held: Anne 0, Bob 0."
    )
    thrown = game.throw(hand("641"))
    assert list(news(game, thrown, NAMES)) == []
    again = stop(thrown.keep(KEEP_INDEX[4, 1]).throw(hand("421")))
    assert list(news(thrown, again, NAMES)) == ["Anne 641 > 41 > 421"]
    bob = stop(again.throw(hand("421")))
    assert isinstance(bob.due(), Barrage)
    level = bob.barrage({0: hand("322"), 1: hand("322")})
    assert list(news(bob, level, NAMES)) == [
        "Level for lowest, a barrage decides: Anne 322, Bob 322."
    ]
    over = level.barrage({0: hand("322"), 1: hand("221")})
    assert list(news(level, over, NAMES)) == [
        "Level for lowest, a barrage decides: Anne 322, Bob 221.",
        "Bob is lowest and takes 10 jetons from the pot.",
    ]
    assert standing_words(over, NAMES) == (
        "Round 2: Bob opens. 11 jetons are in the pot; held: Anne 0, Bob 10."
    )


@pytest.mark.parametrize(
    ("rules", "state", "told", "standing"),
    [
        ("jetons", Decharge((20, 1)), "takes 1 jeton from Anne.", "held: Anne 20, Bob 1."),
        ("jetons", Charge(1, (20, 0)), "takes 1 jeton from the pot.", "1 jeton is in the pot;"),
        ("jambes", Legs((2, 2)), "loses a leg.", "Legs left: Anne 2, Bob 2."),
        ("jetons", Round(2), "loses the round.", "Anne opens."),
    ],
)
def test_every_kind_of_round_is_told(
    rules: str, state: Charge | Decharge | Legs | Round, told: str, standing: str
) -> None:
    game = Game(find_rules(rules), Standing(state, (0, 1)))
    assert standing in standing_words(game, NAMES)
    before = stop(game.throw(hand("641")))
    over = before.throw(hand("221"))
    assert list(news(before, over, NAMES))[-1] == f"Bob is lowest and {told}"


@pytest.mark.parametrize(
    ("typed", "keep", "shown"),
    [
        ("641", "", "641"),
        ("1 4 6", "", "641"),
        ("2", "41", "421"),
        ("124", "41", "421"),
        ("64", "1", "641"),
        ("4-6", "1", "641"),
    ],
)
def test_a_throw_is_typed_whole_or_without_what_lay_still(
    typed: str, keep: str, shown: str
) -> None:
    kept = KEEP_INDEX[tuple(map(int, keep))]
    assert format_keep(read_throw(typed, kept)) == shown


@given(st.text(alphabet="123456 -,[]x>²é"), st.sampled_from(range(len(KEEPS))))
def test_whatever_is_typed_for_a_throw_is_that_hand_or_refused(typed: str, keep: int) -> None:
    try:
        hand = read_throw(typed, keep)
    except HandError:
        return
    dice = Counter(die for die in typed if die.isascii() and die.isdigit())
    shown, lying = Counter(format_keep(hand)), Counter(format_keep(keep))
    assert dice in (shown, shown - lying)


@pytest.mark.parametrize(("typed", "keep"), [("64", "41"), ("7", "41"), ("", "1"), ("6412", "")])
def test_a_throw_of_other_dice_is_refused(typed: str, keep: str) -> None:
    with pytest.raises(HandError, match="three dice from 1 to 6"):
        read_throw(typed, KEEP_INDEX[tuple(map(int, keep))])


def test_chance_repeats_itself_and_hangs_on_nothing_but_the_number_of_throws() -> None:
    one, other = Chance(7), Chance(7)
    far = one.hand(40, ALL_DICE)
    assert [one.hand(n, ALL_DICE) for n in range(41)] == [
        other.hand(n, ALL_DICE) for n in range(41)
    ]
    assert other.hand(40, ALL_DICE) == far
    assert [Chance(8).hand(n, ALL_DICE) for n in range(41)] != [
        one.hand(n, ALL_DICE) for n in range(41)
    ]


def test_chance_throws_every_hand_and_leaves_what_is_kept() -> None:
    chance = Chance(1)
    assert {chance.hand(n, ALL_DICE) for n in range(2000)} == set(range(len(HANDS)))
    keep = KEEP_INDEX[4, 1]
    assert {format_keep(chance.hand(n, keep)) for n in range(100)} == {
        *("641", "541", "441", "431", "421", "411")
    }


@pytest.mark.parametrize("name", ["optimal", "chase-421", "never-reroll", "beat-or-stop"])
@pytest.mark.parametrize("text", ["charge 5 10,6", "decharge 9,12", "round 2"])
def test_others_choose_what_their_strategy_keeps(name: str, text: str) -> None:
    position = parse_position(f"{text} | seen 322 in 2 | roll 641 left 1")
    keep = Chance(3).choice(5, find_strategy(name), position)
    expected = {
        "optimal": advise(position).choices[0].keep,
        "chase-421": KEEP_INDEX[4, 1],
        "never-reroll": hand("641"),
        "beat-or-stop": hand("641"),
    }
    assert keep == expected[name]


def test_mixed_choices_are_drawn() -> None:
    position = parse_position("round 2 | roll 641 left 2")
    chance, random = Chance(3), find_strategy("random")
    drawn = {chance.choice(n, random, position) for n in range(200)}
    assert drawn == set(KEEPS_OF[hand("641")])
    assert chance.choice(17, random, position) == Chance(3).choice(17, random, position)


def test_the_last_of_mixed_choices_is_drawn_where_floats_do_not_add_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Six times a sixth is less than the largest draw there is, as floats have it."""
    monkeypatch.setattr(Random, "random", lambda _self: 1 - 2.0**-53)
    position, random = parse_position("round 2 | roll 665 left 2"), find_strategy("random")
    spot = Spot(JETONS, Round(2), (), 0, 2)
    mix = random.mixes(spot)[hand("665")]
    assert [chance for _keep, chance in mix] == [Fraction(1, 6)] * 6
    assert Chance(3).choice(0, random, position) == mix[-1][0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "round 2 | seen 653 in 2 | roll 641 left 1",
            [
                "Best is “keep 6”, 44.44 %, and just as good: keep 1.",
                "Next is “keep 64”, 11.11 points less.",
            ],
        ),
        (
            "round 2 | roll 641 left 2",
            ["Best is “stop with 641”, 51.39 %.", "Next is “keep 1”, 1.58 points less."],
        ),
        (
            "round 2 | seen 421 in 2 | roll 666 left 0",
            ["Nothing depends on what you keep: the chance is 0.00 %."],
        ),
    ],
)
def test_advice_is_told_in_two_sentences(text: str, told: list[str]) -> None:
    assert list(advice_words(advise(text))) == told


def test_a_score_counts_what_choices_lose() -> None:
    position = parse_position("round 2 | seen 653 in 2 | roll 641 left 1")
    best = Score().plus(position, KEEP_INDEX[(6,)]).plus(position, KEEP_INDEX[(1,)])
    assert best == Score(2, Fraction(0))
    assert best.plus(position, KEEP_INDEX[6, 1]) == Score(3, Fraction(1, 9))
    beaten = parse_position("round 2 | seen 421 in 2 | roll 421 left 0")
    assert Score().plus(beaten, hand("421")) == Score()
