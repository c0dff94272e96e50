"""Read by mypy only. Correct uses pass; each wrong use needs its `type: ignore`, which mypy reports if it is unused."""

from __future__ import annotations

from datetime import date, datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Literal, Optional

from utility_api import AsyncUtilityApi, File, Metadata, UtilityApi, metadata_of
from utility_api.types import (
    CurrencyConvertRequest,
    CurrencyConvertResponse,
    DeviceAnalyzeRequest,
    PageDocument,
    VatResponse,
    WebhookEvent,
)


def synchronous(api: UtilityApi) -> None:
    converted: CurrencyConvertResponse = api.currency.convert(from_="EUR", to="USD", amount=Decimal("250.10"))
    rate: float = converted["mid_market"]["rate"]
    page: PageDocument = {"version": 1, "blocks": [{"type": "text", "props": {"text": "Hello"}}]}
    image: File = api.qr_code.generate_file(type="page", page=page, image_format="PNG")
    path: Path = image.save("code.png")
    left: float = api.account()["balance"]
    later: float = api.submit.currency.convert(from_="EUR", to="USD", amount=1).result(max_wait=60)["amount"]
    request: DeviceAnalyzeRequest = {"ua": "curl/8.5.0"}
    api.device_analyze(**request, timeout=5, idempotency_key="order-1042", max_retries=0, wait=5)
    api.device_analyze(headers={"User-Agent": "curl/8.5.0"}, headers_={"X-Trace": "1"})
    api.currency.currencies(headers={"X-Trace": "1"})
    metadata: Metadata = metadata_of(converted)
    cost: Optional[float] = metadata.credits_cost
    batch = api.submit_batch("mailchecker", [{"email": "info@example.com"}], name="Newsletter")
    statuses: list[int] = [result.status for result in batch.results()]
    batch.file(format="pdf")  # type: ignore[arg-type]
    print(rate, image, path, left, later, cost, statuses, batch.wait()["succeeded"])


def by_action(api: UtilityApi) -> None:
    """The response of VAT follows action and mode."""
    standard: Optional[float] = api.vat(action="country-profile", country_code="DE")["rates"]["standard"]
    updated: str = api.vat(action="country-rates", country_code="DE", date=date(2026, 1, 5))["updated_at"]
    names: list[str] = [one["name"] for one in api.vat(action="list-countries")["countries"]]
    gross: Optional[float] = api.vat(action="calculate", net=Decimal("99.90"), country_code="DE")["gross"]
    single: Optional[float] = api.vat(action="calculate", net=1, country_code="DE", mode="single_rate")["gross"]
    several = api.vat(action="calculate", net=100, country_code="DE", mode="multi_rate")
    if several["scenario_type"] == "multi_rate":
        print(several["scenarios"][0]["gross"])
    else:
        print(several["gross"])
    valid: bool = api.vat(action="check-number", vat_number="DE129273398")["checksum_valid"] is True
    invoice = api.vat(action="invoice", lines=[{"description": "Tea", "quantity": Decimal("2"), "net": Decimal("9.95")}])
    print(standard, updated, names, gross, single, valid, invoice["totals"])
    print(api.submit.vat(action="country-rates", country_code="DE").result()["rates"]["reduced"])
    api.vat(action="country-profile", country_code="DE")["countries"]  # type: ignore[typeddict-item]
    api.vat(action="list-countries")["rates"]  # type: ignore[typeddict-item]
    api.vat(action="calculate", net=100, country_code="DE")["scenarios"]  # type: ignore[typeddict-item]
    api.submit.vat(action="list-countries").result()["rates"]  # type: ignore[typeddict-item]
    api.vat(action="profile", country_code="DE")  # type: ignore[call-overload]
    api.vat(country_code="DE")  # type: ignore[call-overload]
    api.vat(action="check-number")  # type: ignore[call-overload]
    api.vat(action="invoice")  # type: ignore[call-overload]


def one_of_two_actions(api: UtilityApi, action: Literal["country-profile", "country-rates"]) -> None:
    """An action that is known at run time only gives a union."""
    response = api.vat(action=action, country_code="DE")
    print(response["rates"]["standard"])
    response["updated_at"]  # type: ignore[typeddict-item]


