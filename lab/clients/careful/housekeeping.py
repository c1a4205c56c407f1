"""A careful client that keeps an account tidy: lists, cancels and deletes jobs and pictures, and reports the usage."""

import json
import time
import uuid
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

TRIES = 6
MOST_POLLS = 2000


class NotEnabled(Exception):
    """The service does not offer this operation in this environment."""


class ServiceError(Exception):
    def __init__(self, status, code):
        super().__init__(f"the service answered {status} {code}")
        self.status, self.code = status, code


class Client:
    def __init__(self, url, key, sleep=time.sleep):
        self.url, self.key, self.sleep = url, key, sleep

    def order(self, image):
        """Submits an analysis, and returns its job without waiting for the end."""
        status, _, body = self.send("POST", "/v1/assets", image, {"Content-Type": "image/png"})
        self.expect(status, body, *range(200, 300))
        asset_id = json.loads(body)["id"]
        order = {"inputs": [{"asset_id": asset_id, "role": "source"}], "concerns": ["acne"]}
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        status, _, body = self.send("POST", "/v1/skin/analyses", json.dumps(order).encode(), headers)
        self.expect(status, body, 200, 202)
        return json.loads(body)

    def finish(self, job_id):
        """Polls a job until it has ended."""
        for _ in range(MOST_POLLS):
            status, headers, body = self.send("GET", f"/v1/jobs/{job_id}")
            self.expect(status, body, 200)
            job = json.loads(body)
            if job["status"] not in ("queued", "running"):
                return job
            self.sleep(seconds(headers, 1))
        raise TimeoutError(job_id)

    def cancel(self, job_id):
        """Cancels a job, and returns how it ended. A running job may end in another way."""
        status, headers, body = self.send("POST", f"/v1/jobs/{job_id}/cancel")
        if status == 404 and code_of(body) != "JOB_NOT_FOUND":
            raise NotEnabled("cancel")
        self.expect(status, body, 200, 202, 409)
        if status == 200:
            return json.loads(body)
        if status == 202:
            self.sleep(seconds(headers, 1))
        return self.finish(job_id)

    def delete(self, job_id):
        """Deletes a job after it has ended, and returns its last state."""
        job = self.finish(job_id)
        status, _, body = self.send("DELETE", f"/v1/jobs/{job_id}")
        if status == 404 and code_of(body) != "JOB_NOT_FOUND":
            raise NotEnabled("delete")
        self.expect(status, body, 204)
        return job

    def assets(self, **filters):
        """All assets that match, newest first, page by page."""
        found, cursor = [], None
        while True:
            query = {**filters, "limit": 2} | ({"cursor": cursor} if cursor else {})
            status, _, body = self.send("GET", f"/v1/assets?{urlencode(query)}")
            if status == 404:
                raise NotEnabled("lists")
            self.expect(status, body, 200)
            page = json.loads(body)
            found += page["data"]
            cursor = page["next_cursor"]
            if not page["has_more"]:
                return found

    def jobs(self):
        """The ids of the jobs that the first answer lists. The shape of the list is not specified."""
        status, _, body = self.send("GET", "/v1/jobs")
        if status == 404:
            raise NotEnabled("lists")
        self.expect(status, body, 200)
        answer = json.loads(body)
        rows = answer if isinstance(answer, list) else next((row for row in answer.values() if isinstance(row, list)), [])
        return [row["id"] for row in rows if isinstance(row, dict) and "id" in row]

    def remaining(self):
        """The units that can be spent, or None if they cannot be read."""
        status, _, body = self.send("GET", "/v1/credits/balance")
        if status in (404, 503):
            return None
        self.expect(status, body, 200)
        return json.loads(body)["spendable_units"]

    def send(self, method, path, body=None, headers=None):
        """Sends a request until it is answered. After a lost answer, a 429, 500 or 503 it sends the request again."""
        for attempt in range(1, TRIES + 1):
            try:
                request = Request(self.url + path, body, {"X-API-Key": self.key, **(headers or {})}, method=method)
                with urlopen(request, timeout=30) as answer:
                    return answer.status, answer.headers, answer.read()
            except HTTPError as answer:
                if answer.code not in (429, 500, 503) or attempt == TRIES:
                    return answer.code, answer.headers, answer.read()
                self.sleep(seconds(answer.headers, attempt))
            except (URLError, HTTPException, OSError):
                if attempt == TRIES:
                    raise
                self.sleep(attempt)

    def expect(self, status, body, *wanted):
        if status not in wanted:
            raise ServiceError(status, code_of(body))


def code_of(body):
    try:
        return json.loads(body)["error"]["code"]
    except (ValueError, KeyError, TypeError):
        return None


def seconds(headers, otherwise):
    value = headers.get("Retry-After") or ""
    return int(value) if value.isdigit() else otherwise
