"""A careful client of makeup try-ons: checks the credits, orders a batch, follows each job and writes the pictures."""

import datetime
import json
import pathlib
import time
import uuid
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

TRIES = 6
MOST_POLLS = 2000
OPERATION = "makeup.apply"


class ServiceError(Exception):
    def __init__(self, status, code, request_id):
        super().__init__(f"the service answered {status} {code} (request {request_id})")
        self.status, self.code = status, code


class NotEnough(Exception):
    """The account cannot pay for the order."""


class JobError(Exception):
    def __init__(self, code):
        super().__init__(f"the job ended: {code}")
        self.code = code


class Client:
    def __init__(self, url, key, sleep=time.sleep):
        self.url, self.key, self.sleep = url, key, sleep
        self.job_id = None

    def try_on(self, image, products, folder):
        """Orders one try-on, and returns the file of the picture, or None if the type of the output is unknown."""
        self.check_credits()
        job, wait = self.submit(self.upload(image), products)
        job = self.follow(job, wait)
        if job["status"] != "succeeded":
            raise JobError((job.get("error") or {}).get("code", job["status"]))
        if job["output"]["type"] != "makeup.try_on":
            return None
        return self.download(job, pathlib.Path(folder))

    def check_credits(self):
        status, _, body = self.send("GET", "/v1/credits/balance")
        if status == 404:
            return
        self.expect(status, body, 200)
        balance = json.loads(body)
        cost = balance["unit_costs"].get(OPERATION, 0)
        if balance["enforced"] and balance["spendable_units"] < cost:
            raise NotEnough(cost)

    def upload(self, image):
        status, _, body = self.send("POST", "/v1/assets", image, {"Content-Type": "image/png"})
        self.expect(status, body, *range(200, 300))
        return json.loads(body)["id"]

    def submit(self, asset_id, products):
        order = {"inputs": [{"asset_id": asset_id, "role": "source"}], "products": products}
        headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        status, answered, body = self.send("POST", "/v1/makeup/try-ons", json.dumps(order).encode(), headers)
        self.expect(status, body, 200, 202)
        job = json.loads(body)
        self.job_id = job["id"]
        return job, seconds(answered, 1)

    def follow(self, job, wait):
        etag = None
        for _ in range(MOST_POLLS):
            if job["status"] not in ("queued", "running"):
                return job
            self.sleep(wait)
            headers = {"If-None-Match": etag} if etag else {}
            status, answered, body = self.send("GET", f"/v1/jobs/{job['id']}", headers=headers)
            self.expect(status, body, 200, 304)
            if status == 200:
                job = json.loads(body)
            etag, wait = answered.get("ETag", etag), seconds(answered, wait)
        raise TimeoutError(job["id"])

    def download(self, job, folder):
        image = job["output"]["image"]
        status, _, body = self.send("GET", image["href"])
        self.expect(status, body, 200)
        if len(body) != image["size_bytes"]:
            raise ValueError(f"the picture of {job['id']} is incomplete")
        file = folder / f"{job['id']}.{image['media_type'].partition('/')[2]}"
        file.write_bytes(body)
        expires = job["expires_at"]
        note = {
            "asset": image["id"],
            "revision": job["output"].get("revision", 1),
            "size": [image.get("width"), image.get("height")],
            "until": None if expires is None else datetime.datetime.fromisoformat(expires).timestamp(),
            "live": job.get("livemode"),
        }
        file.with_suffix(".json").write_text(json.dumps(note))
        return file

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
        if status in wanted:
            return
        try:
            error = json.loads(body)["error"]
        except (ValueError, KeyError, TypeError):
            error = {}
        raise ServiceError(status, error.get("code"), error.get("request_id"))


def seconds(headers, otherwise):
    value = headers.get("Retry-After") or ""
    return int(value) if value.isdigit() else otherwise
