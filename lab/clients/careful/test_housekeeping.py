"""Tests of the client that keeps an account tidy. They do not sleep: the clock of a world moves when the client polls."""

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


with urlopen(f"{URL}/_emulator/fixtures/faces/afro.png") as face:
    FACE = face.read()


class TestHousekeeping(unittest.TestCase):
    def setUp(self):
        self.world = control("POST", "/worlds", {})
        self.client = Client(URL, self.world["keys"]["test"], sleep=lambda seconds: None)

    def offered(self, call):
        """The result of a call, or a skipped test if the service does not offer the operation."""
        try:
            return call()
        except NotEnabled as error:
            self.skipTest(f"{error} is not enabled")

    def test_all_pages_of_the_assets_are_read(self):
        for _ in range(5):
            self.client.order(FACE)
        assets = self.offered(lambda: self.client.assets(purpose="input"))
        self.assertGreaterEqual(len({asset["id"] for asset in assets}), 5)
        self.assertEqual({asset["purpose"] for asset in assets}, {"input"})

    def test_a_job_is_listed(self):
        job = self.client.order(FACE)
        self.assertIn(job["id"], self.offered(self.client.jobs))

    def test_a_cancelled_job_has_ended(self):
        job = self.client.order(FACE)
        ended = self.offered(lambda: self.client.cancel(job["id"]))
        self.assertIn(ended["status"], ("cancelled", "succeeded", "failed"))

    def test_a_deleted_job_is_gone(self):
        job = self.client.order(FACE)
        self.offered(lambda: self.client.delete(job["id"]))
        with self.assertRaises(ServiceError) as raised:
            self.client.finish(job["id"])
        self.assertEqual(raised.exception.code, "JOB_NOT_FOUND")

    def test_the_units_are_known_or_not(self):
        units = self.client.remaining()
        self.assertTrue(units is None or isinstance(units, int))


if __name__ == "__main__":
    unittest.main()
