"""Requests as steps, which one client performs by waiting and the other by awaiting. Written once for both."""

from __future__ import annotations

import json
import re
import time
import uuid
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Optional, TypeVar, Union

import httpx

from ._errors import ApiConnectionError, InvalidValueError, RequestTimeoutError, UnknownFieldError, error_from
from ._options import Options, Settings
from ._rate_limit import RateLimit, is_rate_limited
from ._responses import File, Metadata, read_metadata, seconds_in, with_metadata
from ._retry import pause_before_retry
from ._routes import path_segment
from ._unknown_fields import Fields, unknown_fields
from ._values import to_json
from .generated.operations import ENDPOINTS, ROUTES

_ACCEPTED = 202
# Media type of a JSON document; JSON lines (application/x-ndjson) are none.
_JSON_TYPE = re.compile(r"[/+]json\b", re.IGNORECASE)
_REPEATABLE = frozenset({"GET", "PUT", "DELETE"})
_RATE_LIMIT_WAIT = 60.0
"""Maximum time that a request is delayed by the rate limit, in seconds."""
JOB_MAX_WAIT = 600.0
"""Default of the maximum time to wait for a job, in seconds."""
BATCH_MAX_WAIT = 24 * 3600.0
"""Time until every batch has ended, in seconds."""
_MARGIN = 10.0
"""Seconds by which the timeout of a request exceeds its ``wait``."""


@dataclass(frozen=True)
class Send:
    """Step: send a request."""

    method: str
    path: str
    body: bytes | None
    headers: Mapping[str, str]
    timeout: float
    is_stream: bool
    """True if a success is not read, but left to the caller."""


@dataclass(frozen=True)
class Pause:
    """Step: wait for some seconds."""

    seconds: float


Outcome = Optional[Union[httpx.Response, httpx.HTTPError]]
T = TypeVar("T")
Steps = Generator[Union[Send, Pause], Outcome, T]


def call(settings: Settings, endpoint: str, request: Mapping[str, Any], options: Options) -> Steps[Any]:
    """Calls an endpoint. If the response takes longer than ``wait``, waits for the job."""
    wait = settings.wait if options.wait is None else options.wait
    prefer = [] if wait is None else [f"wait={wait}"]
    response, metadata = yield from _post(settings, endpoint, request, prefer, replace(options, wait=wait))
    body = _read(settings, response)
    if metadata.status != _ACCEPTED:
        return with_metadata(body, metadata)
    finished, last = yield from _wait_for_job(settings, body["job_id"], options)
    return with_metadata(finished, replace(metadata, status=last.status))


def file(settings: Settings, endpoint: str, request: Mapping[str, Any], options: Options) -> Steps[File]:
    """Calls an endpoint for a file instead of JSON."""
    response, metadata = yield from _post(settings, endpoint, {**request, "download": True}, [], options)
    result: File = with_metadata(response.content, metadata)
    return result


def submit(settings: Settings, endpoint: str, request: Mapping[str, Any], options: Options) -> Steps[str]:
    """Submits a job, and returns its id."""
    response, _ = yield from _post(settings, endpoint, request, [_respond_async(options.callback_url)], options)
    job_id: str = _read(settings, response)["job_id"]
    return job_id


def request_route(
    settings: Settings, name: str, request: Mapping[str, Any], options: Options, *, is_stream: bool = False
) -> Steps[Any]:
    """Requests a route of the account API. A stream is the response, whose content the caller reads."""
    route = ROUTES[name]
    _check(settings, route.fields, request)
    path, body = route.target(request)
    has_key = route.method == "POST" and options.idempotency_key is not None
    prefer = _prefer_strict(settings)
    response, metadata = yield from _exchange(
        settings, name, route.method, path, body, prefer, options, has_key=has_key, is_stream=is_stream
    )
    return response if is_stream else with_metadata(_read(settings, response), metadata)


