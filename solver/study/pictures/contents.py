"""The pictures: each function returns what one of them shows, in exact numbers.

States are those that a round begins in, without the seats that have left. The values of later
states are read from the game's table.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

from solver.engine.chain import build_chain
from solver.engine.profile import round_law
from solver.errors import PositionError, RulesError
from solver.game.dice import HANDS
from solver.game.dice_notation import format_keep
from solver.game.legality import starts
from solver.game.notation import Position, format_position, format_state
from solver.game.ranking import rank_hands
from solver.game.rules import Rules
from solver.game.state import Decharge, Round, Table, max_rolls, players_of
from solver.language import _, ngettext
from solver.study.pictures.charts import Chart, HeatMap, Series
from solver.study.plans import plan_of
from solver.study.stored import exact_round, stored_values
from solver.study.strategies import Strategy

MARKS = "ox"
"""Of the seats, the opener's first."""

NAMED_HANDS = tuple(range(0, len(HANDS), 5))
"""Of 56 hands in order every fifth is named, the first and the last among them."""

SHOWN, MOST_ROUNDS = Fraction(999, 1000), 1000
"""The law of the number of rounds is drawn until so many games are over, or to the last."""


def decharge_values(rules: Rules) -> Chart:
    """Return each seat's value in the décharge of two players, by the jetons that he holds.

    Raises:
        RulesError: no décharge is played under the rules.
        UnsolvedError, TableError: the game's table is not there, or cannot be trusted.
    """
    total = _jetons_of_decharge(rules)
    if total < 2:
        raise RulesError(
            _("no décharge of two players is played under the rules {name}").format(name=rules.name)
        )
    value_of = stored_values(rules, 2)
    values = [value_of(Decharge((held, total - held))) for held in range(1, total)]
    return Chart(
        title=_("Value of the décharge by jetons held"),
        subtitle=ngettext(
            "{rules}, {n} jeton between two", "{rules}, {n} jetons between two", total
        ).format(rules=rules.name, n=total),
        across=_("jetons held"),
        up=_("chance of winning"),
        key="jetons",
        labels=tuple(range(1, total)),
        series=(
            Series("opener", _("who opens"), MARKS[0], tuple(of[0] for of in values)),
            Series("second", _("who follows"), MARKS[1], tuple(of[1] for of in reversed(values))),
        ),
        form="lines",
        named=_named_numbers(total - 1),
    )


def _named_numbers(most: int) -> tuple[int, ...]:
    """Of the numbers from 1 on, the places of the multiples of 1, 5, 10, … that are named."""
    step = next(step for step in (1, 5, 10, 20, 50, 100, 200) if most < 10 * step)
    return tuple(range(step - 1, most, step))


def _jetons_of_decharge(rules: Rules) -> int:
    """How many jetons two players have in the décharge; 0 where there is none."""
    if rules.mode == "legs":
        return 0
    if rules.phases == "joined":
        return rules.pot
    return sum(sum(start.held) for start in starts(rules, 2) if isinstance(start, Decharge))


def what_to_keep(rules: Rules, state: Table, left: int) -> HeatMap:
    """Return what seat 1 keeps of each roll against each hand of the opener, ``left`` to go.

    The opener took one roll more than ``left``: it is the first decision of seat 1.

    Raises:
        PositionError: not so many rolls are allowed.
        UnsolvedError, TableError: the game's table is not there, or cannot be trusted.
    """
    if left >= max_rolls(rules, state):
        raise PositionError(
            _("{left} rolls cannot be left: the rules {name} allow {most} in all").format(
                left=left, name=rules.name, most=max_rolls(rules, state)
            )
        )
    played = exact_round(rules, state)
    order = rank_hands(rules).order
    columns = []
    for beaten in order:
        decision = played.follower((beaten,), left + 1, left).decision
        assert decision is not None, "a roll is left"
        columns.append([decision.choice[roll] for roll in order])
    return HeatMap(
        title=ngettext("What to keep, {n} roll left", "What to keep, {n} rolls left", left).format(
            n=left
        ),
        subtitle=format_position(Position(rules, state)),
        hands=tuple(map(format_keep, order)),
        named=NAMED_HANDS,
        keeps=tuple(zip(*columns, strict=True)),
    )


