"""The state of the service: clocks, accounts, jobs, credits and webhooks. All of it is in memory.

Everything is read and changed under LOCK. Slow things (rendering a picture, sending a webhook) are returned as
"follow-ups": functions to be called without the lock. Instants are integers: microseconds since 1970.
"""
import hashlib
import heapq
import hmac
import http.client
import itertools
import json
import random
import secrets
import threading
import time
import traceback
from datetime import datetime, timedelta, timezone
from urllib.parse import urlsplit

import pictures

LOCK = threading.RLock()
COUNTER = itertools.count()
MILLISECOND, SECOND, MINUTE, HOUR, DAY = 1_000, 1_000_000, 60_000_000, 3_600_000_000, 86_400_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
PRICES = {"hair.try_on": 3, "makeup.apply": 1, "skin.analyze": 2}
STAGES = {"queued": 600 * MILLISECOND, "picked_up": 300 * MILLISECOND, "preparing": 300 * MILLISECOND,
          "processing": 1200 * MILLISECOND}
TERMINAL = ("succeeded", "failed", "cancelled")
FAILURES = ("INPUT_UNPROCESSABLE", "INPUT_EXPIRED", "PROCESSING_FAILED")
JOB_RETENTION = 7 * DAY  # from its end; not shown in the specification
EVENT_TYPES = ("job.succeeded", "job.failed", "job.cancelled", "test.ping")
WAITS = (MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR)
ACKNOWLEDGE_SECONDS = 10

def iso(instant):
    return None if instant is None else (EPOCH + timedelta(microseconds=instant)).isoformat(timespec="microseconds")

def new_id(kind):
    letters = "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(14))
    return f"{kind}_{letters[:4]}~{letters[4:10]}.{letters[10:]}"

def encode(value):
    return json.dumps(value, sort_keys=True).encode()

class Record:
    """Something with named members."""
    def __init__(self, **members):
        vars(self).update(members)

class Clock:
    """A clock with the work scheduled on it. A ticking one follows real time; others stand still until advanced."""
    def __init__(self, ticking=False):
        self.base, self.ticking = time.time_ns() // 1000, ticking
        self.anchor = time.monotonic_ns() if ticking else None
        self.work, self.moving, self.followers = [], threading.Lock(), []

    def now(self):
        return self.base if self.anchor is None else self.base + (time.monotonic_ns() - self.anchor) // 1000

    def schedule(self, due, owner, run):
        """Schedules the next work of a job or a delivery."""
        owner.work = Record(due=due, owner=owner, run=run)
        heapq.heappush(self.work, (due, next(COUNTER), owner.work))

    def next_due(self):
        while self.work and self.work[0][2].owner.work is not self.work[0][2]:
            heapq.heappop(self.work)  # its owner has dropped it
        return self.work[0][0] if self.work else None

    def take(self, until):
        """Runs the first work that is due, and returns its follow-up; None if nothing is due."""
        with LOCK:
            due = self.next_due()
            if due is None or due > until:
                return None
            if self.anchor is None:
                self.base = max(self.base, due)
            work = heapq.heappop(self.work)[2]
            work.owner.work = None
            return work.run(work.owner) or (lambda: None)

    def advance(self, target):
        """Moves to the instant target(now), doing on the way all that falls due, each at its instant."""
        with self.moving:
            for follower in self.followers:
                follower.join()
            with LOCK:
                self.base, self.anchor = self.now(), None  # stands still but for the steps below
                end = target(self.base)
            while follow_up := self.take(end):
                follow_up()
            with LOCK:
                self.base, self.anchor = end, time.monotonic_ns() if self.ticking else None

    def run(self):
        """What a ticking clock does by itself. Follow-ups get threads, so that a slow receiver delays nothing else."""
        while True:
            time.sleep(0.03)
            with self.moving:
                while follow_up := self.take(self.now()):
                    follower = threading.Thread(target=follow_up, daemon=True)
                    follower.start()
                    self.followers = [each for each in self.followers if each.is_alive()] + [follower]

