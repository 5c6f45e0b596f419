"""Positions written as people write them: French, capitals, loose spacing, dice in any order."""

from hypothesis import strategies as st

from solver.game.dice import HANDS
from solver.game.notation import Position
from solver.game.state import Charge, Decharge, Legs, Round, Start, State

FRENCH = {
    "round": "manche",
    "legs": "jambes",
    "decharge": "décharge",
    "start": "début",
    "seen": "vu",
    "in": "en",
    "roll": "lancer",
    "left": "reste",
    "player": "joueur",
}


def _parts(position: Position, state: str, made: str, roll: str) -> list[str]:
    """The pieces of a position between the bars, in English, from the pieces with numbers."""
    parts = [state]
    if position.seen:
        parts.append(f"seen {made} in {position.limit}")
    if position.roll is not None:
        parts.append(f"roll {roll} left {position.left}")
    if position.player is not None:
        parts.append(f"player {position.player}")
    return parts


def _state(state: State, comma: str) -> str:
    match state:
        case Round(players):
            return f"round {players}"
        case Start(players):
            return f"start {players}"
        case Legs(counts):
            return f"legs {comma.join(map(str, counts))}"
        case Decharge(counts):
            return f"decharge {comma.join(map(str, counts))}"
        case Charge(pot, counts):
            return f"charge {pot} {comma.join(map(str, counts))}"


@st.composite
def _hand(draw: st.DrawFn, hand: int) -> str:
    dice = draw(st.permutations(HANDS[hand]))
    joined = draw(st.sampled_from(["", "-", " ", ",", ", "])).join(map(str, dice))
    return draw(st.sampled_from([joined, f"[{joined}]"]))


@st.composite
def spellings(draw: st.DrawFn, position: Position) -> str:
    """A text that means the position."""
    comma = draw(st.sampled_from([",", ", ", " , "]))
    made = draw(st.sampled_from([",", ", ", " ", " , "])).join(
        draw(_hand(hand)) for hand in position.seen
    )
    roll = "" if position.roll is None else draw(_hand(position.roll))
    state, *parts = _parts(position, _state(position.state, comma), made, roll)
    text = draw(st.sampled_from(["|", " | ", "  |\t"])).join([state, *draw(st.permutations(parts))])
    if draw(st.booleans()):
        text = " ".join(FRENCH.get(word, word) for word in text.split(" "))
    if draw(st.booleans()):
        text = text.upper()
    text = text.replace(" ", draw(st.sampled_from([" ", "  ", "\u00a0"])))
    return f" {position.rules.name} : {text} "
