"""What goes wrong in the arena, said so that a person knows what to do."""


class ArenaError(ValueError):
    """A schedule or run that cannot be; the message says what would be right."""


class OtherGamesError(ArenaError):
    """A stored run has games that this program would not play: it cannot be resumed."""


class Interrupted(Exception):
    """A run was asked to stop; what it has played is kept."""