class Account:
    def __init__(self, clock):
        self.id, self.clock = new_id("acct"), clock
        self.settled, self.held, self.test_funded, self.enforced, self.threshold = 1000, 0, 0, True, None
        self.unit_costs = dict(PRICES)
        self.features = {"lists": True, "cancel": True, "delete": True, "credits": True}
        self.webhooks, self.disabled, self.gone = True, False, False
        self.key_store_unreadable = self.ledger_unreadable = False
        self.admission_per_minute = self.daily_quota = None
        self.keys, self.assets, self.jobs, self.plans, self.endpoints, self.deliveries = {}, {}, {}, {}, {}, {}
        self.claims = {}  # (environment, Idempotency-Key) -> (fingerprint, job)
        self.usage, self.quota_used = {}, {}  # (environment, day, operation) -> jobs
        self.admissions = {}  # key -> instants of the latest accepted submissions
        ACCOUNTS[self.id] = self

    def spendable(self):
        return self.settled - self.held - (self.test_funded if self.enforced else 0)

    def balance(self):
        return {"object": "credit_balance", "as_of": iso(self.clock.now()), "settled_units": self.settled,
                "held_units": self.held, "available_units": self.settled - self.held,
                "test_funded_units": self.test_funded, "spendable_units": self.spendable(),
                "enforced": self.enforced, "unit_costs": self.unit_costs,
                "low_balance": self.threshold is not None and self.spendable() <= self.threshold}

    def add_key(self, name, environment):
        key = Record(account=self, environment=environment, secret=f"pk_{environment}_{secrets.token_hex(16)}",
                     revoked=False, expired=False, scopes=None, allowlist=None)
        self.keys[name] = KEYS[key.secret] = key
        return key

    def delete(self):
        self.gone = True
        del ACCOUNTS[self.id]
        for key in self.keys.values():
            del KEYS[key.secret]

ACCOUNTS, KEYS = {}, {}  # by id, by secret
SHARED_CLOCK = Clock(ticking=True)

class Asset(Record):
    role = job_id = None
    deleted = False

    def __init__(self, data, **members):
        super().__init__(data=data, size_bytes=len(data), digest=hashlib.sha256(data).hexdigest(), **members)
        self.id = new_id("asset")
        self.account.assets[self.id] = self

    def readable(self, now):
        if now >= self.expires_at:
            self.data = None  # expired bytes are erased when that is first noticed
        return self.data is not None

    def erase(self):
        self.deleted, self.data = True, None

    def view(self):
        return {"object": "asset", "id": self.id, "purpose": self.purpose, "media_type": self.media_type,
                "size_bytes": self.size_bytes, "width": self.width, "height": self.height,
                "created_at": iso(self.created_at), "expires_at": iso(self.expires_at),
                "livemode": self.environment == "live"}

    def as_result(self):
        return {"id": self.id, "href": f"/v1/assets/{self.id}/content", "media_type": self.media_type,
                "role": self.role, "size_bytes": self.size_bytes, "expires_at": iso(self.expires_at),
                "width": self.width, "height": self.height}

