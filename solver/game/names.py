"""Names of hands, as players say them."""

from solver.game.dice import HANDS, KEEP_INDEX
from solver.game.dice_notation import parse_hand
from solver.game.ranking import HAND_111, HAND_221, HandClass, classify
from solver.game.rules import Rules
from solver.game.words import fold

_FACES = {2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}

_NAMED = {"nenette": HAND_221, "brelan d'as": HAND_111, "trois as": HAND_111}
for _face, _name in _FACES.items():
    _NAMED[f"fiche de {_name}"] = KEEP_INDEX[_face, 1, 1]
    _NAMED[f"brelan de {_name}"] = KEEP_INDEX[_face, _face, _face]


def find_named_hand(text: str) -> int | None:
    """Return the hand that a name such as ``brelan de six`` or ``nénette`` stands for, or None.

    >>> HANDS[find_named_hand("Brelan d’as")]
    (1, 1, 1)
    """
    return _NAMED.get(fold(text))


def read_hand(text: str) -> int:
    """Return the hand that dice (``641``) or a name (``brelan de six``) stand for.

    Raises:
        HandError: neither.
    """
    hand = find_named_hand(text)
    return parse_hand(text) if hand is None else hand


def name_hand(rules: Rules, hand: int) -> str:
    """Return what players call a hand under the rules.

    >>> name_hand(Rules(), KEEP_INDEX[6, 1, 1])
    'fiche de six'
    """
    kind = classify(rules, hand)
    match kind:
        case HandClass.BRELAN_D_AS:
            return "brelan d'as"
        case HandClass.FICHE | HandClass.BRELAN:
            return f"{kind.value} de {_FACES[HANDS[hand][0]]}"
        case HandClass.NENETTE:
            return "nénette"
        case _:
            return kind.value
