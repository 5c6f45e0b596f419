"""A decision process as text: Storm's direct encoding (DRN), or the language of PRISM.

Probabilities are written ``p/q``, which both read without rounding if asked for exact
arithmetic (``storm --exact``, ``prism -exact``); the property is ``Pmax=? [F "win"]``.
"""

from collections.abc import Iterator

from solver.game.notation import Position, format_position
from solver.game.state import resolve, without_the_saved
from solver.study.export.dataset import Document, exact
from solver.study.export.model import DuelModel


def export_model(position: Position, form: str, fixed: int) -> Document:
    """Return a game of two from ``position`` on; ``form`` is ``drn`` or ``prism``.

    ``fixed`` is the seat, 0 or 1, of the player whose strategy is fixed. Errors are those of
    `DuelModel`; the position must not be within a round.
    """
    state = without_the_saved(resolve(position.rules, position.state))
    model = DuelModel(position.rules, state, fixed)
    return Document(
        name="model",
        title=f"{format_position(position)}, the player of seat {fixed} fixed to optimal play",
        rules=position.rules,
        text=_drn(model) if form == "drn" else _prism(model),
        count=model.states + 2,
    )


def _drn(model: DuelModel) -> Iterator[str]:
    yield (
        "@type: MDP\n@parameters\n\n@reward_models\n\n"
        f"@nr_states\n{model.states}\n@nr_choices\n{model.choices}\n@model\n"
    )
    labels = {0: " init", model.win: " win", model.lose: " lose"}
    comments = model.first_states()
    for number, choices in enumerate(model):
        lines = [f"// {comments[number]}\n"] if number in comments else []
        lines.append(f"state {number}{labels.get(number, '')}\n")
        for name, law in choices:
            lines.append(f"\taction {name}\n")
            lines.extend(f"\t\t{state} : {exact(chance)}\n" for chance, state in law)
        yield "".join(lines)


def _prism(model: DuelModel) -> Iterator[str]:
    yield f"mdp\n\nmodule game\n  s : [0..{model.states - 1}] init 0;\n"
    comments = model.first_states()
    for number, choices in enumerate(model):
        lines = [f"  // {comments[number]}\n"] if number in comments else []
        for name, law in choices:
            updates = " + ".join(f"{exact(chance)} : (s'={state})" for chance, state in law)
            lines.append(f"  [{name}] s={number} -> {updates};\n")
        yield "".join(lines)
    yield f'endmodule\n\nlabel "win" = s={model.win};\nlabel "lose" = s={model.lose};\n'
