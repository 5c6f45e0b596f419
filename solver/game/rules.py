"""House rules: one frozen value that says how a game of 421 is played.

Every field of the rules (``docs/rules.md``) is a field of `Rules`, checked when it is built. A
field that the mode, or a switch, leaves without any effect must stay at its default, so that
rules which play alike are usually equal and have one digest.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Literal

from solver.errors import RulesError
from solver.game.words import fold, parse_count, quote
from solver.language import _, either

Value = str | int | bool

MAX_PLAYERS = 8

ALLOWED: dict[str, tuple[Value, ...] | range] = {
    "mode": ("tokens", "legs"),
    "fiches": ("interleaved", "brelans_first", "above_brelans"),
    "suites": (True, False),
    "points": ("six_high", "ace_high"),
    "nenette": (True, False),
    "worth_421": range(1, 100),
    "worth_111": range(1, 100),
    "worth_suite": range(1, 100),
    "worth_nenette": range(1, 100),
    "max_rolls": range(1, 4),
    "charge_rolls": range(4),
    "decharge_rolls": range(4),
    "followers": ("at_most", "exactly"),
    "legs": range(1, 6),
    "ends": ("last_standing", "first_out"),
    "pot": range(1, 100),
    "opener": ("loser", "winner", "rotate"),
    "nenette_penalty": ("none", "replace", "add"),
    "penalty_jetons": range(1, 100),
    "decharge_transfer": ("worth", "one"),
    "objective": ("last_holder_loses", "first_empty_wins"),
    "phases": ("joined", "separate"),
    "decharge_each": range(100),
}
"""What each field may hold, in the order in which fields are shown."""

_WITHOUT_EFFECT: tuple[tuple[str, Value, tuple[str, ...]], ...] = (
    (
        "mode",
        "legs",
        (
            "worth_421",
            "worth_111",
            "worth_suite",
            "worth_nenette",
            "charge_rolls",
            "decharge_rolls",
            "pot",
            "opener",
            "nenette_penalty",
            "penalty_jetons",
            "decharge_transfer",
            "objective",
            "phases",
            "decharge_each",
        ),
    ),
    ("mode", "tokens", ("legs", "ends")),
    ("suites", False, ("worth_suite",)),
    ("nenette", False, ("worth_nenette", "nenette_penalty")),
    ("nenette_penalty", "none", ("penalty_jetons",)),
    ("phases", "joined", ("decharge_each",)),
    ("phases", "separate", ("objective",)),
)
"""(field, value, fields that then have no effect): those must be at their defaults."""

_FRENCH_FIELDS = {
    "brelans": "fiches",
    "suite": "suites",
    "lancers": "max_rolls",
    "lancers charge": "charge_rolls",
    "lancers decharge": "decharge_rolls",
    "suiveurs": "followers",
    "jambes": "legs",
    "cagnotte": "pot",
    "meneur": "opener",
    "ouvreur": "opener",
    "penalite nenette": "nenette_penalty",
}

_FRENCH_VALUES: dict[str, Value] = {
    "jambes": "legs",
    "jetons": "tokens",
    "perdant": "loser",
    "gagnant": "winner",
    "tour": "rotate",
    "le bon": "at_most",
    "au plus": "at_most",
    "exactement": "exactly",
    "as": "ace_high",
    "aucune": "none",
    "un": "one",
}

_SWITCH = {"on": True, "yes": True, "oui": True, "true": True} | {
    "off": False, "no": False, "non": False, "false": False
}  # fmt: skip


def format_value(value: Value) -> str:
    """Return a field's value as it is typed: ``on``, ``21``, ``at_most``."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _wrong_value(name: str, value: object) -> RulesError:
    """The error that says what a field may hold instead of a value."""
    allowed, found = ALLOWED[name], quote(value)
    if isinstance(allowed, range):
        return RulesError(
            _("{name} must be a whole number from {least} to {most}, not {value}").format(
                name=name, least=allowed[0], most=allowed[-1], value=found
            )
        )
    choices = either(map(format_value, allowed))
    return RulesError(
        _("{name} must be {choices}, not {value}").format(name=name, choices=choices, value=found)
    )


