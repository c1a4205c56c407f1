"""Tests for the client that keeps an account tidy. They do not sleep: the clock of a world moves when the client polls."""

import json
import os
import unittest
from urllib.request import Request, urlopen

from housekeeping import Client, NotEnabled, ServiceError

URL = os.environ["TRYON_URL"]


def control(method, path, body=None, key=""):
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-API-Key": key, "Content-Type": "application/json"}
    with urlopen(Request(f"{URL}/_emulator/v1{path}", data, headers, method=method)) as answer:
        text = answer.read()
        return json.loads(text) if text else None


def face(name):
    with urlopen(f"{URL}/_emulator/fixtures/faces/{name}.png") as answer:
        return answer.read()


NAMES = ("afro", "curly-red", "grey-bob", "long-dark-wavy", "short-blond")
FACE = face(NAMES[0])


def report(**line):
    """Appends a line to the file for what the client reports."""
    if "TRYON_CLIENT_REPORT" in os.environ:
        with open(os.environ["TRYON_CLIENT_REPORT"], "a") as file:
            file.write(json.dumps(line) + "\n")


report(reports=["refusals", "ends", "waits"])


class TestHousekeeping(unittest.TestCase):
    def setUp(self):
        self.world = control("POST", "/worlds", {})
        self.client = Client(URL, self.world["keys"]["test"], sleep=lambda seconds: report(waited=seconds))

    def offered(self, call, *routes):
        """The result of a call, or a skipped test if the service does not offer the operation."""
        try:
            return call()
        except NotEnabled as error:
            for route in routes:
                report(refused=route)
            self.skipTest(f"{error} is not enabled")

    def test_all_pages_of_the_assets_are_read(self):
        for name in NAMES:
            self.client.order(face(name))
        assets = self.offered(lambda: self.client.assets(purpose="input"), "GET /v1/assets")
        self.assertGreaterEqual(len({asset["id"] for asset in assets}), 5)
        self.assertEqual({asset["purpose"] for asset in assets}, {"input"})

    def test_a_job_is_listed(self):
        job = self.client.order(FACE)
        self.assertIn(job["id"], self.offered(self.client.jobs, "GET /v1/jobs"))

    def test_a_cancelled_job_has_ended(self):
        job = self.client.order(FACE)
        ended = self.offered(lambda: self.client.cancel(job["id"]), "POST /v1/jobs/:id/cancel")
        report(job=ended["id"], ended=ended["status"])
        self.assertIn(ended["status"], ("cancelled", "succeeded", "failed"))

    def test_a_deleted_job_is_gone(self):
        job = self.client.order(FACE)
        ended = self.offered(lambda: self.client.delete(job["id"]), "DELETE /v1/jobs/:id")
        report(job=ended["id"], ended=ended["status"])
        with self.assertRaises(ServiceError) as raised:
            self.client.finish(job["id"])
        self.assertEqual(raised.exception.code, "JOB_NOT_FOUND")

    def test_the_units_are_known_or_not(self):
        units = self.client.remaining()
        if units is None:
            report(refused="GET /v1/credits/balance")
        self.assertTrue(units is None or isinstance(units, int))


if __name__ == "__main__":
    unittest.main()
