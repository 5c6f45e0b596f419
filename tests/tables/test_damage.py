"""No table is answered from that is not, byte for byte, one that was stored for these rules."""

import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from solver import __version__
from solver.errors import TableError
from solver.files import data_folder
from solver.game.presets import find_rules
from solver.game.state import Charge, Decharge
from solver.tables.store import MAX_BYTES, read_table, table_name
from tests.checks import one_line
from tests.tables.small import RULES, body_of, sign, stored

SHIPPED = find_rules("jetons{pot=11}")


def _refusal(path: Path) -> str:
    with pytest.raises(TableError) as refused:
        read_table(path, RULES, 2)
    return one_line(refused.value)


def _accepted(path: Path, data: bytes) -> bool:
    path.write_bytes(data)
    try:
        read_table(path, SHIPPED, 2)
    except TableError as error:
        one_line(error)
        return False
    return True


@pytest.fixture
def shipped() -> bytes:
    """A real table."""
    return (data_folder() / "tables" / table_name(SHIPPED, 2)).read_bytes()


def test_what_is_not_damaged_is_accepted(shipped: bytes, tmp_path: Path) -> None:
    assert _accepted(tmp_path / "table", shipped)


def test_two_thousand_changed_bytes_are_all_refused(shipped: bytes, tmp_path: Path) -> None:
    chance = random.Random(421)
    for _ in range(2000):
        place = chance.randrange(len(shipped))
        other = chance.choice([byte for byte in range(256) if byte != shipped[place]])
        damaged = shipped[:place] + bytes([other]) + shipped[place + 1 :]
        assert not _accepted(tmp_path / "table", damaged), (place, other)


def test_every_bit_of_the_first_lines_counts(shipped: bytes, tmp_path: Path) -> None:
    for place in range(shipped.index(b"\n\n") + 30):
        for bit in range(8):
            damaged = bytearray(shipped)
            damaged[place] ^= 1 << bit
            assert not _accepted(tmp_path / "table", bytes(damaged)), (place, bit)


def test_a_table_cut_short_anywhere_is_refused(shipped: bytes, tmp_path: Path) -> None:
    chance = random.Random(421)
    lengths = {*range(300), *chance.sample(range(len(shipped)), 700), len(shipped) - 1}
    for length in sorted(lengths):
        assert not _accepted(tmp_path / "table", shipped[:length]), length


def test_what_is_added_inserted_or_left_out_is_refused(shipped: bytes, tmp_path: Path) -> None:
    chance = random.Random(421)
    for more in (b"\n", b"\0", b"charge 1 1,1\t1/2\n", shipped):
        assert not _accepted(tmp_path / "table", shipped + more)
        assert not _accepted(tmp_path / "table", more + shipped)
    for _ in range(300):
        start, end = sorted(chance.sample(range(len(shipped)), 2))
        assert not _accepted(tmp_path / "table", shipped[:start] + shipped[end:])
        assert not _accepted(tmp_path / "table", shipped[:end] + shipped[start:])


@pytest.mark.parametrize(
    ("other", "complaint"),
    [
        ("jetons{pot=4}", "has digest "),
        ("jetons{pot=5,max_rolls=2}", "has digest "),
        ("jetons{pot=4,max_rolls=2,suites=off}", "has digest "),
    ],
)
def test_a_table_of_other_rules_is_refused(other: str, complaint: str, tmp_path: Path) -> None:
    assert complaint in _refusal(stored(tmp_path, other))


def test_a_table_of_other_players_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="has players '2' instead of '3'"):
        read_table(stored(tmp_path), RULES, 3)


def test_a_table_of_another_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("solver.tables.store.__version__", "0.0.1")
        path = stored(tmp_path)
    assert f"has solver '0.0.1' instead of '{__version__}'" in _refusal(path)


def _head(old: str, new: str) -> Callable[[bytes], bytes]:
    def forge(body: bytes) -> bytes:
        assert old.encode() in body
        return body.replace(old.encode(), new.encode(), 1)

    return forge


def _without_line(number: int) -> Callable[[bytes], bytes]:
    def forge(body: bytes) -> bytes:
        lines = body.splitlines(keepends=True)
        return b"".join(lines[:number] + lines[number + 1 :])

    return forge


