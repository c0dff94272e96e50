"""What may be set for one call, and what is told of its answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class CallOptions:
    """What may be set for one call; what is not set is as the client has it."""

    timeout: float | None = None
    """How long one try may take, in seconds."""
    max_retries: int | None = None
    idempotency_key: str | None = None
    """Your own name for this call: made again with the same one, it is charged once. By default a random UUID."""
    wait: int | None = None
    """For how many seconds the connection is held; then the call goes on as a job, and its answer is fetched when it is there."""


@dataclass(frozen=True, kw_only=True)
class AnswerFacts:
    """What an answer says beside its body."""

    path: str
    status: int
    request_id: str | None
    credits_cost: float | None
    credits_remaining: float | None
    unknown_fields: str | None
    """The fields that were ignored, each with the one that may have been meant."""
    tries: int
