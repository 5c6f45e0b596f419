"""Hostile input by default: few cases of every reader, chosen by hypothesis; names that attack."""

import pickle
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.commands.running import Done, ask
from tests.fuzz.cases import HungError, try_case
from tests.fuzz.mutations import TOKENS, damaged
from tests.fuzz.targets import TABLE, TARGETS, Target

each_target = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


@each_target
def test_what_makes_sense_is_accepted(target: Target) -> None:
    for seed in target.seeds:
        assert try_case(target, seed), seed[:100]


@each_target
@settings(max_examples=40)
@given(st.randoms(use_true_random=False))
def test_damaged_input_is_answered_or_refused(target: Target, chance: Random) -> None:
    try_case(target, damaged(chance, target.seeds))


@each_target
@settings(max_examples=10)
@given(st.binary(max_size=300))
def test_any_bytes_are_answered_or_refused(target: Target, data: bytes) -> None:
    try_case(target, data)


def test_a_case_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.cases.MOST_SECONDS", 0.1)

    def spin(_: bytes) -> bool:
        while True:
            pass

    with pytest.raises(HungError, match=r"0\.1 s"):
        try_case(Target(spin, (b"",), 1), b"")


def _tables() -> Iterator[bytes]:
    """2,000 tables with one byte changed, or cut short."""
    chance = Random(421)
    for _ in range(1000):
        place = chance.randrange(len(TABLE))
        other = chance.choice([byte for byte in range(256) if byte != TABLE[place]])
        yield TABLE[:place] + bytes([other]) + TABLE[place + 1 :]
    for _ in range(1000):
        yield TABLE[: chance.randrange(len(TABLE))]


def test_two_thousand_damaged_tables_are_refused() -> None:
    assert not any(try_case(TARGETS["tables"], data) for data in _tables())


def test_a_forged_table_is_not_proved() -> None:
    """Its checksum is right, so it is read; but what proves tables does not believe it."""
    _, _, body = TABLE.partition(b"\n")
    value = body.rstrip(b"\n").rpartition(b"\t")[2]
    forged = body.replace(value, value.replace(value[:1], b"2" if value[:1] == b"1" else b"1", 1))
    assert forged != body
    assert not try_case(
        TARGETS["tables"], TABLE[:12] + sha256(forged).hexdigest().encode() + b"\n" + forged
    )


class _Trap:
    """Makes a file if it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Path]]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("target", [*TARGETS])
def test_nothing_that_is_read_is_unpickled(target: str, tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    trap = pickle.dumps(_Trap(sprung), protocol=0)
    pickle.loads(trap)
    assert sprung.exists(), "the trap works"
    sprung.unlink()
    assert not try_case(TARGETS[target], trap)
    assert not sprung.exists()


NAMES = [token for token in TOKENS if token not in ("-", "--help", "left", "421", "641")]
PLACES: list[tuple[str, ...]] = [
    ("value", "{}: round 2"),
    ("value", "round 2 | seen {}"),
    ("value", "round 2", "--rules", "{}"),
    ("hands", "--set", "pot={}"),
    ("hands", "--set", "{}=11"),
    ("hands", "{}"),
    ("odds", "{}"),
    ("rules", "check", "{}"),
    ("advise", "614", "--left", "{}"),
    ("evaluate", "{}", "random", "--state", "round 2"),
    ("validate", "{}"),
    ("simulate", "round 2", "--rounds", "10", "--seed", "{}"),
]


def _harmless(done: Done) -> None:
    """Nothing of what was typed may steer the terminal of whoever reads the refusal."""
    assert done.code in (1, 2)
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert done.err.rstrip("\n").isprintable()
    assert len(done.err) < 1000


@pytest.mark.parametrize("place", PLACES, ids=" ".join)
def test_names_of_every_kind_are_refused_in_one_line(place: tuple[str, ...]) -> None:
    for name in NAMES:
        done = ask(*(word.replace("{}", name) for word in place))
        if done.code == 0:  # some of them mean something somewhere: pot=11, a hand, a class
            assert name.isascii(), (place, name)
        else:
            _harmless(done)
