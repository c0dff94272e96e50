"""Decides which requests are repeated, and after how long."""

from __future__ import annotations

import random

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 8.0
LONGEST_RETRY_AFTER = 30.0
"""Longest ``Retry-After`` that the client waits for, in seconds. Longer pauses are left to the caller."""
_REJECTED = frozenset({429, 503})
"""Rejected before any work: safe to repeat for every request."""
_UNCERTAIN = frozenset({None, 502, 504})
"""No response, or an error on the way: the request may have been carried out."""
_STILL_RUNNING = 409
"""An earlier attempt of a request with an Idempotency-Key is still running."""


def pause_before_retry(
    status: int | None, retry_after: float | None, *, attempts: int, is_repeatable: bool, has_key: bool
) -> float | None:
    """Returns the pause before another attempt, in seconds; ``None`` if there should be none.

    :param is_repeatable: whether repeating the request has no further effect
    :param has_key: whether the request has an Idempotency-Key
    """
    if not _may_help(status, attempts, is_repeatable, has_key):
        return None
    if retry_after is not None:
        return retry_after * random.uniform(1.0, 1.2) if retry_after <= LONGEST_RETRY_AFTER else None
    # Random, so that clients do not return all at once.
    pause: float = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (attempts - 1))
    return pause * random.uniform(0.5, 1.0)


def _may_help(status: int | None, attempts: int, is_repeatable: bool, has_key: bool) -> bool:
    if status in _UNCERTAIN:
        return is_repeatable
    if status == _STILL_RUNNING:
        return has_key and attempts > 1
    return status in _REJECTED
