"""Requests and responses on the wire, with both clients."""

from __future__ import annotations

import json
from datetime import date, datetime, time, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, Serve
from scripted_service import fail, hang_up, respond
from utility_api import (
    ApiConnectionError,
    ApiError,
    AsyncUtilityApi,
    InvalidValueError,
    Metadata,
    RequestTimeoutError,
    UnknownFieldError,
    UtilityApi,
    UtilityApiError,
    __version__,
    metadata_of,
)

RATES: dict[str, Any] = {"rates": []}


def rates(api: Any) -> Any:
    return api.currency.rates(from_="EUR", to="USD")


def test_posts_json_strictly_with_its_key(serve: Serve, run: Run) -> None:
    service = serve(respond(200, RATES))
    assert run(rates, service.base_url) == RATES
    [received] = service.received
    assert (received.method, received.path, received.body) == ("POST", "/v1/currency/rates", {"from": "EUR", "to": "USD"})
    assert received.headers["x-api-key"] == "ua_live_x"
    assert received.headers["prefer"] == "handling=strict"
    assert received.headers["content-type"] == "application/json"
    assert received.headers["user-agent"].startswith(f"utility-api-client-python/{__version__} ")
    assert len(received.headers["idempotency-key"]) == 36


def test_requests_routes_with_their_query_and_path(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {}))
    run(lambda api: api.usage(group_by="key", from_=date(2026, 1, 1), to=None), service.base_url)
    run(lambda api: api.request(request_id="a/b"), service.base_url)
    assert [(received.method, received.path) for received in service.received] == [
        ("GET", "/v1/usage?group_by=key&from=2026-01-01"),
        ("GET", "/v1/requests/a%2Fb"),
    ]
    assert "idempotency-key" not in service.received[0].headers


def test_takes_a_prepared_request_with_the_names_of_the_api(serve: Serve, run: Run) -> None:
    service = serve(respond(200, RATES))
    run(lambda api: api.currency.rates(**{"from": "EUR", "to": "USD"}, timeout=5), service.base_url)
    run(lambda api: api.call("currency/rates", {"from": "EUR"}, idempotency_key="order-1"), service.base_url)
    assert [received.body for received in service.received] == [{"from": "EUR", "to": "USD"}, {"from": "EUR"}]
    assert service.received[1].headers["idempotency-key"] == "order-1"


def test_sends_the_field_of_an_option_s_name_as_a_field(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {}))
    agent = {"User-Agent": "curl/8.5.0"}
    run(lambda api: api.device_analyze(headers=agent, headers_={"X-Trace": "1"}), service.base_url)
    run(lambda api: api.currency.rates(from_="EUR", headers={"X-Trace": "2"}), service.base_url)
    first, second = service.received
    assert (first.body, first.headers["x-trace"]) == ({"headers": agent}, "1")
    assert (second.body, second.headers["x-trace"]) == ({"from": "EUR"}, "2")


def test_sends_decimals_exactly_and_dates_in_iso_8601(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {}))
    amount = Decimal("12345678901234567890.10")
    run(lambda api: api.currency.convert(from_="EUR", to="USD", amount=amount, date=date(2026, 1, 5)), service.base_url)
    run(lambda api: api.horoscope.zodiac_profile(birth_date=date(1990, 6, 1), birth_time=time(7, 30)), service.base_url)
    at = datetime(2026, 1, 5, 12, 30, tzinfo=timezone.utc)
    run(lambda api: api.qr_experience.generate(type="text", content={"text": "x"}, valid_until=at), service.base_url)
    lines = [{"net": Decimal("0.10"), "quantity": 3}]
    run(lambda api: api.vat(action="invoice", lines=lines), service.base_url)
    convert, profile, experience, invoice = service.received
    assert b'"amount":12345678901234567890.10' in convert.content
    assert convert.body["date"] == "2026-01-05"
    assert profile.body == {"birth_date": "1990-06-01", "birth_time": "07:30"}
    assert experience.body["valid_until"] == "2026-01-05T12:30:00Z"
    assert b'"lines":[{"net":0.10,"quantity":3}]' in invoice.content


