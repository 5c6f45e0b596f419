"""What only the server answers: maps, rounds, games and quizzes, held to what it stands for."""

from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from solver import __version__
from solver.files import cache_folder, data_folder
from solver.game.dice_notation import format_keep, parse_hand
from solver.game.notation import Position, format_position, parse_position
from solver.game.presets import PRESETS, find_rules
from solver.game.ranking import rank_hands
from solver.game.state import End, Outcome, after_round, resolve
from solver.tables.store import table_name, write_table
from tests.commands import running
from tests.schemas import validator
from tests.web.asking import ask


def answered(name: str, **parameters: object) -> Any:
    """The answer to a question that only the server has, held to its schema."""
    got = ask(name, **parameters)
    assert got.status == 200, got.body
    document = got.json()
    validator(name).validate(document)
    for number in running.numbers(document):
        if isinstance(number["exact"], str):
            assert number["float"] == float(Fraction(number["exact"]))
    return document


@pytest.mark.parametrize(
    "position",
    [
        "round 2 | seen 653 in 2 | roll 641 left 1",
        "round 2 | roll 111 left 2",
        "comptoir: round 3 | seen 653,211 in 3 | roll 641 left 2",
        "jetons: charge 5 10,6 | seen 653 in 2 | roll 641 left 0",
        "jetons: charge 5 8,8,0 | seen 421,322 in 2 | roll 641 left 1",
    ],
)
def test_a_map_is_the_advice_on_every_hand(position: str) -> None:
    document = answered("map", position=position)
    asked = parse_position(position)
    assert document["position"] == format_position(asked)
    order = [format_keep(hand) for hand in rank_hands(asked.rules).order]
    assert [entry["hand"] for entry in document["hands"]] == order
    for entry in document["hands"]:
        rolled = position.replace("roll 641", f"roll {entry['hand']}")
        rolled = rolled.replace("roll 111", f"roll {entry['hand']}")
        advice = running.ask_json("advise", rolled)
        best = [choice for choice in advice["choices"] if choice["best"]]
        assert (entry["keep"], entry["throw"]) == (best[0]["keep"], best[0]["throw"])
        assert entry["value"] == advice["value"]
        assert entry["ties"] == [choice["keep"] for choice in best[1:]]


def test_a_map_needs_a_roll() -> None:
    got = ask("map", position="round 2")
    assert got.status == 400
    assert got.json()["error"].startswith("advice needs the dice")


STATES = [
    *("round 2", "round 3", "jambes: legs 2,1", "jambes: legs 1,0,2", "jambes: start 2"),
    *("jambes{ends=first_out}: legs 1,2,1", "jetons: charge 5 10,6", "jetons: charge 1 5,5,10"),
    *("jetons: decharge 10,11", "jetons: decharge 1,0,20", "comptoir: decharge 2,19"),
    *("jetons{opener=winner}: charge 20 1,0", "jetons{opener=rotate}: charge 20 1,0"),
    *("comptoir: charge 3 9,9", "deux-phases: charge 3 9,9", "deux-phases: decharge 1,19"),
    *("jetons{decharge_transfer=one}: decharge 3,18", "jetons{nenette_penalty=add}: start 3"),
]


def outcomes(position: Position, hands: tuple[int, ...]) -> set[Outcome]:
    """What a round may come to: every pair of different seats that can be best and lowest.

    ``hands`` are those of the seats in play; jetons are left out.
    """
    state = resolve(position.rules, position.state)
    counts = getattr(state, "legs", None) or getattr(state, "held", None) or (1,) * len(hands)
    playing = range(len(hands)) if hasattr(state, "pot") else [s for s, c in enumerate(counts) if c]
    strength = rank_hands(position.rules).strength
    made = dict(zip(playing, (strength[hand] for hand in hands), strict=True))
    best, lowest = max(made.values()), min(made.values())
    return {
        Outcome(winner, loser, 0)
        for winner, loser in permutations(made, 2)
        if made[winner] == best and made[loser] == lowest
    }


