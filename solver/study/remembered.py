"""What was kept last, as much as fits into so many bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


class Remembered(Generic[Key, Thing]):
    """Things by their keys, until later ones need the room.

    >>> remembered = Remembered[str, int](most_bytes=100)
    >>> remembered.keep("one", 1, nbytes=40)
    >>> remembered.keep("two", 2, nbytes=60)
    >>> remembered.find("one"), remembered.find("two")
    (1, 2)
    >>> remembered.keep("three", 3, nbytes=10)
    >>> remembered.find("one"), remembered.find("two")
    (None, 2)
    """

    def __init__(self, most_bytes: int) -> None:
        """Begin with none; ``most_bytes`` is what all may take together."""
        self._things: OrderedDict[Key, tuple[Thing, int]] = OrderedDict()
        self._most_bytes = most_bytes
        self._bytes = 0

    def find(self, key: Key) -> Thing | None:
        """Return what was kept by that key, if it is still there."""
        if key not in self._things:
            return None
        self._things.move_to_end(key)
        return self._things[key][0]

    def keep(self, key: Key, thing: Thing, nbytes: int) -> None:
        """Keep something, and forget what was not asked for longest if that is too much."""
        if key in self._things:
            self._bytes -= self._things.pop(key)[1]
        self._things[key] = thing, nbytes
        self._bytes += nbytes
        while self._bytes > self._most_bytes:
            _key, (_thing, freed) = self._things.popitem(last=False)
            self._bytes -= freed
