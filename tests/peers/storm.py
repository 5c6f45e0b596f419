"""The value of a game of two, found by Storm in exact rational arithmetic.

The game is exported with one player's strategy fixed to the one that is said to be optimal, and
Storm finds what the other one can do best against it. Nothing of the solver has a part in that
but the rules and the fixed strategy, right or wrong: whatever it is,

    max over the opener against the fixed follower  >=  value  >=  min over the follower,

where the minimum is of the opener's chance against the fixed opener. If both ends are one
number, it is the value of the game, and both strategies are optimal.
"""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from solver.game.notation import Position, format_position
from solver.study.export.model_forms import export_model
from solver.study.export.package import save_export


@dataclass(frozen=True)
class Bound:
    """What one side can reach, and the model that it was found in.

    Attributes:
        value: the opener's expected payoff.
        states: of the model.
        transitions: of the model.
    """

    value: Fraction
    states: int
    transitions: int


def storm_bound(position: Position, fixed: int) -> Bound:
    """Return the best of the player of the other seat against that of ``fixed``, 0 or 1."""
    import stormpy  # here, because only these proofs need it

    wanted = 'Pmin=? [F "lose"]' if fixed == 0 else 'Pmax=? [F "win"]'
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.drn"
        save_export(export_model(position, "drn", fixed), "drn", path)
        model = stormpy.build_model_from_drn[stormpy.Rational](str(path))
    (asked,) = stormpy.parse_properties(wanted)
    found = stormpy.model_checking(model, asked).get_value(0)
    return Bound(Fraction(str(found)), model.nr_states, model.nr_transitions)


@dataclass(frozen=True)
class OutsideProof:
    """Both bounds of a position's value, next to the value that is to be proved."""

    position: str
    ours: Fraction
    most: Bound
    least: Bound

    @property
    def holds(self) -> bool:
        """Whether all three are the same fraction."""
        return self.most.value == self.ours == self.least.value


def prove_outside(position: Position, ours: Fraction) -> OutsideProof:
    """Bound the opener's value of a position from both sides with Storm."""
    return OutsideProof(
        format_position(position), ours, storm_bound(position, 1), storm_bound(position, 0)
    )
