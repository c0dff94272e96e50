"""Responses: JSON and files, each with its metadata."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

import httpx


@dataclass(frozen=True, kw_only=True)
class Metadata:
    """Metadata of a response."""

    path: str
    status: int
    request_id: str | None
    credits_cost: float | None
    """Credits charged for the request."""
    credits_remaining: float | None
    """Credits left in the account."""
    mode: Literal["live", "test"]
    """``test`` if the response is an example for a test key."""
    upstream: Literal["live", "sandbox"] | None
    """``sandbox`` if the data is invented, since an upstream of the service is a sandbox. None if the service did not say."""
    unknown_fields: str | None
    """Fields of the request that were ignored, each with the field that may have been meant."""
    attempts: int
    """Number of attempts of the request."""
    headers: Mapping[str, str]
    """All headers; names in any letter case."""


class JsonObject(dict[str, Any]):
    """JSON object of a response. It is a dict."""

    metadata: Metadata


class JsonList(list[Any]):
    """JSON list of a response. It is a list."""

    metadata: Metadata


class File(bytes):
    """File of a response. It is its bytes."""

    metadata: Metadata

    @property
    def content_type(self) -> str:
        """Media type, e.g. ``image/png``."""
        return self.metadata.headers.get("content-type", "application/octet-stream")

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the file, and returns its path."""
        target = Path(path)
        target.write_bytes(self)
        return target


def metadata_of(response: object) -> Metadata:
    """Returns the metadata of a response of this client: cost, credits left, request id, mode, headers.

    :param response: what a method of the client returned, not a part or a copy of it
    """
    metadata = getattr(response, "metadata", None)
    if not isinstance(metadata, Metadata):
        raise TypeError("This is not a response of the client: pass what its method returned")
    return metadata


def read_metadata(path: str, response: httpx.Response, attempts: int) -> Metadata:
    """Reads the metadata from the headers of a response."""
    headers = response.headers
    return Metadata(
        path=path,
        status=response.status_code,
        request_id=headers.get("X-Request-Id"),
        credits_cost=number_in(headers, "X-Credits-Cost"),
        credits_remaining=number_in(headers, "X-Credits-Remaining"),
        mode="test" if headers.get("X-Mode") == "test" else "live",
        upstream=cast(Any, headers.get("X-Upstream")),
        unknown_fields=headers.get("X-Unknown-Fields"),
        attempts=attempts,
        headers=headers,
    )


def with_metadata(body: object, metadata: Metadata) -> Any:
    """Returns a JSON body, or the bytes of a file, with its metadata."""
    response: JsonObject | JsonList | File
    if isinstance(body, dict):
        response = JsonObject(body)
    elif isinstance(body, list):
        response = JsonList(body)
    elif isinstance(body, bytes):
        response = File(body)
    else:
        return body
    response.metadata = metadata
    return response


def number_in(headers: Mapping[str, str], name: str) -> float | None:
    """Returns the number in a header, or None if there is none, or it is infinite."""
    try:
        number = float(headers[name])
    except (KeyError, ValueError):
        return None
    return number if math.isfinite(number) else None


def seconds_in(headers: Mapping[str, str], name: str) -> float | None:
    """Returns the seconds in a header, or None if there are none, or they are negative."""
    seconds = number_in(headers, name)
    return None if seconds is None or seconds < 0 else seconds
