"""Requests of many threads and tasks at a rate limit like that of the service."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx
import pytest
from conftest import Run, Serve
from scripted_service import fail, respond
from utility_api import ApiError, AsyncUtilityApi, ConfigurationError, UtilityApi
from utility_api._rate_limit import RateLimit

LIMIT = 20
PARALLEL = 100


class Limited:
    """Responds to LIMIT requests per second, counted in windows that begin with a request, and with 429 to others."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begin = 0.0
        self._count = 0
        self.refused = 0

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        now = time.monotonic()
        with self._lock:
            if now >= self._begin + 1:
                self._begin, self._count = now, 0
            self._count += 1
            remaining = LIMIT - self._count
            self.refused += remaining < 0
        headers = {"RateLimit-Limit": str(LIMIT), "RateLimit-Remaining": str(max(0, remaining)), "RateLimit-Reset": "1"}
        if remaining < 0:
            fail(429, {**headers, "Retry-After": "1"})(handler)
        else:
            respond(200, {"rates": []}, headers)(handler)


def in_threads(base_url: str, **settings: Any) -> list[Any]:
    with UtilityApi(base_url, api_key="ua_live_x", **settings) as api, ThreadPoolExecutor(PARALLEL) as pool:
        return list(pool.map(lambda _: api.currency.rates(from_="EUR", to="USD"), range(PARALLEL)))


def in_tasks(base_url: str, **settings: Any) -> list[Any]:
    async def gather() -> list[Any]:
        async with AsyncUtilityApi(base_url, api_key="ua_live_x", **settings) as api:
            return await asyncio.gather(*(api.currency.rates(from_="EUR", to="USD") for _ in range(PARALLEL)))

    return asyncio.run(gather())


@pytest.mark.parametrize("send", [in_threads, in_tasks])
def test_all_of_100_parallel_requests_succeed(serve: Serve, send: Callable[[str], list[Any]]) -> None:
    limited = Limited()
    service = serve(limited)
    assert send(service.base_url) == [{"rates": []}] * PARALLEL
    # A client that does not delay requests is refused 80 times at once.
    assert limited.refused < 80


def test_requests_of_another_program_do_not_make_them_fail(serve: Serve) -> None:
    limited = Limited()
    service = serve(limited)
    is_done = threading.Event()

    def flood() -> None:
        with httpx.Client() as other:
            while not is_done.wait(0.06):
                other.post(service.base_url, content=b"{}")

    other = threading.Thread(target=flood)
    other.start()
    try:
        assert len(in_threads(service.base_url, max_retries=1)) == PARALLEL
    finally:
        is_done.set()
        other.join()


def test_other_groups_are_not_delayed(serve: Serve, run: Run) -> None:
    limit = {"RateLimit-Limit": "1", "RateLimit-Remaining": "0", "RateLimit-Reset": "30", "Retry-After": "30"}
    service = serve(fail(429, limit), respond(200, {}))

    def refuse_and_go_on(api: Any) -> Any:
        try:
            refused = api.currency.rates(from_="EUR", max_retries=0)
        except ApiError:
            return api.music.chart_data(action="search", keyword="x")

        async def go_on() -> Any:
            with pytest.raises(ApiError):
                await refused
            return await api.music.chart_data(action="search", keyword="x")

        return go_on()

    begin = time.monotonic()
    run(refuse_and_go_on, service.base_url)
    assert time.monotonic() - begin < 5


def test_requests_that_are_never_sent_do_not_delay_others_for_long(serve: Serve) -> None:
    service = serve(respond(200, {}))
    failures = iter(range(5))

    def token() -> str:
        if next(failures, None) is not None:
            raise KeyError("session")
        return "token"

    with UtilityApi(service.base_url, token=token) as api:
        for _ in range(5):
            with pytest.raises(ConfigurationError):
                api.account()
        begin = time.monotonic()
        api.account()
    assert time.monotonic() - begin < 30


def test_a_long_retry_after_does_not_delay_the_requests_that_follow() -> None:
    rate_limit = RateLimit()
    rate_limit.observe(httpx.Response(429, headers={"RateLimit-Limit": "20", "Retry-After": "3600"}))
    assert list(rate_limit.pauses(time.monotonic() + 60)) == []


def test_retries_after_429_do_not_count(serve: Serve, run: Run) -> None:
    limit = {"RateLimit-Limit": "20", "RateLimit-Remaining": "0", "Retry-After": "0.1"}
    service = serve(*[fail(429, limit)] * 4, fail(503, {"Retry-After": "0"}), respond(200, {"rates": []}))
    assert run(lambda api: api.currency.rates(from_="EUR", max_retries=1), service.base_url) == {"rates": []}
    assert len(service.received) == 6


def test_a_client_without_retries_raises_429(serve: Serve, run: Run) -> None:
    service = serve(fail(429, {"RateLimit-Limit": "20", "RateLimit-Remaining": "0", "Retry-After": "1"}))
    with pytest.raises(ApiError):
        run(lambda api: api.currency.rates(from_="EUR", max_retries=0), service.base_url)
    assert len(service.received) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"RateLimit-Limit": "20", "Retry-After": "-1000"},
        {"RateLimit-Limit": "inf", "Retry-After": "0"},
        {"RateLimit-Limit": "nan", "Retry-After": "nan"},
    ],
)
def test_headers_that_are_no_numbers_of_seconds_neither_fail_nor_repeat_at_once(
    serve: Serve, run: Run, monkeypatch: pytest.MonkeyPatch, headers: dict[str, str]
) -> None:
    monkeypatch.setattr("utility_api._steps._RATE_LIMIT_WAIT", 2.0)
    service = serve(fail(429, headers))
    with pytest.raises(ApiError):
        run(lambda api: api.currency.rates(from_="EUR", max_retries=1), service.base_url)
    assert len(service.received) <= 5
