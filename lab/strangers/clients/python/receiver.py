"""A receiver of webhooks: verifies signatures, handles each event once, and acknowledges before it works.

The service sends to HTTPS on port 443 only, so in production something that ends TLS is in front of it.
"""

import hashlib
import hmac
import json
import logging
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

log = logging.getLogger("tryon")

TOLERANCE = 300  # seconds
LARGEST_BODY = 1 << 20


def is_signed(header, body, secrets, now):
    """Whether one of the secrets signed these raw bytes within the last, or next, 300 seconds."""
    parts = [part.strip().partition("=") for part in header.split(",")]
    times = [value for name, _, value in parts if name == "t"]
    given = [value.lower().encode() for name, _, value in parts if name == "v1"]
    if len(times) != 1 or not times[0].isascii() or not times[0].isdigit() or len(times[0]) > 15:
        return False
    if abs(now - int(times[0])) > TOLERANCE:
        return False
    signed = times[0].encode() + b"." + body
    wanted = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest().encode() for secret in secrets]
    return any([hmac.compare_digest(one, other) for one in given for other in wanted])


class Receiver:
    """Listens in a thread, and calls `handle(event)` once for each event, in a thread of that delivery.

    `secrets` are the signing secrets that are accepted; assign both while one replaces the other.
    """

    def __init__(self, handle, secrets=(), *, address=("127.0.0.1", 0), now=time.time):
        self.handle, self.secrets, self.now = handle, list(secrets), now
        self._seen, self._lock = set(), threading.Lock()
        self._server = _Server(address, _Handler)
        self._server.receiver = self
        self.url = f"http://{self._server.server_address[0]}:{self._server.server_port}/hooks"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    def close(self):
        """Stops listening, and waits for the work that deliveries have started."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def check(self, signature, body):
        """The event of a delivery, or None if it is forged, stale or not an event. Parses nothing before it is verified."""
        if not is_signed(signature, body, self.secrets, self.now()):
            return None
        try:
            event = json.loads(body)
        except ValueError:
            return None
        return event if isinstance(event, dict) and isinstance(event.get("id"), str) else None

    def is_new(self, event):
        with self._lock:  # deliveries of one event may arrive at the same time
            is_new = event["id"] not in self._seen
            self._seen.add(event["id"])
            return is_new


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # so that server_close() waits for them


class _Handler(BaseHTTPRequestHandler):
    timeout = 10  # seconds; a sender that stalls must not keep its thread

    def do_POST(self):
        receiver = self.server.receiver
        body = self._body()
        event = None if body is None else receiver.check(",".join(self.headers.get_all("Service-Signature", [])), body)
        self._answer(400 if event is None else 204)
        # The service gives us 10 seconds, and reads and downloads can take longer; so the work begins after the answer. If it
        # fails, the event is not delivered again, but polling finds the end of the job.
        if event is not None and receiver.is_new(event):
            try:
                receiver.handle(event)
            except Exception:
                log.exception("the event %s was not handled", event["id"])

    def _answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def _body(self):
        """The raw bytes of the body; None if there is no end to it, or it is too large."""
        try:
            if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
                return self._chunks()
            length = int(self.headers.get("Content-Length", ""))
        except ValueError:
            return None
        return self.rfile.read(length) if 0 <= length <= LARGEST_BODY else None

    def _chunks(self):
        body = b""
        while size := int(self.rfile.readline(100).partition(b";")[0], 16):
            if size < 0 or len(body) + size > LARGEST_BODY:
                return None
            body += self.rfile.read(size)
            self.rfile.readline(100)
        return body

    def log_message(self, format, *words):
        log.debug(format, *words)
