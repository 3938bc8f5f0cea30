"""`InputError`: the base of every error that says what was wrong with an input."""

from .names import printable


class InputError(ValueError):
    """Something that was given cannot be used; the message says what would be right.

    Messages quote what was given, so characters that would steer a terminal are spelled out.
    """

    def __init__(self, message: object) -> None:
        super().__init__(printable(str(message)))
