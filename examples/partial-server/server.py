"""
A server for a part of the service: uploads, skin and makeup jobs, cancel. No lists, no deletion of jobs, no balance, no
webhooks, no test keys. It has two drivers, for the clock and for jobs. `python3 server.py --port 8080 [--bug NAME]`
"""

import argparse
import hashlib
import ipaddress
import json
import re
import threading
import uuid
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from pictures import plain_png, sides_of

BUGS = {
    "replay-makes-another-job": "the same Idempotency-Key makes a second job",
    "duplicate-concerns-pass": "a concern may be asked for twice",
    "scopes-are-ignored": "any key may submit anything",
    "foreign-jobs-are-forbidden": "a job of another account answers 403",
    "queued-jobs-are-kept": "a queued job is not cancelled at once",
    "tags-never-match": "If-None-Match is not looked at",
}
CONCERNS = "acne dark_circle eye_bag redness oiliness wrinkles firmness moisture pore tear_trough".split()
CONCERNS += ["hyper_pigmentation", "droopy_upper_eyelid"]
OPERATIONS = {"/v1/skin/analyses": "skin.analyze", "/v1/makeup/try-ons": "makeup.apply"}
STAGES = ["queued", "picked_up", "preparing", "processing"]
STAGE, KEPT = timedelta(milliseconds=20), timedelta(hours=24)
MOST_BYTES = 20_000_000
ASSET = "id purpose media_type size_bytes width height created_at expires_at"
RESULT = "id media_type size_bytes width height expires_at"
JOB = "id operation status created_at updated_at completed_at expires_at inputs output error"

# The operations that each key may submit, by role. A revoked or expired key is unknown here, like any other text.
BOTH = list(OPERATIONS.values())
SCOPES = {"primary": BOTH, "second": BOTH, "other_account": BOTH, "outside": BOTH}
SCOPES |= {"no_scope": [], "no_skin": ["makeup.apply"], "no_makeup": ["skin.analyze"]}
KEYS = {f"pk_live_example_{role}": role for role in SCOPES}
NETWORKS = {"outside": ipaddress.ip_network("192.0.2.0/24")}


class Refusal(Exception):
    """Refusal(status, code, message)"""


def require(holds, message):
    if not holds:
        raise Refusal(400, "INVALID_REQUEST", message)


