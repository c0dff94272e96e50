from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from scripted_service import Response, ScriptedService
from utility_api import AsyncUtilityApi, UtilityApi

Serve = Callable[..., ScriptedService]
Run = Callable[..., Any]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts services with scripted responses, and stops them."""
    started: list[ScriptedService] = []

    def start(*responses: Response) -> ScriptedService:
        started.append(ScriptedService(*responses))
        return started[-1]

    yield start
    for service in started:
        service.stop()


def _run_sync(action: Callable[[Any], Any], base_url: str, **settings: Any) -> Any:
    # Reading the machine's certificates takes most of the time of a client that needs none.
    options: dict[str, Any] = {"api_key": "ua_live_x", "http": httpx.Client(verify=False), **settings}
    with UtilityApi(base_url, **options) as api:
        return action(api)


def _run_async(action: Callable[[Any], Any], base_url: str, **settings: Any) -> Any:
    options: dict[str, Any] = {"api_key": "ua_live_x", "http": httpx.AsyncClient(verify=False), **settings}

    async def run() -> Any:
        async with AsyncUtilityApi(base_url, **options) as api:
            return await action(api)

    return asyncio.run(run())


@pytest.fixture(params=[_run_sync, _run_async], ids=["sync", "async"])
def run(request: pytest.FixtureRequest) -> Run:
    """Performs one action with a client of each kind."""
    kind: Run = request.param
    return kind