def job_status(settings: Settings, job_id: str, options: Options) -> Steps[Any]:
    """Returns the status of a job."""
    return with_metadata(*(yield from _request_job(settings, "GET", job_id, options)))


def job_result(settings: Settings, job_id: str, options: Options) -> Steps[Any]:
    """Waits for the response of a job, and raises the error if it failed."""
    return with_metadata(*(yield from _wait_for_job(settings, job_id, options)))


def job_cancel(settings: Settings, job_id: str, options: Options) -> Steps[None]:
    """Cancels a job that has not started."""
    yield from _request_job(settings, "DELETE", job_id, options)


def batch_end(settings: Settings, batch_id: str, max_wait: float) -> Steps[Any]:
    """Waits until a batch has finished or was cancelled, and returns it."""
    pauses = _pauses(f"Batch {batch_id}", 0.5, 10.0, max_wait)
    while True:
        batch = yield from request_route(settings, "batch", {"batch": batch_id}, Options())
        if batch["finished_at"] is not None:
            return batch
        yield Pause(next(pauses))


def _wait_for_job(settings: Settings, job_id: str, options: Options) -> Steps[tuple[Any, Metadata]]:
    options = replace(options, idempotency_key=None, wait=None)
    max_wait = JOB_MAX_WAIT if options.max_wait is None else options.max_wait
    pauses = _pauses(f"Job {job_id}", 0.1, 2.0, max_wait, request_id=job_id)
    while True:
        job, metadata = yield from _request_job(settings, "GET", job_id, options)
        if job["state"] == "finished":
            if 200 <= job["status"] < 300:
                return job["body"], replace(metadata, status=job["status"])
            raise error_from(job["body"], status=job["status"], request_id=job_id, credits_cost=metadata.credits_cost)
        yield Pause(next(pauses))


def _pauses(what: str, first: float, longest: float, max_wait: float, *, request_id: str | None = None) -> Iterator[float]:
    """Yields the pauses between polls, in seconds, until the time is over.

    :raises RequestTimeoutError: after that
    """
    deadline = time.monotonic() + max_wait
    pause = first
    while time.monotonic() + pause <= deadline:
        yield pause
        pause = min(longest, pause * 2)
    raise RequestTimeoutError(f"{what} has not finished within {max_wait:g} s", request_id=request_id)


def _request_job(settings: Settings, method: str, job_id: str, options: Options) -> Steps[tuple[Any, Metadata]]:
    path = f"/v1/jobs/{path_segment(job_id)}"
    response, metadata = yield from _exchange(settings, "jobs", method, path, None, [], options, has_key=False)
    return _read(settings, response), metadata


def _post(
    settings: Settings, endpoint: str, request: Mapping[str, Any], preferences: Sequence[str], options: Options
) -> Steps[tuple[httpx.Response, Metadata]]:
    known = ENDPOINTS.get(endpoint)
    if known is None:
        raise InvalidValueError(f'There is no "{endpoint}"')
    _check(settings, known.fields, request)
    prefer = [*_prefer_strict(settings), *preferences]
    return _exchange(settings, known.group, "POST", f"/v1/{endpoint}", request, prefer, options, has_key=True)


def _prefer_strict(settings: Settings) -> list[str]:
    return ["handling=strict"] if settings.strict else []


def _respond_async(callback_url: str | None) -> str:
    if callback_url is None:
        return "respond-async"
    return 'respond-async; callback_url="{}"'.format(re.sub(r'(["\\])', r"\\\1", callback_url))


def _rate_limit(settings: Settings, group: str) -> RateLimit:
    # The service counts all endpoints together for test keys.
    return settings.rate_limits.setdefault("test" if settings.is_test and group in _GROUPS else group, RateLimit())


_GROUPS = frozenset(endpoint.group for endpoint in ENDPOINTS.values())


def _check(settings: Settings, known: Fields, request: Mapping[str, Any]) -> None:
    errors = unknown_fields(known, request) if settings.strict else []
    if errors:
        raise UnknownFieldError(errors)


