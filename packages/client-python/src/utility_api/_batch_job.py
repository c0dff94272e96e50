"""Batches: many requests to one endpoint, which the service runs by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from ._errors import ApiError, InvalidValueError, RequestTimeoutError, error_from
from ._options import Settings
from ._responses import File
from ._steps import parse_json

if TYPE_CHECKING:
    # Declaring all types takes longer than the rest of the import.
    from .generated import types as t

_FIRST_POLL = 0.5
_LONGEST_POLL_INTERVAL = 10.0
_MAX_WAIT = 24 * 3600.0
"""Time until every batch has ended, in seconds."""

_Route = Callable[[str, Mapping[str, Any]], Any]
_AsyncRoute = Callable[[str, Mapping[str, Any]], Awaitable[Any]]


@dataclass(frozen=True)
class BatchResult:
    """Result of one item of a batch: its data, or its error."""

    index: int
    """Position of the item, from 0."""
    status: int
    """Status of its response."""
    data: Any
    """Data of its response; None if it failed."""
    error: ApiError | None


class BatchJob:
    """Batch of requests. Any process that knows its id can wait for its results."""

    def __init__(self, batch_id: str, settings: Settings, route: _Route) -> None:
        self.id = batch_id
        self._settings = settings
        self._route = route

    def status(self) -> t.Batch:
        """Returns the state and the progress of the batch."""
        return cast("t.Batch", self._route("batch", {"batch": self.id}))

    def wait(self, *, max_wait: float = _MAX_WAIT) -> t.Batch:
        """Waits until the batch has finished or was cancelled.

        :raises RequestTimeoutError: if it is still running after ``max_wait`` seconds
        """
        pauses = _pauses(self.id, max_wait)
        while True:
            status = self.status()
            if status["finished_at"] is not None:
                return status
            time.sleep(next(pauses))

    def results(self, *, max_wait: float = _MAX_WAIT) -> Iterator[BatchResult]:
        """Waits until the batch has ended, then iterates over its results in the order of its items."""
        self.wait(max_wait=max_wait)
        yield from _results(self._settings, self.file())

    def file(self, format: Literal["jsonl", "csv", "zip"] = "jsonl") -> File:
        """Returns the results so far as a file: JSON lines, CSV with the columns of the input, or QR codes as a ZIP archive."""
        return cast(File, self._route("batchResults", {"batch": self.id, "format": format}))

    def cancel(self) -> t.Batch:
        """Cancels the batch. Items that have succeeded are charged."""
        return cast("t.Batch", self._route("cancelBatch", {"batch": self.id}))


class AsyncBatchJob:
    """Batch of requests. Any process that knows its id can await its results."""

    def __init__(self, batch_id: str, settings: Settings, route: _AsyncRoute) -> None:
        self.id = batch_id
        self._settings = settings
        self._route = route

    async def status(self) -> t.Batch:
        """Returns the state and the progress of the batch."""
        return cast("t.Batch", await self._route("batch", {"batch": self.id}))

    async def wait(self, *, max_wait: float = _MAX_WAIT) -> t.Batch:
        """Waits until the batch has finished or was cancelled.

        :raises RequestTimeoutError: if it is still running after ``max_wait`` seconds
        """
        pauses = _pauses(self.id, max_wait)
        while True:
            status = await self.status()
            if status["finished_at"] is not None:
                return status
            await asyncio.sleep(next(pauses))

    async def results(self, *, max_wait: float = _MAX_WAIT) -> AsyncIterator[BatchResult]:
        """Waits until the batch has ended, then iterates over its results in the order of its items."""
        await self.wait(max_wait=max_wait)
        for result in _results(self._settings, await self.file()):
            yield result

    async def file(self, format: Literal["jsonl", "csv", "zip"] = "jsonl") -> File:
        """Returns the results so far as a file: JSON lines, CSV with the columns of the input, or QR codes as a ZIP archive."""
        return cast(File, await self._route("batchResults", {"batch": self.id, "format": format}))

    async def cancel(self) -> t.Batch:
        """Cancels the batch. Items that have succeeded are charged."""
        return cast("t.Batch", await self._route("cancelBatch", {"batch": self.id}))


def batch_request(
    endpoint: str,
    items: Iterable[Mapping[str, Any]] | None,
    csv: str | bytes | Path | None,
    fields: Mapping[str, Any],
) -> dict[str, Any]:
    """Returns the fields of ``create_batch``."""
    if (items is None) == (csv is None):
        raise InvalidValueError("A batch needs either items or csv")
    path = endpoint if endpoint.startswith("/") else f"/v1/{endpoint}"
    requests: dict[str, Any] = {"items": list(items)} if items is not None else {"csv": _read_csv(csv)}
    return {"endpoint": path, **requests, **fields}


def _read_csv(csv: str | bytes | Path | None) -> str:
    content = csv.read_bytes() if isinstance(csv, Path) else csv
    if isinstance(content, str):
        return content
    try:
        # Spreadsheets begin a file in UTF-8 with a byte order mark.
        return (content or b"").decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidValueError("The CSV is not in UTF-8: decode it, and pass its text") from error


def _results(settings: Settings, lines: bytes) -> Iterator[BatchResult]:
    for line in lines.splitlines():
        if line:
            item = parse_json(line, settings)
            index, status, body = item["index"], item["status"], item["body"]
            is_success = 200 <= status < 300
            yield BatchResult(
                index, status, body if is_success else None, None if is_success else error_from(body, status=status)
            )


def _pauses(batch_id: str, max_wait: float) -> Iterator[float]:
    """Yields the pauses between polls, until the time is over."""
    deadline = time.monotonic() + max_wait
    pause = _FIRST_POLL
    while time.monotonic() + pause < deadline:
        yield pause
        pause = min(_LONGEST_POLL_INTERVAL, pause * 1.5)
    raise RequestTimeoutError(f"Batch {batch_id} is still running after {max_wait:g} s")
