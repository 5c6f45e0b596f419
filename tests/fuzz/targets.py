"""What is fuzzed: readers, each with examples of what it reads and what must hold of its answer.

A target takes bytes and returns whether they were accepted. What is no error of the solver's
own is left to fly; what was accepted must make sense, or an assertion fails.
"""

import io
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from solver.engine.certificate import prove
from solver.errors import RefutedError, SolverError
from solver.files import data_folder
from solver.game.dice import HANDS
from solver.game.legality import all_states
from solver.game.notation import format_position, parse_position
from solver.game.presets import PRESETS, find_rules, parse_rules_file
from solver.game.rules import ALLOWED, Rules
from solver.study.game_log import format_game, read_games
from solver.study.policy_files import read_policy
from solver.study.record.read import read_records
from solver.study.record.write import format_record
from solver.study.strategies import find_strategy
from solver.study.validate.counts import Dealt
from solver.study.validate.report import Plan
from solver.study.validate.run import validate
from solver.tables.store import read_table, table_name
from tests.checks import one_line
from tests.commands.running import ask

DATA = data_folder()


@dataclass(frozen=True)
class Target:
    """A reader.

    Attributes:
        read: takes what may be nonsense, and returns whether it was accepted.
        seeds: what makes sense.
        cases: how many a full run takes.
    """

    read: Callable[[bytes], bool]
    seeds: tuple[bytes, ...]
    cases: int


def _or_refused(read: Callable[[bytes], bool]) -> Callable[[bytes], bool]:
    def whole(data: bytes) -> bool:
        try:
            return read(data)
        except SolverError as error:
            one_line(error)
            return False

    return whole


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def read_position(data: bytes) -> bool:
    """A position that is accepted is written as one line that means the same."""
    text = _text(data)
    position = parse_position(text)
    canonical = format_position(position)
    assert parse_position(canonical) == position
    assert format_position(parse_position(canonical)) == canonical
    assert canonical.isprintable()
    assert all(char.isascii() for char in text if char.isdigit() or char.isnumeric())
    return True


def read_rules(data: bytes) -> bool:
    """Rules that are accepted hold nothing but what their fields may hold."""
    rules = parse_rules_file(data.decode("utf-8", "replace"), "house.toml").rules
    for name, value in rules.settings().items():
        assert value in ALLOWED[name]
        assert type(value) is type(ALLOWED[name][0])
    assert Rules(**rules.settings()) == rules  # type: ignore[arg-type]
    return True


def read_rules_name(data: bytes) -> bool:
    """A name with overrides that is accepted is that of rules which are found again by it."""
    rules = find_rules(_text(data))
    assert find_rules(rules.name) == rules
    return True


def _written(data: bytes, suffix: str) -> Path:
    path = _folder() / f"case{suffix}"
    path.write_bytes(data)
    return path


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-421-"))


def read_policy_file(data: bytes) -> bool:
    """A policy that is accepted plays something at every decision it names: shares of 1."""
    policy = read_policy(_written(data, ".csv"), find_strategy("never-reroll"))
    assert policy.decisions
    for told in policy.decisions.values():
        assert len(told) == len(HANDS)
        assert all(sum(share for _, share in mix) == 1 for mix in told if mix is not None)
    return True


def validate_numbers(data: bytes) -> bool:
    """Claims and counts are judged, or refused."""
    report = validate(io.BufferedReader(io.BytesIO(data)), find_rules("jetons"), Plan(), Dealt())
    assert report.kind in ("claims", "counts", "games")
    return True


def read_log(data: bytes) -> bool:
    """Games that are accepted are written as they were read."""
    games = list(read_games(io.BytesIO(data)))
    again = "\n".join(format_game(game) for _, game in games).encode()
    assert [game for _, game in read_games(io.BytesIO(again))] == [game for _, game in games]
    return True


def read_record_file(data: bytes) -> bool:
    """Written records that are accepted are written as they were read."""
    records = [record for _, record in read_records(io.BytesIO(data))]
    again = "\n".join(map(format_record, records)).encode()
    assert [record for _, record in read_records(io.BytesIO(again))] == records
    return True


TABLE_OF = find_rules("jambes")
TABLE = (DATA / "tables" / table_name(TABLE_OF, 2)).read_bytes()
STATES = list(all_states(TABLE_OF, 2))
RIGHT = {
    state: known.values
    for state, known in read_table(DATA / "tables" / table_name(TABLE_OF, 2), TABLE_OF, 2).items()
}


