"""Where the routes beside the endpoints are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from ._unknown_fields import Fields


@dataclass(frozen=True)
class Route:
    """A route beside the endpoints, and its fields; those in braces stand in the path."""

    method: str
    path: str
    fields: Fields

    def target(self, request: Mapping[str, Any]) -> tuple[str, dict[str, Any] | None]:
        """The path with its query, and the body, that a request's fields make."""
        given = {name: value for name, value in request.items() if value is not None}
        path = re.sub(r"\{(\w+)\}", lambda found: path_segment(given.pop(found[1], None)), self.path)
        if self.method not in ("GET", "DELETE"):
            return path, given
        query = urlencode({name: _text(value) for name, value in given.items()})
        return (f"{path}?{query}" if query else path), None


def path_segment(value: object) -> str:
    """An id as one segment of a path.

    Raises ValueError for an id that URLs read as another path: an empty one, ``.`` and ``..``.
    """
    text = _text(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} is not an id")
    return quote(text, safe="")


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
