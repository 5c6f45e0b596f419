"""The tables of ``docs/performance.md``: what is measured, and that the answers are the same."""

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction

from solver.game.presets import find_rules
from tests.benchmarks import decisions, duels, solves, starts
from tests.benchmarks.contest import Contestant, Score, hold_contest
from tests.benchmarks.showing import Row, duration, machine, ratio, table

DECHARGE = {5: "jetons{pot=5}: decharge 2,3", 11: "jetons{pot=11}: decharge 5,6"}

PEERS = {
    "Storm, exact": ("storm_exact", "stormpy"),
    "Storm, floats with bounds": ("storm_sound", "stormpy"),
    "QuantEcon, floats": ("quantecon", "quantecon"),
    "MDPSolver, floats": ("mdpsolver", "mdpsolver"),
}

EQUAL = "equal fractions"

AIMS = {("décharge of 11 jetons", "Storm, exact"): "3,000"}
"""How many times as long the other is to take."""

SAME_WORK = ("what", "ours", "the other", "takes", "times ours", "aim", "answers")
DECISIONS = ("what", "a decision", "aim", "a second", "the other", "a decision", "times ours")
STARTS = ("command", "takes", "times `pass`", "aim")
SOLVES = (
    "game", "solved in", "aim", "states", "rounds worked out", "operations, at least",
    "at the peak", "times the peak", "memory of the process",
)  # fmt: skip
VERIFY = ("command", "takes", "aim")
ROUNDS = ("round", "operations", "a second", "10⁹ operations a second", "of the peak")


class DifferentAnswersError(AssertionError):
    """Two programs gave different answers to one question: no time is worth printing then."""


def agree(what: str, *, same: bool) -> None:
    """Go on only if answers are the same."""
    if not same:
        raise DifferentAnswersError(f"different answers: {what}")


def odds_rows() -> list[Row]:
    """The best odds of 421 in three rolls."""
    scores = hold_contest(
        {"ours": Contestant("odds.ours"), "icepool": Contestant("odds.with_icepool", (), "icepool")}
    )
    ours = scores.pop("ours")
    for name, score in scores.items():
        agree(f"{name} has {score.answer}, we {ours.answer}", same=score.answer == ours.answer)
    what = "best chance of 421 in 3 rolls"
    return [_against(what, ours, name, score, EQUAL) for name, score in scores.items()]


def _against(what: str, ours: Score, name: str, other: Score, same: str) -> Row:
    times, aim = ratio(other.seconds, ours.seconds), AIMS.get((what, name), "")
    return what, duration(ours.seconds), name, duration(other.seconds), times, aim, same


def duel_rows() -> list[Row]:
    """The décharge, solved on both sides."""
    rows: list[Row] = []
    for pot, text in DECHARGE.items():
        contestants = {"ours": Contestant("duels.ours", (text,))} | {
            name: Contestant(f"duels.{function}", (text,), package)
            for name, (function, package) in PEERS.items()
        }
        scores = hold_contest(contestants)
        ours = scores.pop("ours")
        for name, score in scores.items():
            same = compare(ours, name, score)
            rows.append(_against(f"décharge of {pot} jetons", ours, name, score, same))
    return rows


def compare(ours: Score, name: str, other: Score) -> str:
    """Say in which way the values of every round's beginning are the same as ours."""
    said = set()
    for exact, found in zip(ours.answer, other.answer, strict=True):
        for state, value in found.items():
            truth = Fraction(exact[state])
            match value:
                case str():
                    said.add(EQUAL)
                    same = Fraction(value) == truth
                case [low, high]:
                    said.add("ours within its bounds")
                    same = Fraction(low) <= truth <= Fraction(high)
                case _:
                    said.add(f"within {duels.NEAR:g}")
                    same = abs(Fraction(value) - truth) <= Fraction(duels.NEAR)
            agree(f"{name} at {state}: {value}, ours {float(truth)!r}", same=same)
    (how,) = said
    return how


