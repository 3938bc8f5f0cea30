"""`RequestError`: what was asked for is incomplete, or contradicts itself."""

from ...engine.reading.input_error import InputError


class RequestError(InputError):
    """Nothing can be made of what was asked for; the message says what would be right.

    Messages mention fields by `mention`; each interface spells them as its users know them.
    """
