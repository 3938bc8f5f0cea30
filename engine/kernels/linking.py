"""Helpers are compiled once, with the kernel that they are linked into.

This overrides methods that numba keeps to itself. Where they are not there, `HELPER` is empty:
helpers are then compiled as numba does it, which takes longer and plays the same games.
"""

from typing import Any, Final

from numba.core import codegen as _codegen
from numba.core import compiler as _compiler

_Library: Any = getattr(_codegen, "JITCodeLibrary", object)
_Compiler: Any = getattr(_compiler, "Compiler", object)

OVERRIDDEN: Final = (
    (_Library, "_optimize_final_module"),
    (_Library, "_finalize_final_module"),
    (_Library, "_finalize_dynamic_globals"),
    (_Library, "_ensure_finalized"),
    (_Library, "get_pointer_to_function"),
    (_Compiler, "define_pipelines"),
)
"""What numba must have for this to work: its classes, and their methods used here."""


class LinkedLibrary(_Library):
    """The code of a helper as it was written; the kernel that it is linked into optimises it.

    numba optimises a function together with all that it calls, and makes machine code of it. So
    what stands at the bottom of a chain of calls goes through LLVM once for every link of the
    chain, though only the last of them, the kernel that Python calls, is ever run. Helpers skip
    that: a first game compiles in half the time (36 s to 18, on an idle core) and is as fast.
    """

    def _optimize_final_module(self) -> None:
        """Do nothing: the kernel's library does it."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, which is for no machine code."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Whom numba asks to `set_env` of the machine code."""
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: there is no machine code."""


class HelperCompiler(_Compiler):
    """numba's compiler, for functions that only kernels call."""

    def define_pipelines(self) -> Any:
        """Return numba's pipelines; what they make goes into a linked library."""
        name = self.state.func_id.func_qualname
        self.state.library = LinkedLibrary(self.state.targetctx.codegen(), name)
        return super().define_pipelines()


HELPER: Final[dict[str, Any]] = (
    {
        "pipeline_class": HelperCompiler,
        # Wrappers for callers outside of kernels.
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    if all(hasattr(owner, name) for owner, name in OVERRIDDEN)
    else {}
)
"""How `numba.njit` is asked to compile a helper."""
