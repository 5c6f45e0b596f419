"""What a value is the chance of, in words."""

from solver.game.rules import Rules
from solver.game.state import Charge, Round, State, resolve
from solver.language import _


def payoff(rules: Rules, state: State) -> str:
    """Return what the payoff of a position means: "chance of …"."""
    match resolve(rules, state):
        case Round():
            return _("not losing the round")
        case Charge() if rules.phases == "separate":
            return _("winning the charge, shares counted")
        case _ if rules.phases == "separate":
            return _("winning the décharge")
    if rules.mode == "legs":
        won = rules.ends == "last_standing"
        return _("winning the game") if won else _("not losing the game")
    if rules.objective == "first_empty_wins":
        return _("winning the game, shares counted")
    return _("not losing the game")
