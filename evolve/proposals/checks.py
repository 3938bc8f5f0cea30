"""What the settings of every search are checked by."""

from collections.abc import Mapping

from .errors import EvolveError


def check_least(settings: object, least: Mapping[str, int]) -> None:
    """Refuse settings of which a number, by name, is less than it has to be."""
    for name, number in least.items():
        if getattr(settings, name) < number:
            word = name.replace("_", "-")
            raise EvolveError(f"{word} is {number} at least, not {getattr(settings, name)}")
