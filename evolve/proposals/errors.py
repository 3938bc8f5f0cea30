"""What goes wrong in a search, said so that a person knows what to do."""


class EvolveError(ValueError):
    """A search that cannot be; the message says what would be right."""
