"""What can be asked, and how it is answered: from the text of a query to the body of a reply.

Only presets, with any fields changed, are rules here: no file of this machine is opened for
whoever asks from elsewhere. Games are answered from tables that are stored; none is solved.
"""

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from http import HTTPStatus
from itertools import islice
from random import Random
from urllib.parse import parse_qsl

from solver.errors import INPUT_ERRORS, QueryError, SolverError, UnsolvedError
from solver.game.dice_notation import parse_hands, parse_keep
from solver.game.names import read_hand
from solver.game.notation import parse_position
from solver.game.presets import find_rules, load_rules_file, presets_alone
from solver.game.ranking import rank_hands
from solver.game.rules import MAX_PLAYERS, Rules
from solver.game.words import SEED_DIGITS, one_line, parse_count, quote
from solver.language import LANGUAGES, _, either, speaking
from solver.study.advice import advise, advise_all, evaluate
from solver.study.documents.advice import advice_document, map_document, value_document
from solver.study.documents.document import Content, content_of, json_text
from solver.study.documents.explanation import explanation_document
from solver.study.documents.games import games_document
from solver.study.documents.hands import comparison_document, order_document
from solver.study.documents.odds import odds_document
from solver.study.documents.quiz import quiz_document
from solver.study.documents.rounds import ROLES, round_content
from solver.study.documents.rules import presets_document, rules_document
from solver.study.explain import explain
from solver.study.odds import MAX_ROLLS, best_odds
from solver.study.quiz.progress import Progress
from solver.study.quiz.questions import draw_questions
from solver.study.quiz.sitting import mostly_new
from solver.study.referee import Role
from solver.study.sentences import sentences

MOST_QUESTIONS = 20
MOST_FIELDS = 16

Fields = Mapping[str, str]
"""The parameters of a query, each once."""


@dataclass(frozen=True)
class Reply:
    """What is sent back: a body in JSON; ``lasting`` if the same question always has it."""

    status: int
    body: bytes
    lasting: bool


@dataclass(frozen=True)
class Question:
    """A question that can be asked.

    Attributes:
        answer: makes what is sent out of the parameters.
        required: parameters that must be there.
        optional: those that may be; besides, every question takes ``lang``.
        lasting: whether its answer is the same as long as this version runs.
    """

    answer: Callable[[Fields], Content]
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    lasting: bool = True


def answer(name: str, query: str) -> Reply:
    """Answer a question of `QUESTIONS`; whatever is wrong becomes a reply too."""
    with ExitStack() as inside:
        inside.enter_context(presets_alone())
        try:
            fields = _read(query)
            inside.enter_context(speaking(_language(fields)))
            return _answer(QUESTIONS[name], fields)
        except Exception as error:
            return refuse(*_judge(error))


def refuse(status: int, message: str) -> Reply:
    """Return the reply that says in one sentence what is wrong."""
    text = json.dumps({"error": one_line(message)}, ensure_ascii=False)
    return Reply(status, f"{text}\n".encode(), lasting=False)


def language_of(query: str) -> str:
    """Return the language that a query asks for, as far as it can be read."""
    try:
        return _language(_read(query))
    except QueryError:
        return LANGUAGES[0]


def _answer(question: Question, fields: Fields) -> Reply:
    known = (*question.required, *question.optional, "lang")
    for name in fields:
        if name not in known:
            raise QueryError(
                _("no parameter {name}; there are {names}").format(
                    name=quote(name), names=", ".join(known)
                )
            )
    for name in question.required:
        if name not in fields:
            raise QueryError(_("the parameter {name} is missing").format(name=name))
    text = json_text(question.answer(fields))
    return Reply(HTTPStatus.OK, text.encode(), question.lasting)


