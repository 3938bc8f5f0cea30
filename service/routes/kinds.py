"""Kinds of run with their settings, as forms need them."""

from litestar import get

from ...api.forms import KindForm, kind_forms
from ..guard.inputs import OF_THE_SERVER


@get("/kinds", sync_to_thread=True, tags=["jobs"])
def list_kinds() -> list[KindForm]:
    """List the kinds of run with their settings: texts, inputs, defaults and limits."""
    return kind_forms(without=OF_THE_SERVER)


HANDLERS = (list_kinds,)
