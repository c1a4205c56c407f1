"""Run with: npx tryon-emulator exec -- python3 -m unittest"""

import hashlib
import hmac
import json
import logging
import os
import threading
import time
import unittest
from collections import Counter
from datetime import datetime
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from client import ApiError, Client, Desk, JobNotSucceeded, NotEnabled, output_of, pictures_of, scores_of
from receiver import Receiver, is_signed

URL = os.environ["TRYON_URL"]
LIPSTICK = {"category": "lipstick", "color": "#a1304a", "opacity": 0.8}
REPORT_LOCK = threading.Lock()


def report(**line):
    """Tells what the client reported to its caller, to a tool that judges clients."""
    if path := os.environ.get("TRYON_CLIENT_REPORT"):
        with REPORT_LOCK, open(path, "a") as file:
            file.write(json.dumps(line) + "\n")


def setUpModule():
    logging.getLogger("tryon").setLevel(logging.CRITICAL)  # the tests cause what it warns about
    with urlopen(f"{URL}/_emulator/fixtures/faces/afro.png") as face:
        global FACE
        FACE = face.read()
    report(reports=["ends", "pictures", "refusals", "waits"])


class ReportingClient(Client):
    def _optional(self, *words, **options):
        try:
            return super()._optional(*words, **options)
        except NotEnabled as error:
            report(refused=error.operation)
            raise

    def download(self, picture):
        try:
            return super().download(picture)
        except Exception:
            report(asset=picture["id"], bytes=None)
            raise


class ReportingDesk(Desk):
    def wait(self, job_id):
        order = super().wait(job_id)
        report(job=job_id, ended=order.job["status"])
        return order


class TestCase(unittest.TestCase):
    clock = "auto"  # moves when the client polls

    def setUp(self):
        self.world = self.control("POST", "/worlds", {"clock": self.clock}, world=None)
        self.addCleanup(self.control, "DELETE", f"/worlds/{self.world['name']}", world=None)
        self.waits, self.at_sleep, self.stored, self.events = [], [], [], []
        self.client = self.client_with(self.world["keys"]["test"])
        self.desk = ReportingDesk(self.client, self.store)

    def control(self, method, path, body=None, world=""):
        headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ.get("TRYON_TOKEN", "")}
        if world is not None:
            headers["Emulator-World"] = self.world["name"]
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{URL}/_emulator/v1{path}", data, headers, method=method)) as answer:
            return json.loads(answer.read() or "null")

    def client_with(self, key):
        return ReportingClient(URL, key, sleep=self.sleep)

    def sleep(self, seconds, wake=None):
        self.waits.append(seconds)
        report(waited=seconds)
        if self.at_sleep:
            self.at_sleep.pop(0)()

    def store(self, picture, content):
        self.stored.append(picture["id"])
        report(asset=picture["id"], bytes=len(content))
        return content

    def plan(self, **plan):
        self.control("POST", "/plans", plan)

    def fault(self, route, **effect):
        self.control("POST", "/faults", {"match": {"route": route}, "effect": effect})

    def face(self, client=None):
        return (client or self.client).upload(FACE, "image/png")["id"]

    def order_makeup(self, **options):
        return self.desk.take(self.client.try_makeup(self.face(), [LIPSTICK], **options))

    def release(self, job_id):
        self.control("POST", f"/jobs/{job_id}/release")

    def listen(self, secrets=()):
        def handle(event):
            self.events.append(event)
            self.desk.on_event(event)

        self.receiver = Receiver(handle, secrets)
        self.addCleanup(self.receiver.close)

    def register(self):
        self.listen()
        endpoint = self.control("POST", "/endpoints", {"url": self.receiver.url})
        self.receiver.secrets = [endpoint["secret"]]
        return endpoint["id"]

    def drain(self):
        """Lets the deliveries that are due arrive, and their handlers end."""
        self.control("POST", "/clock/advance", {"until": "idle"})
        self.receiver.close()

    def refused(self, code, call, *words, **options):
        with self.assertRaises(ApiError) as raised:
            call(*words, **options)
        self.assertEqual(raised.exception.code, code)
        self.assertTrue(raised.exception.request_id)