@pytest.mark.parametrize("amount", [float("nan"), float("inf"), Decimal("NaN"), object()])
def test_refuses_what_json_cannot_represent(serve: Serve, run: Run, amount: object) -> None:
    service = serve(respond(200, {}))
    with pytest.raises(InvalidValueError):
        run(lambda api: api.currency.convert(from_="EUR", to="USD", amount=amount), service.base_url)
    assert service.received == []


def test_reads_decimals_if_configured(serve: Serve, run: Run) -> None:
    service = serve(respond(200, b'{"rate":1.10,"count":2}'))
    exact = run(rates, service.base_url, decimals=True)
    assert (exact["rate"], str(exact["rate"]), exact["count"]) == (Decimal("1.1"), "1.10", 2)
    assert type(run(rates, service.base_url)["rate"]) is float


def test_refuses_unknown_fields_before_anything_is_sent(serve: Serve, run: Run) -> None:
    service = serve(respond(200, RATES))
    with pytest.raises(UnknownFieldError) as raised:
        run(lambda api: api.currency.rates(pairs=[{"form": "EUR", "to": "USD"}], xyz=1), service.base_url)
    assert [(one.param, one.message) for one in raised.value.errors] == [
        ("pairs[0].form", 'Unknown field "pairs[0].form": did you mean pairs[0].from?'),
        ("xyz", 'Unknown field "xyz"'),
    ]
    assert (raised.value.type, raised.value.param, service.received) == ("unknown_field", "pairs[0].form", [])


def test_leaves_unknown_fields_to_the_service_if_not_strict(serve: Serve, run: Run) -> None:
    reported: list[Metadata] = []
    service = serve(respond(200, RATES, {"X-Unknown-Fields": "xyz"}))
    run(lambda api: api.currency.rates(from_="EUR", xyz=1), service.base_url, strict=False, on_response=reported.append)
    assert "prefer" not in service.received[0].headers
    assert service.received[0].body == {"from": "EUR", "xyz": 1}
    assert reported[0].unknown_fields == "xyz"


def test_returns_responses_with_their_metadata(serve: Serve, run: Run) -> None:
    headers = {
        "X-Request-Id": "abc",
        "X-Credits-Cost": "0.005",
        "X-Credits-Remaining": "12.5",
        "X-Mode": "test",
        "X-Upstream": "sandbox",
    }
    service = serve(respond(200, RATES, headers), respond(200, [1], {}))
    metadata = metadata_of(run(rates, service.base_url))
    assert (metadata.path, metadata.status, metadata.attempts) == ("/v1/currency/rates", 200, 1)
    assert (metadata.request_id, metadata.credits_cost, metadata.credits_remaining) == ("abc", 0.005, 12.5)
    assert (metadata.mode, metadata.upstream, metadata.headers["x-mode"]) == ("test", "sandbox", "test")
    other = metadata_of(run(rates, service.base_url))
    assert (other.mode, other.upstream, other.credits_cost) == ("live", None, None)
    with pytest.raises(TypeError, match="not a response"):
        metadata_of({})


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_retries_under_the_same_key(serve: Serve, run: Run, status: int) -> None:
    reported: list[Metadata] = []
    service = serve(fail(status, {"Retry-After": "0"}), respond(200, RATES, {"X-Credits-Cost": "0.005"}))
    assert run(rates, service.base_url, on_response=reported.append) == RATES
    first, second = (received.headers["idempotency-key"] for received in service.received)
    assert first == second
    assert [(one.attempts, one.credits_cost, one.status) for one in reported] == [(2, 0.005, 200)]


def test_retries_after_a_broken_connection_and_waits_for_its_own_first_attempt(serve: Serve, run: Run) -> None:
    service = serve(hang_up, fail(409, {"Retry-After": "0"}), respond(200, RATES))
    assert run(rates, service.base_url) == RATES
    assert len(service.received) == 3


