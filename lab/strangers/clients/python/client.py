"""A synchronous client of the image analysis and try-on service.

`Client` has one blocking method for each operation. `Desk` follows jobs to their end and fetches their pictures: it polls at the
pace that the service asks for, and reads a job at once if a webhook (see receiver.py) says that something happened to it.
"""

import http.client
import json
import logging
import threading
import time
import uuid
from dataclasses import dataclass, replace
from urllib.parse import quote, urlencode, urlsplit

log = logging.getLogger("tryon")

PENDING = ("queued", "running")
RETRIED = (429, 500, 502, 503, 504)  # never 401 or 403: another try cannot make the key right
DEFAULT_WAIT = 1  # seconds, if an answer does not say how long to wait


class NoAnswer(Exception):
    """No whole answer arrived. What the request did is unknown: submit again with the same idempotency_key."""


class ApiError(Exception):
    """The service refused a request. Branch on `code` (or `status`, where the specification gives no code), never on `message`."""

    def __init__(self, operation, status, body):
        try:
            detail = dict(json.loads(body)["error"])
        except (ValueError, TypeError, KeyError):
            detail = {}  # something between us and the service may answer in its own words
        self.operation, self.status, self.body, self.code = operation, status, body, detail.get("code")
        self.message, self.request_id = detail.get("message"), detail.get("request_id")
        super().__init__(f"{operation}: {status} {self.code}: {self.message} (request {self.request_id})")


class NotEnabled(ApiError):
    """The operation is not enabled for this environment."""


class JobNotSucceeded(Exception):
    """The job has no output. `code` tells why if it failed; it is None if the job was cancelled."""

    def __init__(self, job):
        self.job, self.status = job, job["status"]
        self.code = (job.get("error") or {}).get("code")
        super().__init__(f"job {job['id']} is {self.status}: {self.code}")