class Jobs(TestCase):
    def test_a_skin_analysis_gives_scores_and_pictures(self):
        self.plan(outcome={"status": "succeeded", "scores": {"acne": 12}, "unavailable": {"pore": "not_measurable"}})
        asset = self.client.upload(FACE, "image/png")
        self.assertEqual(self.client.asset(asset["id"])["size_bytes"], len(FACE))
        wanted = [{"concern": "acne", "kind": "mask"}]
        order = self.desk.wait(self.desk.take(self.client.analyse_skin(asset["id"], ["pore", "acne"], wanted)))
        output = output_of(order.job)
        self.assertEqual(scores_of(output), {"acne": 12, "pore": None})
        self.assertEqual([picture["role"] for picture in pictures_of(output)], ["mask.acne"])
        for picture in pictures_of(output):
            self.assertEqual(len(order.pictures[picture["id"]]), picture["size_bytes"])

    def test_a_failed_job_is_reported_with_its_code(self):
        for code in ("INPUT_UNPROCESSABLE", "INPUT_EXPIRED", "PROCESSING_FAILED"):
            self.plan(outcome={"status": "failed", "code": code})
            order = self.desk.wait(self.order_makeup())
            with self.assertRaises(JobNotSucceeded) as raised:
                output_of(order.job)
            self.assertEqual((raised.exception.status, raised.exception.code), ("failed", code))
        self.assertEqual(self.stored, [])

    def test_trouble_on_the_way_causes_waits_and_no_second_job(self):
        self.fault("POST /v1/assets", kind="error", error="rate_limited", retry_after=3)
        self.fault("POST /v1/makeup/try-ons", kind="commit_then_drop")
        self.fault("GET /v1/jobs/:id", kind="error", retry_after=7)
        self.fault("GET /v1/assets/:id/content", kind="truncate", bytes=100)
        order = self.desk.wait(self.order_makeup())
        [picture] = pictures_of(output_of(order.job))
        self.assertEqual(len(order.pictures[picture["id"]]), picture["size_bytes"])
        self.assertLessEqual({3, 7}, set(self.waits))
        self.assertEqual([job["id"] for job in self.control("GET", "/jobs")], [order.job_id])

    def test_a_cancelled_job_costs_nothing_and_a_late_cancel_changes_nothing(self):
        self.client.key = self.world["keys"]["live"]
        before = self.client.balance()
        self.plan(hold_at="queued")
        early = self.desk.cancel(self.order_makeup())
        self.assertEqual(early.job["status"], "cancelled")
        self.assertEqual(self.client.cancel(early.job_id).job["status"], "cancelled")
        self.assertEqual(self.client.balance()["available_units"], before["available_units"])

        self.plan(hold_at="processing")
        late = self.order_makeup()
        self.control("POST", "/clock/advance", {"by": "1m"})
        self.at_sleep = [lambda: self.release(late)]
        self.assertEqual(self.desk.cancel(late).job["status"], "succeeded")
        self.assertEqual(len(self.stored), 1)
        self.refused("JOB_NOT_CANCELLABLE", self.client.cancel, late)
        cost = before["unit_costs"]["makeup.apply"]
        self.assertEqual(self.client.balance()["available_units"], before["available_units"] - cost)

    def test_an_order_is_one_job_until_it_is_deleted(self):
        def submit(*concerns):
            return self.client.analyse_skin(asset_id, concerns, [{"concern": "acne", "kind": "mask"}], idempotency_key="order-17")

        self.plan(hold_at="processing")
        asset_id = self.face()
        job_id = self.desk.take(submit("acne", "pore"))
        self.assertEqual(self.desk.take(submit("pore", "acne")), job_id)
        self.refused("IDEMPOTENCY_KEY_REUSED", submit, "acne")
        self.refused("JOB_IN_PROGRESS", self.client.delete_job, job_id)
        self.at_sleep = [lambda: self.control("POST", "/clock/advance", {"by": "1m"}), lambda: self.release(job_id)]
        [picture] = pictures_of(output_of(self.desk.wait(job_id).job))
        self.refused("ASSET_OWNED_BY_JOB", self.client.delete_asset, picture["id"])
        for _ in range(2):
            self.client.delete_job(job_id)
            self.client.delete_asset(asset_id)
        self.refused("JOB_NOT_FOUND", self.client.read, job_id)
        self.refused("ASSET_NOT_FOUND", self.client.asset, asset_id)
        self.refused("JOB_DELETED", submit, "acne", "pore")

    def test_an_expired_result_is_not_taken_for_a_picture(self):
        [picture] = pictures_of(output_of(self.desk.wait(self.order_makeup()).job))
        self.control("POST", "/clock/advance", {"to": picture["expires_at"]})
        self.control("POST", "/clock/advance", {"by": "1s"})
        with self.assertRaises(ApiError) as raised:
            self.client.download(picture)
        self.assertEqual(raised.exception.status, 404)


