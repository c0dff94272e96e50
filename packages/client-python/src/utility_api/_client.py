"""Clients without their endpoints: one is synchronous, the other asynchronous."""

from __future__ import annotations

import asyncio
import os
import platform
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

import httpx

from . import _steps as steps
from ._batch_job import AsyncBatchJob, BatchJob, batch_request
from ._errors import ConfigurationError
from ._job import AsyncJob, Job
from ._options import Options, Settings, split
from ._responses import Metadata
from ._version import __version__
from .generated.operations import ENDPOINTS, ROUTES

T = TypeVar("T")
Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)

_FOR_ROUTES = frozenset({"timeout", "max_retries", "headers", "idempotency_key"})
_FOR_ENDPOINTS = _FOR_ROUTES | {"wait"}
_FOR_JOBS = _FOR_ROUTES | {"callback_url"}
_USER_AGENT = f"utility-api-client-python/{__version__} Python/{platform.python_version()}"


class _Client(Generic[Http]):
    """Configuration of both clients."""

    def __init__(
        self,
        base_url: str | None = None,
        *,
        api_key: str | None = None,
        token: str | Callable[[], str | Awaitable[str]] | None = None,
        strict: bool = True,
        wait: int | None = None,
        max_retries: int = 2,
        timeout: float = 30.0,
        decimals: bool = False,
        on_response: Callable[[Metadata], None] | None = None,
        http: Http | None = None,
    ) -> None:
        """
        :param base_url: URL of the service, e.g. ``https://api.example.com``; by default the environment variable ``UTILITY_API_URL``
        :param api_key: API key; by default ``UTILITY_API_KEY``, if no token is given
        :param token: browser token, or a function that returns a fresh one for each attempt
        :param strict: if True, unknown fields raise an UnknownFieldError; otherwise they are ignored
        :param wait: seconds after which a request to an endpoint continues as a job, which the client waits for
        :param max_retries: maximum number of retries after 502, 503, 504 or a broken connection; 0 disables those after 429 as well
        :param timeout: maximum time to wait for the connection, and for each part of the response, in seconds
        :param decimals: if True, numbers with a fraction in responses are ``decimal.Decimal`` instead of ``float``
        :param on_response: called with the metadata of each response: cost, credits left, request id
        :param http: httpx client to use, e.g. with a proxy; you close it
        :raises ConfigurationError: without a valid base URL, or if the API key is not ASCII
        """
        self._base_url = _checked_url(base_url or os.environ.get("UTILITY_API_URL"))
        self._api_key = _checked_key(api_key or (os.environ.get("UTILITY_API_KEY") if token is None else None))
        self._token = token
        self._owns_http = http is None
        self._http: Http = http or self._new_http()
        self._settings = Settings(
            strict=strict,
            wait=wait,
            max_retries=max_retries,
            timeout=timeout,
            decimals=decimals,
            on_response=on_response,
            rate_limits={},
            is_test=(self._api_key or "").startswith("ua_test_"),
        )

    def _new_http(self) -> Http:
        raise NotImplementedError

    def _perform(self, todo: steps.Steps[T]) -> Any:
        """Performs the steps of a request, and returns its result; an asynchronous client returns an awaitable of it."""
        raise NotImplementedError

    def _call(self, endpoint: str, keywords: Mapping[str, Any]) -> Any:
        return self._perform(steps.call(self._settings, endpoint, *split(keywords, _FOR_ENDPOINTS, ENDPOINTS[endpoint].fields)))

    def _file(self, endpoint: str, keywords: Mapping[str, Any]) -> Any:
        return self._perform(steps.file(self._settings, endpoint, *split(keywords, _FOR_ROUTES, ENDPOINTS[endpoint].fields)))

    def _route(self, name: str, keywords: Mapping[str, Any]) -> Any:
        return self._perform(steps.request_route(self._settings, name, *split(keywords, _FOR_ROUTES, ROUTES[name].fields)))

    def _build(self, send: steps.Send, token: str | None) -> httpx.Request:
        """Returns a request as httpx sends it."""
        credentials = {
            **({"X-API-Key": self._api_key} if self._api_key else {}),
            **({"Authorization": f"Bearer {token}"} if token else {}),
        }
        try:
            return self._http.build_request(
                send.method,
                self._base_url + send.path,
                headers={"User-Agent": _USER_AGENT, **send.headers, **credentials},
                content=send.body,
                timeout=httpx.Timeout(send.timeout, pool=None),
            )
        except (httpx.InvalidURL, AttributeError, TypeError, ValueError) as error:
            raise ConfigurationError(f"The request cannot be sent: {error}") from error


