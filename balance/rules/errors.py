"""What goes wrong with changes of the rules, said so that a person knows what to do."""

from ...engine.reading.input_error import InputError


class BalanceError(InputError):
    """A change that cannot be judged; the message says what would be right."""
