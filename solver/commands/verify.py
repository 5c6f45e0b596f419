"""``421 verify``: stored tables, proved from the rules alone."""

from pathlib import Path

import click

from solver.commands.options import answering, complete_rules
from solver.commands.output import Answer
from solver.commands.progress import showing_progress
from solver.engine.certificate import Proof
from solver.engine.enclosure import Nearness
from solver.game.presets import find_rules
from solver.game.rules import Rules
from solver.language import _, ngettext
from solver.study.documents.document import Cell, Document
from solver.study.figures import scientific
from solver.study.verify import Verified, shipped_tables, tables_of, verify_table

DISPROVED = 3


@click.command("verify")
@click.argument("rules", nargs=-1, shell_complete=complete_rules)
@answering
def command(rules: tuple[str, ...]) -> Answer:
    """Prove stored tables right, from the rules alone.

    Without RULES, every table that comes with the solver. The proof does every round of the
    game again, in whole numbers, and shares no code with what solved it. Of tables that only
    enclose the values it proves how near they are. Exit code 3: a table is wrong, or cannot be
    trusted.

    \b
    Examples:
      421 verify
      421 verify jambes "jetons{pot=11}"
    """
    asked: list[tuple[Path, Rules | None]] = [
        (path, found) for found in map(find_rules, rules) for path in tables_of(found)
    ]
    tables = asked if rules else [(path, None) for path in shipped_tables()]
    verified = [_verify(path, found) for path, found in tables]
    return Answer(
        lines=[_sentence(table) for table in verified],
        table=(),
        document=Document(
            name="tables",
            fields=(
                *("file", "rules", "digest", "players", "proved", "positions", "decisions"),
                *("within", "regret", "fault"),
            ),
            items=[_item(table) for table in verified],
            facts={},
        ),
        code=0 if all(table.proof for table in verified) else DISPROVED,
    )


def _verify(path: Path, rules: Rules | None) -> Verified:
    with showing_progress(
        _("verifying {name}").format(name=rules.name if rules else path.name)
    ) as progress:
        return verify_table(path, rules, progress)


def _item(table: Verified) -> tuple[Cell, ...]:
    rules, proof = table.rules, table.proof
    return (
        str(table.path),
        rules.name if rules else None,
        rules.digest if rules else None,
        table.players,
        proof is not None,
        proof.positions if proof else None,
        proof.decisions if isinstance(proof, Proof) else None,
        proof.radius if isinstance(proof, Nearness) else None,
        proof.regret if isinstance(proof, Nearness) else None,
        table.fault or None,
    )


def _sentence(table: Verified) -> str:
    if table.rules is None:
        return _("{file}: refused: {fault}").format(file=table.path, fault=table.fault)
    name, players = table.rules.name, table.players
    if table.proof is None:
        return _("{name} for {players} players: not proved: {fault}").format(
            name=name, players=players, fault=table.fault
        )
    if isinstance(table.proof, Nearness):
        return ngettext(
            "{name} for {players} players: proved: at the {n} position of the game the values are "
            "within {radius} of what the strategies pay that they select, and nobody gains more "
            "than {regret} by leaving these in a round",
            "{name} for {players} players: proved: at all {n} positions of the game the values are "
            "within {radius} of what the strategies pay that they select, and nobody gains more "
            "than {regret} by leaving these in a round",
            table.proof.positions,
        ).format(
            name=name,
            players=players,
            n=table.proof.positions,
            radius=scientific(table.proof.radius),
            regret=scientific(table.proof.regret),
        )
    return ngettext(
        "{name} for {players} players: proved: the values satisfy the optimality equations at "
        "all {n} position of the game, with no better keep in {decisions} situations within "
        "the rounds",
        "{name} for {players} players: proved: the values satisfy the optimality equations at "
        "all {n} positions of the game, with no better keep in {decisions} situations within "
        "the rounds",
        table.proof.positions,
    ).format(name=name, players=players, n=table.proof.positions, decisions=table.proof.decisions)
