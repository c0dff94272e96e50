"""Rate limiter of the client: delays requests that the service would refuse with 429."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator, Mapping

import httpx

from ._responses import number_in, seconds_in
from ._retry import LONGEST_RETRY_AFTER

_WINDOW = 1.05
"""Length of a window of the service, in seconds, with a margin for differences in latency."""
_PROBES = 5
"""Maximum number of requests in a window while the limit is unknown."""
_PROBE_INTERVAL = 0.03
"""Maximum pause until another attempt to reserve a slot while the limit is unknown."""
_JITTER = 0.1
"""Maximum random pause, so that requests that waited for the same moment are not sent all at once."""


class RateLimit:
    """Rate limit of one group of endpoints. Requests reserve a slot in a window; it is safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._limit: int | None = None
        self._is_known = False
        self._window = 0.0
        self._reserved = 0
        self._closed_until = 0.0

    def pauses(self, give_up_at: float) -> Iterator[float]:
        """Reserves a slot for a request, and yields the pauses until then, in seconds. After ``give_up_at`` it is sent without one."""
        while time.monotonic() < give_up_at:
            pause = self._reserve()
            if pause is None:
                yield random.uniform(_PROBE_INTERVAL / 2, _PROBE_INTERVAL)
            elif pause == 0:
                return
            else:
                yield pause + random.uniform(0.0, _JITTER)
                # A 429 since then delays requests with a slot as well.
                if self._closed_until <= time.monotonic():
                    return

    def _reserve(self) -> float | None:
        """Reserves a slot, and returns the seconds until then; None if the caller has to try again in a moment."""
        now = time.monotonic()
        with self._lock:
            if not self._is_known:
                if now >= self._window + _WINDOW:
                    self._window, self._reserved = now, 0
                if self._reserved >= _PROBES:
                    return None
                self._reserved += 1
                return 0.0
            earliest = max(now, self._closed_until)
            if self._limit is None:
                return earliest - now
            if earliest >= self._window + _WINDOW:
                self._window, self._reserved = earliest, 0
            elif self._reserved >= self._limit:
                self._window, self._reserved = self._window + _WINDOW, 0
            self._reserved += 1
            return max(0.0, self._window - now)

    def observe(self, response: httpx.Response | None) -> None:
        """Reads the limit from a response, and closes the window after a 429. Without a limit, requests are not delayed."""
        headers: Mapping[str, str] = {} if response is None else response.headers
        limit = number_in(headers, "RateLimit-Limit")
        remaining = number_in(headers, "RateLimit-Remaining")
        now = time.monotonic()
        with self._lock:
            if not self._is_known:
                self._is_known = True
                self._window = now
            if limit is not None and limit >= 1:
                self._limit = int(limit)
            if response is not None and is_rate_limited(response):
                self._close(now + (seconds_in(headers, "Retry-After") or _WINDOW))
            elif limit and remaining == 0 and self._window <= now and self._reserved < limit:
                # Another client of the same key has used the rest of the window.
                self._reserved = int(limit)

    def _close(self, until: float) -> None:
        """Delays all requests that are not sent yet. Of several 429 responses at the same time, only the first counts."""
        if until - self._closed_until < _WINDOW / 2:
            return
        self._closed_until = until
        if self._window < until:
            self._window, self._reserved = until, 0


def is_rate_limited(response: httpx.Response) -> bool:
    """True for a response of the rate limiter that is worth waiting for. Other limits, such as that of wrong codes, have status 429 as well."""
    limit, retry_after = number_in(response.headers, "RateLimit-Limit"), seconds_in(response.headers, "Retry-After")
    return response.status_code == 429 and (limit or 0) >= 1 and (retry_after or 0) <= LONGEST_RETRY_AFTER
