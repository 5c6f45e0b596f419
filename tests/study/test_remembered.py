"""What was asked for last is remembered, up to so many bytes of it."""

from solver.study.remembered import Remembered


def test_what_was_not_asked_for_longest_is_forgotten() -> None:
    remembered = Remembered[str, str](most_bytes=30)
    for key in "abc":
        remembered.keep(key, key.upper(), nbytes=10)
    remembered.keep("a", "A", nbytes=10)  # worked out twice at once: counted once
    assert remembered.find("b") == "B"
    remembered.keep("d", "D", nbytes=10)
    assert [key for key in "abcd" if remembered.find(key)] == ["a", "b", "d"]


def test_what_is_too_large_is_not_kept() -> None:
    remembered = Remembered[str, str](most_bytes=30)
    remembered.keep("a", "A", nbytes=30)
    remembered.keep("b", "B", nbytes=31)
    assert remembered.find("a") is None
    assert remembered.find("b") is None
    remembered.keep("c", "C", nbytes=30)
    assert remembered.find("c") == "C"