class Job(Record):
    """A job. Its stage is one of STAGES, `ending` while the results are made, or its final status."""
    status = "queued"
    held = cancel_requested = deleted = False
    completed_at = expires_at = output = error = work = None

    def __init__(self, **members):
        super().__init__(**members)
        self.id, self.clock, self.assets = new_id("job"), self.account.clock, []
        self.created_at = self.updated_at = self.clock.now()
        self.account.jobs[self.id] = self
        self.account.held += self.cost
        self.count(self.account.usage, 1)
        self.count(self.account.quota_used, 1)
        self.enter("queued")

    def count(self, counts, change):
        """Quota and usage are counted by environment, UTC day and operation."""
        key = self.environment, self.created_at // DAY, self.operation
        counts[key] = counts.get(key, 0) + change

    def readable(self, now):
        return not self.deleted and (self.expires_at is None or now < self.expires_at)

    def view(self):
        inputs = [{"asset_id": asset_id, "role": role} for role, asset_id in self.request["inputs"].items()]
        return {"object": "job", "id": self.id, "operation": self.operation, "status": self.status,
                "created_at": iso(self.created_at), "updated_at": iso(self.updated_at),
                "completed_at": iso(self.completed_at), "expires_at": iso(self.expires_at), "inputs": inputs,
                "output": self.output, "error": self.error, "livemode": self.environment == "live"}

    def enter(self, stage):
        self.stage, self.since = stage, self.clock.now()
        if self.status == "queued" != stage:  # a job that is picked up is `running`
            self.status, self.updated_at = "running", self.since
        self.held = stage == self.plan.hold_at
        if not self.held:
            self.schedule_boundary()

    def schedule_boundary(self):
        due = max(self.clock.now(), self.since + self.plan.stages.get(self.stage, STAGES[self.stage]))
        self.clock.schedule(due, self, Job.cross)

    def release(self):
        """Lets a held stage take its usual time, counted from its beginning."""
        if self.held:
            self.held = False
            self.schedule_boundary()

    def cross(self):
        """Takes the job over its next boundary. The end of the processing is a follow-up."""
        if self.stage not in STAGES or self.account.gone:
            return None
        self.work, self.held = None, False
        if self.stage == "processing":
            self.stage = "ending"
            return self.complete
        if self.cancel_requested:
            return self.finish("cancelled")
        stages = list(STAGES)
        return self.enter(stages[stages.index(self.stage) + 1])

    def complete(self):
        """Makes the results (without the lock), and ends the job."""
        outcome = self.plan.outcome
        code = outcome.get("code") or "PROCESSING_FAILED" if outcome.get("status") == "failed" else None
        try:
            results = None if code else pictures.make_results(self)
        except pictures.Unreadable:
            code = "INPUT_UNPROCESSABLE"
        except Exception:
            traceback.print_exc()
            code = "PROCESSING_FAILED"
        with LOCK:
            if code and not self.account.gone:
                self.error = {"code": code, "message": f"The job failed: {code}."}
                self.finish("failed")
            elif not self.account.gone:
                self.finish("succeeded", *results)

    def finish(self, status, output=None, results=()):
        """Ends the job. Whatever was processed is billed, also if it failed."""
        account, now = self.account, self.clock.now()
        self.status = self.stage = status
        self.updated_at, self.completed_at, self.expires_at = now, now, now + JOB_RETENTION
        self.sources, self.output, self.work, self.held = None, output, None, False
        for member, role, (data, width, height) in results:
            asset = Asset(data, account=account, environment=self.environment, purpose="result", width=width,
                          height=height, media_type="image/png", created_at=now, expires_at=self.expires_at,
                          role=role, job_id=self.id)
            self.assets.append(asset)
            output[member] = [*output[member], asset.as_result()] if member in output else asset.as_result()
        account.held -= self.cost
        account.settled -= self.cost if status != "cancelled" else 0
        if account.webhooks:
            event = Record(id=new_id("evt"), type=f"job.{status}", created=now, environment=self.environment, job=self)
            for endpoint in account.endpoints.values():
                if endpoint.enabled and endpoint.environment == self.environment and event.type in endpoint.events:
                    Delivery(endpoint, event, once=False).schedule(now)

    def cancel(self):
        """Asks for a cancellation. A job that waits is cancelled at once, and gets its quota unit back."""
        if self.stage == "queued":
            self.count(self.account.quota_used, -1)
            self.finish("cancelled")
        elif self.stage in ("picked_up", "preparing"):
            self.cancel_requested = True

    def delete(self):
        self.deleted, self.output = True, None
        for asset in self.assets:
            asset.erase()