@pytest.mark.parametrize(
    ("forge", "complaint"),
    [
        (_head("rules ", "rule "), "head is malformed"),
        (_head("players 2", "players 1"), "head is malformed"),
        (_head("players 2", "players 22"), "head is malformed"),
        (_head("states 13", "states -13"), "head is malformed"),
        (_head("states 13", "states 1e1"), "head is malformed"),
        (_head("complete yes", "complete maybe"), "head is malformed"),
        (_head("complete yes\n\n", "complete yes\n"), "head is malformed"),
        (_head("players 2\n", "players 2\nplayers 2\n"), "head is malformed"),
        (lambda _: b"", "head is malformed"),
        (lambda _: b"\xff" * 100, "head is malformed"),
        (_head("players 2", "players 3"), "has players '3'"),
        (_head("complete yes", "complete no"), "has complete 'no'"),
        (_head("states 13", "states 12"), "has 13 states instead of 12"),
        (_head("states 13", "states 14"), "has 13 states instead of 14"),
        (_without_line(9), "has 12 states instead of 13"),
        (_without_line(18), "has 12 states instead of 13"),
        (lambda body: body + b"charge 9 9,9\t1/2\n", "has 14 states instead of 13"),
    ],
)
def test_a_forged_head_or_number_of_states_is_refused(
    forge: Callable[[bytes], bytes], complaint: str, tmp_path: Path
) -> None:
    path = stored(tmp_path)
    assert complaint in _refusal(sign(path, forge(body_of(path))))


@pytest.mark.parametrize(
    "value", ["", "1", "1/0", "0/0", "-1/2", "1/-2", "3/2", "1/2\t1/2", "1/2 ", " 1/2", "A/B",
              "01/2", "0x1/2", "1//2", "½", "٣/٤", "1/2/3", "nan/1", "1_0/20", "~",
              "-1~", "1" + 33 * "0" + "~", "1/2~"],
)  # fmt: skip
def test_values_that_cannot_be_are_refused(value: str, tmp_path: Path) -> None:
    path = stored(tmp_path)
    lines = body_of(path).decode().splitlines()
    place = next(place for place, line in enumerate(lines) if line.startswith("charge 4 0,0"))
    lines[place] = f"charge 4 0,0\t{value}"
    table = read_table(sign(path, ("\n".join(lines) + "\n").encode()), RULES, 2)
    with pytest.raises(TableError, match="no values of 2 seats at 'charge 4 0,0'"):
        table.values(Charge(4, (0, 0)))
    with pytest.raises(TableError, match="no values of 2 seats at 'charge 4 0,0'"):
        dict(table.items())
    assert len(table.values(Decharge((2, 2)))) == 2


def test_a_state_that_the_game_does_not_have_is_refused(tmp_path: Path) -> None:
    path = stored(tmp_path)
    forged = body_of(path).replace(b"\ncharge 4 0,0\t", b"\ncharge 4 0,1\t")
    table = read_table(sign(path, forged), RULES, 2)
    with pytest.raises(TableError, match="a state 'charge 4 0,1' too many"):
        dict(table.items())
    with pytest.raises(TableError, match="has no state 'charge 4 0,0'"):
        table.values(Charge(4, (0, 0)))


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"421", b"421-table", b"421-table 2 x\n", b"\x80\x04]\x94.", b"\0" * 1000]
)
def test_what_is_no_table_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "no.table"
    path.write_bytes(data)
    assert "is no table of this version" in _refusal(path)


class _Trap:
    """Makes a file if it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Path]]:
        return Path.touch, (self.path,)


def test_a_pickle_is_never_run(tmp_path: Path) -> None:
    sprung, path = tmp_path / "sprung", tmp_path / "trap.table"
    trap = pickle.dumps(_Trap(sprung))
    pickle.loads(trap)
    assert sprung.exists(), "the trap works"
    sprung.unlink()
    path.write_bytes(trap)
    _refusal(path)
    sign(path, trap)
    _refusal(path)
    assert not sprung.exists()


def test_a_huge_file_is_not_even_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.table"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    monkeypatch.setattr(Path, "read_bytes", None)
    assert f"larger than {MAX_BYTES} bytes" in _refusal(path)


def test_what_is_no_file_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"."):
        read_table(tmp_path, RULES, 2)
    with pytest.raises(FileNotFoundError):
        read_table(tmp_path / "missing", RULES, 2)
