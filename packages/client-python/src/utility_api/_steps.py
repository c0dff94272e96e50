"""What a client does, as steps that are carried out by waiting or by awaiting: written once for both."""

from __future__ import annotations

import re
import uuid
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, TypeVar, Union

import httpx

from ._errors import ConnectionFailed, UnknownFieldError, error_from
from ._options import AnswerFacts, CallOptions
from ._retry import pause_before_retry
from ._routes import path_segment
from ._settings import Settings
from ._unknown_fields import Fields, unknown_fields
from .generated.operations import ENDPOINTS, ROUTES

_ACCEPTED = 202
# Media type of a JSON document; JSON lines (application/x-ndjson) are none.
_JSON_TYPE = re.compile(r"[/+]json\b", re.IGNORECASE)
_REPEATABLE = frozenset({"GET", "PUT", "DELETE"})
_FIRST_LOOK = 0.1
_LONGEST_REST = 2.0


@dataclass(frozen=True)
class Send:
    """Send this and say what came of it."""

    method: str
    path: str
    body: Mapping[str, Any] | None
    headers: Mapping[str, str]
    timeout: float


@dataclass(frozen=True)
class Rest:
    """Wait for so many seconds."""

    seconds: float


Outcome = Optional[Union[httpx.Response, httpx.HTTPError]]
T = TypeVar("T")
Steps = Generator[Union[Send, Rest], Outcome, T]


def call(settings: Settings, endpoint: str, request: Mapping[str, Any], options: CallOptions | None) -> Steps[Any]:
    """Calls an endpoint; where it is not waited for to the end its job is."""
    chosen = options or CallOptions()
    wait = settings.wait if chosen.wait is None else chosen.wait
    response = yield from _post(settings, endpoint, request, [] if wait is None else [f"wait={wait}"], chosen)
    if response.status_code != _ACCEPTED:
        return response.json()
    return (yield from job_answer(settings, response.json()["job_id"], chosen))


def file(settings: Settings, endpoint: str, request: Mapping[str, Any], options: CallOptions | None) -> Steps[bytes]:
    """Calls an endpoint for the file that it can answer."""
    response = yield from _post(settings, endpoint, {**request, "download": True}, [], options or CallOptions())
    return response.content


def submit(settings: Settings, endpoint: str, request: Mapping[str, Any], options: CallOptions | None) -> Steps[str]:
    """Hands a call in, and tells the id of its job."""
    response = yield from _post(settings, endpoint, request, ["respond-async"], options or CallOptions())
    job_id: str = response.json()["job_id"]
    return job_id


def ask(settings: Settings, name: str, request: Mapping[str, Any], options: CallOptions | None) -> Steps[Any]:
    """Asks a route beside the endpoints."""
    route = ROUTES[name]
    _check(settings, route.fields, request)
    path, body = route.target(request)
    chosen = options or CallOptions()
    has_key = route.method == "POST" and chosen.idempotency_key is not None
    response = yield from _exchange(settings, route.method, path, body, _strictly(settings), chosen, has_key=has_key)
    return response.json() if _JSON_TYPE.search(response.headers.get("content-type", "")) else response.content


def job_standing(settings: Settings, job_id: str, options: CallOptions | None) -> Steps[Any]:
    """How a job stands."""
    response = yield from _job(settings, "GET", job_id, options)
    return response.json()


def job_answer(settings: Settings, job_id: str, options: CallOptions | None) -> Steps[Any]:
    """Waits for a job's answer, and raises what it failed with."""
    rest = _FIRST_LOOK
    while True:
        standing = yield from job_standing(settings, job_id, options)
        if standing["state"] == "finished":
            if 200 <= standing["status"] < 300:
                return standing["body"]
            raise error_from(standing["body"], status=standing["status"], request_id=job_id)
        yield Rest(rest)
        rest = min(_LONGEST_REST, rest * 2)


def job_cancel(settings: Settings, job_id: str, options: CallOptions | None) -> Steps[None]:
    """Takes a job back that is not begun."""
    yield from _job(settings, "DELETE", job_id, options)


def _job(settings: Settings, method: str, job_id: str, options: CallOptions | None) -> Steps[httpx.Response]:
    return _exchange(settings, method, f"/v1/jobs/{path_segment(job_id)}", None, [], options or CallOptions(), has_key=False)


def _post(
    settings: Settings, endpoint: str, request: Mapping[str, Any], wishes: Sequence[str], options: CallOptions
) -> Steps[httpx.Response]:
    _check(settings, ENDPOINTS[endpoint], request)
    prefer = [*_strictly(settings), *wishes]
    return _exchange(settings, "POST", f"/v1/{endpoint}", request, prefer, options, has_key=True)


def _strictly(settings: Settings) -> list[str]:
    return ["handling=strict"] if settings.strict else []


def _check(settings: Settings, known: Fields, request: Mapping[str, Any]) -> None:
    wrong = unknown_fields(known, request) if settings.strict else []
    if wrong:
        raise UnknownFieldError(wrong)


def _exchange(
    settings: Settings,
    method: str,
    path: str,
    body: Mapping[str, Any] | None,
    prefer: Sequence[str],
    options: CallOptions,
    *,
    has_key: bool,
) -> Steps[httpx.Response]:
    """One request, made again where that is safe and may help.

    All tries of a call carry the same Idempotency-Key, so that it is done and charged once.
    """
    key = (options.idempotency_key or str(uuid.uuid4())) if has_key else None
    headers = {name: text for name, text in {"Prefer": ", ".join(prefer), "Idempotency-Key": key}.items() if text}
    timeout = settings.timeout if options.timeout is None else options.timeout
    most = settings.max_retries if options.max_retries is None else options.max_retries
    tries = 0
    while True:
        tries += 1
        outcome = yield Send(method, path, body, headers, timeout)
        response = outcome if isinstance(outcome, httpx.Response) else None
        if response is not None and response.is_success:
            return _told(settings, path, response, tries)
        retry_after = _number(response, "Retry-After")
        rest = pause_before_retry(
            None if response is None else response.status_code,
            retry_after,
            tries=tries,
            is_repeatable=has_key or method in _REPEATABLE,
            has_key=has_key,
        )
        if rest is not None and tries <= most:
            yield Rest(rest)
            continue
        if response is None:
            raise ConnectionFailed(f"No response from {path}") from (outcome if isinstance(outcome, Exception) else None)
        _told(settings, path, response, tries)
        raise error_from(
            _json(response),
            status=response.status_code,
            reason=response.reason_phrase,
            request_id=response.headers.get("X-Request-Id"),
            retry_after=retry_after,
        )


def _told(settings: Settings, path: str, response: httpx.Response, tries: int) -> httpx.Response:
    if settings.on_answer:
        settings.on_answer(
            AnswerFacts(
                path=path,
                status=response.status_code,
                request_id=response.headers.get("X-Request-Id"),
                credits_cost=_number(response, "X-Credits-Cost"),
                credits_remaining=_number(response, "X-Credits-Remaining"),
                unknown_fields=response.headers.get("X-Unknown-Fields"),
                tries=tries,
            )
        )
    return response


def _number(response: httpx.Response | None, name: str) -> float | None:
    try:
        return float(response.headers[name]) if response is not None else None
    except (KeyError, ValueError):
        return None


def _json(response: httpx.Response) -> object:
    try:
        body: object = response.json()
        return body
    except ValueError:
        return None
