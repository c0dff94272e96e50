"""Calls that were handed in."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Generic, Literal, Protocol, TypedDict, TypeVar, cast

from . import _steps as steps
from ._options import CallOptions
from ._settings import Settings

Answer = TypeVar("Answer")
T = TypeVar("T")

JobState = Literal["queued", "running", "finished"]


class Standing(TypedDict):
    """How a call that was handed in stands."""

    job_id: str
    state: JobState
    status: int | None
    """The status that the call would have had, once it is finished."""
    body: Any
    """The body that it would have had."""


class _CarryOut(Protocol):
    def __call__(self, todo: steps.Steps[T]) -> T: ...


class _CarryOutLater(Protocol):
    def __call__(self, todo: steps.Steps[T]) -> Awaitable[T]: ...


class Job(Generic[Answer]):
    """A call that was handed in: its answer can be waited for, also by another process that knows its id."""

    def __init__(self, job_id: str, settings: Settings, carry_out: _CarryOut) -> None:
        self.id = job_id
        self._settings = settings
        self._carry_out = carry_out

    def look(self, options: CallOptions | None = None) -> Standing:
        """How the call stands, and what it was answered once it is finished."""
        return cast(Standing, self._carry_out(steps.job_standing(self._settings, self.id, options)))

    def answer(self, options: CallOptions | None = None) -> Answer:
        """The answer of the call, once there is one.

        :raises UtilityApiError: when the call failed, just as if it had been waited for
        """
        return cast(Answer, self._carry_out(steps.job_answer(self._settings, self.id, options)))

    def cancel(self, options: CallOptions | None = None) -> None:
        """Takes the call back; its credits are given back.

        :raises UtilityApiError: 409 ``job_begun`` when it is too late for that
        """
        self._carry_out(steps.job_cancel(self._settings, self.id, options))


class AsyncJob(Generic[Answer]):
    """A call that was handed in, to be awaited."""

    def __init__(self, job_id: str, settings: Settings, carry_out: _CarryOutLater) -> None:
        self.id = job_id
        self._settings = settings
        self._carry_out = carry_out

    async def look(self, options: CallOptions | None = None) -> Standing:
        """How the call stands, and what it was answered once it is finished."""
        return cast(Standing, await self._carry_out(steps.job_standing(self._settings, self.id, options)))

    async def answer(self, options: CallOptions | None = None) -> Answer:
        """The answer of the call, once there is one.

        :raises UtilityApiError: when the call failed, just as if it had been waited for
        """
        return cast(Answer, await self._carry_out(steps.job_answer(self._settings, self.id, options)))

    async def cancel(self, options: CallOptions | None = None) -> None:
        """Takes the call back; its credits are given back.

        :raises UtilityApiError: 409 ``job_begun`` when it is too late for that
        """
        await self._carry_out(steps.job_cancel(self._settings, self.id, options))