def read_table_file(data: bytes) -> bool:
    """Of a damaged table nothing is accepted; of a forged one, nothing is proved."""
    table = read_table(_written(data, ".table"), TABLE_OF, 2)
    values = {state: known.values for state, known in table.items()}
    if data == TABLE:
        assert list(values) == STATES
        return True
    # A guided fuzzer sees what checksums are compared, and so forges one.
    head, _, body = data.partition(b"\n")
    assert sha256(body).hexdigest().encode() in head
    if values != RIGHT:
        with pytest.raises(RefutedError):
            prove(TABLE_OF, 2, values)
    return False


def run_command(data: bytes) -> bool:
    """A command line ends in an answer, or in one line that says why not."""
    arguments = _text(data).split("\n")
    if arguments[0] not in ("advise", "value", "odds", "hands", "rules"):
        arguments = ["value", *arguments]
    done = ask(*arguments)
    assert done.code in (0, 1, 2), done
    assert "Traceback" not in done.err + done.out
    assert "a fault of the solver" not in done.err, done.err
    if done.code and arguments != ["rules"]:  # which alone asks for its help
        assert done.out == ""
        assert done.err.count("\n") == 1, done.err
        assert done.err.rstrip("\n").isprintable(), done.err
    return done.code == 0


def _examples(*names: str) -> tuple[bytes, ...]:
    return tuple((DATA / "examples" / name).read_bytes() for name in names)


def _texts(*texts: str) -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts)


POSITIONS = _texts(
    "round 2 | roll 641 left 2",
    "round 3 | seen 322,653 in 2 | roll 641 left 1 | player 2",
    "jetons{pot=11,suites=off}: charge 5 4,2 | seen 3-2-2 in 1",
    "comptoir: decharge 10,11",
    "jambes{legs=5}: legs 5,4,0",
    "deux phases: décharge 7,1,13",
    "manche 2 | vu [3, 2, 2] en 2 | lancer 1,4,6 reste 1",
    "start 8",
)

POLICY = _texts(
    "position,roll,left,keep,probability\n"
    "jetons: round 2,641,2,1,1/2\njetons: round 2,641,2,641,1/2\njetons: round 2,655,1,,1\n",
    "position;roll;left;keep\njetons: round 2 | seen 322 in 2;641;1;61\n",
    '{"position": "jetons: round 2", "roll": 641, "left": 2, "keep": "1"}\n'
    '{"position": "comptoir: round 2 | seen 665 in 3", "roll": "421", "left": 2, "keep": ""}\n',
)

# Without values of games, which take their time however they are asked for.
CLAIMS = _texts(
    "quantity,count,n,estimate,standard_error\nodds 421 in 3,22813,100000,,\n"
    "odds brelan in 3,,200000,0.21758,\nodds >=666 in 2,,,0.1716,0.0009\n",
    "quantity;n;estimate\nhand 641 after 2 by chase-421;1000;0,04\n",
    '[{"quantity": "odds 421 in 1", "n": 1000, "estimate": "0.028"}]',
)

RECORDS = _examples("game.txt")

COMMANDS = _texts(
    "advise\n6\n1\n4\n--left\n2",
    "advise\nround 2 | seen 653 in 2 | roll 641 left 1\n--json",
    "value\njetons: charge 5 10,6\n--format\ncsv",
    "odds\n421\n--rolls\n2",
    "hands\n641\n553\n--set\nfiches=brelans_first",
    "rules\ndiff\njetons\ncomptoir{pot=11}",
)

TARGETS: dict[str, Target] = {
    "positions": Target(_or_refused(read_position), POSITIONS, 50_000),
    "names of rules": Target(
        _or_refused(read_rules_name),
        (*_texts(*PRESETS), b"jetons{pot=11,suites=off}", b"le bon{max_rolls=2}"),
        30_000,
    ),
    "rules files": Target(
        _or_refused(read_rules),
        tuple(path.read_bytes() for path in sorted((DATA / "rules").glob("*.toml"))),
        20_000,
    ),
    "policy files": Target(_or_refused(read_policy_file), POLICY, 30_000),
    "claims and counts": Target(
        _or_refused(validate_numbers), (*CLAIMS, *_examples("counts.csv")), 20_000
    ),
    "logs of games": Target(
        _or_refused(read_log),
        tuple(line for line in _examples("games.jsonl")[0].splitlines() if len(line) < 2000),
        30_000,
    ),
    "records of games": Target(_or_refused(read_record_file), RECORDS, 20_000),
    "tables": Target(_or_refused(read_table_file), (TABLE,), 20_000),
    "command lines": Target(run_command, COMMANDS, 10_000),
}
