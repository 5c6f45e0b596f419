"""Whatever is asked, the answer is JSON of a known form: nothing fails, nothing is opened."""

import asyncio
from collections.abc import Callable
from random import Random
from urllib.parse import quote

import pytest

from solver.web.app import API
from solver.web.questions import QUESTIONS
from tests.schemas import validator
from tests.web.asking import Got, app, send

PARAMETERS = sorted(
    {name for asked in QUESTIONS.values() for name in (*asked.required, *asked.optional)} | {"lang"}
)
STATES = (
    *("round 2", "round 3", "manche 2", "legs 2,1", "legs 2,0,1", "charge 5 10,6", "start 2"),
    *("decharge 10,11", "decharge 10,0,11", "charge 21 0,0", "start 3", "round 1", "round 9"),
)
RULES = (
    *("jetons", "jambes", "comptoir", "comptoir-le-bon", "deux-phases", "tokens", "nobody"),
    *("jetons{pot=11}", "jetons{suites=off,max_rolls=2}", "jambes{legs=3}", "jetons{pot=}"),
    *("/etc/passwd", "data/rules/jetons.toml", "..", "~", "jetons{", "-"),
)
PARTS = (
    *("roll 641 left 2", "roll 641 left 1", "roll 1 4 6 left 0", "lancer 665 reste 1"),
    *("seen 653 in 2", "seen 322", "seen 421,111 in 1", "vu 653 en 3", "player 0", "player 7"),
)
HANDS = ("641", "322", "421", "6-4-1", "nénette", "brelan", "fiche de six", ">=666", "", "777")
WORDS = ("en", "fr", "de", "0", "1", "2", "3", "421", "999999999999999", "-1", "1.5", "٣", "on")
SIGNS = "".join(map(chr, range(33))) + "|:,{}=&%+;'\"<>/\\~.-_ é’³\u202e\ud7ff😀0123xyz"


def _position(rng: Random) -> str:
    rules = f"{rng.choice(RULES)}: " if rng.random() < 0.4 else ""
    parts = rng.sample(PARTS, rng.randint(0, 3))
    return " | ".join((rules + rng.choice(STATES), *parts))


TYPICAL: dict[str, Callable[[Random], str]] = {
    "position": _position,
    "state": lambda rng: rng.choice(STATES),
    "rules": lambda rng: rng.choice(RULES),
    "hands": lambda rng: ",".join(rng.choices(HANDS[:4], k=rng.randint(1, 4))),
    "instead": lambda rng: rng.choice(("", "6", "64", "641", "1", "x")),
}
"""What is likely to be right, by parameter; of others a hand or a word."""


def _value(rng: Random, name: str) -> str:
    likely = TYPICAL.get(name)
    text = likely(rng) if likely else rng.choice((*HANDS, *WORDS))
    if rng.random() < 0.3:
        text = _changed(rng, text)
    return "x" * 6000 if rng.random() < 0.002 else text


def _changed(rng: Random, text: str) -> str:
    """A text with a few signs lost, doubled or put in."""
    signs = list(text)
    for _change in range(rng.randint(1, 3)):
        place = rng.randrange(len(signs) + 1)
        match rng.randrange(3):
            case 0:
                signs.insert(place, rng.choice(SIGNS))
            case 1:
                del signs[place : place + 1]
            case _:
                signs[place:place] = signs[place - 1 : place]
    return "".join(signs)


def targets(rng: Random) -> str:
    """A path with a query that may make sense."""
    name = rng.choice((*QUESTIONS, *QUESTIONS, "nothing", "Advise", "advise/", "../advise"))
    asked = QUESTIONS.get(name)
    names = [*asked.required, *asked.optional] if asked else [rng.choice(PARAMETERS)]
    names = [each for each in names if rng.random() < 0.9]
    if rng.random() < 0.1:
        names.append(rng.choice((*PARAMETERS, "nothing", "")))
    if rng.random() < 0.3:
        names.append("lang")
    pairs = [f"{quote(each)}={quote(_value(rng, each), safe='')}" for each in names]
    query = "&".join(pairs)
    if rng.random() < 0.05:
        query = quote(_changed(rng, query), safe="%&=;+")
    return f"{API}/{name}?{query}" if query or rng.random() < 0.5 else f"{API}/{name}"


def check(target: str, got: Got) -> None:
    assert got.status in (200, 400, 404), (target, got)
    document = got.json()
    if got.status == 200:
        name = target.removeprefix(f"{API}/").partition("?")[0]
        schema = {"rules": "rules-show" if "fields" in document else "rules-list"}.get(name, name)
        validator(schema).validate(document)
        return
    validator("error").validate(document)
    line = document["error"]
    assert line.isprintable(), target
    assert len(line) <= 700, target
    assert "fault of the solver" not in line, target


def ask_at_random(seed: int, times: int) -> dict[int, int]:
    """Ask so many questions; returns how many came back with each status."""
    rng = Random(seed)
    counts: dict[int, int] = {}

    async def run() -> None:
        application = app()
        for _question in range(times):
            target = targets(rng)
            got = await send(application, target)
            check(target, got)
            counts[got.status] = counts.get(got.status, 0) + 1

    asyncio.run(run())
    return counts


def test_some_hundred_questions_at_random() -> None:
    counts = ask_at_random(seed=1, times=600)
    # They would test little if most were refused for the same reason, or all were answered.
    assert min(counts[status] for status in (200, 400, 404)) > 30


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_ten_thousand_questions_at_random(seed: int) -> None:
    assert ask_at_random(seed, times=1000)[200] > 50
