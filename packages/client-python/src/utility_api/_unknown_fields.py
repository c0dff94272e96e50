"""Finds fields that an endpoint does not have before anything is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Union

from ._errors import FieldError

Shape = Union[bool, "Fields", "list[Shape]"]
"""Shape of a field: an object with these fields, a list of one shape, or, if True, any value."""
Fields = Mapping[str, Shape]

_SIMILAR = 0.65
"""Minimum similarity of a name to a known one for a suggestion, as in the service."""


def unknown_fields(known: Fields, request: Mapping[str, Any]) -> list[FieldError]:
    """Returns the unknown fields of a request, with the messages of the service."""
    return list(_in_object(known, request, ""))


def _in_object(known: Fields, value: Mapping[str, Any], at: str) -> Iterator[FieldError]:
    before = f"{at}." if at else ""
    for name, field in value.items():
        if field is None or field == "":
            continue
        shape = known.get(name)
        if shape is None:
            nearest = _nearest(name, known)
            hint = f": did you mean {before}{nearest}?" if nearest else ""
            path = before + name
            yield FieldError(path, "unknown_field", f'Unknown field "{path}"{hint}')
        else:
            yield from _inside(shape, field, before + name)


def _inside(shape: Shape, value: Any, at: str) -> Iterator[FieldError]:
    if isinstance(shape, list):
        for index, item in enumerate(value if isinstance(value, (list, tuple)) else ()):
            yield from _inside(shape[0], item, f"{at}[{index}]")
    elif isinstance(shape, Mapping) and isinstance(value, Mapping):
        yield from _in_object(shape, value, at)


def _nearest(name: str, names: Iterable[str]) -> str | None:
    """Returns the name most similar to a mistyped one, ignoring letter case and separators; None if no name is similar."""
    mistyped = _plain(name)
    similarities = [(_similarity(mistyped, _plain(known)), known) for known in names]
    similarity, known = max(similarities, key=lambda pair: pair[0], default=(0.0, ""))
    return known if similarity >= _SIMILAR else None


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _similarity(one: str, other: str) -> float:
    """Returns the similarity of two names, from 0 to 1; 0 for names of too different lengths."""
    longer = max(len(one), len(other))
    return 0.0 if min(len(one), len(other)) < longer * _SIMILAR or longer == 0 else 1 - _distance(one, other) / longer


def _distance(one: str, other: str) -> int:
    """Returns the Damerau-Levenshtein distance (restricted): letters inserted, dropped, replaced or swapped with a neighbour."""
    rows = [list(range(len(other) + 1))]
    for row, letter in enumerate(one, 1):
        rows.append([row])
        for column, facing in enumerate(other, 1):
            least = min(rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + (letter != facing))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == facing:
                least = min(least, rows[row - 2][column - 2] + 1)
            rows[row].append(least)
    return rows[-1][-1]