def test_does_not_repeat_what_is_not_safe_to_repeat(serve: Serve, run: Run) -> None:
    service = serve(hang_up)
    with pytest.raises(ApiConnectionError, match="No response from /v1/tokens"):
        run(lambda api: api.create_token(expires_in=60), service.base_url)
    assert len(service.received) == 1


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 409, 413, 422, 500])
def test_raises_at_once(serve: Serve, run: Run, status: int) -> None:
    service = serve(fail(status, {"X-Request-Id": "abc", "X-Credits-Cost": "0"}))
    with pytest.raises(ApiError) as raised:
        run(rates, service.base_url)
    assert isinstance(raised.value, UtilityApiError)
    assert (raised.value.status, str(raised.value)) == (status, "No luck")
    assert (raised.value.request_id, raised.value.credits_cost, len(service.received)) == ("abc", 0, 1)


def test_leaves_long_pauses_to_the_caller(serve: Serve, run: Run) -> None:
    service = serve(fail(429, {"Retry-After": "3600", "RateLimit-Limit": "20"}))
    with pytest.raises(ApiError) as raised:
        run(rates, service.base_url)
    assert (raised.value.retry_after_seconds, len(service.received)) == (3600, 1)


def test_gives_up_after_the_maximum_of_retries(serve: Serve, run: Run) -> None:
    service = serve(fail(503, {"Retry-After": "0"}))
    for max_retries, sent in [(3, 4), (0, 5)]:
        with pytest.raises(ApiError):
            run(lambda api, most=max_retries: api.currency.rates(from_="EUR", max_retries=most), service.base_url)
        assert len(service.received) == sent


def test_waits_for_the_job_of_a_long_request(serve: Serve, run: Run) -> None:
    finished = {"job_id": "j1", "state": "finished", "status": 200, "body": RATES}
    service = serve(
        respond(202, {"job_id": "j1"}, {"X-Credits-Cost": "0.005"}),
        respond(200, {"job_id": "j1", "state": "running"}),
        respond(200, finished),
    )
    response = run(rates, service.base_url, wait=5)
    assert (response, metadata_of(response).status, metadata_of(response).credits_cost) == (RATES, 200, 0.005)
    assert [(received.method, received.path, received.headers.get("prefer")) for received in service.received] == [
        ("POST", "/v1/currency/rates", "handling=strict, wait=5"),
        ("GET", "/v1/jobs/j1", None),
        ("GET", "/v1/jobs/j1", None),
    ]


def test_submits_jobs(serve: Serve, run: Run) -> None:
    failed = {"error": "Unknown currency", "code": 404, "type": "currency_unknown"}
    service = serve(
        respond(202, {"job_id": "j1"}), respond(200, {"job_id": "j1", "state": "finished", "status": 404, "body": failed})
    )
    url = 'https://hooks.example.com/a"b'
    job = run(lambda api: api.submit.currency.rates(from_="EUR", callback_url=url), service.base_url)
    assert job.id == "j1"
    assert service.received[0].headers["prefer"].endswith('respond-async; callback_url="https://hooks.example.com/a\\"b"')
    with pytest.raises(ApiError, match="Unknown currency") as raised:
        run(lambda api: api.job("j1").result(), service.base_url)
    assert (raised.value.status, raised.value.request_id) == (404, "j1")


def test_does_not_wait_for_a_job_forever(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {"job_id": "j1", "state": "running"}))
    with pytest.raises(RequestTimeoutError, match="Job j1 has not finished within 0.2 s"):
        run(lambda api: api.job("j1").result(max_wait=0.2), service.base_url)


def test_sends_a_key_of_the_caller_with_what_a_route_creates(serve: Serve, run: Run) -> None:
    service = serve(fail(502), respond(200, {}), respond(200, {}))
    run(lambda api: api.buy_credits(pack="small", idempotency_key="order-1"), service.base_url)
    run(lambda api: api.buy_credits(pack="small"), service.base_url)
    assert [received.headers.get("idempotency-key") for received in service.received] == ["order-1", "order-1", None]


def test_encodes_ids_as_one_segment_of_the_path(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {}))
    run(lambda api: api.job("../webhooks/whk_1?a#b").cancel(), service.base_url)
    run(lambda api: api.webhook(webhook="a/../b"), service.base_url)
    assert [(received.method, received.path) for received in service.received] == [
        ("DELETE", "/v1/jobs/..%2Fwebhooks%2Fwhk_1%3Fa%23b"),
        ("GET", "/v1/webhooks/a%2F..%2Fb"),
    ]


