"""A service that answers its requests one after the other as it is told; the last turn is repeated."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Seen:
    """A request that it got."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


Turn = Callable[[BaseHTTPRequestHandler], None]


class ScriptedService:
    def __init__(self, *turns: Turn) -> None:
        self.seen: list[Seen] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _answer(self) -> None:
                text = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.seen.append(Seen(self.command, self.path, headers, json.loads(text) if text else None))
                turns[min(len(service.seen), len(turns)) - 1](self)

            do_GET = do_POST = do_DELETE = _answer

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.base_url = f"http://127.0.0.1:{self._server.server_port}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def answer(status: int, body: object, headers: Mapping[str, str] = {}) -> Turn:
    def turn(handler: BaseHTTPRequestHandler) -> None:
        text = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    return turn


def failed(status: int, headers: Mapping[str, str] = {}) -> Turn:
    return answer(status, {"error": "No luck", "code": status}, headers)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    """Ends the connection instead of answering."""
    handler.close_connection = True
