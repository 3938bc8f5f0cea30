"""Own setups: saved and removed in the user's file, as `setups save` and `remove` do."""

from typing import Annotated, Any

import msgspec
from litestar import delete, post
from litestar.params import JSONBody, PathParameter

from ...api.listings import setup_values
from ...engine.rules.ruleset import Ruleset
from ...results.files.own_setups import remove_setup, save_setup
from ...setups.catalogue import catalogue_setup
from ...setups.own_setups import check_name, own_setup, setups_file
from ..common.problems import Refusal
from ..guard.inputs import read_setup


class GivenOwnSetup(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A setup, and the name under which it is saved."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    setup: Annotated[str, msgspec.Meta(max_length=4000)]
    """A text, a name, or JSON with its formation."""
    replace: bool = False
    """Whether it may take the place of one of that name."""


@post("/setups/own", sync_to_thread=True, tags=["setups"])
def save_own(data: JSONBody[GivenOwnSetup]) -> dict[str, Any]:
    """Save a setup under a name, for use wherever a setup is."""
    check_name(data.name)
    playing = read_setup(data.setup).playing
    known = own_setup(data.name)
    if known and known.setup != playing and not data.replace:
        raise Refusal(409, f"{known.name} is {known.setup}; replace takes its place")
    if known is None or known.setup != playing:
        save_setup(setups_file(), data.name, playing, replace=known is not None)
    saved = own_setup(data.name)
    return setup_values(saved.setup if saved else playing, Ruleset(), saved)


@delete("/setups/own/{name:str}", sync_to_thread=True, tags=["setups"])
def remove_own(name: Annotated[str, PathParameter(max_length=200)]) -> None:
    """Remove a setup of one's own; stored runs keep what they played."""
    if own_setup(name) is None:
        named = catalogue_setup(name)
        why = f"{named.name} is a setup of the catalogue, which stays" if named else ""
        raise Refusal(409 if named else 404, why or f"there is no own setup {name[:40]!r}")
    remove_setup(setups_file(), name)


HANDLERS = (save_own, remove_own)
