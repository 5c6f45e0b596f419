"""The games whose tables are stored, as a document."""

from solver.errors import RulesError
from solver.game.notation import Position, format_position
from solver.game.presets import PRESETS, find_rules
from solver.game.rules import Rules
from solver.game.state import Start
from solver.study.documents.document import Document
from solver.tables.store import Stored, stored_tables


def games_document() -> Document:
    """Return what can be asked about whole games: the tables of presets, fields of them changed."""
    found = {(stored.digest, stored.players): (stored, rules) for stored, rules in _readable()}
    games = sorted(found.values(), key=lambda game: _order(*game))
    return Document(
        name="games",
        fields=("rules", "digest", "players", "start", "pot", "legs", "exact"),
        items=[
            (
                rules.name,
                rules.digest,
                stored.players,
                format_position(Position(rules, Start(stored.players))),
                rules.pot if rules.mode == "tokens" else None,
                rules.legs if rules.mode == "legs" else None,
                stored.exact,
            )
            for stored, rules in games
        ],
        facts={},
    )


def _readable() -> list[tuple[Stored, Rules]]:
    """Tables of rules that positions can name; those of files are somebody's own."""
    found = []
    for stored in stored_tables():
        try:
            rules = find_rules(stored.rules)
        except RulesError:
            continue
        if rules.digest == stored.digest:
            found.append((stored, rules))
    return found


def _order(stored: Stored, rules: Rules) -> tuple[int, str, int]:
    preset = rules.name.partition("{")[0]
    return PRESETS.index(preset), rules.name, stored.players
