"""The drivers: endpoints outside /v1 with which a test changes accounts, clocks, plans, credits, webhooks and faults.

Handlers run under the lock. Those that take long return a pair: a follow-up, to be called without the lock, and a
function that makes the answer after it.
"""
import ipaddress
import re
import secrets

import api
import world
from api import Refusal, Response, Route
from world import DAY, MILLISECOND, Record

PREFIX = "/backstage"
UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}
CENTURY = 36525 * DAY  # further than that no clock is moved at once

def find(items, name):
    if name not in items:
        raise Refusal(404, "NO_SUCH_OBJECT", "There is no such object, or the key is unknown.")
    return items[name]

def account_of(request):
    """The account that the call is about: that of its key, or the default account."""
    secret = request.headers.get("X-API-Key")
    return find(world.KEYS, secret).account if secret else request.default_account

class Members:
    """The members of a body. One that is unknown, or has a value that cannot be carried out, is declined."""
    def __init__(self, body):
        self.left, self.declined = dict(body), []

    def take(self, name, accepts, default=None):
        """The value of a member, or its default. Null counts as omitted unless the member accepts it."""
        value = self.left.pop(name, default)
        if value is default or accepts(value):
            return value
        self.declined += [name] if value is not None else []
        return default

    def assign(self, target, **members):
        for name, accepts in members.items():
            setattr(target, name, self.take(name, accepts, getattr(target, name)))

    def answer(self, status=200, **members):
        return Response(status, {**members, "declined": sorted({*self.declined, *self.left})})

def members_of(request):
    return Members(request.json(optional=True))

def is_a(*types):
    return lambda value: type(value) in types

is_dict, is_flag, is_whole, is_whole_or_none, is_list_or_none = (
    is_a(dict), is_a(bool), is_a(int), is_a(int, type(None)), is_a(list, type(None)))

def is_count(value):
    return type(value) is int and value >= 0

def is_limit(value):
    return value is None or is_count(value)

def one_of(*values):
    return lambda value: value in values

def is_allowlist(value):
    try:
        return value is None or all(ipaddress.ip_network(each, False) for each in value)
    except (TypeError, ValueError):
        return False

def is_keys(value):
    return is_dict(value) and all(is_dict(wish) for wish in value.values())

def is_url(value):
    parts = isinstance(value, str) and re.fullmatch(r"https?://[\w.-]+(?::(\d{1,5}))?([/?]\S*)?", value, re.ASCII)
    return bool(parts) and 0 < int(parts[1] or 443) < 65536

def duration(value):
    """A duration in microseconds, from milliseconds or a text such as 1h30m; None if it is none."""
    if isinstance(value, str) and re.fullmatch(r"(\d+(\.\d+)?(ms|s|m|h|d))+", value, re.ASCII):
        value = sum(float(number) * UNITS[unit] for number, unit in re.findall(r"([\d.]+)(ms|s|m|h|d)", value))
    if type(value) in (int, float) and 0 <= value * MILLISECOND <= CENTURY:
        return round(value) * MILLISECOND

def capabilities(request):
    return Response(200, {"drivers": ["tenants", "clock", "jobs", "credits", "webhooks", "faults"],
                          "clock": {"per_tenant": True}})

# Tenants and their credits

def set_units(account, members):
    members.assign(account, enforced=is_flag, threshold=is_whole_or_none, test_funded=is_count)

def set_account(account, members):
    """Carries out the members that POST and PATCH share, and answers the keys that were named."""
    account.settled = members.take("credits", is_whole, account.settled)
    set_units(account, members)
    members.assign(account, webhooks=is_flag, disabled=is_flag)
    for group, accepts in (("features", is_flag), ("unit_costs", is_count)):
        values = getattr(account, group)
        for name, value in members.take(group, is_dict, {}).items():
            if name in values and accepts(value):
                values[name] = value
            else:
                members.declined.append(f"{group}.{name}")
    answer = {}
    for name, wish in members.take("keys", is_keys, {}).items():
        answer |= set_key(account, name, wish, members)
    return {"id": account.id, "account": account.id, "keys": answer}

def set_key(account, name, wish, members):
    """Creates or changes a key, unless it cannot be as requested."""
    own, key = Members(wish), account.keys.get(name)
    possible = (key.environment,) if key else ("live", "test")
    environment = own.take("environment", one_of(*possible), possible[0])
    wanted = Record(revoked=False, expired=False, scopes=None, allowlist=None) if key is None else Record(**vars(key))
    own.assign(wanted, revoked=is_flag, expired=is_flag, scopes=is_list_or_none, allowlist=is_allowlist)
    if own.declined or own.left:
        members.declined += [f"keys.{member}" for member in (*own.declined, *own.left)]
        return {}
    key = key or account.add_key(name, environment)
    vars(key).update(vars(wanted))
    return {name: {"secret": key.secret, "environment": environment}}

