"""What holds wherever something is refused."""


def one_line(error: BaseException) -> str:
    """The error's message, which must be one line that fits on a few rows of a terminal."""
    message = str(error)
    assert len(message.splitlines()) == 1, message
    assert len(message) < 600, message
    return message
