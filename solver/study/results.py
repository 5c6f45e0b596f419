"""The numbers of every preset and of many variants, as Markdown for the documentation.

All are exact, and proved on the way: the chain of best play reproduces every value that it
was built from (`solver.engine.chain`). The same rules give the same text, to the last digit.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from flint import fmpz

from solver.engine.equilibrium import Solution, solve_exactly
from solver.game.notation import parse_position
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import opening
from solver.study.figures import scientific
from solver.study.numbers import LEVELS, GameNumbers, Phase, game_numbers
from solver.tables.store import find_table, load_table
from solver.tables.values import Known

PRESET_GAMES = (*(f"{preset}: start 2" for preset in PRESETS), "deux-phases: decharge 10,10")
"""The presets' games; deux-phases is two."""

VARIANTS = {
    "jetons": (
        *("pot=11", "pot=41", "worth_421=8", "worth_421=11", "suites=off", "nenette=off"),
        *("points=ace_high", "fiches=brelans_first", "fiches=above_brelans"),
        *("nenette_penalty=replace", "nenette_penalty=add", "charge_rolls=1"),
        *("decharge_transfer=one", "opener=winner", "opener=rotate", "followers=exactly"),
        *("max_rolls=1", "max_rolls=2"),
    ),
    "jambes": (
        *("legs=1", "legs=3", "legs=4", "legs=5", "ends=first_out", "suites=off", "nenette=off"),
        *("points=ace_high", "fiches=brelans_first", "fiches=above_brelans"),
        *("followers=exactly", "max_rolls=1", "max_rolls=2"),
    ),
}
"""By preset, the games that differ from it in one field."""

VARIANT_GAMES = tuple(
    f"{preset}{{{setting}}}: start 2"
    for preset, settings in VARIANTS.items()
    for setting in settings
)

SHIPPED_GAMES = (*PRESET_GAMES[:-1], "jetons{pot=11}: start 2", "jetons{pot=41}: start 2")
"""Those whose tables are in ``data/tables``."""

MORE_PLAYERS = (
    *(("jambes", players) for players in (3, 4, 5, 6)),
    *(("jetons{pot=11}", players) for players in (3, 4)),
    ("jetons", 3),
)
"""Games of more than two; all but jambes for six have tables in ``data/tables``."""

GENERATING_GAMES = tuple(f"jambes{{legs={legs}}}: start 2" for legs in (1, 2, 3))
"""Games whose generating functions are short enough to be read."""

DIGITS = 20
_NEAR_DIGITS = 13
_LONGEST_FRACTION = 100

_SURPRISES = """\
In each of these games the second seat suffers most, the first to follow, and not the last; to open is
always best.

With a pot of 7 jetons no equilibrium of three players is found: in a décharge of 5, 1 and 1 jetons what is
best goes round in a circle, so it may take chance moves. What `421 solve` keeps are strategies by which
nobody gains more than 0.05 % by leaving them in a round.
"""  # noqa: E501 - lines as long as in the documentation


def results_markdown() -> str:
    """Return all sections; the variants take a minute or two."""
    sections = (
        *(presets_markdown, players_markdown, generating_markdown),
        *(variants_markdown, solving_markdown),
    )
    return "\n".join(section() for section in sections)


def presets_markdown() -> str:
    """Return the section about the presets: values, lengths, and what becomes of the jetons."""
    games = {text: game_numbers(parse_position(text)) for text in PRESET_GAMES}
    values = _table(
        ("game", "seat", "value", "bits of the denominator", "fraction, or its SHA-256"),
        (
            (_code(text), str(of.seat), digits(of.value), _bits(of.value), _told(of.value))
            for text, found in games.items()
            for of in found.seats
        ),
    )
    lengths = _table(
        ("game", "rounds, mean", "variance", *(f"{level} % within" for level in LEVELS), "depends"),
        (
            (
                _code(text),
                digits(found.rounds.mean),
                digits(found.rounds.variance),
                *(str(rounds) for _, rounds in found.quantiles),
                _yes(found.depends),
            )
            for text, found in games.items()
        ),
    )
    return f"## Presets\n\n{values}\n{lengths}\n{_phases(games)}"


