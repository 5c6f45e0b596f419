"""Where the files lie, and writing that happens whole or not at all."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import solver.files
from solver.errors import SolverError
from solver.files import (
    CACHE_VARIABLE,
    USER_VARIABLE,
    cache_folder,
    data_folder,
    replace_file,
    user_folder,
)


def test_data_lies_beside_the_package_in_a_checkout() -> None:
    assert data_folder() == Path(__file__).resolve().parents[1] / "data"


def test_data_inside_the_package_comes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "solver"
    monkeypatch.setattr(solver.files, "__file__", str(package / "files.py"))
    for folder in (tmp_path / "data", package / "data"):
        (folder / "rules").mkdir(parents=True)
        assert data_folder() == folder


def test_a_folder_called_data_is_not_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.setattr(solver.files, "__file__", str(tmp_path / "solver" / "files.py"))
    with pytest.raises(SolverError, match="install solver-421 again"):
        data_folder()


each_folder = pytest.mark.parametrize(
    ("variable", "folder"), [(CACHE_VARIABLE, cache_folder), (USER_VARIABLE, user_folder)]
)


@each_folder
def test_a_folder_is_where_its_variable_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, folder: Callable[[], Path]
) -> None:
    monkeypatch.setenv(variable, str(tmp_path / "mine"))
    assert folder() == tmp_path / "mine"
    assert not (tmp_path / "mine").exists()


@each_folder
@pytest.mark.parametrize("unset", [True, False])
def test_a_folder_is_the_systems_if_its_variable_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    variable: str,
    folder: Callable[[], Path],
    unset: bool,
) -> None:
    for place in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(place, str(tmp_path / place))
    if unset:
        monkeypatch.delenv(variable)
    else:
        monkeypatch.setenv(variable, "")
    assert folder().name == "solver-421"
    assert folder().is_absolute()
    assert cache_folder() != user_folder()


def test_replace_file_writes_and_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "table"
    for data in (b"first\r\n\0", b""):
        replace_file(path, data)
        assert path.read_bytes() == data
        assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="a umask is POSIX")
def test_replace_file_leaves_readers_to_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        replace_file(tmp_path / "table", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "table").stat().st_mode) == 0o644


@pytest.mark.parametrize("error", [OSError("disk full"), KeyboardInterrupt()])
@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (Path, "replace")])
def test_replace_file_that_fails_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, owner: object, step: str, error: BaseException
) -> None:
    path = tmp_path / "table"
    path.write_bytes(b"old")
    beside: list[Path] = []

    def fail(*_: object) -> None:
        beside.extend(other for other in tmp_path.iterdir() if other != path)
        raise error

    monkeypatch.setattr(owner, step, fail)
    with pytest.raises(type(error)):
        replace_file(path, b"new")
    assert len(beside) == 1, "the new content was written beside the old"
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="named pipes are POSIX")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileExistsError, match=str(pipe)):
        replace_file(pipe, b"new")
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]
