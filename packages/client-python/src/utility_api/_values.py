"""Values of requests, and how they are written."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timezone
from decimal import Decimal
from typing import Union

from ._errors import InvalidValueError

Number = Union[int, float, Decimal]
"""Number of a request. A Decimal is sent exactly."""
Day = Union[str, date]
"""Calendar day of a request: a date, or text as YYYY-MM-DD."""
Instant = Union[str, datetime]
"""Instant of a request: a datetime, or text in ISO 8601. A datetime without a time zone is in local time."""


def to_json(value: object) -> bytes:
    """Writes a value as JSON."""
    return "".join(_write(value)).encode()


def to_text(value: object) -> str:
    """Writes a value as text of a URL."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return _exact(value)
    if isinstance(value, (list, tuple)):
        return ",".join(to_text(item) for item in value)
    written = _date_or_time(value)
    return str(value) if written is None else written


def _write(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield "{"
        for at, (name, field) in enumerate(value.items()):
            yield f"{',' if at else ''}{json.dumps(str(name))}:"
            yield from _write(field)
        yield "}"
    elif isinstance(value, (list, tuple)):
        yield "["
        for at, item in enumerate(value):
            if at:
                yield ","
            yield from _write(item)
        yield "]"
    elif value is None or isinstance(value, (str, bool, int)):
        yield json.dumps(value)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise InvalidValueError(f"{value} is not a number that JSON can represent")
        yield json.dumps(value)
    elif isinstance(value, Decimal):
        yield _exact(value)
    else:
        written = _date_or_time(value)
        if written is None:
            raise InvalidValueError(f"A value of type {type(value).__name__} cannot be sent as JSON")
        yield json.dumps(written)


def _exact(number: Decimal) -> str:
    if not number.is_finite():
        raise InvalidValueError(f"{number} is not a number that JSON can represent")
    return format(number, "f")


def _date_or_time(value: object) -> str | None:
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return value.isoformat(timespec="minutes")
    return None