@pytest.mark.parametrize("job_id", ["", ".", ".."])
def test_refuses_an_id_that_is_another_path(serve: Serve, run: Run, job_id: str) -> None:
    service = serve(respond(200, {}))
    with pytest.raises(InvalidValueError, match="is not an id"):
        run(lambda api: api.job(job_id).cancel(), service.base_url)
    with pytest.raises(InvalidValueError, match="is not an id"):
        run(lambda api: api.delete_webhook(webhook=job_id), service.base_url)
    assert service.received == []


def test_returns_files_that_save_themselves(serve: Serve, run: Run, tmp_path: Path) -> None:
    service = serve(respond(200, b"<svg/>", {"Content-Type": "image/svg+xml", "X-Credits-Cost": "0.02"}))
    file = run(lambda api: api.qr_code.generate_file(qr_code_text="x"), service.base_url)
    assert service.received[0].body == {"qr_code_text": "x", "download": True}
    assert (file, file.content_type, metadata_of(file).credits_cost) == (b"<svg/>", "image/svg+xml", 0.02)
    assert file.save(tmp_path / "code.svg").read_bytes() == b"<svg/>"


def test_returns_json_lines_as_a_file(serve: Serve, run: Run) -> None:
    lines = b'{"index":0}\n{"index":1}\n'
    service = serve(respond(200, lines, {"Content-Type": "application/x-ndjson"}))
    assert run(lambda api: api.batch_results(batch="bat_1"), service.base_url) == lines


def test_raises_all_that_an_error_response_says(serve: Serve, run: Run) -> None:
    problem = {"param": "from", "type": "invalid_field", "message": "from must be a currency code", "nearest": "EUR"}
    body = {
        "error": problem["message"],
        "code": 422,
        "type": "invalid_field",
        "param": "from",
        "errors": [problem, {"param": "to"}, None],
        "request_id": "in-body",
        "doc_url": "https://api.example.com/docs",
    }
    service = serve(respond(422, body), respond(400, b"<p>Bad</p>", {"Content-Type": "text/html"}))
    with pytest.raises(ApiError) as raised:
        run(rates, service.base_url)
    error = raised.value
    assert (error.type, error.param, error.request_id, error.doc_url) == (
        "invalid_field",
        "from",
        "in-body",
        "https://api.example.com/docs",
    )
    assert [vars(one) for one in error.errors or ()] == [problem]
    with pytest.raises(ApiError, match="400 Bad Request"):
        run(rates, service.base_url)


def test_shows_its_key_to_no_other_url(serve: Serve, run: Run) -> None:
    service = serve(respond(307, b"", {"Location": "/elsewhere"}))
    with pytest.raises(ApiError, match="307 Temporary Redirect"):
        run(rates, service.base_url)
    assert len(service.received) == 1


def test_has_a_method_for_every_operation() -> None:
    """Both clients have a method for each endpoint, named after its id."""
    document = json.loads((Path(__file__).parents[2] / "client-generator/openapi.json").read_text())
    groups = [tag["x-group"] for tag in document["tags"] if "x-group" in tag]
    titles = {tag["name"] for tag in document["tags"] if "x-group" in tag}
    ids = [
        path.removeprefix("/v1/")
        for path, operations in document["paths"].items()
        if titles.intersection(operations.get("post", {}).get("tags", []))
    ]
    assert len(ids) > 50
    clients: list[Any] = [UtilityApi("http://127.0.0.1:1"), AsyncUtilityApi("http://127.0.0.1:1")]
    for api in clients:
        for endpoint in ids:
            group = next(one for one in groups if endpoint == one or endpoint.startswith(f"{one}/"))
            for owner in (api, api.submit):
                methods = owner if endpoint == group else getattr(owner, group.replace("/", "_").replace("-", "_"))
                assert callable(getattr(methods, endpoint.rsplit("/", 1)[-1].replace("-", "_"))), endpoint


def test_refuses_an_endpoint_that_it_does_not_know(serve: Serve, run: Run) -> None:
    service = serve(respond(200, {}))
    with pytest.raises(InvalidValueError, match='There is no "currency/convrt"'):
        run(lambda api: api.call("currency/convrt", {}), service.base_url)
    assert service.received == []
