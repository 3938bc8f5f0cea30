"""What goes wrong in the arena, said so that a person knows what to do."""

from ...engine.reading.input_error import InputError


class ArenaError(InputError):
    """A schedule or run that cannot be; the message says what would be right."""


class OtherGamesError(ArenaError):
    """A stored run has games that this program would not play: it cannot be resumed."""


class Interrupted(Exception):
    """A run was asked to stop; what it has played is kept."""