def create_tenant(request):
    """The new account shares the clock of the caller's account, which may be the shared one, or gets its own."""
    members, clock = members_of(request), account_of(request).clock
    if members.take("own_clock", is_flag) and clock is world.SHARED_CLOCK:
        clock = world.Clock()
    members.left.setdefault("keys", {"primary": {}})
    return members.answer(201, **set_account(world.Account(clock), members))

def change_tenant(request, account_id):
    members = members_of(request)
    return members.answer(**set_account(find(world.ACCOUNTS, account_id), members))

def delete_tenant(request, account_id):
    find(world.ACCOUNTS, account_id).delete()
    return Response(204)

def change_credits(request, account_id):
    members, account = members_of(request), find(world.ACCOUNTS, account_id)
    account.settled += members.take("adjust", is_whole, 0)
    set_units(account, members)
    return members.answer(balance=account.balance())

# Clock

def read_clock(request):
    clock = account_of(request).clock
    return Response(200, {"now": world.iso(clock.now()), "next_due": world.iso(clock.next_due())})

def advance_clock(request):
    """An instant `to` that has passed already moves nothing; what is due is done all the same."""
    clock, body = account_of(request).clock, request.json(optional=True)
    try:
        by, to = (duration(body["by"]), 0) if "by" in body else (0, api.instant(body["to"]))
    except (KeyError, TypeError, ValueError):
        by, to = None, None
    api.need(by is not None, "by or to")
    return lambda: clock.advance(lambda now: max(now + by, to)), lambda: read_clock(request)

# Jobs

def is_match(value):
    """Keys are given by secret or by name; digests are SHA-256 in hex."""
    known = ("operation", "environment", "key", "idempotency_key", "input_digest")
    return (is_dict(value) and all(name in known and isinstance(text, str) for name, text in value.items())
            and bool(re.fullmatch(r"[0-9a-f]{64}", value.get("input_digest", "0" * 64))))

def is_stages(value):
    return is_dict(value) and all(stage in world.STAGES and duration(each) is not None for stage, each in value.items())

def is_outcome(value):
    reasons = value.get("unavailable", {}) if is_dict(value) else None
    return (is_dict(reasons) and value.get("status") in ("succeeded", "failed")
            and value.get("code") in (None, *world.FAILURES) and value.keys() <= {"status", "code", "unavailable"}
            and all(concern in api.CONCERNS and reason in ("not_measured", "not_measurable")
                    for concern, reason in reasons.items()))

def create_plan(request):
    members, account = members_of(request), account_of(request)
    match = members.take("match", is_match, {})
    if match.get("key") in account.keys:
        match["key"] = account.keys[match["key"]].secret
    if "match" in members.declined or match.get("key", "") not in ("", *world.KEYS):
        raise Refusal(501, "PLAN_NOT_POSSIBLE", "The match cannot be carried out.")
    plan = Record(match=match, left=members.take("times", is_count, 1),
                  hold_at=members.take("hold_at", one_of(*world.STAGES)),
                  stages={stage: duration(each) for stage, each in members.take("stages", is_stages, {}).items()},
                  outcome=members.take("outcome", is_outcome, {}))
    plan_id = world.new_id("plan")
    account.plans[plan_id] = plan
    return members.answer(201, id=plan_id)

def delete_plan(request, plan_id):
    find(account_of(request).plans, plan_id).left = 0
    return Response(204)

def read_stage(request, job_id):
    job = find(account_of(request).jobs, job_id)
    return Response(200, {"stage": "processing" if job.stage == "ending" else job.stage, "held": job.held})

def step_job(request, job_id):
    return find(account_of(request).jobs, job_id).cross(), lambda: read_stage(request, job_id)

def release_job(request, job_id):
    find(account_of(request).jobs, job_id).release()
    return read_stage(request, job_id)

# Webhooks

def is_events(value):
    return isinstance(value, list) and all(each in world.EVENT_TYPES for each in value)

def endpoint_of(request, endpoint_id):
    return find(account_of(request).endpoints, endpoint_id)

def view(endpoint, **more):
    return {"id": endpoint.id, "environment": endpoint.environment, "url": endpoint.url, "events": endpoint.events,
            "enabled": endpoint.enabled, **more}

