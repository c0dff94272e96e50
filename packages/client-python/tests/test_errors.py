"""Errors without a response of the service: all of them are a UtilityApiError."""

from __future__ import annotations

import asyncio
import time
from http.server import BaseHTTPRequestHandler
from typing import Any

import httpx
import pytest
import utility_api
from conftest import Run, Serve
from scripted_service import respond
from utility_api import (
    ApiConnectionError,
    AsyncUtilityApi,
    ConfigurationError,
    RequestTimeoutError,
    UtilityApi,
    UtilityApiError,
)


def account(api: Any) -> Any:
    return api.account()


def test_share_one_base_class() -> None:
    errors = [
        one for one in vars(utility_api).values() if isinstance(one, type) and issubclass(one, Exception)
    ]
    assert len(errors) == 8
    assert all(issubclass(error, UtilityApiError) for error in errors)


@pytest.mark.parametrize("client", [UtilityApi, AsyncUtilityApi])
def test_need_a_base_url(client: type[UtilityApi], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UTILITY_API_URL", raising=False)
    with pytest.raises(ConfigurationError, match="pass base_url, or set UTILITY_API_URL"):
        client()
    for url in ("api.example.com", "ftp://api.example.com", "https://", "http://[", "/v1"):
        with pytest.raises(ConfigurationError, match="Invalid base URL"):
            client(url)


@pytest.mark.parametrize("end", ["/", "/v1", "/v1/"])
def test_take_a_base_url_with_its_version(serve: Serve, run: Run, end: str) -> None:
    service = serve(respond(200, {}))
    run(account, service.base_url + end)
    assert [received.path for received in service.received] == ["/v1/account"]


def test_read_the_url_and_the_key_from_the_environment(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = serve(respond(200, {}))
    monkeypatch.setenv("UTILITY_API_URL", service.base_url + "/")
    monkeypatch.setenv("UTILITY_API_KEY", "ua_live_env\n")
    UtilityApi().account()
    UtilityApi(api_key="ua_live_x").account()
    UtilityApi(token="t").account()
    assert [received.headers.get("x-api-key") for received in service.received] == ["ua_live_env", "ua_live_x", None]


def test_refuse_a_key_that_no_header_can_have() -> None:
    with pytest.raises(ConfigurationError, match="Invalid API key"):
        UtilityApi("http://127.0.0.1:1", api_key="ua_live_ü")


def test_name_a_failed_token_function(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {}))

    def fail() -> str:
        raise KeyError("session")

    with pytest.raises(ConfigurationError, match="The token function failed: 'session'") as raised:
        run(account, service.base_url, api_key=None, token=fail)
    assert isinstance(raised.value.__cause__, KeyError)
    assert service.received == []


def test_use_a_fresh_token_for_each_attempt(serve: Serve, run: Run) -> None:
    service = serve(respond(503, {}, {"Retry-After": "0"}), respond(200, {}))
    tokens = iter(["one", "two"])
    run(account, service.base_url, api_key=None, token=lambda: next(tokens))
    assert [received.headers["authorization"] for received in service.received] == ["Bearer one", "Bearer two"]


def test_await_an_asynchronous_token_function(serve: Serve) -> None:
    service = serve(respond(200, {}))

    async def token() -> str:
        return "later"

    async def request() -> None:
        async with AsyncUtilityApi(service.base_url, token=token) as api:
            await api.account()

    asyncio.run(request())
    assert service.received[0].headers["authorization"] == "Bearer later"


def test_refuse_headers_that_cannot_be_sent(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {}))
    for headers in ({"X-Name": "Žofie"}, {"X-Name": 1}, {"X-Näme": "x"}):
        with pytest.raises(UtilityApiError):
            run(lambda api, sent=headers: api.account(headers=sent), service.base_url)
    assert service.received == []


def test_say_that_no_service_is_there(run: Run) -> None:
    with pytest.raises(ApiConnectionError, match="No response from /v1/account: .*refused|attempts failed") as raised:
        run(account, "http://127.0.0.1:1", max_retries=0)
    assert isinstance(raised.value.__cause__, httpx.HTTPError)
    assert (raised.value.request_id, raised.value.credits_cost) == (None, None)


def test_say_that_the_service_took_too_long(serve: Serve, run: Run) -> None:
    def late(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(0.5)

    service = serve(late)
    with pytest.raises(RequestTimeoutError, match="No response from /v1/account within 0.1 s"):
        run(lambda api: api.account(timeout=0.1, max_retries=0), service.base_url)


def test_refuse_a_response_that_is_not_json(serve: Serve, run: Run) -> None:
    service = serve(respond(200, b"{", {"X-Request-Id": "abc"}))
    with pytest.raises(ApiConnectionError, match="not valid JSON") as raised:
        run(account, service.base_url)
    assert raised.value.request_id == "abc"
