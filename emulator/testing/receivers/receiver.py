"""A receiver of webhooks, with the standard library alone. The first argument is a mistake, or `careful`."""

import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MISTAKE = sys.argv[1]
SECRET = os.environ["WEBHOOK_SECRET"].encode()
seen = set()


def parts_of(header):
    pairs = [part.partition("=") for part in header.split(",")]
    times = [value for name, _, value in pairs if name == "t"]
    signatures = [value for name, _, value in pairs if name == "v1"]
    if MISTAKE == "first-pair":
        signatures = [pairs[1][2]] if len(pairs) > 1 and pairs[1][0] == "v1" else []
    return times, signatures


def is_genuine(header, body):
    times, signatures = parts_of(header)
    if len(times) != 1 or not (times[0].isascii() and times[0].isdigit()) or not signatures:
        return False
    if MISTAKE != "no-clock" and abs(time.time() - int(times[0])) > 300:
        return False
    if MISTAKE == "trusts-json":
        try:
            body = json.dumps(json.loads(body), separators=(",", ":")).encode()
        except ValueError:
            return False
    right = hmac.new(SECRET, times[0].encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(right.encode(), one.encode()) for one in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.send_response(self.answer_to(body))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def answer_to(self, body):
        if not is_genuine(self.headers.get("Service-Signature", ""), body):
            return 401
        try:
            event = json.loads(body)
        except ValueError:
            return 400
        known = event["id"] in seen
        seen.add(event["id"])
        return 409 if known and MISTAKE == "refuses-known" else 204

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
