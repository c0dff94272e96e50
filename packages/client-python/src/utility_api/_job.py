"""Jobs: requests that run asynchronously."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Generic, Literal, Protocol, TypedDict, TypeVar, cast, final

from . import _steps as steps
from ._options import Options, Settings

Response = TypeVar("Response", covariant=True)
T = TypeVar("T")

JobState = Literal["queued", "running", "finished"]


@final
class JobStatus(TypedDict):
    """Status of a job."""

    job_id: str
    state: JobState
    status: int | None
    """Status of the response, once the job has finished."""
    body: Any
    """Body of the response."""


class Perform(Protocol):
    def __call__(self, todo: steps.Steps[T]) -> T: ...


class PerformAsync(Protocol):
    def __call__(self, todo: steps.Steps[T]) -> Awaitable[T]: ...


Performer = TypeVar("Performer", Perform, PerformAsync)


class Handle(Generic[Performer]):
    """Job or batch of the service, by its id."""

    def __init__(self, id: str, settings: Settings, perform: Performer) -> None:
        self.id = id
        self._settings = settings
        self._perform: Performer = perform


class Job(Handle[Perform], Generic[Response]):
    """Submitted request. Any process that knows its id can wait for its result."""

    def status(self, *, timeout: float | None = None) -> JobStatus:
        """Returns the status of the job, with the response once it has finished."""
        return cast(JobStatus, self._perform(steps.job_status(self._settings, self.id, Options(timeout=timeout))))

    def result(self, *, max_wait: float = steps.JOB_MAX_WAIT, timeout: float | None = None) -> Response:
        """Waits for the result of the job.

        :param max_wait: maximum time to wait, in seconds
        :raises ApiError: if the request failed, as if it had been sent synchronously
        :raises RequestTimeoutError: if the job is still running after ``max_wait``
        """
        options = Options(timeout=timeout, max_wait=max_wait)
        return cast(Response, self._perform(steps.job_result(self._settings, self.id, options)))

    def cancel(self, *, timeout: float | None = None) -> None:
        """Cancels the job and refunds its credits.

        :raises ApiError: 409 ``job_begun`` if it has started
        """
        self._perform(steps.job_cancel(self._settings, self.id, Options(timeout=timeout)))


class AsyncJob(Handle[PerformAsync], Generic[Response]):
    """Submitted request. Any process that knows its id can await its result."""

    async def status(self, *, timeout: float | None = None) -> JobStatus:
        """Returns the status of the job, with the response once it has finished."""
        return cast(JobStatus, await self._perform(steps.job_status(self._settings, self.id, Options(timeout=timeout))))

    async def result(self, *, max_wait: float = steps.JOB_MAX_WAIT, timeout: float | None = None) -> Response:
        """Waits for the result of the job.

        :param max_wait: maximum time to wait, in seconds
        :raises ApiError: if the request failed, as if it had been sent synchronously
        :raises RequestTimeoutError: if the job is still running after ``max_wait``
        """
        options = Options(timeout=timeout, max_wait=max_wait)
        return cast(Response, await self._perform(steps.job_result(self._settings, self.id, options)))

    async def cancel(self, *, timeout: float | None = None) -> None:
        """Cancels the job and refunds its credits.

        :raises ApiError: 409 ``job_begun`` if it has started
        """
        await self._perform(steps.job_cancel(self._settings, self.id, Options(timeout=timeout)))
