/** The output of `init --pytest`: pytest fixtures in Python that use only its standard library. */
export const PYTEST_FIXTURES = `"""A fixture for pytest, written by \`tryon-emulator init --pytest\`: each test gets a world of the emulator of its own.

    npx tryon-emulator exec --audit -- python3 -m pytest
"""
import json
import os
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

OPEN = build_opener(ProxyHandler({})).open


class World:
    """A world: url and keys for the client under test, and calls that decide what happens to it."""

    def __init__(self, url, **fields):
        self.url, self.name = url, None
        made = self.control("POST", "/worlds", fields)
        self.name, self.keys = made["name"], made["keys"]
        self.clock = Clock(self)
        self.plans, self.faults, self.endpoints = (Items(self, path) for path in ("/plans", "/faults", "/endpoints"))

    def control(self, method, path, body=None):
        """Any call of the control API (docs/reference/control-api.md)."""
        headers = {"Content-Type": "application/json"} | ({"Emulator-World": self.name} if self.name else {})
        if os.environ.get("TRYON_TOKEN"):
            headers["Authorization"] = "Bearer " + os.environ["TRYON_TOKEN"]
        data = None if body is None else json.dumps(body).encode()
        try:
            with OPEN(Request(f"{self.url}/_emulator/v1{path}", data, headers, method=method)) as answer:
                return json.loads(answer.read() or "null")
        except HTTPError as refusal:
            raise ValueError(f"{method} {path}: {refusal.read().decode()}") from None

    def receiver(self, *replies, **fields):
        """A receiver of webhooks, which answers with these replies in turn: 500, "timeout", 200."""
        opened = self.control("POST", "/receivers", {"replies": replies} | fields)
        return lambda: self.control("GET", f"/receivers/{opened['id']}")["received"]

    def audit(self):
        return self.control("GET", "/audit")

    def face(self, name="afro"):
        """A picture to upload, as the bytes of a PNG."""
        return OPEN(f"{self.url}/_emulator/fixtures/faces/{name}.png").read()


class Clock:
    def __init__(self, world):
        self.world = world

    def now(self):
        return self.world.control("GET", "/clock")["now"]

    def advance(self, by=None, **fields):
        """advance("8h"), advance(to="2026-01-02T00:00:00Z") or advance(until="idle")"""
        return self.world.control("POST", "/clock/advance", fields if by is None else {"by": by} | fields)


class Items:
    """Plans, faults or endpoints: the fields are those of the control call."""

    def __init__(self, world, path):
        self.add = lambda **fields: world.control("POST", path, fields)
        self.list = lambda: world.control("GET", path)


def pytest_configure(config):
    config.addinivalue_line("markers", "tryon(**fields): how the world of a test is made, such as clock='frozen'")


@pytest.fixture
def tryon(request):
    url = os.environ.get("TRYON_URL") or pytest.fail("no TRYON_URL: npx tryon-emulator exec -- python3 -m pytest", pytrace=False)
    marker = request.node.get_closest_marker("tryon")
    world = World(url, **(marker.kwargs if marker else {}))
    yield world
    world.control("DELETE", f"/worlds/{world.name}")
`;
