"""What a customer does with the client, told to the platform that the environment names, as test/clients/python-client.test.ts does."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest
from utility_api import AnswerFacts, AsyncUtilityApi, CallOptions, UnknownFieldError, UtilityApi, UtilityApiError

WHERE: dict[str, Any] = {
    "base_url": os.environ.get("UTILITY_API_URL", ""),
    "api_key": os.environ.get("UTILITY_API_KEY", ""),
}

pytestmark = pytest.mark.skipif(not all(WHERE.values()), reason="UTILITY_API_URL and UTILITY_API_KEY name no platform")


def refused(error: UtilityApiError) -> None:
    assert (error.status, error.type) == (404, "country_unknown"), error.type
    assert error.request_id and error.doc_url and "/docs/errors" in error.doc_url


def test_waiting() -> None:
    told: list[AnswerFacts] = []
    with UtilityApi(**WHERE, on_answer=told.append) as api:
        answer = api.currency.convert({"from": "EUR", "to": "USD", "amount": 250})
        assert answer["mid_market"]["rate"] > 0
        assert (told[0].credits_cost, told[0].status) == (0.009, 200)
        assert api.qr_code.generate_file({"qr_code_text": "x", "image_format": "PNG"})[:4] == b"\x89PNG"
        before = api.account()["balance"]
        try:
            api.vat({"action": "calculate", "contry_code": "DE"})  # type: ignore[typeddict-item]
        except UnknownFieldError as error:
            assert str(error) == 'Unknown field "contry_code": did you mean country_code?'
        else:
            pytest.fail("the field was taken")
        assert api.account()["balance"] == before
        once = CallOptions(idempotency_key="order-1042")
        first = api.video_platform_generate.title_generator({"topic": "Sourdough"}, once)
        assert api.video_platform_generate.title_generator({"topic": "Sourdough"}, once) == first
        assert told[-1].credits_cost == 0
        try:
            api.vat({"action": "country-rates", "country_code": "ZZ"})
        except UtilityApiError as error:
            refused(error)
            assert api.request({"request_id": error.request_id or ""})["timeline"]
        job = api.submit("vat", {"action": "country-rates", "country_code": "DE"})
        api.job(job.id).answer()
        assert api.jobs()["jobs"][0]["job_id"] == job.id
        try:
            job.cancel()
        except UtilityApiError as error:
            assert (error.code, error.type) == (409, "job_begun")


def test_awaiting() -> None:
    asyncio.run(awaiting())


async def awaiting() -> None:
    async with AsyncUtilityApi(**WHERE, wait=5) as api:
        both = await asyncio.gather(
            api.vat({"action": "calculate", "net": 100, "country_code": "DE"}),
            api.device_analyze({"ua": "curl/8.5.0"}),
        )
        assert len(both) == 2
        job = await api.submit("vat", {"action": "country-rates", "country_code": "ZZ"})
        try:
            await job.answer()
        except UtilityApiError as error:
            refused(error)
        assert (await job.look())["status"] == 404
