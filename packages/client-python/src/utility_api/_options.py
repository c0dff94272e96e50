"""Options of a client and of one request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._rate_limit import RateLimit
from ._responses import Metadata


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Options that all requests of a client share; the client describes them."""

    strict: bool
    wait: int | None
    max_retries: int
    timeout: float
    decimals: bool
    on_response: Callable[[Metadata], None] | None
    rate_limits: dict[str, RateLimit]
    """Rate limits by group."""
    is_test: bool
    """True if the API key is a test key."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """Options of one request. Those that are None are as in the client."""

    timeout: float | None = None
    max_retries: int | None = None
    headers: Mapping[str, str] | None = None
    idempotency_key: str | None = None
    wait: int | None = None
    callback_url: str | None = None
    max_wait: float | None = None


def split(
    keywords: Mapping[str, Any], accepted: frozenset[str], known: Mapping[str, Any]
) -> tuple[dict[str, Any], Options]:
    """Separates the fields of a request from its options.

    A field that is named like a keyword of Python may have an underscore after its name (``from_``), an option that is named like a field
    of the operation must have one (``headers_``). Fields that are None are left out.
    """
    request: dict[str, Any] = {}
    options: dict[str, Any] = {}
    for name, value in keywords.items():
        plain = name.removesuffix("_")
        if plain in accepted and (plain in known) == (name != plain):
            options[plain] = value
        elif value is not None:
            request[plain if plain in known else name] = value
    return request, Options(**options)
