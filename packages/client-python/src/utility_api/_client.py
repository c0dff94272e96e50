"""What the clients do, whatever the endpoints are: one waits, the other is awaited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Generic, TypeVar

import httpx

from . import _steps as steps
from ._job import AsyncJob, Job
from ._options import AnswerFacts, CallOptions
from ._settings import Settings

T = TypeVar("T")
Http = TypeVar("Http", httpx.Client, httpx.AsyncClient)


class _Client(Generic[Http]):
    """What both have."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        token: str | Callable[[], str] | None = None,
        strict: bool = True,
        wait: int | None = None,
        max_retries: int = 2,
        timeout: float = 30.0,
        on_answer: Callable[[AnswerFacts], None] | None = None,
        http: Http | None = None,
    ) -> None:
        """
        :param base_url: address of the service, e.g. ``https://api.example.com``
        :param api_key: an API key
        :param token: a browser token, or what gets a fresh one for each try
        :param strict: whether fields that an endpoint does not have are refused, before anything is sent and by the service
        :param wait: see ``CallOptions``; for every call of an endpoint
        :param max_retries: how often a call that met 429, 502, 503, 504 or a broken connection is tried again
        :param timeout: how long one try may take, in seconds
        :param on_answer: told of every answer: what it cost, what is left
        :param http: a client of httpx of your own, e.g. with a proxy
        """
        self._http: Http = http or self._new_http()
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._token = token
        self._settings = Settings(
            strict=strict, wait=wait, max_retries=max_retries, timeout=timeout, on_answer=on_answer
        )

    def _new_http(self) -> Http:
        raise NotImplementedError

    def _asked(self, send: steps.Send) -> dict[str, Any]:
        """A request as httpx takes it."""
        token = self._token() if callable(self._token) else self._token
        credentials = {
            **({"X-API-Key": self._api_key} if self._api_key else {}),
            **({"Authorization": f"Bearer {token}"} if token else {}),
        }
        return {
            "method": send.method,
            "url": self._base_url + send.path,
            "headers": {**send.headers, **credentials},
            "timeout": send.timeout,
            # Whom another address belongs to is not known: it is not shown the key.
            "follow_redirects": False,
            **({} if send.body is None else {"json": send.body}),
        }


class SyncClient(_Client[httpx.Client]):
    """Waits for its answers. It may be used by several threads, and as a context manager that closes it."""

    def _new_http(self) -> httpx.Client:
        return httpx.Client()

    def call(self, endpoint: str, request: Mapping[str, Any], options: CallOptions | None = None) -> Any:
        """Calls an endpoint by its id, as the method of its group does.

        :raises UnknownFieldError: before anything is sent
        :raises UtilityApiError: for any answer but a success
        :raises ConnectionFailed: when there was no answer
        """
        return self._carry_out(steps.call(self._settings, endpoint, request, options))

    def file(self, endpoint: str, request: Mapping[str, Any], options: CallOptions | None = None) -> bytes:
        """Calls an endpoint for the file that it can answer instead of JSON."""
        return self._carry_out(steps.file(self._settings, endpoint, request, options))

    def ask(self, route: str, request: Mapping[str, Any], options: CallOptions | None = None) -> Any:
        """Asks a route beside the endpoints by its name."""
        return self._carry_out(steps.ask(self._settings, route, request, options))

    def hand_in(self, endpoint: str, request: Mapping[str, Any], options: CallOptions | None = None) -> Job[Any]:
        """Hands a call in by the endpoint's id, as ``submit`` does."""
        return self.job(self._carry_out(steps.submit(self._settings, endpoint, request, options)))

    def job(self, job_id: str) -> Job[Any]:
        """A call that was handed in earlier, by its id."""
        return Job(job_id, self._settings, self._carry_out)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def __enter__(self: T) -> T:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _carry_out(self, todo: steps.Steps[T]) -> T:
        outcome: steps.Outcome = None
        while True:
            try:
                step = todo.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            outcome = None
            if isinstance(step, steps.Rest):
                time.sleep(step.seconds)
                continue
            try:
                outcome = self._http.request(**self._asked(step))
            except httpx.HTTPError as error:
                outcome = error


class AsyncClient(_Client[httpx.AsyncClient]):
    """Is awaited; also an asynchronous context manager that closes it."""

    def _new_http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient()

    async def call(self, endpoint: str, request: Mapping[str, Any], options: CallOptions | None = None) -> Any:
        """Calls an endpoint by its id, as the method of its group does.

        :raises UnknownFieldError: before anything is sent
        :raises UtilityApiError: for any answer but a success
        :raises ConnectionFailed: when there was no answer
        """
        return await self._carry_out(steps.call(self._settings, endpoint, request, options))

    async def file(self, endpoint: str, request: Mapping[str, Any], options: CallOptions | None = None) -> bytes:
        """Calls an endpoint for the file that it can answer instead of JSON."""
        return await self._carry_out(steps.file(self._settings, endpoint, request, options))

    async def ask(self, route: str, request: Mapping[str, Any], options: CallOptions | None = None) -> Any:
        """Asks a route beside the endpoints by its name."""
        return await self._carry_out(steps.ask(self._settings, route, request, options))

    async def hand_in(
        self, endpoint: str, request: Mapping[str, Any], options: CallOptions | None = None
    ) -> AsyncJob[Any]:
        """Hands a call in by the endpoint's id, as ``submit`` does."""
        return self.job(await self._carry_out(steps.submit(self._settings, endpoint, request, options)))

    def job(self, job_id: str) -> AsyncJob[Any]:
        """A call that was handed in earlier, by its id."""
        return AsyncJob(job_id, self._settings, self._carry_out)

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def __aenter__(self: T) -> T:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _carry_out(self, todo: steps.Steps[T]) -> T:
        outcome: steps.Outcome = None
        while True:
            try:
                step = todo.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            outcome = None
            if isinstance(step, steps.Rest):
                await asyncio.sleep(step.seconds)
                continue
            try:
                outcome = await self._http.request(**self._asked(step))
            except httpx.HTTPError as error:
                outcome = error