@dataclass(frozen=True)
class Rules:
    """How a game is played; see ``docs/rules.md`` for what each field means.

    ``charge_rolls``, ``decharge_rolls`` and ``decharge_each`` are 0 where nothing special is
    said: as many rolls as ``max_rolls``, and ``pot // players`` jetons each.

    Raises:
        RulesError: a value out of its range, or a field set that has no effect.
    """

    name: str = field(default="custom", compare=False)
    mode: Literal["tokens", "legs"] = "tokens"
    fiches: Literal["interleaved", "brelans_first", "above_brelans"] = "interleaved"
    suites: bool = True
    points: Literal["six_high", "ace_high"] = "six_high"
    nenette: bool = True
    worth_421: int = 10
    worth_111: int = 7
    worth_suite: int = 2
    worth_nenette: int = 2
    max_rolls: int = 3
    charge_rolls: int = 0
    decharge_rolls: int = 0
    followers: Literal["at_most", "exactly"] = "at_most"
    legs: int = 2
    ends: Literal["last_standing", "first_out"] = "last_standing"
    pot: int = 21
    opener: Literal["loser", "winner", "rotate"] = "loser"
    nenette_penalty: Literal["none", "replace", "add"] = "none"
    penalty_jetons: int = 2
    decharge_transfer: Literal["worth", "one"] = "worth"
    objective: Literal["last_holder_loses", "first_empty_wins"] = "last_holder_loses"
    phases: Literal["joined", "separate"] = "joined"
    decharge_each: int = 0

    def __post_init__(self) -> None:
        for name, allowed in ALLOWED.items():
            value = getattr(self, name)
            if type(value) is not type(allowed[0]) or value not in allowed:
                raise _wrong_value(name, value)
        for reason, value, unread in _WITHOUT_EFFECT:
            if getattr(self, reason) != value:
                continue
            for name in unread:
                if getattr(self, name) != DEFAULTS[name]:
                    raise RulesError(
                        _(
                            "{name}={value} has no effect with {reason}={because}; "
                            "leave it at {default}"
                        ).format(
                            name=name,
                            value=format_value(getattr(self, name)),
                            reason=reason,
                            because=format_value(value),
                            default=format_value(DEFAULTS[name]),
                        )
                    )
        for name in ("charge_rolls", "decharge_rolls"):
            if getattr(self, name) > self.max_rolls:
                raise RulesError(
                    _(
                        "{name}={value} is more than max_rolls={most}; raise max_rolls or lower it"
                    ).format(name=name, value=getattr(self, name), most=self.max_rolls)
                )

    @cached_property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that stand for what is played, whatever it is called.

        Only fields that differ from their defaults count, so a field added to a later
        version leaves the digests of older rules as they are.
        """
        settings = sorted(
            f"{name}={format_value(value)}"
            for name, value in self.settings().items()
            if value != DEFAULTS[name]
        )
        return sha256("\n".join(settings).encode()).hexdigest()[:16]

    def __hash__(self) -> int:
        return int(self.digest, 16)  # found once: rules are a key of whatever is remembered

    def settings(self) -> dict[str, Value]:
        """Return every field but the name, in the order of `ALLOWED`."""
        return {name: getattr(self, name) for name in ALLOWED}

    def override(self, settings: Mapping[str, Value]) -> "Rules":
        """Return these rules with some fields changed, named after the difference.

        >>> Rules(name="jetons").override({"suites": False, "pot": 11}).name
        'jetons{suites=off,pot=11}'
        """
        changed = ",".join(
            f"{name}={format_value(settings[name])}"
            for name in ALLOWED
            if name in settings and settings[name] != getattr(self, name)
        )
        name = f"{self.name}{{{changed}}}" if changed else self.name
        return replace(self, name=name, **dict(settings))  # type: ignore[arg-type]


DEFAULTS: dict[str, Value] = {name: getattr(Rules, name) for name in ALLOWED}


def no_such_field(text: str) -> RulesError:
    """The error that names a field which rules do not have, and those that they have."""
    return RulesError(
        _("no field {text} in the rules; fields: {names}").format(
            text=quote(text), names=", ".join(ALLOWED)
        )
    )


def parse_field(text: str) -> str:
    """Return the field that ``text`` names, in English or French.

    Raises:
        RulesError: there is no such field.
    """
    folded = fold(text)
    name = _FRENCH_FIELDS.get(folded, folded.replace(" ", "_"))
    if name not in ALLOWED:
        raise no_such_field(text)
    return name


def parse_setting(text: str) -> tuple[str, Value]:
    """Return (field, value) from a text such as ``pot=11`` or ``suites=off``.

    Raises:
        RulesError: not of that form, no such field, or a value that it cannot hold.

    >>> parse_setting("Suites = non")
    ('suites', False)
    """
    before, equals, after = text.partition("=")
    if not equals:
        raise RulesError(
            _("a setting is FIELD=VALUE, such as pot=11, not {text}").format(text=quote(text))
        )
    name = parse_field(before)
    folded = fold(after)
    allowed = ALLOWED[name]
    value: Value | None
    if isinstance(allowed, range):
        value = parse_count(after.strip())
    elif allowed[0] is True:
        value = _SWITCH.get(folded)
    else:
        value = _FRENCH_VALUES.get(folded, folded.replace(" ", "_"))
    if value is None or value not in allowed:
        raise _wrong_value(name, after)
    return name, value
