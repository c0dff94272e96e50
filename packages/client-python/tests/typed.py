"""Read by mypy alone: what is right passes, and what is wrong would be an unused `type: ignore` if it passed."""

from __future__ import annotations

from utility_api import AsyncUtilityApi, UtilityApi
from utility_api.types import CurrencyConvertAnswer, PageDocument


def waiting(api: UtilityApi) -> None:
    answer: CurrencyConvertAnswer = api.currency.convert({"from": "EUR", "to": "USD", "amount": 250})
    rate: float = answer["mid_market"]["rate"]
    page: PageDocument = {"version": 1, "blocks": [{"type": "text", "props": {"text": "Hello"}}]}
    image: bytes = api.qr_code.generate_file({"type": "page", "page": page})
    left: float = api.account()["balance"]
    later: float = api.submit("currency/convert", {"from": "EUR", "to": "USD", "amount": 1}).answer()["amount"]
    ticket = {"title": "Free coffee", "code": "KAFFEE"}
    api.qr_experience.generate({"type": "coupon", "content": {"title": ticket["title"], "code": ticket["code"]}})
    print(rate, image, left, later)


async def awaiting(api: AsyncUtilityApi) -> None:
    vat = await api.vat({"action": "calculate", "net": 100, "country_code": "DE"})
    job = await api.submit("currency/rates", {"from": "EUR", "to": "USD"})
    print(vat, (await job.answer())["rates"][0]["rate"])


def wrong(api: UtilityApi) -> None:
    api.currency.convert({"from": "EUR", "to": "USD"})  # type: ignore[typeddict-item]
    api.currency.convert({"from": "EUR", "to": "USD", "amount": "250"})  # type: ignore[typeddict-item]
    api.currency.convert({"from": "EUR", "to": "USD", "amount": 1, "amuont": 1})  # type: ignore[typeddict-item]
    api.qr_code.generate({"image_format": "GIF"})  # type: ignore[typeddict-item]
    api.qr_experience.generate({"type": "text", "content": {"title": "no text"}})  # type: ignore[misc, arg-type]
    api.currency.covnert({})  # type: ignore[attr-defined]
    UtilityApi("http://127.0.0.1:3000", strct=False)  # type: ignore[call-arg]
