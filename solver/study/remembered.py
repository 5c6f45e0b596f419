"""Answers that were given last, as many as fit into so much memory."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """Something that knows what it takes in memory."""

    @property
    def nbytes(self) -> int:
        """The number of bytes."""


Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer", bound=Sized)


class Remembered(Generic[Key, Answer]):
    """A function of one argument that remembers what was asked of it last.

    >>> import numpy as np
    >>> zeros = Remembered(np.zeros, most_bytes=100)
    >>> zeros(5) is zeros(5)
    True
    >>> first, other = zeros(5), zeros(10)  # 40 and 80 bytes, too much together
    >>> zeros(5) is first
    False
    """

    def __init__(self, function: Callable[[Key], Answer], most_bytes: int) -> None:
        """Remember what ``function`` answers, up to so many bytes; the last answer always."""
        self._function = function
        self._most_bytes = most_bytes
        self._bytes = 0
        self._answers: OrderedDict[Key, Answer] = OrderedDict()

    def __call__(self, key: Key) -> Answer:
        """Return what the function answers."""
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        answer = self._answers[key] = self._function(key)
        self._bytes += answer.nbytes
        while self._bytes > self._most_bytes and len(self._answers) > 1:
            _key, forgotten = self._answers.popitem(last=False)
            self._bytes -= forgotten.nbytes
        return answer