@pytest.mark.parametrize("text", STATES)
def test_a_round_comes_to_what_the_rules_say(text: str) -> None:
    position = parse_position(text)
    seats = 3 if text.count(",") == 2 or text.endswith("3") else 2
    playing = seats - text.count(",0")
    chosen = [parse_hand(hand) for hand in ("421", "641", "221")]
    for hands in product(chosen, repeat=playing):
        asked = {"position": text, "hands": ",".join(map(format_keep, hands))}
        left = outcomes(position, hands)
        for outcome in left:
            settled = settle_by(asked, outcome)
            assert settled["loser"] == outcome.loser
            winner = outcome.winner if settled["winner"] is not None else None
            assert settled["winner"] == winner
            moved = sum(of["amount"] for of in settled["moved"] if of["what"] == "jetons")
            check_what_follows(position, settled, Outcome(outcome.winner, outcome.loser, moved))


def settle_by(asked: dict[str, str], outcome: Outcome) -> Any:
    """The round, after the barrages that it asks for have been thrown as the outcome says."""
    said: dict[str, int | None] = {}
    while True:
        document = answered("round", **asked, **said)
        if document["settled"]:
            return document
        level = document["level"]
        role = "lowest" if level["lowest"] else "best"
        assert role not in said
        seat = outcome.loser if role == "lowest" else outcome.winner
        assert seat in level[role]
        assert document["text"].startswith(f"Level for {role}, a barrage decides: Seat ")
        said[role] = seat


def check_what_follows(position: Position, settled: Any, outcome: Outcome) -> None:
    state = resolve(position.rules, position.state)
    step = after_round(position.rules, state, outcome)
    if isinstance(step, End):
        assert [Fraction(of["exact"]) for of in settled["payoffs"]] == list(step.payoffs)
        return
    then = Position(position.rules, step.state)
    assert settled["next"]["position"] == format_position(then)
    order = settled["next"]["order"]
    seats = len(order)
    assert order == [(seat + step.turned) % seats for seat in range(seats)]


def test_a_round_moves_what_is_there() -> None:
    taken = answered("round", position="jetons: charge 5 10,6", hands="421,322")
    assert taken["moved"] == [{"from": "pot", "to": 1, "amount": 5, "what": "jetons"}]
    assert taken["next"] == {"position": "jetons: decharge 11,10", "order": [1, 0]}
    assert taken["text"] == "Seat 1 is lowest and takes 5 jetons from the pot."
    given = answered("round", position="jetons: decharge 3,18", hands="421,322", lang="fr")
    assert given["moved"] == [{"from": 0, "to": 1, "amount": 3, "what": "jetons"}]
    assert [of["exact"] for of in given["payoffs"]] == ["1/1", "0/1"]
    assert given["text"] == "Place 1 a la plus faible main et reçoit 3 jetons de Place 0."
    leg = answered("round", position="jambes: legs 1,0,1", hands="322,421")
    assert leg["moved"] == [{"from": 0, "to": None, "amount": 1, "what": "legs"}]
    assert [of["exact"] for of in leg["payoffs"]] == ["0/1", "0/1", "1/1"]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"hands": "641"}, "one hand for each of the 2 players who roll, not 1"),
        ({"hands": "641,641,641"}, "one hand for each of the 2 players who roll, not 3"),
        ({"hands": "641,647"}, "a hand is three dice"),
        ({"hands": ""}, "a hand is three dice"),
        ({"hands": "641,322", "lowest": 1}, "lowest=1, but seat 1 throws no barrage for that"),
        ({"hands": "641,641", "lowest": 2}, "lowest=2, but seat 2 throws no barrage for that"),
        ({"hands": "641,641", "best": 1}, "best=1, but seat 1 throws no barrage for that"),
        ({"hands": "641,641", "lowest": 8}, "lowest must be a whole number from 0 to 7"),
        ({"hands": "641,641", "lowest": -1}, "lowest must be a whole number from 0 to 7"),
        ({"hands": "641,641", "winner": 1}, "no parameter 'winner'"),
        ({}, "the parameter hands is missing"),
    ],
)
def test_rounds_that_cannot_be_are_refused(parameters: dict[str, object], said: str) -> None:
    got = ask("round", position="jetons: charge 5 10,6", **parameters)
    assert got.status == 400
    assert got.json()["error"].startswith(said)


