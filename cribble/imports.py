"""Imports at the start of the program, without those of modules that it may never use.

Flask and Werkzeug import a compiler of templates, a development server and a client for tests
whether they are used or not: a tenth of the processor time of a start.
"""

import gc
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

if TYPE_CHECKING:
    from importlib.abc import Loader

DEFERRED: Final = frozenset(
    {"flask.templating", "jinja2", "tomllib", "werkzeug.serving", "werkzeug.test"}
)
"""Modules that those which are imported at the start only call, and only later."""


@contextmanager
def importing() -> Iterator[None]:
    """Import modules, but those of DEFERRED at their first use, unless they are there already.

    No garbage is looked for meanwhile, nor later among what was made: nearly all of it stays, and
    to look through it once takes a twentieth of the processor time of a start.
    """
    finder = DeferredFinder()
    gc.disable()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        for name in DEFERRED:
            if isinstance(sys.modules.get(name), DeferredModule):
                del sys.modules[name]
        gc.freeze()
        gc.enable()


class DeferredModule(ModuleType):
    """Takes the place of a module that is imported when something of it is used."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            return DeferredName(self.__name__, name)
        return getattr(import_module(self.__name__), name)


class DeferredName:
    """A function or class that others imported by name from a DeferredModule."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return getattr(import_module(self._module), self._name)(*args, **kwargs)


class DeferredFinder:
    """Finds a DeferredModule for each name of DEFERRED."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec where *fullname* is of DEFERRED."""
        return ModuleSpec(fullname, cast("Loader", self)) if fullname in DEFERRED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module in the place of that of *spec*."""
        return DeferredModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""
