"""Endpoints and routes, as the client needs them at run time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from ._errors import InvalidValueError
from ._unknown_fields import Fields
from ._values import to_text


@dataclass(frozen=True)
class Endpoint:
    """Endpoint with the group that it belongs to, and its fields."""

    group: str
    fields: Fields


@dataclass(frozen=True)
class Route:
    """Route of the account API. Fields in braces are part of the path."""

    method: str
    path: str
    fields: Fields

    def target(self, request: Mapping[str, Any]) -> tuple[str, dict[str, Any] | None]:
        """Returns the path with its query, and the body, of a request."""
        given = dict(request)
        path = re.sub(r"\{(\w+)\}", lambda found: path_segment(given.pop(found[1], None)), self.path)
        if self.method not in ("GET", "DELETE"):
            return path, given
        query = urlencode({name: to_text(value) for name, value in given.items()})
        return (f"{path}?{query}" if query else path), None


def path_segment(value: object) -> str:
    """Returns an id as one segment of a path.

    :raises InvalidValueError: for an id that URLs read as another path: an empty one, ``.`` and ``..``
    """
    text = "" if value is None else to_text(value)
    if text in ("", ".", ".."):
        raise InvalidValueError(f"{text!r} is not an id")
    return quote(text, safe="")
