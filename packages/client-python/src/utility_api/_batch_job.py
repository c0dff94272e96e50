"""Batches: many requests to one endpoint, which the service runs by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import aclosing, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import httpx

from . import _steps as steps
from ._errors import ApiConnectionError, ApiError, InvalidValueError, error_from
from ._job import Handle, Perform, PerformAsync
from ._options import Options, Settings
from ._responses import File

if TYPE_CHECKING:
    # Declaring all types takes longer than the rest of the import.
    from .generated import types as t


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


class BatchJob(Handle[Perform]):
    """Batch of requests. Any process that knows its id can wait for its results."""

    def status(self) -> t.Batch:
        """Returns the state and the progress of the batch."""
        return cast("t.Batch", self._perform(_request(self, "batch")))

    def wait(self, *, max_wait: float = steps.BATCH_MAX_WAIT) -> t.Batch:
        """Waits until the batch has finished or was cancelled.

        :raises RequestTimeoutError: if it is still running after ``max_wait`` seconds
        """
        return cast("t.Batch", self._perform(steps.batch_end(self._settings, self.id, max_wait)))

    def results(self, *, max_wait: float = steps.BATCH_MAX_WAIT) -> Iterator[BatchResult]:
        """Waits until the batch has ended, then iterates over its results in the order of its items, as they arrive."""
        self.wait(max_wait=max_wait)
        reader = _ResultReader(self.id, self._settings)
        while not reader.is_done:
            response = self._perform(_request(self, "batchResults", is_stream=True, format="jsonl"))
            with reader.receiving(), closing(response):
                for part in response.iter_bytes():
                    yield from reader.read(part)

    def file(self, format: Literal["jsonl", "csv", "zip"] = "jsonl") -> File:
        """Returns the results so far as a file: JSON lines, CSV with the columns of the input, or QR codes as a ZIP archive."""
        return cast(File, self._perform(_request(self, "batchResults", format=format)))

    def cancel(self) -> t.Batch:
        """Cancels the batch. Items that have succeeded are charged."""
        return cast("t.Batch", self._perform(_request(self, "cancelBatch")))


class AsyncBatchJob(Handle[PerformAsync]):
    """Batch of requests. Any process that knows its id can await its results."""

    async def status(self) -> t.Batch:
        """Returns the state and the progress of the batch."""
        return cast("t.Batch", await self._perform(_request(self, "batch")))

    async def wait(self, *, max_wait: float = steps.BATCH_MAX_WAIT) -> t.Batch:
        """Waits until the batch has finished or was cancelled.

        :raises RequestTimeoutError: if it is still running after ``max_wait`` seconds
        """
        return cast("t.Batch", await self._perform(steps.batch_end(self._settings, self.id, max_wait)))

    async def results(self, *, max_wait: float = steps.BATCH_MAX_WAIT) -> AsyncIterator[BatchResult]:
        """Waits until the batch has ended, then iterates over its results in the order of its items, as they arrive."""
        await self.wait(max_wait=max_wait)
        reader = _ResultReader(self.id, self._settings)
        while not reader.is_done:
            response = await self._perform(_request(self, "batchResults", is_stream=True, format="jsonl"))
            with reader.receiving():
                async with aclosing(response):
                    async for part in response.aiter_bytes():
                        for result in reader.read(part):
                            yield result

    async def file(self, format: Literal["jsonl", "csv", "zip"] = "jsonl") -> File:
        """Returns the results so far as a file: JSON lines, CSV with the columns of the input, or QR codes as a ZIP archive."""
        return cast(File, await self._perform(_request(self, "batchResults", format=format)))

    async def cancel(self) -> t.Batch:
        """Cancels the batch. Items that have succeeded are charged."""
        return cast("t.Batch", await self._perform(_request(self, "cancelBatch")))


def _request(job: BatchJob | AsyncBatchJob, route: str, *, is_stream: bool = False, **fields: str) -> steps.Steps[Any]:
    return steps.request_route(job._settings, route, {"batch": job.id, **fields}, Options(), is_stream=is_stream)


class _ResultReader:
    """Reads results from the parts of a file as they arrive. If it breaks off, it is read again from its beginning, without what was read already."""

    def __init__(self, batch_id: str, settings: Settings) -> None:
        self._batch_id = batch_id
        self._settings = settings
        self._line = b""
        self._next_index = 0
        self._retries = 0
        self.is_done = False

    @contextmanager
    def receiving(self) -> Iterator[None]:
        """Receives the file once.

        :raises ApiConnectionError: if it has broken off too often without a further result
        """
        self._line = b""
        cause = None
        try:
            yield
        except httpx.HTTPError as error:
            cause = error
        # A line without its end was cut off.
        self.is_done = cause is None and not self._line
        if not self.is_done:
            self._retries += 1
            if self._retries > self._settings.max_retries:
                raise ApiConnectionError(f"The results of batch {self._batch_id} broke off") from cause

    def read(self, part: bytes) -> Iterator[BatchResult]:
        *lines, self._line = (self._line + part).split(b"\n")
        for line in filter(None, lines):
            item = steps.parse_json(line, self._settings)
            index, status, body = item["index"], item["status"], item["body"]
            if index < self._next_index:
                continue
            self._next_index, self._retries = index + 1, 0
            if 200 <= status < 300:
                yield BatchResult(index, status, body, None)
            else:
                yield BatchResult(index, status, None, error_from(body, status=status))


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
