"""What a value is the chance of, in words."""

from solver.game.rules import Rules
from solver.game.state import Charge, Round, State, resolve


def payoff(rules: Rules, state: State) -> str:
    """Return what the payoff of a position means: "chance of …"."""
    match resolve(rules, state):
        case Round():
            return "not losing the round"
        case Charge() if rules.phases == "separate":
            return "winning the charge, shares counted"
        case _ if rules.phases == "separate":
            return "winning the décharge"
    if rules.mode == "legs":
        return "winning the game" if rules.ends == "last_standing" else "not losing the game"
    if rules.objective == "first_empty_wins":
        return "winning the game, shares counted"
    return "not losing the game"
