"""What goes wrong with changes of the rules, said so that a person knows what to do."""


class BalanceError(ValueError):
    """A change that cannot be judged; the message says what would be right."""
