"""A service that gives its responses one after the other, and repeats the last one."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Received:
    """A request that the service received."""

    method: str
    path: str
    headers: Mapping[str, str]
    content: bytes

    @property
    def body(self) -> Any:
        return json.loads(self.content) if self.content else None


Response = Callable[[BaseHTTPRequestHandler], None]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Many clients connect at the same time.
    request_queue_size = 256


class ScriptedService:
    def __init__(self, *responses: Response) -> None:
        self.received: list[Received] = []
        service = self
        lock = threading.Lock()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Without it the second part of a response waits for the client's acknowledgement of the first.
            disable_nagle_algorithm = True

            def _respond(self) -> None:
                content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                with lock:
                    service.received.append(Received(self.command, self.path, headers, content))
                    at = min(len(service.received), len(responses)) - 1
                responses[at](self)

            do_GET = do_POST = do_PUT = do_DELETE = _respond

            def log_message(self, *_: object) -> None:
                pass

        self._server = _Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.base_url = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def respond(status: int, body: object, headers: Mapping[str, str] = {}) -> Response:
    def response(handler: BaseHTTPRequestHandler) -> None:
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    return response


def fail(status: int, headers: Mapping[str, str] = {}) -> Response:
    return respond(status, {"error": "No luck", "code": status}, headers)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    """Closes the connection without a response."""
    handler.close_connection = True