def _exchange(
    settings: Settings,
    group: str,
    method: str,
    path: str,
    body: Mapping[str, Any] | None,
    prefer: Sequence[str],
    options: Options,
    *,
    has_key: bool,
    is_stream: bool = False,
) -> Steps[tuple[httpx.Response, Metadata]]:
    """Sends a request, and repeats it if that is safe and may help.

    All attempts have the same Idempotency-Key, so that the request is carried out and charged once. Responses of the rate limiter do not
    count as attempts.
    """
    key = (options.idempotency_key or str(uuid.uuid4())) if has_key else None
    generated = {"Prefer": ", ".join(prefer), "Idempotency-Key": key, "Content-Type": body is not None and "application/json"}
    headers = {**{name: text for name, text in generated.items() if isinstance(text, str) and text}, **(options.headers or {})}
    content = None if body is None else to_json(body)
    timeout = settings.timeout if options.timeout is None else options.timeout
    if options.wait is not None:
        timeout = max(timeout, options.wait + _MARGIN)
    max_retries = settings.max_retries if options.max_retries is None else options.max_retries
    rate_limit = _rate_limit(settings, group)
    give_up_at = time.monotonic() + _RATE_LIMIT_WAIT
    attempts = delays = 0
    while True:
        for seconds in rate_limit.pauses(give_up_at):
            yield Pause(seconds)
        attempts += 1
        outcome = yield Send(method, path, content, headers, timeout, is_stream)
        response = outcome if isinstance(outcome, httpx.Response) else None
        rate_limit.observe(response)
        if response is not None and response.is_success:
            metadata = read_metadata(path, response, attempts)
            _report(settings, metadata)
            return response, metadata
        retry_after = None if response is None else seconds_in(response.headers, "Retry-After")
        if response is not None and max_retries > 0 and is_rate_limited(response):
            if time.monotonic() + (retry_after or 0) < give_up_at:
                delays += 1
                continue
        pause = pause_before_retry(
            None if response is None else response.status_code,
            retry_after,
            attempts=attempts,
            is_repeatable=has_key or method in _REPEATABLE,
            has_key=has_key,
        )
        if pause is not None and attempts - delays <= max_retries:
            yield Pause(pause)
            continue
        if response is None:
            raise _connection_error(path, timeout, outcome) from (outcome if isinstance(outcome, Exception) else None)
        metadata = read_metadata(path, response, attempts)
        _report(settings, metadata)
        raise error_from(
            _parse_error(response),
            status=response.status_code,
            reason=response.reason_phrase,
            request_id=metadata.request_id,
            credits_cost=metadata.credits_cost,
            retry_after=retry_after,
        )


def _connection_error(path: str, timeout: float, outcome: Outcome) -> ApiConnectionError:
    if isinstance(outcome, httpx.TimeoutException):
        return RequestTimeoutError(f"No response from {path} within {timeout:g} s")
    reason = f": {outcome}" if str(outcome or "") else ""
    return ApiConnectionError(f"No response from {path}{reason}")


def _report(settings: Settings, metadata: Metadata) -> None:
    if settings.on_response:
        settings.on_response(metadata)


def _read(settings: Settings, response: httpx.Response) -> Any:
    """Returns the JSON of a response, or its bytes if it is a file."""
    if not _JSON_TYPE.search(response.headers.get("content-type", "")):
        return response.content
    try:
        return parse_json(response.content, settings)
    except ValueError as error:
        raise ApiConnectionError(
            "The response is not valid JSON", request_id=response.headers.get("X-Request-Id")
        ) from error


def parse_json(content: bytes, settings: Settings) -> Any:
    """Parses JSON, with the numbers that the client returns."""
    return json.loads(content, parse_float=Decimal if settings.decimals else None)


def _parse_error(response: httpx.Response) -> object:
    try:
        body: object = response.json()
        return body
    except ValueError:
        return None