def create_endpoint(request):
    """Real endpoints have HTTPS on port 443; a driver must reach receivers on loopback, so any port will do."""
    members, account, secret = members_of(request), account_of(request), f"whsec_{secrets.token_hex(24)}"
    members.take("account", one_of(account.id))
    endpoint = Record(account=account, id=world.new_id("we"), url=members.take("url", is_url), enabled=True, failures=0,
                      failing_since=None, secrets=[(secret, None)],
                      environment=members.take("environment", one_of("live", "test"), "live"),
                      events=members.take("events", is_events, list(world.EVENT_TYPES)))
    if endpoint.url is None:
        raise Refusal(400, "BAD_MEMBER", "url must be an http or https URL.")
    account.endpoints[endpoint.id] = endpoint
    return members.answer(201, **view(endpoint, secret=secret))

def read_endpoint(request, endpoint_id):
    return Response(200, view(endpoint_of(request, endpoint_id)))

def rotate_secret(request, endpoint_id):
    """The previous secret stays valid for a day by default, for 7 days at most. An older one is dropped."""
    members, endpoint, secret = members_of(request), endpoint_of(request, endpoint_id), f"whsec_{secrets.token_hex(24)}"
    kept = members.take("keep_previous_for", lambda value: (duration(value) or 0) <= 7 * DAY
                        and duration(value) is not None, "1d")
    endpoint.secrets = [(secret, None), (endpoint.secrets[0][0], endpoint.account.clock.now() + duration(kept))]
    return members.answer(**view(endpoint, secret=secret))

def disable_endpoint(request, endpoint_id):
    world.disable(endpoint_of(request, endpoint_id))
    return read_endpoint(request, endpoint_id)

def enable_endpoint(request, endpoint_id):
    vars(endpoint_of(request, endpoint_id)).update(enabled=True, failures=0, failing_since=None)
    return read_endpoint(request, endpoint_id)

def delete_endpoint(request, endpoint_id):
    world.disable(endpoint_of(request, endpoint_id))
    del account_of(request).endpoints[endpoint_id]
    return Response(204)

def list_deliveries(request, endpoint_id):
    return Response(200, [each.view() for each in world.deliveries_of(endpoint_of(request, endpoint_id))])

def send_once(endpoint, event):
    """Sends a ping or a resent event, which is a delivery of its own in the log, before the answer."""
    if not endpoint.enabled or not endpoint.account.webhooks:
        raise Refusal(409, "WEBHOOKS_OFF", "The endpoint is disabled, or the account has no webhooks.")
    delivery = world.Delivery(endpoint, event, once=True)
    return delivery.attempt(), lambda: Response(200, delivery.view())

def ping_endpoint(request, endpoint_id):
    endpoint = endpoint_of(request, endpoint_id)
    return send_once(endpoint, Record(id=world.new_id("evt"), type="test.ping", created=endpoint.account.clock.now(),
                                      environment=endpoint.environment, job=None))

def resend_delivery(request, delivery_id):
    delivery = find(account_of(request).deliveries, delivery_id)
    return send_once(delivery.endpoint, delivery.event)

# Faults

def change_switches(request):
    """The submissions of the minute are counted anew with each change of their limit."""
    members, account = members_of(request), account_of(request)
    if "admission_per_minute" in members.left:
        account.admissions.clear()
    members.assign(account, key_store_unreadable=is_flag, ledger_unreadable=is_flag, admission_per_minute=is_limit,
                   daily_quota=is_limit)
    return members.answer()

ROUTES = [Route(method, PREFIX + path, handler) for method, path, handler in (
    ("GET", "/capabilities", capabilities),
    ("POST", "/tenants", create_tenant), ("PATCH", "/tenants/*", change_tenant),
    ("DELETE", "/tenants/*", delete_tenant), ("POST", "/tenants/*/credits", change_credits),
    ("GET", "/clock", read_clock), ("POST", "/clock/advance", advance_clock),
    ("POST", "/plans", create_plan), ("DELETE", "/plans/*", delete_plan),
    ("GET", "/jobs/*", read_stage), ("POST", "/jobs/*/step", step_job), ("POST", "/jobs/*/release", release_job),
    ("POST", "/endpoints", create_endpoint), ("GET", "/endpoints/*", read_endpoint),
    ("DELETE", "/endpoints/*", delete_endpoint), ("POST", "/endpoints/*/rotate", rotate_secret),
    ("POST", "/endpoints/*/disable", disable_endpoint), ("POST", "/endpoints/*/enable", enable_endpoint),
    ("POST", "/endpoints/*/ping", ping_endpoint), ("GET", "/endpoints/*/deliveries", list_deliveries),
    ("POST", "/deliveries/*/resend", resend_delivery), ("PATCH", "/switches", change_switches),
)]