class Service:
    """The state and the operations of the server. A handler gets the caller, the request and the ids in the path."""

    def __init__(self, bug):
        self.bug, self.lock, self.ahead = bug, threading.Lock(), timedelta()
        self.assets, self.jobs, self.claims, self.plans, self.usage = {}, {}, {}, {}, Counter()

    def now(self):
        return datetime.now(timezone.utc) + self.ahead

    # Assets (spec 2.1, 4.1)

    def upload(self, caller, request):
        media_type = request.headers.get("Content-Type", "").split(";")[0].strip().lower()
        sides = sides_of(media_type, request.body)
        require(sides, "The body must be a PNG, JPEG or WebP image of the type that Content-Type declares.")
        asset = self.add_asset(caller["account"], "input", media_type, request.body, sides, self.now() + KEPT)
        return 201, visible(asset, ASSET), {}

    def add_asset(self, account, purpose, media_type, data, sides, expires_at):
        asset = {"id": f"asset_{uuid.uuid4().hex}", "account": account, "purpose": purpose, "media_type": media_type}
        asset.update(data=data, size_bytes=len(data), width=sides[0], height=sides[1])
        asset.update(created_at=self.now(), expires_at=expires_at)
        self.assets[asset["id"]] = asset
        return asset

    def find_asset(self, caller, asset_id, expired=False):
        """An object of another account is answered as one that never existed (spec 5.6)."""
        asset = self.assets.get(asset_id)
        is_there = asset is not None and asset["account"] == caller["account"] and asset["data"] is not None
        if not is_there or (self.now() >= asset["expires_at"] and not expired):
            raise Refusal(404, "ASSET_NOT_FOUND", "There is no such asset.")
        return asset

    def read_asset(self, caller, request, asset_id, content=None):
        asset = self.find_asset(caller, asset_id)
        if content is None:
            return 200, visible(asset, ASSET), {}
        return 200, asset["data"], {"Content-Type": asset["media_type"]}

    def delete_asset(self, caller, request, asset_id):
        erased = self.assets.get(asset_id)
        if erased is None or erased["account"] != caller["account"] or erased["data"] is not None:
            asset = self.find_asset(caller, asset_id, expired=True)
            if asset["purpose"] == "result":
                raise Refusal(409, "ASSET_OWNED_BY_JOB", "A result belongs to its job.")
            asset["data"] = None
        return 204, None, {}

    # Submissions (spec 4.2)

    def submit(self, caller, request):
        operation, key = OPERATIONS[request.path], request.headers.get("Idempotency-Key")
        self.require_scope(caller, operation)
        require(key, "The header Idempotency-Key must be sent.")
        wish = self.wish_of(operation, read_json(request))
        claimed = self.claims.get((caller["account"], key))
        if claimed is not None and self.bug != "replay-makes-another-job":
            if (claimed["operation"], claimed["wish"]) != (operation, wish):
                raise Refusal(409, "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for another request.")
            return 200, visible(claimed, JOB), {"Idempotency-Replayed": "true"}
        asset = self.find_asset(caller, wish["asset_id"], expired=True)
        if self.now() >= asset["expires_at"]:
            raise Refusal(410, "INPUT_EXPIRED", "The input has expired.")
        job = self.claims[(caller["account"], key)] = self.new_job(caller, operation, wish, asset)
        self.usage[(caller["account"], stamp(job["created_at"])[:10], operation)] += 1
        return 202, visible(job, JOB), {"Location": f"/v1/jobs/{job['id']}", "Retry-After": "1"}

    def wish_of(self, operation, body):
        """The meaning of a request. Requests with the same meaning are the same, whatever their bytes (spec 4.2)."""
        inputs = body.get("inputs")
        is_one = isinstance(inputs, list) and len(inputs) == 1 and isinstance(inputs[0], dict)
        require(is_one and inputs[0].get("role") == "source", "inputs must hold one input, of the role source.")
        asset_id = inputs[0].get("asset_id")
        require(isinstance(asset_id, str) and asset_id, "inputs[0].asset_id must be the id of an asset.")
        if operation == "skin.analyze":
            return {"asset_id": asset_id, **self.skin_wish(body)}
        products = body.get("products")
        require(isinstance(products, list) and products, "products must be a list of at least one.")
        return {"asset_id": asset_id, "products": [product_of(one) for one in products]}

    def skin_wish(self, body):
        concerns, shown = body.get("concerns"), body.get("visualizations", [])
        are_known = isinstance(concerns, list) and concerns and all(one in CONCERNS for one in concerns)
        require(are_known, "concerns must be a list of at least one, of those that are known.")
        is_set = len(set(concerns)) == len(concerns)
        require(is_set or self.bug == "duplicate-concerns-pass", "concerns must not name one twice.")
        require(isinstance(shown, list), "visualizations must be a list.")
        return {"concerns": sorted(set(concerns)), "visualizations": [role_of(one) for one in shown]}

    def require_scope(self, caller, operation):
        if operation not in caller["scopes"] and self.bug != "scopes-are-ignored":
            raise Refusal(403, "INSUFFICIENT_SCOPE", f"The key lacks the scope {operation}.")

    # Jobs (spec 2.2, 3, 4.3)

    def new_job(self, caller, operation, wish, asset):
        now, plan = self.now(), self.plan_for(caller, operation)
        job = {"id": f"job_{uuid.uuid4().hex}", "account": caller["account"], "operation": operation, "wish": wish}
        job.update(status="queued", stage=0, since=now, plan=plan, held=plan.get("hold_at") == "queued", to_stop=False)
        job.update(created_at=now, updated_at=now, completed_at=None, expires_at=None, output=None, error=None)
        job.update(sides=(asset["width"], asset["height"]), inputs=[{"asset_id": asset["id"], "role": "source"}])
        self.jobs[job["id"]] = job
        return job

    def settle(self):
        """Moves jobs through all stages that have ended, each at its own time. Called before each request."""
        for job in self.jobs.values():
            while (due := due_of(job)) is not None and due <= self.now():
                self.move_on(job, due)

    def move_on(self, job, at):
        """A cancel takes effect at a boundary before processing starts, and not later."""
        if job["stage"] == len(STAGES) - 1:
            return self.end(job, at)
        if job["to_stop"]:
            return finish(job, "cancelled", at)
        stage = job["stage"] + 1
        job.update(stage=stage, since=at, held=job["plan"].get("hold_at") == STAGES[stage])
        if job["status"] == "queued":
            job.update(status="running", updated_at=at)

    def end(self, job, at):
        outcome = job["plan"].get("outcome") or {}
        finish(job, outcome.get("status", "succeeded"), at)
        if job["status"] == "failed":
            job["error"] = {"code": outcome.get("code", "PROCESSING_FAILED"), "message": "It could not be processed."}
        elif job["operation"] == "makeup.apply":
            job["output"] = {"type": "makeup.try_on", "image": self.add_result(job, "result"), "revision": 1}
        else:
            measured = {"score": 50.0, "status": "measured", "unavailable_reason": None}
            concerns = [{"concern": one, **measured} for one in job["wish"]["concerns"]]
            pictures = [self.add_result(job, role) for role in job["wish"]["visualizations"]]
            job["output"] = {"type": "skin.analysis", "concerns": concerns, "visualizations": pictures}

    def add_result(self, job, role):
        data = plain_png(*job["sides"])
        asset = self.add_asset(job["account"], "result", "image/png", data, job["sides"], job["expires_at"])
        return {**visible(asset, RESULT), "href": f"/v1/assets/{asset['id']}/content", "role": role}

    def find_job(self, caller, job_id):
        job = self.jobs.get(job_id)
        is_foreign = job is not None and job["account"] != caller["account"]
        if is_foreign and self.bug == "foreign-jobs-are-forbidden":
            raise Refusal(403, "INSUFFICIENT_SCOPE", "The job belongs to another account.")
        if job is None or is_foreign or (job["expires_at"] is not None and self.now() >= job["expires_at"]):
            raise Refusal(404, "JOB_NOT_FOUND", "There is no such job.")
        return job

    def read_job(self, caller, request, job_id):
        job = self.find_job(caller, job_id)
        headers = job_headers(job)
        known = [one.strip().removeprefix("W/") for one in request.headers.get("If-None-Match", "").split(",")]
        if (headers["ETag"] in known or "*" in known) and self.bug != "tags-never-match":
            return 304, None, headers
        return 200, visible(job, JOB), headers

    def cancel_job(self, caller, request, job_id):
        job = self.find_job(caller, job_id)
        self.require_scope(caller, job["operation"])
        if job["status"] in ("succeeded", "failed"):
            raise Refusal(409, "JOB_NOT_CANCELLABLE", "The job has ended.")
        if job["status"] == "queued" and self.bug != "queued-jobs-are-kept":
            finish(job, "cancelled", self.now())
        job["to_stop"] = True
        return 200 if job["status"] == "cancelled" else 202, visible(job, JOB), job_headers(job)

    def read_usage(self, caller, request):
        mine = [(*about[1:], count) for about, count in sorted(self.usage.items()) if about[0] == caller["account"]]
        return 200, {"data": [{"date": day, "operation": name, "count": count} for day, name, count in mine]}, {}

    # Drivers: what a tester can do outside the service

    def tell_drivers(self, caller, request, what):
        tells = {"drivers": ["clock", "jobs"], "clock": {"per_tenant": False}}
        return 200, tells if what == "capabilities" else {"now": stamp(self.now())}, {}

    def advance_clock(self, caller, request):
        asked = read_json(request)
        to = datetime.fromisoformat(asked["to"].replace("Z", "+00:00")) if "to" in asked else None
        self.ahead += max(timedelta(), to - self.now() if to else timedelta(milliseconds=asked.get("by", 0)))
        self.settle()
        due = min(filter(None, map(due_of, self.jobs.values())), default=None)
        return 200, {"now": stamp(self.now()), "next_due": stamp(due)}, {}

    def add_plan(self, caller, request):
        """Reports what it does not support as declined, as the contract allows."""
        asked = read_json(request)
        match, outcome = asked.get("match") or {}, asked.get("outcome") or {}
        declined = [f"match.{name}" for name in match if name not in ("operation", "environment", "key")]
        declined += [f"outcome.{name}" for name in outcome if name not in ("status", "code")]
        declined += ["stages"] if "stages" in asked else []
        plan_id = f"plan_{uuid.uuid4().hex}"
        self.plans[plan_id] = {**asked, "match": match, "account": caller["account"], "times": asked.get("times", 1)}
        return 201, {"id": plan_id, "declined": declined}, {}

    def plan_for(self, caller, operation):
        about = {"operation": operation, "key": caller["key"]}
        for plan in self.plans.values():
            fits = all(plan["match"].get(name, value) == value for name, value in about.items())
            if fits and plan["account"] == caller["account"] and plan["times"] > 0:
                plan["times"] -= 1
                return plan
        return {}

    def drop_plan(self, caller, request, plan_id):
        self.plans.pop(plan_id, None)
        return 204, None, {}

    def move_job(self, caller, request, job_id, move=None):
        job = self.find_job(caller, job_id)
        if job["completed_at"] is None and (move == "step" or (move == "release" and job["held"])):
            self.move_on(job, self.now())
        stage = STAGES[job["stage"]] if job["completed_at"] is None else job["status"]
        return 200, {"stage": stage, "held": job["held"]}, {}

    def caller_of(self, request):
        key = request.headers.get("X-API-Key", "")
        if key not in KEYS:
            raise Refusal(401, "INVALID_API_KEY", "The header X-API-Key holds no usable key.")
        role, address = KEYS[key], ipaddress.ip_address(request.client_address[0])
        if role in NETWORKS and address not in NETWORKS[role]:
            raise Refusal(403, "API_KEY_IP_NOT_ALLOWED", "The key is not for use from this network.")
        return {"key": key, "scopes": SCOPES[role], "account": "two" if role == "other_account" else "one"}