def worth_of_rolls(rules: Rules, state: Table) -> Chart:
    """Return the value of seat 1 before its first roll, by the opener's hand and number of rolls.

    Raises:
        UnsolvedError, TableError: the game's table is not there, or cannot be trusted.
    """
    played = exact_round(rules, state)
    order = rank_hands(rules).order
    return Chart(
        title=_("What one more roll is worth"),
        subtitle=format_position(Position(rules, state)),
        across=_("hand to beat, best first"),
        up=_payoff_of(state),
        key="beat",
        labels=tuple(map(format_keep, order)),
        series=tuple(
            Series(
                f"rolls_{rolls}",
                ngettext("{n} roll", "{n} rolls", rolls).format(n=rolls),
                str(rolls),
                tuple(played.before((hand,), rolls)[1] for hand in order),
            )
            for rolls in range(max_rolls(rules, state), 0, -1)
        ),
        form="lines",
        named=NAMED_HANDS,
    )


def _payoff_of(state: Table) -> str:
    if isinstance(state, Round):
        return _("chance of not losing the round")
    return _("value of the game")


def final_hands(rules: Rules, state: Table, strategies: Sequence[Strategy]) -> Chart:
    """Return the laws of the hands that two players end a round with, who follow strategies.

    Raises:
        PositionError: it is no round of two players.
        StrategyError, UnsolvedError, TableError: a strategy makes no sense there, or needs a
            game's table, which is not there.
    """
    if players_of(state) != 2 or len(strategies) != 2:
        raise PositionError(
            _("two players are drawn, not {players} in {state}").format(
                players=players_of(state), state=repr(format_state(state))
            )
        )
    plans = [plan_of(strategy, rules, state, seat) for seat, strategy in enumerate(strategies)]
    law = round_law(rules, state, plans)
    opener, second = strategies
    labels = (
        _("{strategy} opens").format(strategy=opener.name),
        _("{strategy} follows").format(strategy=second.name),
    )
    order = rank_hands(rules).order
    return Chart(
        title=_("The hands that two strategies end with"),
        subtitle=format_position(Position(rules, state)),
        across=_("last hand, best first"),
        up=_("chance"),
        key="hand",
        labels=tuple(map(format_keep, order)),
        series=tuple(
            Series(
                f"player_{player}",
                label,
                MARKS[player],
                tuple(Fraction(law.hands[player][hand], law.total) for hand in order),
            )
            for player, label in enumerate(labels)
        ),
        form="bars",
        named=NAMED_HANDS,
    )


def number_of_rounds(rules: Rules, state: Table) -> Chart:
    """Return the law of the number of rounds of a game from a state on, best play by everyone.

    It is told until 999 of 1000 games are over.

    Raises:
        PositionError: it is a round without a game.
        UnsolvedError, TableError, RefutedError: the game's table is not there, or wrong.
    """
    if isinstance(state, Round):
        raise PositionError(
            _("{state} is no state of a game, but a round alone").format(
                state=repr(format_state(state))
            )
        )
    chances: list[Fraction] = []
    over = Fraction(0)
    chain = build_chain(rules, state, stored_values(rules, players_of(state)))
    for ways, total in islice(chain.over_within(), MOST_ROUNDS):
        chances.append(Fraction(ways, total) - over)
        over = Fraction(ways, total)
        if over >= SHOWN:
            break
    return Chart(
        title=_("How many rounds a game takes"),
        subtitle=format_position(Position(rules, state)),
        across=_("rounds until the game is over"),
        up=_("chance"),
        key="rounds",
        labels=tuple(range(1, len(chances) + 1)),
        series=(Series("value", _("best play"), "#", tuple(chances)),),
        form="bars",
        named=_named_numbers(len(chances)),
    )
