"""A careful client in Python and its tests: TAP on stdout, and exit code 1 where one fails."""
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL, KEY = os.environ["TRYON_URL"], os.environ["TRYON_TEST_KEY"]
SLEEPS = os.environ.get("SLEEPS", "") != ""
TRIES = 4


def wait_for(headers):
    if SLEEPS:
        time.sleep(float(headers.get("Retry-After", "1")))


def call(method, path, headers=None, body=None):
    """Tries again what may be tried again: what did not arrive, and what the service was too busy for."""
    address = urllib.parse.urljoin(URL, path)
    for left in range(TRIES - 1, -1, -1):
        request = urllib.request.Request(address, data=body, method=method)
        for name, value in {"X-API-Key": KEY, **(headers or {})}.items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            if error.code == 304:
                return 304, error.headers, b""
            if error.code not in (429, 503) or left == 0:
                raise RuntimeError(f"{method} {path}: {error.code}") from error
            wait_for(error.headers)
        except OSError as error:
            if left == 0:
                raise RuntimeError(f"{method} {path}: no answer") from error
        except Exception as error:  # the answer broke off
            if left == 0:
                raise RuntimeError(f"{method} {path}: {error}") from error


def submit(path, order):
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    return json.loads(call("POST", path, headers, json.dumps(order).encode())[2])


def finish(job_id):
    etag, job = None, None
    while True:
        headers = {} if etag is None else {"If-None-Match": etag}
        status, said, body = call("GET", f"/v1/jobs/{urllib.parse.quote(job_id, safe='')}", headers)
        etag = said.get("ETag")
        if status != 304:
            job = json.loads(body)
        if job["status"] not in ("queued", "running"):
            return job
        wait_for(said)


def analyses_a_face():
    with open(os.environ["FACE"], "rb") as file:
        asset = json.loads(call("POST", "/v1/assets", {"Content-Type": "image/png"}, file.read())[2])
    concerns = ["wrinkles", "acne"]
    order = {
        "inputs": [{"asset_id": asset["id"], "role": "source"}],
        "concerns": concerns,
        "visualizations": [{"concern": "acne", "kind": "mask"}],
    }
    job = finish(submit("/v1/skin/analyses", order)["id"])
    assert job["status"] == "succeeded", job["status"]
    by_name = {one["concern"]: one for one in job["output"]["concerns"]}
    assert set(concerns) <= set(by_name)
    for picture in job["output"].get("visualizations", []):
        assert call("GET", picture["href"])[2][:4] in (b"\x89PNG", b"RIFF")


TESTS = [analyses_a_face]
print(f"TAP version 14\n1..{len(TESTS)}")
for number, test in enumerate(TESTS, 1):
    try:
        test()
        print(f"ok {number} - {test.__name__}")
    except Exception as problem:
        print(f"not ok {number} - {test.__name__}\n  ---\n  message: {problem!r}\n  ...")
        sys.exitcode = 1
sys.exit(getattr(sys, "exitcode", 0))
