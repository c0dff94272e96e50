from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from scripted_service import ScriptedService, Turn

Serve = Callable[..., ScriptedService]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts services that answer as they are told, and ends them."""
    started: list[ScriptedService] = []

    def start(*turns: Turn) -> ScriptedService:
        started.append(ScriptedService(*turns))
        return started[-1]

    yield start
    for service in started:
        service.stop()
