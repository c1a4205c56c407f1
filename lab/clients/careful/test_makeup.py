"""Tests for the client of makeup try-ons. They do not sleep: the clock of a world moves when the client polls."""

import json
import os
import tempfile
import unittest
from urllib.request import Request, urlopen

from makeup import Client, JobError

URL = os.environ["TRYON_URL"]
LIPSTICK = [{"category": "lipstick", "color": "#a1304a"}]


def control(method, path, body=None, key=""):
    data = None if body is None else json.dumps(body).encode()
    headers = {"X-API-Key": key, "Content-Type": "application/json"}
    with urlopen(Request(f"{URL}/_emulator/v1{path}", data, headers, method=method)) as answer:
        text = answer.read()
        return json.loads(text) if text else None


with urlopen(f"{URL}/_emulator/fixtures/faces/afro.png") as face:
    FACE = face.read()


def report(**line):
    """Appends a line to the file for what the client reports."""
    if "TRYON_CLIENT_REPORT" in os.environ:
        with open(os.environ["TRYON_CLIENT_REPORT"], "a") as file:
            file.write(json.dumps(line) + "\n")


report(reports=["ends", "pictures", "waits"])


def try_on(client, folder):
    try:
        file = client.try_on(FACE, LIPSTICK, folder)
    except JobError:
        report(job=client.job_id, ended="failed")
        raise
    report(job=client.job_id, ended="succeeded")
    if file is not None:
        report(asset=json.loads(file.with_suffix(".json").read_text())["asset"], bytes=file.stat().st_size)
    return file


class TestMakeup(unittest.TestCase):
    def setUp(self):
        self.world = control("POST", "/worlds", {})
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.key = self.world["keys"]["test"]
        self.client = Client(URL, self.key, sleep=lambda seconds: report(waited=seconds))

    def test_a_picture_is_written(self):
        file = try_on(self.client, self.folder)
        if file is not None:
            self.assertIn(file.read_bytes()[:4], (b"\x89PNG", b"RIFF"))

    def test_a_batch_has_a_picture_for_each_order(self):
        files = [try_on(self.client, self.folder) for _ in range(3)]
        self.assertEqual(len(files), 3)
        written = [file for file in files if file is not None]
        self.assertEqual(len(set(written)), len(written))

    def test_a_live_key_orders_too(self):
        try_on(Client(URL, self.world["keys"]["live"], sleep=lambda seconds: report(waited=seconds)), self.folder)

    def test_a_failed_job_is_reported(self):
        control("POST", "/plans", {"outcome": {"status": "failed", "code": "PROCESSING_FAILED"}}, self.key)
        with self.assertRaises(JobError) as raised:
            try_on(self.client, self.folder)
        self.assertEqual(raised.exception.code, "PROCESSING_FAILED")


if __name__ == "__main__":
    unittest.main()