def _phases(games: dict[str, GameNumbers]) -> str:
    """What happens in the charge and in the décharge, where there are such."""
    return _table(
        (
            *("game", "rounds of the charge", "of the décharge", "jetons moved in it"),
            *("a décharge is played", "seat 0 takes the whole pot", "seat 1"),
        ),
        (
            (
                _code(text),
                _rounds(found.charge),
                _rounds(found.decharge),
                digits(found.decharge.jetons if found.decharge else None),
                digits(found.decharge_chance),
                *(digits(of.whole_pot if found.charge else None) for of in found.seats),
            )
            for text, found in games.items()
            if found.charge or found.decharge
        ),
    )


def players_markdown() -> str:
    """Return the section about more than two players: the value of every seat at the start."""
    rows = []
    for name, players in MORE_PLAYERS:
        rules = find_rules(name)
        known = _start(rules, players)
        for seat, value in enumerate(known.values):
            if known.radius:
                shown = digits(value)[: _NEAR_DIGITS + 2]
                told = (shown, "", f"± {scientific(known.radius)}")
            else:
                told = (digits(value), _bits(value), _told(value))
            rows.append((_code(name), str(players), str(seat), *told))
    titles = ("game", "players", "seat", "value", "bits of the denominator", "fraction, or SHA-256")
    return f"## More players\n\n{_table(titles, rows)}\n{_SURPRISES}"


def _start(rules: Rules, players: int) -> Known:
    """The values at the start of a game: from its table, or else solved now."""
    start = opening(rules, players)
    if find_table(rules, players):
        return load_table(rules, players).known(start)
    return Known(solve_exactly(rules, players).values[start], Fraction(0))


def generating_markdown() -> str:
    """Return the section about generating functions."""
    rows = []
    for text in GENERATING_GAMES:
        _, found = _solve(text)
        rows.append((_code(text), _code(str(found.generating))))
    functions = _table(("game", "sum of P(k rounds) z**k"), rows)
    return f"## Generating functions of the number of rounds\n\n{functions}"


def variants_markdown() -> str:
    """Return the section about the variants."""
    titles = (
        "game",
        "value of seat 0",
        "bits",
        "opening is worth",
        "rounds",
        "variance",
        "depends",
    )
    rows = []
    for text in VARIANT_GAMES:
        _, found = _solve(text)
        value, length = found.seats[0].value, found.rounds
        numbers = map(digits, (found.opening, length.mean, length.variance))
        rows.append((_code(text), digits(value), _bits(value), *numbers, _yes(found.depends)))
    return f"## Variants\n\n{_table(titles, rows)}"


def solving_markdown() -> str:
    """Return the section about what the proof of the shipped games compared."""
    titles = ("game", "digest", "states", "keeps dismissed", "ties", "rounds worked out exactly")
    rows = []
    for text in SHIPPED_GAMES:
        solution, _ = _solve(text)
        compared = solution.comparisons
        counts = (
            *(len(solution.values), compared.dismissed, compared.same_law),
            compared.rounds_worked_out,
        )
        digest = parse_position(text).rules.digest
        rows.append((_code(text), _code(digest), *(f"{count:,}" for count in counts)))
    return f"## Solving\n\n{_table(titles, rows)}"


@lru_cache(maxsize=64)
def _solve(text: str) -> tuple[Solution, GameNumbers]:
    position = parse_position(text)
    solution = solve_exactly(position.rules, 2)
    return solution, game_numbers(position, solution.values.__getitem__)


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _code(text: str) -> str:
    return f"`{text}`"


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"


def _rounds(phase: Phase | None) -> str:
    return digits(phase.rounds.mean if phase else None)


def digits(value: Fraction | None) -> str:
    """The number cut after `DIGITS` decimals, or whole if it has no more; empty for None."""
    if value is None:
        return ""
    scaled, rest = divmod(abs(value.numerator) * 10**DIGITS, value.denominator)
    whole, decimals = divmod(scaled, 10**DIGITS)
    shown = f"{'-' if value < 0 else ''}{whole}.{decimals:0{DIGITS}}"
    return f"{shown}…" if rest else shown.rstrip("0").rstrip(".")


def _bits(value: Fraction) -> str:
    return str(value.denominator.bit_length())


def _told(value: Fraction) -> str:
    """The fraction, or the SHA-256 of its text if that is long."""
    # Python refuses to print the longest.
    text = f"{fmpz(value.numerator)}/{fmpz(value.denominator)}"
    return _code(text if len(text) <= _LONGEST_FRACTION else sha256(text.encode()).hexdigest())