def decision_rows() -> list[Row]:
    """Decisions a second."""
    yatzy = "yatzy_solver"
    contests: tuple[tuple[int, str, str, Mapping[str, str]], ...] = (
        (
            decisions.ONE_ROUND,
            "best_options, from text",
            "yatzy_best_options",
            {
                "`advise`, all keeps in order": "from_positions",
                "… and the best chance in lowest terms": "with_fractions",
                "… from text": "from_texts",
            },
        ),
        (
            decisions.MANY,
            "option_values_batch",
            "yatzy_batch",
            {
                "`advise_all`, 100,000 of one round": "in_one_round",
                "`advise_all`, 100,000 of any state": "in_all_states",
            },
        ),
    )
    rows: list[Row] = []
    for count, other, function, ours in contests:
        scores = hold_contest(
            {name: Contestant(f"decisions.{mine}") for name, mine in ours.items()}
            | {other: Contestant(f"decisions.{function}", (), yatzy)}
        )
        theirs = scores.pop(other, None)
        for name, score in scores.items():
            each = score.seconds / count
            aim = duration(decisions.AIMS[ours[name]]) if ours[name] in decisions.AIMS else ""
            row = [name, duration(each), aim, f"{1 / each:,.0f}", "", "", ""]
            if theirs:
                others = theirs.seconds / count
                row[4:] = [f"yatzy-solver, {other}", duration(others), ratio(others, each)]
            rows.append(row)
    return rows


def start_rows() -> list[Row]:
    """Processes from start to end."""
    scores = hold_contest(
        {
            name: Contestant("starts.start", (name,), "icepool" if name == "icepool" else "solver")
            for name in starts.COMMANDS
        }
    )
    nothing = scores["pass"].seconds
    shown = {
        "pass": "`python -c pass`",
        "click": "`python -c 'import click'`",
        "icepool": "`python -c 'import icepool'`",
        "game": "`421 advise`, position of a game",
        "round": "`421 advise`, one round",
        "help": "`421 --help`",
    }
    return [
        (
            shown[name],
            duration(score.seconds / starts.TIMES),
            ratio(score.seconds, nothing),
            starts.AIMS.get(name, ""),
        )
        for name, score in scores.items()
    ]


def peak_of_a_core() -> float:
    """Return additions and multiplications a second of one core, at best."""
    score = hold_contest({"peak": Contestant("solves.peak")})["peak"]
    return float(score.answer / score.seconds)


def solve_rows(peak: float) -> list[Row]:
    """Whole games."""
    rows: list[Row] = []
    for how, name, players, aim in solves.GAMES:
        contestant = Contestant(f"solves.{how}", (name, str(players)))
        score = hold_contest({name: contestant}, turns=3)[name]
        rounds, states = score.answer
        needed = solves.unavoidable(how, find_rules(name), players)
        rows.append(
            (
                f"`{name}`, {players} players, {how.replace('_', ' ')}",
                duration(score.seconds),
                duration(aim),
                f"{states:,}",
                f"{rounds:,}",
                f"{needed:.2e}",
                duration(needed / peak),
                ratio(score.seconds, needed / peak),
                f"{score.memory / 1e6:,.0f} MB",
            )
        )
    return rows


def verify_rows() -> list[Row]:
    """All shipped tables proved."""
    score = hold_contest({"verify": Contestant("solves.verify")}, turns=1)["verify"]
    return [("`421 verify`", duration(score.seconds), duration(solves.VERIFY_SECONDS))]


def round_rows(peak: float) -> list[Row]:
    """Values of single rounds in floats."""
    rows: list[Row] = []
    for name, text in solves.STATES:
        score = hold_contest({text: Contestant("solves.one_round", (name, text))})[text]
        needed, each = solves.operations_of(name, text), score.seconds / score.answer
        rows.append(
            (
                f"`{name}: {text}`",
                f"{needed:,}",
                f"{1 / each:,.0f}",
                f"{needed / each / 1e9:.2f}",
                f"{needed / each / peak:.1%}",
            )
        )
    return rows


def report() -> str:
    """Measure everything, and return the tables."""
    lines = [machine()]

    def add(title: str, heads: Row, rows: Callable[[], list[Row]]) -> None:
        print(title, file=sys.stderr)
        lines.extend(["", f"### {title}", "", table(heads, rows())])

    add("The same work", SAME_WORK, lambda: [*odds_rows(), *duel_rows()])
    add("Decisions in a warm process", DECISIONS, decision_rows)
    add("Cold starts", STARTS, start_rows)
    peak = peak_of_a_core()
    add("Whole games", SOLVES, lambda: solve_rows(peak))
    add("All shipped tables proved", VERIFY, verify_rows)
    add("Values of one round in floats, on one core", ROUNDS, lambda: round_rows(peak))
    lines += ["", f"The peak of a core: {peak / 1e9:.1f}·10⁹ operations a second."]
    return "\n".join(lines)