def _checked_url(url: str | None) -> str:
    if not url:
        raise ConfigurationError("No base URL: pass base_url, or set UTILITY_API_URL")
    try:
        parsed = httpx.URL(url.strip())
        is_valid = parsed.scheme in ("http", "https") and bool(parsed.host)
    except (httpx.InvalidURL, TypeError, ValueError):
        is_valid = False
    if not is_valid:
        raise ConfigurationError(f"Invalid base URL {url!r}: it must look like https://api.example.com")
    # The paths of the API begin with /v1.
    return url.strip().rstrip("/").removesuffix("/v1").rstrip("/")


def _checked_key(key: str | None) -> str | None:
    trimmed = key.strip() if key else None
    if trimmed and not (trimmed.isascii() and trimmed.isprintable()):
        raise ConfigurationError("Invalid API key: it has characters other than ASCII")
    return trimmed


def _failed_token(error: Exception) -> ConfigurationError:
    return ConfigurationError(f"The token function failed: {error}")


class SyncClient(_Client[httpx.Client]):
    """Synchronous client. It is safe to use from several threads, and a context manager that closes it."""

    def _new_http(self) -> httpx.Client:
        return httpx.Client()

    def call(self, endpoint: str, request: Mapping[str, Any], **options: Any) -> Any:
        """Calls an endpoint by its id, e.g. ``currency/convert``, with the fields of its request under their names in the API.

        :raises UnknownFieldError: before anything is sent
        :raises ApiError: for an error response
        :raises ApiConnectionError: without a response
        """
        return self._perform(steps.call(self._settings, endpoint, request, Options(**options)))

    def job(self, job_id: str) -> Job[Any]:
        """Returns the job with an id, e.g. one that another process has submitted."""
        return Job(job_id, self._settings, self._perform)

    def submit_batch(
        self,
        endpoint: str,
        items: Iterable[Mapping[str, Any]] | None = None,
        *,
        csv: str | bytes | Path | None = None,
        **fields: Any,
    ) -> BatchJob:
        """Submits a batch: up to 10,000 requests to one endpoint.

        :param endpoint: id or path of the endpoint, e.g. ``mailchecker``
        :param items: the fields of each request
        :param csv: the requests as CSV instead: its text, or the path of a file
        :param fields: other fields of ``create_batch``, such as ``columns``, ``defaults``, ``name`` and ``webhook``, and options
        """
        created = self._route("createBatch", batch_request(endpoint, items, csv, fields))
        return BatchJob(created["id"], self._settings, self._perform)

    def batch_job(self, batch_id: str) -> BatchJob:
        """Returns the batch with an id, e.g. one that another process has submitted."""
        return BatchJob(batch_id, self._settings, self._perform)

    def close(self) -> None:
        """Closes the connections, unless you passed ``http``."""
        if self._owns_http:
            self._http.close()

    def __enter__(self: T) -> T:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _submit(self, endpoint: str, keywords: Mapping[str, Any]) -> Any:
        return self.job(self._perform(steps.submit(self._settings, endpoint, *split(keywords, _FOR_JOBS, ENDPOINTS[endpoint].fields))))

    def _items(self, name: str, items: str, cursor: tuple[str, str], keywords: Mapping[str, Any]) -> Iterator[Any]:
        """Iterates over the items of all pages."""
        send, after = (self._route, keywords) if name in ROUTES else (self._call, keywords)
        while True:
            page = send(name, after)
            yield from page[items]
            if page[cursor[1]] is None:
                return
            after = {**keywords, cursor[0]: page[cursor[1]]}

    def _perform(self, todo: steps.Steps[T]) -> T:
        outcome: steps.Outcome = None
        while True:
            try:
                step = todo.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            outcome = None
            if isinstance(step, steps.Pause):
                time.sleep(step.seconds)
                continue
            request = self._build(step, self._fresh_token())
            try:
                # Redirects are not followed, since they would send the key to another URL.
                outcome = self._http.send(request, stream=step.is_stream, follow_redirects=False)
                if step.is_stream and not outcome.is_success:
                    outcome.read()
            except httpx.HTTPError as error:
                outcome = error

    def _fresh_token(self) -> str | None:
        if not callable(self._token):
            return self._token
        try:
            return cast(str, self._token())
        except Exception as error:
            raise _failed_token(error) from error


