"""Storm bounds every preset's value from both sides by the same fraction, which is ours."""

from fractions import Fraction

import pytest

from solver.game.notation import format_position, parse_position
from solver.game.presets import PRESETS
from tests.peers.proofs import positions, prove, row
from tests.peers.storm import Bound, OutsideProof

ASKED = [format_position(position) for position in positions(3)]


def test_every_preset_is_proved() -> None:
    named = {parse_position(text).rules.name.partition("{")[0] for text in ASKED}
    assert named == set(PRESETS)
    assert len(ASKED) == len(PRESETS) + 1, "deux-phases is two games"


@pytest.mark.peers
@pytest.mark.parametrize("text", ASKED)
def test_storm_proves_the_value(text: str) -> None:
    pytest.importorskip("stormpy", reason="needs Storm, pip install stormpy")
    proof = prove(parse_position(text))
    assert (proof.most.value, proof.least.value) == (proof.ours, proof.ours)


def test_a_value_that_is_not_proved_is_shown() -> None:
    half, third = Bound(Fraction(1, 2), 10, 20), Bound(Fraction(1, 3), 30, 40)
    proof = OutsideProof("jetons{pot=3}: start 2", Fraction(1, 2), half, third)
    assert not proof.holds
    assert row(proof, 2.4).count("**another fraction**") == 1
    assert OutsideProof("", Fraction(1, 2), half, half).holds
