"""A process that answers questions, one after the other, for a server that can do without it.

Questions come on standard input and replies go to standard output, each after its length in
four bytes; when no more comes, the process ends.
"""

import json
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO

from solver.web.questions import Reply, answer

LENGTH_BYTES = 4
FIRST = ("advise", "position=round 2 | roll 641 left 2")
"""A question that loads what most others need."""


def pack(frame: bytes) -> bytes:
    """Return a frame as it is sent."""
    return len(frame).to_bytes(LENGTH_BYTES, "big") + frame


def pack_question(name: str, query: str) -> bytes:
    """Return a question as it is sent."""
    return pack(json.dumps([name, query]).encode())


def unpack_reply(frame: bytes) -> Reply:
    """Return the reply that a frame holds."""
    return Reply(int(frame[:3]), frame[4:], frame[3:4] == b"+")


def _pack_reply(reply: Reply) -> bytes:
    return pack(b"%d%c%b" % (reply.status, b"+" if reply.lasting else b"-", reply.body))


def _questions(stream: BinaryIO) -> Iterator[tuple[str, str]]:
    while len(head := stream.read(LENGTH_BYTES)) == LENGTH_BYTES:
        name, query = json.loads(stream.read(int.from_bytes(head, "big")))
        yield name, query


def main() -> None:
    """Answer whatever comes."""
    # Values of whole games are exact, with more digits than Python prints unasked.
    sys.set_int_max_str_digits(0)
    # Whatever else is printed in this process must not get between the replies.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    answer(*FIRST)
    with os.fdopen(os.dup(0), "rb") as stream:
        for question in _questions(stream):
            replies.write(_pack_reply(answer(*question)))
            replies.flush()