def stamp(moment):
    return moment and moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def visible(thing, names):
    return {name: stamp(thing[name]) if name.endswith("_at") else thing[name] for name in names.split()}


def due_of(job):
    return job["since"] + STAGE if job["completed_at"] is None and not job["held"] else None


def finish(job, status, at):
    job.update(status=status, updated_at=at, completed_at=at, expires_at=at + KEPT, held=False)


def job_headers(job):
    tag = hashlib.sha256(json.dumps(visible(job, JOB)).encode()).hexdigest()[:24]
    return {"ETag": f'"{tag}"', **({"Retry-After": "1"} if job["completed_at"] is None else {})}


def read_json(request):
    try:
        body = json.loads(request.body.decode(), parse_constant=lambda text: require(False, f"{text} is no JSON."))
    except (ValueError, RecursionError):
        raise Refusal(400, "INVALID_REQUEST", "The body must be JSON.") from None
    require(isinstance(body, dict), "The body must be an object.")
    return body


def role_of(shown):
    is_known = isinstance(shown, dict) and shown.get("concern") in CONCERNS and shown.get("kind") in ("mask", "visual")
    require(is_known, "visualizations[] must have a concern, and a kind that is mask or visual.")
    return f"{shown['kind']}.{shown['concern']}"


def product_of(product):
    require(isinstance(product, dict), "products must hold objects.")
    category, color, opacity = product.get("category"), product.get("color"), product.get("opacity", 1)
    require(category in ("foundation", "lipstick", "lip_liner"), "products[].category must be a known one.")
    require(isinstance(color, str) and color, "products[].color must be a text.")
    require(type(opacity) in (int, float), "products[].opacity must be a number.")
    return category, color, float(opacity)


