"""Exported models, solved outside by other means, have the values of our tables."""

from fractions import Fraction
from pathlib import Path

import pytest

from solver.errors import PositionError, SolverError
from solver.game.notation import parse_position
from solver.game.rules import Rules
from solver.game.state import Table, resolve
from solver.study.advice import evaluate
from solver.study.export.extensive import export_efg
from solver.study.export.model import DuelModel
from solver.study.export.model_forms import export_model
from solver.study.export.package import save_export
from solver.study.solve import solve_game
from tests.peers.storm import storm_bound
from tests.study.export.reading import Branching, read_drn, read_efg, read_prism, text_of
from tests.study.export.solving import greatest_chance, play_out

MODELS = (
    ("jetons{pot=2,max_rolls=2}: decharge 1,1", 0),
    ("jetons{pot=3,max_rolls=2}: decharge 1,2", 0),
    ("comptoir{pot=3,max_rolls=2}: decharge 2,1", 1),
    ("deux-phases{pot=4,max_rolls=1}: decharge 2,2", 0),
    ("deux-phases{pot=2,max_rolls=1}: charge 2 0,0", 1),
    ("jetons{pot=5,max_rolls=1}: decharge 2,3", 1),
    ("jambes{max_rolls=2}: legs 2,1", 1),
    ("round 2", 1),
    pytest.param("round 2", 0, marks=pytest.mark.slow),
    pytest.param("jetons{pot=3}: decharge 2,1", 0, marks=pytest.mark.slow),
)

POSITIONS = (
    "jetons{max_rolls=1}: round 2",
    "jetons{max_rolls=1}: round 3",
    "jetons: round 2 | seen 322 in 2",
    "comptoir: round 2 | seen 665 in 2",
    "comptoir: round 2 | seen 665 in 3 | roll 421 left 2",
    "comptoir{max_rolls=2}: round 2 | roll 111 left 1",
    "jetons{pot=4}: decharge 1,3 | seen 654 in 2",
    "jambes: legs 1,2 | seen 421 in 3 | roll 331 left 1",
    "jambes: legs 1,0,2 | seen 421 in 3 | roll 331 left 1",
)


def solve(position: str) -> None:
    rules = parse_position(position).rules
    if rules.pot < 21 or rules.max_rolls < 3:
        solve_game(rules, 2)


def value(position: str, seat: int) -> Fraction:
    return evaluate(position)[seat].value


@pytest.mark.parametrize(("position", "fixed"), MODELS)
def test_the_greatest_chance_is_the_value(position: str, fixed: int) -> None:
    solve(position)
    process = read_drn(text_of(export_model(parse_position(position), "drn", fixed)))
    assert greatest_chance(process) == value(position, 1 - fixed)


def test_both_forms_say_the_same() -> None:
    solve("jetons{pot=3,max_rolls=2}: decharge 1,2")
    asked = parse_position("jetons{pot=3,max_rolls=2}: decharge 1,2")
    drn, prism = (text_of(export_model(asked, form, 1)) for form in ("drn", "prism"))
    assert read_drn(drn) == read_prism(prism)


def test_the_free_player_has_the_choices_that_the_rules_give() -> None:
    """A follower who must roll on cannot stop; an opener can."""
    solve("comptoir{pot=3,max_rolls=2}: decharge 2,1")
    asked = parse_position("comptoir{pot=3,max_rolls=2}: decharge 2,1")
    state = resolve(asked.rules, asked.state)
    process = read_drn(text_of(export_model(asked, "drn", 1)))
    choices = [{name for name, _ in moves} for moves in process.states.values() if len(moves) > 1]
    with_stop = [names for names in choices if "stop" in names]
    opens = [
        text
        for text in DuelModel(asked.rules, state, 1).first_states().values()
        if "the free player opens" in text
    ]
    assert len(with_stop) == 56 * len(opens) > 0
    assert len(choices) > len(with_stop)


def test_a_model_is_of_two_players_and_small() -> None:
    with pytest.raises(PositionError, match=r"'legs 1,1,1'"):
        DuelModel(*_rules_and_state("jambes: legs 1,1,1"), 1)
    with pytest.raises(SolverError, match=r"'charge 21 0,0'.*smaller pot"):
        DuelModel(*_rules_and_state("jetons: charge 21 0,0"), 1)


def _rules_and_state(position: str) -> tuple[Rules, Table]:
    asked = parse_position(position)
    return asked.rules, resolve(asked.rules, asked.state)


@pytest.mark.parametrize("position", POSITIONS)
def test_the_tree_played_out_is_the_value(position: str) -> None:
    solve(position)
    asked = parse_position(position)
    worth = play_out(read_efg(text_of(export_efg(asked))))
    assert worth == tuple(of.value for of in evaluate(asked))


def test_the_tree_has_the_keeps_of_the_roll() -> None:
    tree = read_efg(
        text_of(export_efg(parse_position("round 2 | seen 322 in 2 | roll 641 left 1")))
    )
    assert isinstance(tree, Branching)
    assert tree.player == 2
    assert tree.labels == (
        *("stop", "keep 64", "keep 61", "keep 41"),
        *("keep 6", "keep 4", "keep 1", "keep none"),
    )


def test_a_tree_too_large_is_refused() -> None:
    with pytest.raises(SolverError, match=r"'jetons: round 2' has 101,092,112,676 nodes"):
        export_efg(parse_position("round 2"))


@pytest.mark.peers
@pytest.mark.parametrize(
    ("position", "fixed"), [*MODELS[:8], ("round 2", 0), ("jetons{pot=5}: decharge 2,3", 1)]
)
def test_storm_finds_the_value(position: str, fixed: int) -> None:
    pytest.importorskip("stormpy", reason="needs Storm, pip install stormpy")
    solve(position)
    assert storm_bound(parse_position(position), fixed).value == value(position, 0)


@pytest.mark.peers
@pytest.mark.parametrize("position", [POSITIONS[0], POSITIONS[3], POSITIONS[7]])
def test_gambit_finds_the_value(position: str, tmp_path: Path) -> None:
    gambit = pytest.importorskip(
        "pygambit", "17.0.0b1", reason="needs Gambit, pip install pygambit"
    )
    save_export(export_efg(parse_position(position)), "efg", tmp_path / "round.efg")
    game = gambit.read_efg(str(tmp_path / "round.efg"))
    payoffs = gambit.nash.lp_solve(game, rational=True).equilibrium.payoffs
    found = tuple(Fraction(str(payoffs[player])) for player in game.players)
    assert found == tuple(of.value for of in evaluate(position))
