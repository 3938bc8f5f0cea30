"""What goes wrong in a search, said so that a person knows what to do."""

from ...engine.reading.input_error import InputError


class EvolveError(InputError):
    """A search that cannot be; the message says what would be right."""
