"""`Settings`: how a task is started. Default, limits and help text of a setting stand once, here.

    class CounterSettings(Settings, frozen=True, kw_only=True):
        population: Annotated[int, option("Candidates a generation.", SPEND, least=4)] = 48

Options of the command line, forms of a page and the stored form are all made from these classes.
They are checked when they are made, so an illegal one cannot exist. Modules of settings import no
kernel: `--help` reads them.
"""

from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from ...engine.reading.input_error import errors_about, mention
from ...engine.reading.names import shown
from ..play.errors import ArenaError
from ..play.schedule import MAX_GAMES

MOST: Final = 100_000
"""The most of anything but games, where a setting has no limit of its own."""


def limit(name: str, meta: Meta) -> float:
    """Return the most that a whole number may be."""
    if meta.le is not None:
        return meta.le
    return (meta.extra or {}).get("bound") or (MAX_GAMES if "games" in name else MOST)


def option(
    about: str,
    group: str,
    *,
    least: float | None = None,
    most: float | None = None,
    **more: Any,
) -> Meta:
    """Return what is known of a setting beside its type and default.

    `more` may have `flags` (names of the option, in place of the setting's own), `metavar`,
    `agent=True` for the text of an agent, which is checked and written in one way, `usage=True` for
    a limit whose breach is an error of usage (exit code 2), `bound` for a limit that is only there
    to keep a run finite: help leaves it out, `means` for what true says where the option is a flag
    that says false, and `shown` for what help shows as the default where that depends on others.
    """
    return Meta(ge=least, le=most, description=about, extra={"group": group} | more)


def word_of(name: str, meta: Meta) -> str:
    """Return what the command line and files call a setting: race-games, no-fill."""
    flags = (meta.extra or {}).get("flags", (name.replace("_", "-"),))
    return flags[0].removeprefix("--")


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Frozen values that are within their limits."""

    def __post_init__(self) -> None:
        for name, meta in settings_of(type(self)).items():
            value: Any = getattr(self, name)
            if value is None:
                continue
            extra: dict[str, Any] = meta.extra or {}
            whole = type(value) is int
            most = limit(name, meta) if whole else meta.le
            if meta.ge is not None and value < meta.ge:
                raise ArenaError(
                    f"{mention(name)} must be at least {meta.ge:g}, not {shown(value)}", field=name
                )
            if most is not None and value > most:
                raise ArenaError(
                    f"{mention(name)} must be at most {most:,}, not {shown(value)}", field=name
                )
            if extra.get("agent"):
                from ..play.entrant import repeatable  # noqa: PLC0415  (the text is enough for help)

                with errors_about(name):
                    msgspec.structs.force_setattr(self, name, str(repeatable(value)))


def settings_of(cls: type[Settings]) -> dict[str, Meta]:
    """Return what is known of each setting that `option` describes, in order."""
    found = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        for part in get_args(hint)[1:] if get_origin(hint) is Annotated else ():
            if isinstance(part, Meta):
                found[name] = part
    return found
