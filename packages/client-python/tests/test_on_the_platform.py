"""Requests of a customer to the platform that the environment names, as test/clients/python-client.test.ts does."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from utility_api import ApiError, AsyncUtilityApi, Metadata, UnknownFieldError, UtilityApi, metadata_of

pytestmark = pytest.mark.skipif(
    not (os.environ.get("UTILITY_API_URL") and os.environ.get("UTILITY_API_KEY")),
    reason="UTILITY_API_URL and UTILITY_API_KEY name no platform",
)

PARALLEL = 100


def refused(error: ApiError) -> None:
    assert (error.status, error.type) == (404, "country_unknown"), error.type
    assert error.request_id and error.doc_url and "/docs/errors" in error.doc_url


def test_sync(tmp_path: Path) -> None:
    reported: list[Metadata] = []
    with UtilityApi(on_response=reported.append) as api:
        converted = api.currency.convert(from_="EUR", to="USD", amount=Decimal("250.10"))
        assert converted["mid_market"]["rate"] > 0 and converted["amount"] == 250.1
        metadata = metadata_of(converted)
        assert (metadata.credits_cost, metadata.status, metadata.mode) == (0.009, 200, "live")
        assert metadata.request_id and metadata.credits_remaining
        image = api.qr_code.generate_file(qr_code_text="x", image_format="PNG")
        assert image.save(tmp_path / "code.png").read_bytes()[:4] == b"\x89PNG"
        assert image.content_type == "image/png"
        assert api.vat(action="country-profile", country_code="DE")["rates"]["standard"] == 19
        assert api.vat(action="country-rates", country_code="DE", date=date(2020, 8, 1))["rates"]["standard"] == 16
        several = api.vat(action="calculate", net=Decimal("99.90"), country_code="DE", mode="multi_rate")
        assert several["scenario_type"] == "multi_rate" and len(several["scenarios"]) > 1
        before = api.account()["balance"]
        try:
            api.vat(action="calculate", contry_code="DE")  # type: ignore[call-overload]
        except UnknownFieldError as error:
            assert str(error) == 'Unknown field "contry_code": did you mean country_code?'
        else:
            pytest.fail("the field was accepted")
        assert api.account()["balance"] == before
        first = api.video_platform_generate.title_generator(topic="Sourdough", idempotency_key="order-1042")
        again = api.video_platform_generate.title_generator(topic="Sourdough", idempotency_key="order-1042")
        assert again == first and metadata_of(again).credits_cost == 0
        try:
            api.vat(action="country-rates", country_code="ZZ")
        except ApiError as error:
            refused(error)
            assert api.request(request_id=error.request_id or "")["timeline"]
        job = api.submit.vat(action="country-rates", country_code="DE")
        assert job.result()["rates"]["standard"] == 19
        assert api.jobs()["jobs"][0]["job_id"] == job.id
        try:
            job.cancel()
        except ApiError as error:
            assert (error.status, error.type) == (409, "job_begun")
        listed = [entry["request_id"] for entry in api.iter_requests(limit=2)]
        assert len(listed) > 4 and len(set(listed)) == len(listed)


def test_decimals() -> None:
    with UtilityApi(decimals=True) as api:
        gross = api.vat(action="calculate", net=Decimal("0.10"), country_code="DE")["gross"]
        assert gross == Decimal("0.12") and isinstance(gross, Decimal)


def test_batches(tmp_path: Path) -> None:
    file = tmp_path / "customers.csv"
    file.write_text("E-Mail\njane.doe@gmial.com\ninfo@example.com\n")
    with UtilityApi() as api:
        batch = api.submit_batch("mailchecker", csv=file, columns={"email": "E-Mail"})
        assert batch.wait(max_wait=60)["items"] == 2
        assert [(result.index, result.status) for result in batch.results()] == [(0, 200), (1, 200)]
        assert batch.file(format="csv").save(tmp_path / "results.csv").read_text().startswith("E-Mail,status")


def test_async() -> None:
    async def run() -> None:
        async with AsyncUtilityApi(wait=5) as api:
            vat, device = await asyncio.gather(
                api.vat(action="calculate", net=100, country_code="DE"), api.device_analyze(ua="curl/8.5.0")
            )
            assert vat["gross"] == 119 and device
            job = await api.submit.vat(action="country-rates", country_code="ZZ")
            try:
                await job.result()
            except ApiError as error:
                refused(error)
            assert (await job.status())["status"] == 404
            assert [entry async for entry in api.iter_jobs(limit=1)]

    asyncio.run(run())


def test_100_parallel_requests_of_threads() -> None:
    reported: list[Metadata] = []
    with UtilityApi(on_response=reported.append) as api, ThreadPoolExecutor(PARALLEL) as pool:
        found = list(pool.map(lambda _: api.vat(action="country-rates", country_code="DE"), range(PARALLEL)))
    assert [one["rates"]["standard"] for one in found] == [19] * PARALLEL
    print(f"{sum(one.attempts - 1 for one in reported)} retries")


def test_100_parallel_requests_of_tasks() -> None:
    reported: list[Metadata] = []

    async def run() -> None:
        async with AsyncUtilityApi(on_response=reported.append) as api:
            found = await asyncio.gather(
                *(api.vat(action="country-rates", country_code="DE") for _ in range(PARALLEL))
            )
        assert [one["rates"]["standard"] for one in found] == [19] * PARALLEL

    asyncio.run(run())
    print(f"{sum(one.attempts - 1 for one in reported)} retries")


def test_examples_of_a_test_key_are_marked() -> None:
    key = os.environ.get("UTILITY_API_TEST_KEY")
    if not key:
        pytest.skip("UTILITY_API_TEST_KEY is not set")
    with UtilityApi(api_key=key) as api:
        metadata = metadata_of(api.currency.convert(from_="JPY", to="CHF", amount=1))
        assert (metadata.mode, metadata.credits_cost) == ("test", 0)
        with ThreadPoolExecutor(20) as pool:
            modes = list(pool.map(lambda _: metadata_of(api.vat(action="list-countries")).mode, range(40)))
        assert modes == ["test"] * 40