class _Spoiled(Exception):
    """A success whose body is cut off or is not what it should be."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    value: object  # what the body was parsed to, or its bytes if it is no success

    def wait(self, otherwise):
        """The seconds to wait that the answer asks for."""
        told = (self.headers.get("Retry-After") or "").strip()
        return int(told) if told.isascii() and told.isdigit() else otherwise


@dataclass(frozen=True)
class Seen:
    """A job as an answer showed it."""

    job: dict
    wait: float  # seconds until the next read is welcome
    etag: str | None = None


def sleep_or_wake(seconds, wake=None):
    """Sleeps; `wake`, an event, cuts the sleep short."""
    time.sleep(seconds) if wake is None else wake.wait(seconds)


def output_of(job):
    """The output of a job that succeeded. Unknown fields and output types are left as they are."""
    if job["status"] != "succeeded":
        raise JobNotSucceeded(job)
    return job["output"]


def scores_of(output):
    """The score of each concern of a skin analysis; None if it could not be measured. Their order means nothing."""
    return {one["concern"]: one["score"] if one["status"] == "measured" else None for one in output["concerns"]}


def pictures_of(output):
    """The pictures of an output. An unknown type of output has none that we know of."""
    if output["type"] == "skin.analysis":
        return output.get("visualizations") or []
    return [output["image"]] if output["type"] in ("makeup.try_on", "hair.try_on") else []


class Client:
    """Every request is repeated a bounded number of times, always with the same Idempotency-Key and after Retry-After.

    During a rotation, assign the new API key to `key`: it is used from the next call on.
    """

    def __init__(self, url, key, *, sleep=sleep_or_wake, attempts=5, timeout=30):
        self.key, self.sleep, self.attempts, self.timeout = key, sleep, attempts, timeout
        self._url = urlsplit(url.rstrip("/"))

    # Assets

    def upload(self, image, media_type):
        """Uploads an image. A repeated upload may leave a second asset, which costs nothing and expires."""
        return self._call("POST", "/v1/assets", image, {"Content-Type": media_type}).value

    def asset(self, asset_id):
        return self._call("GET", f"/v1/assets/{_in_path(asset_id)}").value

    def assets(self, **filters):
        """Walks through all pages. Filters: limit (of a page), purpose, created_gte, created_lt, job_id."""
        cursor = {}
        while True:
            query = urlencode({name: value for name, value in (filters | cursor).items() if value is not None})
            page = self._optional("GET", "/v1/assets", "/v1/assets" + ("?" + query if query else "")).value
            yield from page["data"]
            if not page["has_more"] or page["next_cursor"] is None:
                return
            cursor = {"cursor": page["next_cursor"]}

    def delete_asset(self, asset_id):
        self._optional("DELETE", "/v1/assets/:id", f"/v1/assets/{_in_path(asset_id)}", missing="ASSET_NOT_FOUND")

    def download(self, picture):
        """The bytes of a picture of an output: all of them, and really a picture."""

        def whole(content):
            if len(content) != picture["size_bytes"] or not _looks_like(picture["media_type"], content):
                raise _Spoiled(f"{len(content)} bytes are not the {picture['media_type']} of {picture['size_bytes']} bytes")
            return content

        href = picture["href"]
        if not href.startswith("/") or href.startswith("//"):  # the key must not go to another host
            raise ValueError(f"{href} is not a path")
        return self._call("GET", href, parse=whole).value

    # Submissions. To repeat one after an error, pass an `idempotency_key` of your own, and pass it again.

    def analyse_skin(self, asset_id, concerns, visualizations=(), idempotency_key=None):
        order = {"inputs": _source(asset_id), "concerns": list(concerns), "visualizations": list(visualizations)}
        return self._submit("/v1/skin/analyses", order, idempotency_key)

    def try_makeup(self, asset_id, products, idempotency_key=None):
        """The order of the products is the order of their layers."""
        return self._submit("/v1/makeup/try-ons", {"inputs": _source(asset_id), "products": list(products)}, idempotency_key)

    def try_hair(self, order, idempotency_key=None):
        """The endpoint is a draft, and its request is not specified yet; so the caller writes all of the order."""
        return self._submit("/v1/hair/try-ons", order, idempotency_key)

    def _submit(self, path, order, idempotency_key):
        headers = {"Content-Type": "application/json", "Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        answer = self._call("POST", path, json.dumps(order).encode(), headers)
        return Seen(answer.value, answer.wait(DEFAULT_WAIT))

    # Jobs

    def read(self, job_id, last=None):
        """Reads a job. With what was seen last, an unchanged job costs no body."""
        headers = {"If-None-Match": last.etag} if last and last.etag else {}
        answer = self._call("GET", f"/v1/jobs/{_in_path(job_id)}", headers=headers)
        if answer.status == 304:
            return replace(last, wait=answer.wait(last.wait))
        return Seen(answer.value, answer.wait(DEFAULT_WAIT), answer.headers.get("ETag"))

    def jobs(self):
        """The answer as it is: the specification does not show its shape."""
        return self._optional("GET", "/v1/jobs", "/v1/jobs").value

    def cancel(self, job_id):
        """Asks to cancel a job. It may still run to its end: look at the job that is returned, and follow it."""
        path = f"/v1/jobs/{_in_path(job_id)}/cancel"
        answer = self._optional("POST", "/v1/jobs/:id/cancel", path, missing="JOB_NOT_FOUND")
        return Seen(answer.value, answer.wait(DEFAULT_WAIT), answer.headers.get("ETag"))

    def delete_job(self, job_id):
        self._optional("DELETE", "/v1/jobs/:id", f"/v1/jobs/{_in_path(job_id)}", missing="JOB_NOT_FOUND")

    # Usage and credits

    def usage(self):
        """The answer as it is: the specification does not show its shape."""
        return self._call("GET", "/v1/usage").value

    def balance(self):
        return self._optional("GET", "/v1/credits/balance", "/v1/credits/balance").value

    # Requests

    def _optional(self, method, route, path, missing=None):
        """Calls an operation that may not be enabled. Then it answers 404, without the code of a thing that is missing."""
        try:
            return self._call(method, path)
        except ApiError as error:
            if error.status == 404 and (missing is None or error.code != missing):
                raise NotEnabled(f"{method} {route}", error.status, error.body) from error
            raise

    def _call(self, method, path, body=None, headers=None, parse=None):
        operation = f"{method} {urlsplit(path).path}"
        # All tries of a call use one API key, even during a rotation: a repeated submission must be recognised.
        headers = {"X-API-Key": self.key, **(headers or {})}
        for attempt in range(1, self.attempts + 1):
            pause = DEFAULT_WAIT * 2 ** (attempt - 1)
            try:
                answer = self._once(method, path, body, headers, parse or _json)
            except (OSError, http.client.HTTPException, _Spoiled) as lost:
                problem = NoAnswer(f"{operation}: {lost!r}")
            else:
                if 200 <= answer.status < 300 or (answer.status == 304 and "If-None-Match" in headers):
                    return answer
                problem = ApiError(operation, answer.status, answer.value)
                if answer.status not in RETRIED:
                    raise problem
                pause = answer.wait(pause)
            log.warning("try %d of %d: %s", attempt, self.attempts, problem)
            if attempt < self.attempts:
                self.sleep(pause)
        raise problem

    def _once(self, method, path, body, headers, parse):
        kind = http.client.HTTPSConnection if self._url.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._url.hostname, self._url.port, timeout=self.timeout)
        try:
            connection.request(method, self._url.path + path, body, headers)
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        has_result = 200 <= response.status < 300 and response.status != 204
        return Answer(response.status, response.headers, parse(content) if has_result else content)


class Order:
    """A job that a desk follows."""

    def __init__(self, job_id):
        self.job_id = job_id
        self.lock = threading.Lock()
        self.news = threading.Event()  # set if `seen` has changed since the follower looked; both change under the lock
        self.seen = None
        self.is_settled = False  # it has ended, and its pictures are stored or gone
        self.pictures = {}  # what `store` returned, by asset id; None if the picture is gone

    @property
    def job(self):
        return self.seen.job


class Desk:
    """Follows jobs. What a webhook says only triggers a read: the read is authoritative.

    `store(picture, content)` keeps a picture. Who first sees the end of a job, a poll or the handler of a webhook, fetches its pictures.
    """

    def __init__(self, client, store):
        self.client, self.store = client, store
        self._orders, self._lock = {}, threading.Lock()

    def take(self, seen):
        """Follows a job that was just submitted. Returns its id."""
        order = self._order(seen.job["id"])
        with order.lock:
            if order.seen is None:  # otherwise a webhook came before this answer, and what was read since is newer
                order.seen = seen
        return order.job_id

    def wait(self, job_id):
        """Polls the job until it has ended. Webhooks can make this faster, and their absence does no harm."""
        order = self._order(job_id)
        while True:
            with order.lock:
                if order.is_settled:
                    return order
                seen = order.seen
                order.news.clear()
            if seen is not None:
                self.client.sleep(seen.wait, order.news)
            with order.lock:
                if order.seen is seen:  # otherwise a webhook has caused a read, whose Retry-After counts from then
                    self._read(order)

    def on_event(self, event):
        """Handles a verified event: reads the job that it is about, and fetches the pictures of its output."""
        about = (event.get("data") or {}).get("object") or {}
        if not str(event.get("type")).startswith("job.") or about.get("deleted") or not isinstance(about.get("id"), str):
            return  # a ping, a job that is deleted, or a kind of event that we do not know
        order = self._order(about["id"])
        with order.lock:
            if not order.is_settled:
                self._read(order)

    def cancel(self, job_id):
        """Asks to cancel the job, and follows it to its end, which need not be `cancelled`: the request may be too late."""
        order = self._order(job_id)
        try:
            seen = self.client.cancel(job_id)
        except ApiError as error:
            if error.code != "JOB_NOT_CANCELLABLE":
                raise
        else:
            with order.lock:
                if not order.is_settled:
                    self._see(order, seen)
        return self.wait(job_id)

    def _order(self, job_id):
        with self._lock:
            return self._orders.setdefault(job_id, Order(job_id))

    def _read(self, order):
        self._see(order, self.client.read(order.job_id, order.seen))

    def _see(self, order, seen):
        """Takes note of an answer. The caller holds the lock of the order, so that nothing is fetched twice."""
        order.seen = seen
        order.news.set()
        if seen.job["status"] in PENDING:
            return
        if seen.job["status"] == "succeeded":
            for picture in pictures_of(output_of(seen.job)):
                if picture["id"] not in order.pictures:  # an earlier try may have stored some
                    order.pictures[picture["id"]] = self._fetch(picture)
        order.is_settled = True

    def _fetch(self, picture):
        try:
            content = self.client.download(picture)
        except ApiError as error:
            if error.status not in (404, 410):
                raise
            log.warning("the picture %s is gone: %s", picture["id"], error)
            return None
        return self.store(picture, content)


def _in_path(value):
    return quote(value, safe="")


def _source(asset_id):
    return [{"asset_id": asset_id, "role": "source"}]


def _json(content):
    try:
        return json.loads(content)
    except ValueError as error:
        raise _Spoiled(f"no JSON: {error}") from error


def _looks_like(media_type, content):
    if media_type == "image/png":
        return content.startswith(b"\x89PNG\r\n\x1a\n")
    if media_type == "image/webp":
        return content[:4] == b"RIFF" and content[8:12] == b"WEBP"
    return True
