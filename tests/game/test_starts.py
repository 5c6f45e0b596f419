"""Where games begin: one state, or two where charge and décharge are two games."""

import pytest

from solver.game.legality import starts
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge, Legs, Table


@pytest.mark.parametrize(
    ("name", "players", "expected"),
    [
        ("jambes", 3, (Legs((2, 2, 2)),)),
        ("jambes{legs=5}", 2, (Legs((5, 5)),)),
        ("jetons", 2, (Charge(21, (0, 0)),)),
        ("jetons{pot=1}", 2, (Charge(1, (0, 0)),)),
        ("comptoir{pot=4}", 4, (Charge(4, (0, 0, 0, 0)),)),
        ("deux-phases", 2, (Charge(21, (0, 0)), Decharge((10, 10)))),
        ("deux-phases{pot=3}", 3, (Charge(3, (0, 0, 0)), Decharge((1, 1, 1)))),
        ("deux-phases{decharge_each=5}", 2, (Charge(21, (0, 0)), Decharge((5, 5)))),
        ("deux-phases{pot=2}", 3, (Charge(2, (0, 0, 0)),)),
        ("deux-phases{pot=1,decharge_each=2}", 2, (Charge(1, (0, 0)), Decharge((2, 2)))),
    ],
)
def test_starts(name: str, players: int, expected: tuple[Table, ...]) -> None:
    assert starts(find_rules(name), players) == expected