class Account(TestCase):
    def test_lists_have_every_asset_once(self):
        uploaded = {self.face() for _ in range(5)}
        order = self.desk.wait(self.order_makeup())
        inputs = list(self.client.assets(purpose="input", limit=2))
        times = [datetime.fromisoformat(asset["created_at"]) for asset in inputs]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertEqual(set(Counter(asset["id"] for asset in inputs).values()), {1})
        self.assertLessEqual(uploaded, {asset["id"] for asset in inputs})
        self.assertEqual({asset["id"] for asset in self.client.assets(job_id=order.job_id)}, set(order.pictures))
        self.refused("INVALID_REQUEST", list, self.client.assets(limit=0))
        self.assertIn(order.job_id, str(self.client.jobs()))
        self.assertTrue(self.client.usage())
        self.refused("JOB_NOT_FOUND", self.client_with(self.world["keys"]["live"]).read, order.job_id)

    def test_an_order_without_credits_is_refused(self):
        self.client.key = self.world["keys"]["live"]
        cost = self.client.balance()["unit_costs"]["makeup.apply"]
        [account] = self.control("GET", "/accounts")
        self.control("POST", f"/accounts/{account}/credits", {"set": cost - 1, "enforced": True})
        self.assertLess(self.client.balance()["spendable_units"], cost)
        self.refused("INSUFFICIENT_CREDITS", self.order_makeup)

    def test_operations_that_are_off_are_reported_as_such(self):
        [account] = self.control("GET", "/accounts")
        features = {"lists": False, "cancel": False, "delete": False, "credits": False}
        self.control("PATCH", f"/accounts/{account}", {"features": features})
        job_id = self.order_makeup()
        for call in (
            lambda: list(self.client.assets()),
            self.client.jobs,
            self.client.balance,
            lambda: self.client.cancel(job_id),
            lambda: self.client.delete_job(job_id),
            lambda: self.client.delete_asset("asset_unknown"),
        ):
            self.assertRaises(NotEnabled, call)
        self.assertEqual(self.desk.wait(job_id).job["status"], "succeeded")

    def test_a_key_is_rotated_while_a_job_runs(self):
        [account] = self.control("GET", "/accounts")
        keys = self.control("GET", f"/accounts/{account}/keys")
        [old_id] = [key["id"] for key in keys if key["environment"] == "test"]
        job_id = self.order_makeup()
        old_client = self.client_with(self.client.key)
        self.client.key = self.control("POST", f"/accounts/{account}/keys", {"environment": "test"})["secret"]
        self.control("PATCH", f"/accounts/{account}/keys/{old_id}", {"expires_in": "24h"})
        self.assertEqual(self.desk.wait(job_id).job["status"], "succeeded")
        self.assertEqual(old_client.read(job_id).job["status"], "succeeded")  # both keys are valid
        self.control("POST", "/clock/advance", {"by": "25h"})
        waits = len(self.waits)
        self.refused("INVALID_API_KEY", old_client.usage)
        self.assertEqual(len(self.waits), waits)
        self.assertEqual(self.desk.wait(self.order_makeup()).job["status"], "succeeded")