def any_action(response: VatResponse) -> None:
    """A response to any action is narrowed by its fields."""
    if "countries" in response:
        print(response["countries"][0]["name"])
    elif "updated_at" in response:
        print(response["rates"]["reduced"])
    response["countries"]  # type: ignore[typeddict-item]


def by_type(api: UtilityApi) -> None:
    """The fields of QR codes and hosted pages follow type."""
    api.qr_code.generate(qr_code_text="https://example.com")
    api.qr_code.generate(type="url", qr_code_text="https://example.com", image_width=600)
    api.qr_code.generate(type="wifi", content={"ssid": "Guests", "password": "welcome-2026", "security": "WPA"})
    api.qr_code.generate_file(type="geo", content={"latitude": 52.52, "longitude": 13.405}, image_format="PDF")
    api.qr_code.generate(type="wifi", content={"latitude": 52.52, "longitude": 13.405})  # type: ignore[call-overload]
    api.qr_code.generate(type="geo", qr_code_text="https://example.com")  # type: ignore[call-overload]
    api.qr_code.generate(type="wlan", content={})  # type: ignore[call-overload]
    ticket = {"title": "Free coffee", "code": "KAFFEE"}
    api.qr_experience.generate(type="coupon", content={"title": ticket["title"], "code": ticket["code"]})
    api.qr_experience.generate(type="text", content={"title": "No text"})  # type: ignore[call-overload]
    api.submit.qr_experience.generate(type="text", content={"text": "Hello"}, callback_url="https://hooks.example.com")


def lists(api: UtilityApi) -> None:
    """Iterators return items of all pages."""
    ids: list[str] = [entry["request_id"] for entry in api.iter_requests(status=500, from_=datetime(2026, 1, 1))]
    days: list[str] = [rate["date"] for rate in api.currency.iter_historical(from_="EUR", to="USD", start_date="2026-01-01")]
    api.usage(from_=date(2026, 1, 1), to="2026-01-31", group_by="key")
    api.music.chart_data(action="search", keyword="river")
    api.music.chart_data(action="get-trends")
    api.music.chart_data(action="find", keyword="river")  # type: ignore[call-overload]
    api.music.chart_data(action="search")  # type: ignore[call-overload]
    api.music.chart_data(action="get-daily-chart", trend="1")  # type: ignore[call-overload]
    api.iter_requests(after="x")  # type: ignore[call-arg]
    print(ids, days)


def events(event: WebhookEvent) -> None:
    """The data of an event follows its type."""
    if event["type"] == "batch.finished":
        print(event["data"]["succeeded"], event["data"]["results_url"])
        event["data"]["job_id"]  # type: ignore[typeddict-item]
    elif event["type"] == "job.completed":
        print(event["data"]["job_id"], event["data"]["body"])
    event["type"] == "batch.done"  # type: ignore[comparison-overlap]


async def asynchronous(api: AsyncUtilityApi) -> None:
    rates = await api.vat(action="country-rates", country_code="DE")
    job = await api.submit.currency.rates(from_="EUR", to="USD")
    print(rates["rates"]["standard"], (await job.result())["rates"][0]["rate"])
    async for entry in api.iter_requests(to=datetime(2026, 1, 31, tzinfo=timezone.utc)):
        print(entry["status"])
    api.currency.convert(from_="EUR", to="USD", amount=1)["amount"]  # type: ignore[index, misc]


def wrong(api: UtilityApi) -> None:
    request: CurrencyConvertRequest = {"from": "EUR", "to": "USD", "amount": 1}
    api.call("currency/convert", request)
    api.currency.convert(from_="EUR", to="USD")  # type: ignore[call-arg]
    api.currency.convert(from_="EUR", to="USD", amount=[250])  # type: ignore[arg-type]
    api.currency.convert(from_="EUR", to="USD", amount=1, amuont=1)  # type: ignore[call-arg]
    api.currency.convert({"from": "EUR", "to": "USD", "amount": 1})  # type: ignore[misc, call-arg, arg-type]
    api.currency.convert(from_="EUR", to="USD", amount=1, timeout="5")  # type: ignore[arg-type]
    api.currency.covnert()  # type: ignore[attr-defined]
    api.account(idempotency_key="x")  # type: ignore[call-arg]
    UtilityApi("http://127.0.0.1:3000", strct=False)  # type: ignore[call-arg]
