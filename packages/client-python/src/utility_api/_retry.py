"""Whether, and after how long, a request is made again."""

from __future__ import annotations

import random

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 8.0
_LONGEST_ASKED = 30.0
"""What asks for a longer pause than this is not waited for: the caller decides."""
_REFUSED = frozenset({429, 503})
"""Refused before any work: may be asked again whatever it was."""
_UNCERTAIN = frozenset({None, 502, 504})
"""No answer, or something between failed: the work may have been done."""
_STILL_RUNNING = 409
"""An earlier try of a call is still running."""


def pause_before_retry(
    status: int | None, retry_after: float | None, *, tries: int, is_repeatable: bool, has_key: bool
) -> float | None:
    """How long to wait before another try, in seconds; ``None`` when there is none to be made.

    ``is_repeatable`` says that asking twice does no more than asking once, ``has_key`` that an Idempotency-Key sees to it.
    """
    if not _may_help(status, tries, is_repeatable, has_key):
        return None
    if retry_after is not None:
        return retry_after if retry_after <= _LONGEST_ASKED else None
    # Spread at random so that clients do not return all at once.
    pause: float = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** (tries - 1))
    return pause * random.uniform(0.5, 1.0)


def _may_help(status: int | None, tries: int, is_repeatable: bool, has_key: bool) -> bool:
    if status in _UNCERTAIN:
        return is_repeatable
    if status == _STILL_RUNNING:
        return has_key and tries > 1
    return status in _REFUSED