class Delivery:
    """An entry of the delivery log. Pings and resends are entries of their own, attempted once."""
    def __init__(self, endpoint, event, once):
        self.id, self.endpoint, self.event, self.once = new_id("dlv"), endpoint, event, once
        self.clock, self.work, self.state, self.attempts = endpoint.account.clock, None, "pending", []
        endpoint.account.deliveries[self.id] = self

    def view(self):
        return {"id": self.id, "event": {"id": self.event.id, "type": self.event.type}, "state": self.state,
                "attempts": self.attempts, "next_attempt_at": iso(self.work and self.work.due)}

    def schedule(self, due):
        self.clock.schedule(due, self, Delivery.attempt)

    def attempt(self):
        """Prepares an attempt; the request itself is the follow-up."""
        endpoint, event, job, now = self.endpoint, self.event, self.event.job, self.clock.now()
        if not endpoint.account.webhooks or endpoint.account.gone:
            self.state = "cancelled"
            return None
        if job is None:
            subject = {"object": "test", "endpoint_id": endpoint.id}
        else:
            subject = {"id": job.id, "object": "job", "deleted": True} if job.deleted else job.view()
        body = encode({"id": event.id, "object": "event", "type": event.type, "api_version": "v1",
                       "created": iso(event.created), "livemode": event.environment == "live",
                       "data": {"object": subject}})
        signature = f"t={now // SECOND}"
        for secret, valid_until in endpoint.secrets:  # the current one first
            if valid_until is None or now < valid_until:
                message = b"%d." % (now // SECOND) + body
                signature += ",v1=" + hmac.new(secret.encode(), message, "sha256").hexdigest()
        headers = {"Content-Type": "application/json", "User-Agent": "Service-Webhooks/1",
                   "Service-Event-Id": event.id, "Service-Event-Type": event.type,
                   "Service-Delivery-Attempt": str(len(self.attempts) + 1), "Service-Signature": signature}

        def send():
            began = time.monotonic()
            status = post(endpoint.url, body, headers)
            spent = round((time.monotonic() - began) * 1000)
            with LOCK:
                self.attempts.append({"at": iso(now), "status": status, "duration_ms": spent})
                self.record(now, status is not None and 200 <= status <= 299)
        return send

    def record(self, at, success):
        """Decides what follows from an attempt: for the delivery, and for its endpoint."""
        endpoint, now, tried = self.endpoint, self.clock.now(), len(self.attempts)
        if success:
            self.state, endpoint.failures, endpoint.failing_since = "delivered", 0, None
            return
        endpoint.failures += 1
        endpoint.failing_since = endpoint.failing_since or at
        if self.state == "pending":
            wait = 0 if self.once or tried > len(WAITS) else WAITS[tried - 1] * random.uniform(0.8, 1.2)
            due = now + round(wait / MILLISECOND) * MILLISECOND
            if wait and due <= self.event.created + DAY:
                self.schedule(due)
            else:
                self.state = "exhausted"
        if endpoint.failures >= 20 and now - endpoint.failing_since >= DAY:
            disable(endpoint)

def post(url, body, headers):
    """The status of the answer, or None if there was none in time. Redirects are not followed."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=ACKNOWLEDGE_SECONDS)
    # The timeout of a socket is that of each single read; the guard limits them together.
    guard = threading.Timer(ACKNOWLEDGE_SECONDS, lambda: connection.sock and connection.sock.shutdown(2))
    guard.daemon, status = True, None
    guard.start()
    try:
        connection.request("POST", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), body, headers)
        response = connection.getresponse()
        status = response.status
        response.read(65536)  # lets the receiver finish its answer; the status has decided already
    except (OSError, http.client.HTTPException, ValueError):
        pass
    guard.cancel()
    connection.close()
    return status

def deliveries_of(endpoint):
    return [delivery for delivery in endpoint.account.deliveries.values() if delivery.endpoint is endpoint]

def disable(endpoint):
    """Automatically or by hand: the pending deliveries are cancelled, and stay so."""
    endpoint.enabled = False
    for delivery in deliveries_of(endpoint):
        if delivery.state == "pending":
            delivery.state, delivery.work = "cancelled", None
