"""Finds fields that an endpoint does not have before anything is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Union

from ._errors import FieldError

Shape = Union[bool, "Fields", "list[Shape]"]
"""What may stand in a field: these fields, a list of what is told, or, where it is True, anything."""
Fields = Mapping[str, Shape]

_ALIKE = 0.65
"""How much of a name must be right for it to be taken for another; the service's own measure."""


def unknown_fields(known: Fields, request: Mapping[str, Any]) -> list[FieldError]:
    """What is wrong with the names of a request's fields, in the words in which the service refuses them."""
    return list(_in_object(known, request, ""))


def _in_object(known: Fields, value: Mapping[str, Any], at: str) -> Iterator[FieldError]:
    before = f"{at}." if at else ""
    for name, field in value.items():
        if field is None or field == "":
            continue
        shape = known.get(name)
        if shape is None:
            meant = _nearest(name, known)
            hint = f": did you mean {before}{meant}?" if meant else ""
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
    """The one of the names that a mistyped one is nearest to: letter case and what joins words do not count."""
    wanted = _plain(name)
    alike = [(_likeness(wanted, _plain(known)), known) for known in names]
    likeness, known = max(alike, key=lambda pair: pair[0], default=(0.0, ""))
    return known if likeness >= _ALIKE else None


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _likeness(one: str, other: str) -> float:
    """From 0 to 1. Names too different in length to be alike are not compared."""
    longer = max(len(one), len(other))
    return 0.0 if min(len(one), len(other)) < longer * _ALIKE or longer == 0 else 1 - _distance(one, other) / longer


def _distance(one: str, other: str) -> int:
    """The restricted distance of Damerau and Levenshtein: letters inserted, dropped, replaced or swapped with a neighbour."""
    rows = [list(range(len(other) + 1))]
    for row, letter in enumerate(one, 1):
        rows.append([row])
        for column, facing in enumerate(other, 1):
            least = min(rows[row - 1][column] + 1, rows[row][column - 1] + 1, rows[row - 1][column - 1] + (letter != facing))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == facing:
                least = min(least, rows[row - 2][column - 2] + 1)
            rows[row].append(least)
    return rows[-1][-1]