def test_a_round_is_about_a_state_alone() -> None:
    got = ask("round", position="round 2 | roll 641 left 1", hands="641,322")
    assert got.status == 400
    assert got.json()["error"].startswith("a round is asked about by its state alone")


def test_games_are_those_of_the_tables() -> None:
    games = answered("games")["games"]
    files = {path.name for path in (data_folder() / "tables").glob("*.table")}
    assert {f"{game['digest']}-{game['players']}.table" for game in games} == files
    for game in games:
        rules = find_rules(game["rules"])
        assert rules.digest == game["digest"]
        assert game["pot"] == (rules.pot if rules.mode == "tokens" else None)
        assert game["legs"] == (rules.legs if rules.mode == "legs" else None)
        told = running.ask_json("value", game["start"])
        assert len(told["players"]) == game["players"]
    assert [game["rules"] for game in games if game["players"] == 2][:2] == ["jambes", "jetons"]
    inexact = [game["start"] for game in games if not game["exact"]]
    assert inexact == ["jetons: start 3", "jetons{pot=11}: start 4"]


def test_games_of_the_users_own_are_listed_if_they_can_be_named(tmp_path: Path) -> None:
    before = answered("games")["games"]
    assert running.ask("solve", "jetons{pot=3}").code == 0
    house = tmp_path / "house.toml"
    house.write_text("[fields]\npot = 4\n", "utf-8")
    assert running.ask("solve", str(house)).code == 0
    folder = cache_folder() / "tables"
    rules = find_rules("jetons{pot=2}")
    write_table(folder / table_name(rules, 2), rules, 2, {})  # begun, not done
    (folder / "nothing.table").write_bytes(b"nothing")
    for name, version in (("old", f"{__version__}.0"), ("misnamed", __version__)):
        (folder / f"{name}.table").write_bytes(
            f"421-table 1 0\nrules jetons{{pot=5}}\ndigest {rules.digest}\nplayers 2\n"
            f"solver {version}\nstates 1\ncomplete yes\n\n".encode()
        )
    new = [game for game in answered("games")["games"] if game not in before]
    assert [game["start"] for game in new] == ["jetons{pot=3}: start 2"]


@pytest.mark.parametrize(
    ("seed", "parameters", "arguments"),
    [
        (0, {}, ()),
        (1, {"rules": "comptoir"}, ("--rules", "comptoir")),
        (2, {"state": "jetons: start 2"}, ("jetons: start 2",)),
        (421, {"players": 3}, ("round 3",)),
    ],
)
def test_quizzes_are_those_of_the_command(
    seed: int, parameters: dict[str, object], arguments: tuple[str, ...]
) -> None:
    document = answered("quiz", seed=seed, **parameters)
    quiz = running.start(*("quiz", *arguments, "--seed", str(seed), "--questions", "1"))
    shown = next(line for line in quiz.out.splitlines() if line.startswith("1/1"))
    assert [f"1/1  {question['position']}" for question in document["questions"]] == [shown]


def test_a_quiz_is_the_same_for_a_seed() -> None:
    one, again, other = (answered("quiz", seed=seed, n=20) for seed in (5, 5, 6))
    assert one == again != other
    positions = [question["position"] for question in one["questions"]]
    assert len(set(positions)) == 20
    for rules in PRESETS:
        assert len(answered("quiz", rules=rules, players=3, n=2)["questions"]) == 2


def test_few_decisions_come_again() -> None:
    rules = "jetons{max_rolls=2}"
    document = answered("quiz", state=f"{rules}: round 2", n=20)
    assert len(document["questions"]) == 20