# HTTP

ROUTES = [
    ("POST", "/v1/assets", Service.upload),
    ("GET", "/v1/assets/([^/]+)(/content)?", Service.read_asset),
    ("DELETE", "/v1/assets/([^/]+)", Service.delete_asset),
    *(("POST", path, Service.submit) for path in OPERATIONS),
    ("GET", "/v1/jobs/([^/]+)", Service.read_job),
    ("POST", "/v1/jobs/([^/]+)/cancel", Service.cancel_job),
    ("GET", "/v1/usage", Service.read_usage),
    ("GET", "/drivers/(capabilities|clock)", Service.tell_drivers),
    ("POST", "/drivers/clock/advance", Service.advance_clock),
    ("POST", "/drivers/plans", Service.add_plan),
    ("DELETE", "/drivers/plans/([^/]+)", Service.drop_plan),
    ("GET", "/drivers/jobs/([^/]+)", Service.move_job),
    ("POST", "/drivers/jobs/([^/]+)/(step|release)", Service.move_job),
]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body go out together

    def handle_any(self):
        self.path = urlsplit(self.path).path
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            with self.server.service.lock:
                answer = self.dispatch(self.server.service)
        except Refusal as no:
            error = {"code": no.args[1], "message": no.args[2], "request_id": f"req_{uuid.uuid4().hex}"}
            answer = no.args[0], {"error": error}, {}
        self.write(*answer)

    do_GET = do_HEAD = do_OPTIONS = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    def dispatch(self, service):
        service.settle()
        caller = None if self.path == "/drivers/capabilities" else service.caller_of(self)
        if len(self.body) > MOST_BYTES:
            raise Refusal(413, "BODY_TOO_LARGE", "The body is too large.")
        for method, path, answer in ROUTES:
            match = re.fullmatch(path, self.path)
            if match and method == self.command:
                return answer(service, caller, self, *(part and unquote(part) for part in match.groups()))
        raise Refusal(404, "NOT_FOUND", "There is nothing at this path.")

    def write(self, status, body, headers):
        data = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        head = {} if status in (204, 304) else {"Content-Type": "application/json", "Content-Length": str(len(data))}
        for name, value in {**head, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else data)

    def log_message(self, *_):
        """Logs nothing, because a run sends thousands of requests."""


def main():
    parser = argparse.ArgumentParser(description="A server of a part of the service.")
    parser.add_argument("--port", type=int, default=8080, help="0 takes any free one")
    parser.add_argument("--bug", choices=BUGS, help="; ".join(f"{name}: {what}" for name, what in BUGS.items()))
    options = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", options.port), Handler)
    server.daemon_threads, server.service = True, Service(options.bug)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    with suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
