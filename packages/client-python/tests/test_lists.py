"""Iterators over pages, and batches."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable
from decimal import Decimal
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, Serve
from scripted_service import respond
from utility_api import ApiConnectionError, InvalidValueError, RequestTimeoutError

BATCH: dict[str, Any] = {"id": "bat_1", "state": "running", "finished_at": None}
FINISHED: dict[str, Any] = {**BATCH, "state": "finished", "finished_at": "2026-01-05T13:37:00Z"}


def collect(items: Any, is_begun: threading.Event = threading.Event()) -> Any:
    """Returns the items of an iterator of either kind. The first one sets the event."""
    found: list[Any] = []

    def add(item: Any) -> None:
        found.append(item)
        is_begun.set()

    if not hasattr(items, "__aiter__"):
        for item in items:
            add(item)
        return found

    async def gather() -> list[Any]:
        async for item in items:
            add(item)
        return found

    return gather()


def then(first: Any, following: Any) -> Any:
    """Passes a result on, which is awaited if necessary."""
    if not inspect.isawaitable(first):
        return following(first)

    async def go_on() -> Any:
        result = following(await first)
        return await result if inspect.isawaitable(result) else result

    return go_on()


def test_iterates_over_all_pages_of_a_route(serve: Serve, run: Run) -> None:
    service = serve(
        respond(200, {"requests": [1, 2], "next": "c1"}),
        respond(200, {"requests": [], "next": "c2"}),
        respond(200, {"requests": [3], "next": None}),
    )
    items = run(lambda api: collect(api.iter_requests(status=500, limit=2)), service.base_url)
    assert items == [1, 2, 3]
    assert [received.path for received in service.received] == [
        "/v1/requests?status=500&limit=2",
        "/v1/requests?status=500&limit=2&after=c1",
        "/v1/requests?status=500&limit=2&after=c2",
    ]


def test_iterates_over_all_pages_of_an_endpoint(serve: Serve, run: Run) -> None:
    service = serve(
        respond(200, {"rates": [1], "next_cursor": "c1"}), respond(200, {"rates": [2], "next_cursor": None})
    )
    items = run(lambda api: collect(api.currency.iter_historical(from_="EUR", to="USD", timeout=5)), service.base_url)
    assert items == [1, 2]
    assert [received.body for received in service.received] == [
        {"from": "EUR", "to": "USD"},
        {"from": "EUR", "to": "USD", "cursor": "c1"},
    ]


def test_runs_a_batch(serve: Serve, run: Run) -> None:
    results = b'{"index":0,"status":200,"body":{"rate":1.10}}\n{"index":1,"status":404,"body":{"error":"x","type":"no_mail_server"}}\n'
    lines = {"Content-Type": "application/x-ndjson"}
    service = serve(respond(202, BATCH), respond(200, BATCH), respond(200, FINISHED), respond(200, results, lines))
    items = [{"email": "a@example.com"}, {"email": "b@example.com"}]
    found = run(
        lambda api: then(
            api.submit_batch("mailchecker", iter(items), name="Newsletter"), lambda batch: collect(batch.results())
        ),
        service.base_url,
        decimals=True,
    )
    assert service.received[0].body == {"endpoint": "/v1/mailchecker", "items": items, "name": "Newsletter"}
    assert [(one.index, one.status) for one in found] == [(0, 200), (1, 404)]
    assert (found[0].data, found[0].error) == ({"rate": Decimal("1.1")}, None)
    assert (found[1].data, found[1].error.type) == (None, "no_mail_server")
    assert [received.path for received in service.received[1:]] == [
        "/v1/batches/bat_1",
        "/v1/batches/bat_1",
        "/v1/batches/bat_1/results?format=jsonl",
    ]


RESULTS = [b'{"index":0,"status":200,"body":{"n":0}}\n', b'{"index":1,"status":200,"body":{"n":1}}\n']


def write_results(handler: BaseHTTPRequestHandler, *parts: bytes, then: Callable[[], None] = lambda: None) -> None:
    """Sends the parts of a file with all results, and calls a function after the first."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/x-ndjson")
    handler.send_header("Content-Length", str(len(b"".join(RESULTS))))
    handler.end_headers()
    handler.wfile.write(parts[0])
    then()
    handler.wfile.write(b"".join(parts[1:]))


def test_returns_results_as_they_arrive(serve: Serve, run: Run) -> None:
    is_read = threading.Event()
    arrived: list[bool] = []
    service = serve(
        respond(200, FINISHED),
        lambda handler: write_results(handler, *RESULTS, then=lambda: arrived.append(is_read.wait(20))),
    )
    found = run(lambda api: collect(api.batch_job("bat_1").results(), is_read), service.base_url)
    assert ([one.data for one in found], arrived) == ([{"n": 0}, {"n": 1}], [True])


def test_goes_on_where_the_results_have_broken_off(serve: Serve, run: Run) -> None:
    def cut_off(handler: BaseHTTPRequestHandler) -> None:
        write_results(handler, RESULTS[0] + RESULTS[1][:10])
        handler.close_connection = True

    service = serve(respond(200, FINISHED), cut_off, lambda handler: write_results(handler, *RESULTS))
    found = run(lambda api: collect(api.batch_job("bat_1").results()), service.base_url)
    assert [one.data for one in found] == [{"n": 0}, {"n": 1}]
    service = serve(respond(200, FINISHED), cut_off)
    with pytest.raises(ApiConnectionError, match="The results of batch bat_1 broke off"):
        run(lambda api: collect(api.batch_job("bat_1").results()), service.base_url)
    assert len(service.received) == 4


def test_uploads_csv_as_text_bytes_or_a_file(serve: Serve, run: Run, tmp_path: Path) -> None:
    service = serve(respond(202, BATCH))
    file = tmp_path / "customers.csv"
    file.write_text("\ufeffE-Mail\ninfo@example.com\n", encoding="utf-8")
    for csv in (file, file.read_bytes(), "E-Mail\ninfo@example.com\n"):
        run(
            lambda api, sent=csv: api.submit_batch("/v1/mailchecker", csv=sent, columns={"email": "E-Mail"}), service.base_url
        )
    assert [received.body for received in service.received] == [
        {"endpoint": "/v1/mailchecker", "csv": "E-Mail\ninfo@example.com\n", "columns": {"email": "E-Mail"}}
    ] * 3


def test_refuses_a_batch_without_requests(serve: Serve, run: Run) -> None:
    service = serve(respond(202, BATCH))
    with pytest.raises(InvalidValueError, match="either items or csv"):
        run(lambda api: api.submit_batch("mailchecker"), service.base_url)
    with pytest.raises(InvalidValueError, match="not in UTF-8"):
        run(lambda api: api.submit_batch("mailchecker", csv="München".encode("latin-1")), service.base_url)
    assert service.received == []


def test_does_not_wait_for_a_batch_forever(serve: Serve, run: Run) -> None:
    service = serve(respond(200, BATCH))
    with pytest.raises(RequestTimeoutError, match="Batch bat_1 has not finished within 0.1 s"):
        run(lambda api: api.batch_job("bat_1").wait(max_wait=0.1), service.base_url)