class AsyncClient(_Client[httpx.AsyncClient]):
    """Asynchronous client. It is an asynchronous context manager that closes it."""

    def _new_http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient()

    async def call(self, endpoint: str, request: Mapping[str, Any], **options: Any) -> Any:
        """Calls an endpoint by its id, e.g. ``currency/convert``, with the fields of its request under their names in the API.

        :raises UnknownFieldError: before anything is sent
        :raises ApiError: for an error response
        :raises ApiConnectionError: without a response
        """
        return await self._perform(steps.call(self._settings, endpoint, request, Options(**options)))

    def job(self, job_id: str) -> AsyncJob[Any]:
        """Returns the job with an id, e.g. one that another process has submitted."""
        return AsyncJob(job_id, self._settings, self._perform)

    async def submit_batch(
        self,
        endpoint: str,
        items: Iterable[Mapping[str, Any]] | None = None,
        *,
        csv: str | bytes | Path | None = None,
        **fields: Any,
    ) -> AsyncBatchJob:
        """Submits a batch: up to 10,000 requests to one endpoint.

        :param endpoint: id or path of the endpoint, e.g. ``mailchecker``
        :param items: the fields of each request
        :param csv: the requests as CSV instead: its text, or the path of a file
        :param fields: other fields of ``create_batch``, such as ``columns``, ``defaults``, ``name`` and ``webhook``, and options
        """
        created = await self._route("createBatch", batch_request(endpoint, items, csv, fields))
        return AsyncBatchJob(created["id"], self._settings, self._perform)

    def batch_job(self, batch_id: str) -> AsyncBatchJob:
        """Returns the batch with an id, e.g. one that another process has submitted."""
        return AsyncBatchJob(batch_id, self._settings, self._perform)

    async def close(self) -> None:
        """Closes the connections, unless you passed ``http``."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self: T) -> T:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _submit(self, endpoint: str, keywords: Mapping[str, Any]) -> Any:
        return self.job(await self._perform(steps.submit(self._settings, endpoint, *split(keywords, _FOR_JOBS, ENDPOINTS[endpoint].fields))))

    async def _items(
        self, name: str, items: str, cursor: tuple[str, str], keywords: Mapping[str, Any]
    ) -> AsyncIterator[Any]:
        """Iterates over the items of all pages."""
        send, after = (self._route, keywords) if name in ROUTES else (self._call, keywords)
        while True:
            page = await send(name, after)
            for item in page[items]:
                yield item
            if page[cursor[1]] is None:
                return
            after = {**keywords, cursor[0]: page[cursor[1]]}

    async def _perform(self, todo: steps.Steps[T]) -> T:
        outcome: steps.Outcome = None
        while True:
            try:
                step = todo.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            outcome = None
            if isinstance(step, steps.Pause):
                await asyncio.sleep(step.seconds)
                continue
            request = self._build(step, await self._fresh_token())
            try:
                # Redirects are not followed, since they would send the key to another URL.
                outcome = await self._http.send(request, stream=step.is_stream, follow_redirects=False)
                if step.is_stream and not outcome.is_success:
                    await outcome.aread()
            except httpx.HTTPError as error:
                outcome = error

    async def _fresh_token(self) -> str | None:
        if not callable(self._token):
            return self._token
        try:
            token = self._token()
            return token if isinstance(token, str) else await token
        except Exception as error:
            raise _failed_token(error) from error
