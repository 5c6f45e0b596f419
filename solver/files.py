"""Where files lie: the game's data, and what this user's solver has computed.

Everything else asks here, so a checkout and an installed wheel look alike to it.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EEXIST, ENOENT
from pathlib import Path

from solver.errors import SolverError
from solver.language import _, either, marked

CACHE_VARIABLE = "FOUR21_CACHE"
"""The environment variable that moves the cache folder."""

USER_VARIABLE = "FOUR21_USER"
"""The environment variable that moves the folder of what the user has done."""

_REFUSALS = (
    marked("No such file or directory"),
    marked("Permission denied"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("File exists"),
    marked("File name too long"),
    marked("No space left on device"),
    marked("Read-only file system"),
    marked("Input/output error"),
    marked("Connection refused"),
    marked("Address already in use"),
    marked("Cannot assign requested address"),
    marked("Name or service not known"),
)
"""What systems usually say, in English; anything else is passed on as it comes."""


def why_refused(error: OSError) -> str:
    """Return what the system says of a file that it refuses, in the language spoken."""
    said = error.strerror or str(error)
    return _(said) if said in _REFUSALS else said


def data_folder() -> Path:
    """The folder that holds ``rules/`` and ``tables/``, read-only.

    A wheel carries it inside the package; in a checkout it stands beside the package.
    Raises SolverError if the installation has lost it.
    """
    package = Path(__file__).resolve().parent
    candidates = (package / "data", package.parent / "data")
    for folder in candidates:
        # Any project may put a folder called data beside this package; ours holds rules.
        if (folder / "rules").is_dir():
            return folder
    raise SolverError(
        _(
            "expected the folder of rules and tables at {places}, "
            "found neither: install solver-421 again"
        ).format(places=either(map(str, candidates)))
    )


def cache_folder() -> Path:
    """The folder for what is computed on this machine; it may not exist yet.

    ``$FOUR21_CACHE`` if that is set and not empty, otherwise where the system keeps caches.
    Raises OSError if the user has no home for one.
    """
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    from platformdirs import user_cache_path  # here, because advice needs no cache

    return _at_home(user_cache_path, CACHE_VARIABLE)


def user_folder() -> Path:
    """The folder for what this user has done, such as his quizzes; it may not exist yet.

    ``$FOUR21_USER`` if that is set and not empty, otherwise where the system keeps users' data.
    Raises OSError if he has no home for one.
    """
    if chosen := os.environ.get(USER_VARIABLE):
        return Path(chosen)
    from platformdirs import user_data_path  # here, because advice needs no such folder

    return _at_home(user_data_path, USER_VARIABLE)


def _at_home(find: Callable[..., Path], variable: str) -> Path:
    try:
        folder = find("solver-421", appauthor=False)
    except RuntimeError:
        folder = Path("~")
    if not folder.is_absolute():
        message = _("there is no home folder; set {variable} to a folder")
        raise FileNotFoundError(ENOENT, message.format(variable=variable))
    return folder


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path to write to, which takes the place of ``path`` if all goes well.

    Missing folders are made, and devices refused. If anything goes wrong, an interrupt included,
    ``path`` is as it was and nothing is left beside it.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        # A device or a pipe would be gone for everybody.
        raise FileExistsError(EEXIST, "File exists", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    # Not tempfile: its files are readable by their owner alone, and a cache may be shared.
    beside = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        yield beside
        beside.replace(path)
    except BaseException as error:
        beside.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, str(beside)):
            error.filename = str(path)  # which is the name that a person knows
        raise


def replace_file(path: Path, data: bytes) -> None:
    """Make ``data`` the whole content of ``path``; a reader sees the old file or the new one.

    Raises OSError as writing does; then ``path`` is as it was.
    """
    with replacing(path) as beside, beside.open("xb") as file:
        file.write(data)
        file.flush()
        # Without it a power cut may keep the new name and lose the content.
        os.fsync(file.fileno())