def _read(query: str) -> Fields:
    if not query:
        return {}
    try:
        pairs = parse_qsl(
            query,
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:  # also of bytes that are not UTF-8
        raise QueryError(
            _("a query is NAME=VALUE&NAME=VALUE in UTF-8, percent-encoded, not {query}").format(
                query=quote(query)
            )
        ) from None
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise QueryError(_("a parameter stands twice in {query}").format(query=quote(query)))
    return fields


def _language(fields: Fields) -> str:
    language = fields.get("lang", LANGUAGES[0])
    if language not in LANGUAGES:
        raise QueryError(
            _("lang must be {languages}, not {language}").format(
                languages=either(LANGUAGES), language=quote(language)
            )
        )
    return language


def _judge(error: Exception) -> tuple[int, str]:
    """The status and the sentence that say what is wrong; as `cli.judge` does for commands."""
    if isinstance(error, UnsolvedError):
        return HTTPStatus.NOT_FOUND, str(error)
    if isinstance(error, INPUT_ERRORS):
        return HTTPStatus.BAD_REQUEST, str(error)
    if isinstance(error, SolverError):
        return HTTPStatus.INTERNAL_SERVER_ERROR, str(error)
    if sys.flags.dev_mode:
        raise error
    return HTTPStatus.INTERNAL_SERVER_ERROR, fault_words(error)


def fault_words(error: Exception) -> str:
    """Return what is said of an error that nobody foresaw; its own words may tell too much."""
    return _("a fault of the solver, {name}").format(name=type(error).__name__)


def _advise(fields: Fields) -> Content:
    return content_of(advice_document(advise(parse_position(fields["position"]))))


def _value(fields: Fields) -> Content:
    asked = parse_position(fields["position"])
    return content_of(value_document(asked, evaluate(asked)))


def _explain(fields: Fields) -> Content:
    other = parse_keep(fields["instead"]) if "instead" in fields else None
    found = explain(parse_position(fields["position"]))
    return content_of(explanation_document(found, sentences(found, other)))


def _map(fields: Fields) -> Content:
    asked = parse_position(fields["position"])
    rolls = [replace(asked, roll=hand) for hand in rank_hands(asked.rules).order]
    advise(asked)  # refuses a position in which nobody has rolled
    return content_of(map_document(asked, advise_all(rolls)))


def _odds(fields: Fields) -> Content:
    rules = _rules_of(fields)
    rolls = _whole(fields, "rolls", 1, MAX_ROLLS, rules.max_rolls)
    return content_of(odds_document(rules, best_odds(rules, fields["target"], rolls)))


def _hands(fields: Fields) -> Content:
    rules = _rules_of(fields)
    match [read_hand(fields[name]) for name in ("first", "second") if name in fields]:
        case []:
            return content_of(order_document(rules))
        case [one, other]:
            return content_of(comparison_document(rules, one, other))
    raise QueryError(_("two hands to compare, first and second, or none"))


def _rules(fields: Fields) -> Content:
    if "rules" not in fields:
        return content_of(presets_document())
    file = load_rules_file(fields["rules"].partition("{")[0].strip())
    return content_of(rules_document(find_rules(fields["rules"]), file))


def _round(fields: Fields) -> Content:
    asked = parse_position(fields["position"])
    out_of_barrage: dict[Role, int] = {
        role: _whole(fields, role, 0, MAX_PLAYERS - 1, 0) for role in ROLES if role in fields
    }
    return round_content(asked, parse_hands(fields["hands"]), out_of_barrage)


def _games(_fields: Fields) -> Content:
    return content_of(games_document())


def _quiz(fields: Fields) -> Content:
    if "state" in fields and "players" in fields:
        raise QueryError(_("state says how many players there are; leave out players"))
    players = _whole(fields, "players", 2, MAX_PLAYERS, 2)
    asked = parse_position(fields.get("state", f"round {players}"), fields.get("rules"))
    most = _whole(fields, "n", 1, MOST_QUESTIONS, 1)
    drawn = draw_questions(asked, Random(_seed(fields)), Progress().weights())
    questions = islice(mostly_new(drawn, set()), most)
    return content_of(quiz_document(asked.rules, list(questions)))


def _seed(fields: Fields) -> int:
    text = fields.get("seed", "0")
    seed = parse_count(text, SEED_DIGITS)
    if seed is None:
        raise QueryError(
            _("a whole number of at most 15 digits, not {text}").format(text=quote(text))
        )
    return seed


def _rules_of(fields: Fields) -> Rules:
    return find_rules(fields.get("rules", "jetons"))


def _whole(fields: Fields, name: str, least: int, most: int, default: int) -> int:
    if name not in fields:
        return default
    count = parse_count(fields[name])
    if count is None or not least <= count <= most:
        raise QueryError(
            _("{name} must be a whole number from {least} to {most}, not {value}").format(
                name=name, least=least, most=most, value=quote(fields[name])
            )
        )
    return count


QUESTIONS = {
    "advise": Question(_advise, ("position",)),
    "value": Question(_value, ("position",)),
    "explain": Question(_explain, ("position",), ("instead",)),
    "map": Question(_map, ("position",)),
    "round": Question(_round, ("position", "hands"), ROLES),
    "odds": Question(_odds, ("target",), ("rolls", "rules")),
    "hands": Question(_hands, (), ("rules", "first", "second")),
    "rules": Question(_rules, (), ("rules",)),
    "games": Question(_games, lasting=False),
    "quiz": Question(_quiz, (), ("rules", "players", "state", "seed", "n")),
}
"""By their names in addresses."""
