"""An image analysis and try-on service with test drivers. Usage: python3 server.py [--port N]"""
import argparse
import json
import re
import secrets
import sys
import threading
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

import api
import drivers
import world
from api import Refusal, Response

DISCARD_LIMIT = 64 * 1024 * 1024  # how much of a refused body is read and thrown away

class Service(BaseHTTPRequestHandler):
    """One request at a time of a connection. It is also what the handlers get as their request."""
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 300  # seconds that a connection may be idle
    base_url = default_account = None  # set when the server starts
    unread = 0  # bytes of the body that have not been read

    def serve(self):
        try:
            response = self.answer()
        except Refusal as refusal:
            response = self.refused(refusal)
        except Exception:
            traceback.print_exc()
            response = self.refused(Refusal(500, "UNEXPECTED_ERROR", "Something unexpected happened."))
        self.reply(response)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = serve

    def answer(self):
        size, chunked = self.headers.get("Content-Length", "0"), "Transfer-Encoding" in self.headers
        if chunked or not size.isdecimal():
            self.close_connection = True  # a body that is not read to its end has no known end
            api.need(chunked, "Content-Length")
        self.unread = DISCARD_LIMIT if chunked else int(size)
        path, _, query = self.path.partition("?")
        # A plus sign in a query stays one, so that instants such as ...+00:00 need no encoding.
        self.query = [[unquote(part) for part in pair.partition("=")[::2]] for pair in query.split("&") if pair]
        self.media_type = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        segments = [unquote(segment) for segment in path.split("/")]
        public = segments[1:2] == ["v1"]
        routes = api.ROUTES if public else drivers.ROUTES
        matches = [(route, found) for route in routes if (found := route.match(self.command, segments)) is not None]
        route, found = matches[0] if matches else (None, [])
        with world.LOCK:
            if public:
                api.authorize(self, route)
            elif route is None:
                raise api.no_such_path()
        self.body = self.read_chunks(route.limit) if chunked else self.read_part(self.unread, route.limit)
        self.unread = 0
        with world.LOCK:
            self.now = self.account.clock.now() if public else None
            response = route.handler(self, *found)
        if isinstance(response, Response):
            return response
        follow_up, respond = response
        if follow_up:
            follow_up()
        with world.LOCK:
            return respond()

    def read_part(self, size, limit):
        if size > limit:
            raise Refusal(413, "BODY_TOO_LARGE", "The body is too large.")
        part = self.rfile.read(size)
        api.need(len(part) == size, "body")
        return part

    def read_chunks(self, limit):
        """A body whose length is not stated in advance. The connection is closed after it."""
        body = b""
        while True:
            size = self.rfile.readline(100).partition(b";")[0].strip()
            api.need(re.fullmatch(rb"[0-9a-fA-F]{1,8}", size), "body")
            part = self.read_part(int(size, 16), limit - len(body))
            self.rfile.readline(100)
            if not part:
                return body
            body += part

    def json(self, optional=False):
        """The body, which must be a JSON object. No body counts as {} where it is optional."""
        try:
            value = json.loads((self.body or b"{}" if optional else self.body).decode())
        except (ValueError, RecursionError):
            value = None
        api.need(isinstance(value, dict), "body")
        return value

    def refused(self, refusal):
        body = {"error": {**refusal.error, "request_id": f"req_{secrets.token_hex(8)}"}}
        return Response(refusal.status, body, refusal.headers)

    def reply(self, response):
        """Answers, and throws away what was not read of the body, so that the client gets to see the answer."""
        body = response.body or b""
        self.close_connection = self.close_connection or self.unread > DISCARD_LIMIT
        self.send_response(response.status)
        if response.status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        for name, value in {**response.headers, **({"Connection": "close"} if self.close_connection else {})}.items():
            self.send_header(name, value)
        self._headers_buffer.append(b"\r\n" + (b"" if self.command == "HEAD" else body))
        self.flush_headers()  # the head and the body leave together
        left, self.unread = min(self.unread, DISCARD_LIMIT), 0
        while left and (part := self.rfile.read(min(left, 65536))):
            left -= len(part)

    def send_error(self, code, message=None, explain=None):
        """What http.server refuses by itself (malformed requests, unknown methods) has the same form."""
        self.close_connection = True
        self.reply(self.refused(Refusal(code, "MALFORMED_REQUEST", message or "The request is malformed.")))

    def log_message(self, *args):
        pass

class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            traceback.print_exc()

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    server = Server(("127.0.0.1", parser.parse_args().port), Service)
    account = Service.default_account = world.Account(world.SHARED_CLOCK)
    account.settled = 100_000
    keys = {name: account.add_key(name, name).secret for name in ("live", "test")}
    base_url = Service.base_url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=world.SHARED_CLOCK.run, daemon=True).start()
    print(json.dumps({"base_url": base_url, "drivers": base_url + drivers.PREFIX, "keys": keys}), flush=True)
    server.serve_forever()

if __name__ == "__main__":
    main()
