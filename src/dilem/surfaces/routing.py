"""Which part answers an address: the one table of routes.

The guard asks it before it looks at anything else, so a wrong address or method is told as such,
and there are no redirects.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.datastructures import Headers
from starlette.routing import compile_path
from starlette.types import ASGIApp

from dilem.errors import MethodNotAllowed, NotFound


@dataclass(frozen=True, slots=True)
class Route:
    """An address, its methods and what answers there.

    `check_headers` runs before the body is read. `name` is the operation's, for the log.
    """

    path: str
    methods: frozenset[str]
    app: ASGIApp
    name: str | None = None
    check_headers: Callable[[Headers], None] | None = None


class Routes:
    """Routes by address. Several may share one, with different methods."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._fixed: dict[str, list[Route]] = {}
        self._patterns = []
        for route in routes:
            pattern, _, convertors = compile_path(route.path)
            if convertors:
                self._patterns.append((pattern, convertors, route))
            else:
                self._fixed.setdefault(route.path, []).append(route)

    def match(self, method: str, path: str) -> tuple[Route, Mapping[str, Any]]:
        """Find the route and the values of its path.

        Raises:
            NotFound: nothing is at `path`.
            MethodNotAllowed: something is, with other methods.
        """
        found = self._at(path)
        for route, values in found:
            if method in route.methods:
                return route, values
        raise MethodNotAllowed(allow=", ".join(_methods(found)))

    def methods(self, path: str) -> list[str]:
        """List the methods of an address.

        Raises:
            NotFound: nothing is at `path`.
        """
        return _methods(self._at(path))

    def _at(self, path: str) -> list[tuple[Route, Mapping[str, Any]]]:
        found: list[tuple[Route, Mapping[str, Any]]] = [(route, {}) for route in self._fixed.get(path, [])]
        for pattern, convertors, route in self._patterns:
            match = pattern.fullmatch(path)
            if match:
                values = {name: convertors[name].convert(text) for name, text in match.groupdict().items()}
                found.append((route, values))
        if not found:
            raise NotFound
        return found


def _methods(found: Iterable[tuple[Route, Mapping[str, Any]]]) -> list[str]:
    return sorted({method for route, _ in found for method in route.methods})