class Webhooks(TestCase):
    clock = "frozen"  # moves when the client sleeps, so that deliveries arrive during a sleep

    def sleep(self, seconds, wake=None):
        super().sleep(seconds, wake)
        self.control("POST", "/clock/advance", {"by": int(1000 * max(seconds, 0.1))})  # requests take time, too

    def test_a_webhook_triggers_one_read_and_one_download(self):
        endpoint = self.register()
        self.control("POST", f"/endpoints/{endpoint}/ping")
        order = self.desk.wait(self.order_makeup())
        self.control("POST", "/clock/advance", {"until": "idle"})
        for delivery in self.control("GET", f"/endpoints/{endpoint}/deliveries"):
            self.control("POST", f"/deliveries/{delivery['id']}/resend")
        self.drain()
        self.assertEqual(order.job["status"], "succeeded")
        self.assertEqual(self.stored, list(order.pictures))
        self.assertEqual(set(Counter(event["id"] for event in self.events).values()), {1})

    def test_polling_is_right_if_a_webhook_contradicts_it(self):
        self.listen(["whsec_mine"])
        self.plan(hold_at="processing", outcome={"status": "failed", "code": "PROCESSING_FAILED"})
        job_id = self.order_makeup()
        said = {"id": job_id, "status": "succeeded", "output": {"type": "makeup.try_on"}}
        event = json.dumps({"id": "evt_1", "object": "event", "type": "job.succeeded", "data": {"object": said}}).encode()
        self.control("POST", "/clock/advance", {"by": "1m"})
        self.at_sleep = [lambda: self.deliver(event), lambda: None, lambda: self.release(job_id)]
        self.assertEqual(self.desk.wait(job_id).job["status"], "failed")
        self.receiver.close()
        self.assertEqual(len(self.events), 1)
        self.assertEqual(self.stored, [])

    def test_only_recent_and_genuine_events_are_accepted(self):
        self.listen(["whsec_mine"])
        event, t = b'{"id": "evt_1", "type": "job.paused"}', int(time.time())
        v1 = self.signature(event, t, "whsec_mine")
        self.assertEqual(self.deliver(event, f"t={t},v1={v1}"), 204)
        self.assertEqual(self.deliver(event, f"t={t},v0=1,v1={'0' * 64},v1={v1}"), 204)
        for forged in ("", f"v1={v1}", f"t={t}", f"t={t},t={t},v1={v1}", f"t=soon,v1={v1}", f"t={t},v1=é", f"t={t + 1},v1={v1}"):
            self.assertEqual(self.deliver(event, forged), 400, forged)
        self.assertEqual(self.deliver(event + b" ", f"t={t},v1={v1}"), 400)
        self.assertEqual(self.deliver(b"no JSON"), 400)
        for age, is_recent in ((300, True), (-300, True), (301, False), (-301, False)):
            header = f"t={t},v1={v1}"
            self.assertEqual(is_signed(header, event, ["whsec_mine"], t + age), is_recent)
        self.receiver.close()
        self.assertEqual(len(self.events), 1)

    def test_the_secret_is_rotated_without_losing_an_event(self):
        endpoint = self.register()
        job_ids = [self.finish()]
        [old] = self.receiver.secrets
        new = self.control("POST", f"/endpoints/{endpoint}/rotate", {"keep_previous_for": "7d"})["secret"]
        job_ids.append(self.finish())  # the service signs with both, we know the old one
        self.receiver.secrets = [new, old]
        job_ids.append(self.finish())
        self.receiver.secrets = [new]
        self.control("POST", "/clock/advance", {"by": "8d"})
        job_ids.append(self.finish())  # signed with the new one only
        self.drain()
        self.assertEqual({event["data"]["object"]["id"] for event in self.events if event["type"] == "job.succeeded"}, set(job_ids))
        self.assertEqual(set(Counter(event["id"] for event in self.events).values()), {1})

    def finish(self):
        order = self.desk.wait(self.order_makeup())
        self.assertEqual(order.job["status"], "succeeded")
        self.control("POST", "/clock/advance", {"until": "idle"})
        return order.job_id

    def signature(self, body, t, secret):
        return hmac.new(secret.encode(), f"{t}.".encode() + body, hashlib.sha256).hexdigest()

    def deliver(self, body, header=None):
        """Sends the event to our receiver, as the service would."""
        t = int(time.time())
        header = f"t={t},v1={self.signature(body, t, self.receiver.secrets[0])}" if header is None else header
        try:
            with urlopen(Request(self.receiver.url, body, {"Service-Signature": header.encode("utf-8").decode("latin-1")})) as answer:
                return answer.status
        except HTTPError as answer:
            with answer:
                return answer.code


if __name__ == "__main__":
    unittest.main()
