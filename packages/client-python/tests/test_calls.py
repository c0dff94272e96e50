"""What goes over the wire, and what is made of it; every story is told to both clients."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from conftest import Serve
from scripted_service import answer, failed, hang_up
from utility_api import (
    AnswerFacts,
    AsyncUtilityApi,
    CallOptions,
    ConnectionFailed,
    UnknownFieldError,
    UtilityApi,
    UtilityApiError,
)
from utility_api.types import CurrencyRatesRequest

RATES: dict[str, Any] = {"rates": []}
PAIR: CurrencyRatesRequest = {"from": "EUR", "to": "USD"}

Does = Callable[[Any], Any]
Run = Callable[..., Any]


def _waiting(does: Does, base_url: str, **settings: Any) -> Any:
    # Reading the machine's certificates takes most of the time of a client that needs none.
    given: dict[str, Any] = {"api_key": "ua_live_x", "http": httpx.Client(verify=False), **settings}
    with UtilityApi(base_url, **given) as api:
        return does(api)


def _awaiting(does: Does, base_url: str, **settings: Any) -> Any:
    given: dict[str, Any] = {"api_key": "ua_live_x", "http": httpx.AsyncClient(verify=False), **settings}

    async def run() -> Any:
        async with AsyncUtilityApi(base_url, **given) as api:
            return await does(api)

    return asyncio.run(run())


@pytest.fixture(params=[_waiting, _awaiting], ids=["waiting", "awaiting"])
def run(request: pytest.FixtureRequest) -> Run:
    """Does one thing with a client, of each kind."""
    kind: Run = request.param
    return kind


def rates(api: Any) -> Any:
    return api.currency.rates(PAIR)


def test_posts_json_strictly_with_its_key(serve: Serve, run: Run) -> None:
    service = serve(answer(200, RATES))
    assert run(rates, service.base_url) == RATES
    [seen] = service.seen
    assert (seen.method, seen.path, seen.body) == ("POST", "/v1/currency/rates", PAIR)
    assert seen.headers["x-api-key"] == "ua_live_x"
    assert seen.headers["prefer"] == "handling=strict"
    assert len(seen.headers["idempotency-key"]) == 36


def test_asks_routes_with_their_query_and_path(serve: Serve, run: Run) -> None:
    service = serve(answer(200, {}))
    run(lambda api: api.usage({"group_by": "key", "from": "2026-01-01"}), service.base_url)
    run(lambda api: api.request({"request_id": "a/b"}), service.base_url)
    assert [(seen.method, seen.path) for seen in service.seen] == [
        ("GET", "/v1/usage?group_by=key&from=2026-01-01"),
        ("GET", "/v1/requests/a%2Fb"),
    ]
    assert "idempotency-key" not in service.seen[0].headers


def test_refuses_unknown_fields_before_anything_is_sent(serve: Serve, run: Run) -> None:
    service = serve(answer(200, RATES))
    with pytest.raises(UnknownFieldError) as raised:
        run(lambda api: api.currency.rates({"pairs": [{"form": "EUR", "to": "USD"}], "xyz": 1}), service.base_url)
    assert [(one.param, one.message) for one in raised.value.errors] == [
        ("pairs[0].form", 'Unknown field "pairs[0].form": did you mean pairs[0].from?'),
        ("xyz", 'Unknown field "xyz"'),
    ]
    assert (raised.value.type, raised.value.param, service.seen) == ("unknown_field", "pairs[0].form", [])


def test_lets_the_service_ignore_them_when_it_is_told_to(serve: Serve, run: Run) -> None:
    told: list[AnswerFacts] = []
    service = serve(answer(200, RATES, {"X-Unknown-Fields": "xyz"}))
    run(lambda api: api.currency.rates({"from": "EUR", "xyz": 1}), service.base_url, strict=False, on_answer=told.append)
    assert "prefer" not in service.seen[0].headers
    assert told[0].unknown_fields == "xyz"


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_tries_again_under_the_same_key(serve: Serve, run: Run, status: int) -> None:
    told: list[AnswerFacts] = []
    service = serve(failed(status, {"Retry-After": "0"}), answer(200, RATES, {"X-Credits-Cost": "0.005"}))
    assert run(rates, service.base_url, on_answer=told.append) == RATES
    first, second = (seen.headers["idempotency-key"] for seen in service.seen)
    assert first == second
    assert [(one.tries, one.credits_cost, one.status) for one in told] == [(2, 0.005, 200)]


def test_tries_again_after_a_broken_connection_and_waits_for_its_own_first_try(serve: Serve, run: Run) -> None:
    service = serve(hang_up, failed(409, {"Retry-After": "0"}), answer(200, RATES))
    assert run(rates, service.base_url) == RATES
    assert len(service.seen) == 3


def test_does_not_repeat_what_is_not_safe_to_repeat(serve: Serve, run: Run) -> None:
    service = serve(hang_up)
    with pytest.raises(ConnectionFailed):
        run(lambda api: api.create_token({"expires_in": 60}), service.base_url)
    assert len(service.seen) == 1


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 409, 413, 422, 500])
def test_raises_at_once(serve: Serve, run: Run, status: int) -> None:
    service = serve(failed(status, {"X-Request-Id": "abc"}))
    with pytest.raises(UtilityApiError) as raised:
        run(rates, service.base_url)
    assert (raised.value.status, raised.value.code, str(raised.value)) == (status, status, "No luck")
    assert (raised.value.request_id, len(service.seen)) == ("abc", 1)


def test_does_not_wait_for_longer_than_a_caller_would(serve: Serve, run: Run) -> None:
    service = serve(failed(429, {"Retry-After": "3600"}))
    with pytest.raises(UtilityApiError) as raised:
        run(rates, service.base_url)
    assert (raised.value.retry_after, len(service.seen)) == (3600, 1)


def test_gives_up_after_the_retries_that_it_may_make(serve: Serve, run: Run) -> None:
    service = serve(failed(503, {"Retry-After": "0"}))
    for options, sent in [(CallOptions(max_retries=3), 4), (CallOptions(max_retries=0), 5)]:
        with pytest.raises(UtilityApiError):
            run(lambda api, options=options: api.currency.rates(PAIR, options), service.base_url)
        assert len(service.seen) == sent


def test_fetches_the_answer_of_a_call_that_takes_long(serve: Serve, run: Run) -> None:
    finished = {"job_id": "j1", "state": "finished", "status": 200, "body": RATES}
    service = serve(
        answer(202, {"job_id": "j1"}), answer(200, {"job_id": "j1", "state": "running"}), answer(200, finished)
    )
    assert run(rates, service.base_url, wait=5) == RATES
    assert [(seen.method, seen.path, seen.headers.get("prefer")) for seen in service.seen] == [
        ("POST", "/v1/currency/rates", "handling=strict, wait=5"),
        ("GET", "/v1/jobs/j1", None),
        ("GET", "/v1/jobs/j1", None),
    ]


def test_sends_a_key_of_the_caller_with_what_a_route_creates(serve: Serve, run: Run) -> None:
    service = serve(failed(502), answer(200, {}), answer(200, {}))
    run(lambda api: api.buy_credits({"pack": "small"}, CallOptions(idempotency_key="order-1")), service.base_url)
    run(lambda api: api.buy_credits({"pack": "small"}), service.base_url)
    assert [seen.headers.get("idempotency-key") for seen in service.seen] == ["order-1", "order-1", None]


def test_keeps_an_id_within_its_segment_of_the_path(serve: Serve, run: Run) -> None:
    service = serve(answer(200, {}))
    run(lambda api: api.job("../webhooks/whk_1?a#b").cancel(), service.base_url)
    run(lambda api: api.webhook({"webhook": "a/../b"}), service.base_url)
    assert [(seen.method, seen.path) for seen in service.seen] == [
        ("DELETE", "/v1/jobs/..%2Fwebhooks%2Fwhk_1%3Fa%23b"),
        ("GET", "/v1/webhooks/a%2F..%2Fb"),
    ]


@pytest.mark.parametrize("job_id", ["", ".", ".."])
def test_refuses_an_id_that_is_another_path(serve: Serve, run: Run, job_id: str) -> None:
    service = serve(answer(200, {}))
    with pytest.raises(ValueError, match="is not an id"):
        run(lambda api: api.job(job_id).cancel(), service.base_url)
    with pytest.raises(ValueError, match="is not an id"):
        run(lambda api: api.delete_webhook({"webhook": job_id}), service.base_url)
    assert service.seen == []


def test_gets_a_file(serve: Serve, run: Run) -> None:
    service = serve(answer(200, b"<svg/>", {"Content-Type": "image/svg+xml"}))
    assert run(lambda api: api.qr_code.generate_file({"qr_code_text": "x"}), service.base_url) == b"<svg/>"
    assert service.seen[0].body == {"qr_code_text": "x", "download": True}


def test_gets_json_lines_as_a_file(serve: Serve, run: Run) -> None:
    lines = b'{"index":0}\n{"index":1}\n'
    service = serve(answer(200, lines, {"Content-Type": "application/x-ndjson"}))
    assert run(lambda api: api.batch_results({"batch": "bat_1"}), service.base_url) == lines


def test_tells_all_that_the_service_says_of_an_error(serve: Serve, run: Run) -> None:
    problem = {
        "param": "from",
        "type": "invalid_field",
        "message": "from must be a currency code",
        "nearest": "EUR",
    }
    body = {
        "error": problem["message"],
        "code": 422,
        "type": "invalid_field",
        "param": "from",
        "errors": [problem, {"param": "to"}, None],
        "request_id": "in-body",
        "doc_url": "https://api.example.com/docs",
    }
    service = serve(answer(422, body), answer(400, b"<p>Bad</p>", {"Content-Type": "text/html"}))
    with pytest.raises(UtilityApiError) as raised:
        run(rates, service.base_url)
    error = raised.value
    assert (error.type, error.param, error.request_id, error.doc_url) == (
        "invalid_field",
        "from",
        "in-body",
        "https://api.example.com/docs",
    )
    assert [vars(one) for one in error.errors or ()] == [problem]
    with pytest.raises(UtilityApiError, match="400 Bad Request"):
        run(rates, service.base_url)


def test_shows_its_key_to_no_other_address(serve: Serve, run: Run) -> None:
    service = serve(answer(307, b"", {"Location": "/elsewhere"}))
    with pytest.raises(UtilityApiError, match="307 Temporary Redirect"):
        run(rates, service.base_url)
    assert len(service.seen) == 1


def test_asks_for_a_fresh_token_before_each_try(serve: Serve, run: Run) -> None:
    service = serve(failed(503, {"Retry-After": "0"}), answer(200, RATES))
    tokens = iter(["one", "two"])
    run(rates, service.base_url, api_key=None, token=lambda: next(tokens))
    assert [seen.headers["authorization"] for seen in service.seen] == ["Bearer one", "Bearer two"]
    assert "x-api-key" not in service.seen[0].headers


def test_has_a_method_for_every_operation() -> None:
    """Each is there in both clients, under the name that its id makes."""
    document = json.loads((Path(__file__).parents[2] / "client-generator/openapi.json").read_text())
    groups = [tag["x-group"] for tag in document["tags"] if "x-group" in tag]
    titles = {tag["name"] for tag in document["tags"] if "x-group" in tag}
    ids = [
        path.removeprefix("/v1/")
        for path, operations in document["paths"].items()
        if titles.intersection(operations.get("post", {}).get("tags", []))
    ]
    assert len(ids) > 50
    for api in (UtilityApi("http://127.0.0.1:1"), AsyncUtilityApi("http://127.0.0.1:1")):
        for endpoint in ids:
            group = next(one for one in groups if endpoint == one or endpoint.startswith(f"{one}/"))
            owner = api if endpoint == group else getattr(api, group.replace("/", "_").replace("-", "_"))
            assert callable(getattr(owner, endpoint.rsplit("/", 1)[-1].replace("-", "_"))), endpoint
