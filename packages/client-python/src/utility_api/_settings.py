"""How a client finds the service and what it does for every call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ._options import AnswerFacts


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What all calls of a client share; see the client for what each means."""

    strict: bool
    wait: int | None
    max_retries: int
    timeout: float
    on_answer: Callable[[AnswerFacts], None] | None
