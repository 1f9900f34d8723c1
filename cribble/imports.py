"""Deferred imports: Flask and Werkzeug import a template engine, a development server and a test
client that a table may never use; they take a sixth of the startup CPU time."""

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
    {"flask.templating", "jinja2", "ssl", "tomllib", "werkzeug.serving", "werkzeug.test"}
)
"""Modules imported at startup but used later or never."""


@contextmanager
def importing() -> Iterator[None]:
    """Context manager: defers imports of DEFERRED until first use.

    Garbage collection is disabled meanwhile, and new objects are then frozen (``gc.freeze``),
    because nearly all of them survive; collecting takes 5 % of the startup CPU time.
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
    """A placeholder that imports the real module on first use."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            return DeferredName(self.__name__, name)
        return getattr(import_module(self.__name__), name)


class DeferredName:
    """A placeholder for a function or class imported from a DeferredModule."""

    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return getattr(import_module(self._module), self._name)(*args, **kwargs)


class DeferredFinder:
    """A meta path finder that returns a DeferredModule for each name in DEFERRED."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, cast("Loader", self)) if fullname in DEFERRED else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return DeferredModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the placeholder has no code."""
