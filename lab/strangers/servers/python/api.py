"""The endpoints under /v1. Each handler runs under the lock and returns a Response or raises a Refusal."""
import hashlib
import ipaddress
import math
import re
from datetime import datetime, timedelta

import pictures
import world
from world import DAY, EPOCH, MINUTE, SECOND

UPLOAD_LIMIT, JSON_LIMIT = 20 * 1024 * 1024, 1024 * 1024  # bytes of a body; not shown
INPUT_RETENTION = 2 * DAY  # not shown
PAUSE = {"Retry-After": "1"}
CURSORS = {}  # cursor -> (what it is bound to, the place of the last item shown)
NO_PLAN = world.Record(hold_at=None, stages={}, outcome={})
# Section 5 requires `hair.apply` for hair try-ons, although 2.2 calls the operation itself the scope.
SCOPES = {"skin.analyze": "skin.analyze", "makeup.apply": "makeup.apply", "hair.try_on": "hair.apply"}
CONCERNS = ("acne", "dark_circle", "eye_bag", "redness", "oiliness", "wrinkles", "firmness", "moisture", "pore",
            "tear_trough", "hyper_pigmentation", "droopy_upper_eyelid")

class Refusal(Exception):
    def __init__(self, status, code, message, retry_after=None, field=None):
        self.error = {"code": code, "message": message, "doc_url": None, "retryable": status in (429, 500, 503)}
        self.error |= {"details": {"fields": [field]}} if field else {}
        self.status, self.headers = status, {"Retry-After": str(retry_after)} if retry_after else {}

class Response:
    def __init__(self, status, body=None, headers=None, media_type="application/json"):
        self.status, self.headers = status, dict(headers or {})
        self.body = body if body is None or isinstance(body, bytes) else world.encode(body)
        if self.body is not None:
            self.headers["Content-Type"] = media_type

class Route:
    def __init__(self, method, path, handler, feature=None, operation=None, limit=JSON_LIMIT):
        self.method, self.path, self.handler = method, path.split("/"), handler
        self.feature, self.operation, self.limit = feature, operation, limit

    def match(self, method, segments):
        """The variable parts of the path, or None."""
        pairs = list(zip(self.path, segments))
        if method == self.method and len(segments) == len(self.path) and all(mine in ("*", it) for mine, it in pairs):
            return [given for mine, given in pairs if mine == "*"]

def no_such_path():
    """Also for operations that are switched off, and for methods that a path does not have."""
    return Refusal(404, "NO_SUCH_PATH", "There is nothing at this path.")

def need(condition, name):
    if not condition:
        raise Refusal(400, "VALIDATION_FAILED", f"{name} is missing or not valid.", field=name)

# Access

def authenticate(request):
    key = world.KEYS.get(request.headers.get("X-API-Key", "").strip())
    if key and key.account.key_store_unreadable:
        raise Refusal(503, "SERVICE_UNAVAILABLE", "Keys cannot be checked at the moment.", retry_after=5)
    if key is None or key.revoked or key.expired or key.account.disabled:
        raise Refusal(401, "INVALID_API_KEY", "The request has no usable API key.")
    address = ipaddress.ip_address(request.client_address[0])
    if key.allowlist is not None and not any(address in ipaddress.ip_network(net, False) for net in key.allowlist):
        raise Refusal(403, "API_KEY_IP_NOT_ALLOWED", "The key may not be used from this network.")
    return key

def need_scope(key, operation):
    if key.scopes is not None and SCOPES[operation] not in key.scopes:
        raise Refusal(403, "INSUFFICIENT_SCOPE", f"The key lacks the scope {SCOPES[operation]}.")

def authorize(request, route):
    """Everything that is decided before the body is read. An unknown path (no route) needs a usable key too, so
    that it cannot be told from an operation that is switched off."""
    request.key = authenticate(request)
    request.account, request.environment = request.key.account, request.key.environment
    if route is None or not request.account.features.get(route.feature, True):
        raise no_such_path()
    if route.operation:
        need_scope(request.key, route.operation)

def find(request, kind, item_id, past=False):
    """A job or an asset of the caller's environment. One that can no longer be read is found only if `past`."""
    item = {"job": request.account.jobs, "asset": request.account.assets}[kind].get(item_id)
    if item and item.environment == request.environment and (past or item.readable(request.now)):
        return item
    raise Refusal(404, f"{kind.upper()}_NOT_FOUND", f"There is no such {kind}.")

# Lists

def read_query(request, **readers):
    """The values of the query parameters, each read by its reader."""
    values = {}
    for name, text in request.query:
        try:
            if name in values or name not in readers:
                raise ValueError
            values[name] = readers[name](text)
        except ValueError:
            problem = f"The parameter {name!r} is unknown, repeated or not valid."
            raise Refusal(400, "INVALID_REQUEST", problem, field=name) from None
    return values

def matching(pattern):
    def read(text):
        if not re.fullmatch(pattern, text):
            raise ValueError
        return text
    return read

def instant(text):
    """An RFC 3339 instant in microseconds. Finer digits round up, which keeps both `gte` and `lt` exact."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)", text, re.ASCII)
    if not match:
        raise ValueError
    day, clock, digits, offset = match.groups(default="")
    moment = datetime.fromisoformat(f"{day}T{clock}{'+00:00' if offset in 'Zz' else offset}")
    return ((moment - EPOCH) // timedelta(microseconds=1) + int(digits[:6].ljust(6, "0"))
            + (1 if digits[6:].strip("0") else 0))

def page(request, items, place, filters):
    """One page of items, ordered by place(item) descending. A cursor is bound to the list, its filters, the account
    and the environment, and remembers the place of the last item shown."""
    limit, cursor = int(filters.pop("limit", 20)), filters.pop("cursor", None)
    bound = request.path.split("?")[0], filters, request.account.id, request.environment
    if cursor is not None:
        owner, last = CURSORS.get(cursor, (None, None))
        if owner != bound:
            raise Refusal(400, "INVALID_CURSOR", "The cursor does not belong to this list.")
        items = [item for item in items if place(item) < last]
    items, following = sorted(items, key=place, reverse=True), None
    if len(items) > limit:
        following = world.new_id("cur")
        CURSORS[following] = bound, place(items[limit - 1])
    return Response(200, {"object": "list", "data": [item.view() for item in items[:limit]],
                          "has_more": following is not None, "next_cursor": following})

# Assets

def upload(request):
    size = pictures.measure(request.body, request.media_type)
    if size is None:
        raise Refusal(415, "NOT_AN_IMAGE", "Upload JPEG, PNG or WebP bytes as what they are.")
    asset = world.Asset(request.body, account=request.account, environment=request.environment, purpose="input",
                        media_type=request.media_type, width=size[0], height=size[1], created_at=request.now,
                        expires_at=request.now + INPUT_RETENTION)
    return Response(200, asset.view())

def list_assets(request):
    filters = read_query(request, limit=matching("[1-9][0-9]?|100"), cursor=str, purpose=matching("input|result"),
                         created_gte=instant, created_lt=instant, job_id=str)
    items = [asset for asset in request.account.assets.values()
             if asset.environment == request.environment and asset.readable(request.now)
             and asset.purpose == filters.get("purpose", asset.purpose)
             and asset.job_id == filters.get("job_id", asset.job_id)
             and filters.get("created_gte", asset.created_at) <= asset.created_at
             and asset.created_at < filters.get("created_lt", math.inf)]
    return page(request, items, lambda asset: (asset.created_at, asset.id), filters)

def read_asset(request, asset_id):
    return Response(200, find(request, "asset", asset_id).view())

def read_content(request, asset_id):
    """Only results are handed out; whether inputs are is not shown."""
    asset = find(request, "asset", asset_id)
    if asset.purpose != "result":
        raise Refusal(404, "ASSET_NOT_FOUND", "There is no such asset.")
    return Response(200, asset.data, {"ETag": f'W/"{asset.digest[:24]}"'}, asset.media_type)

def delete_asset(request, asset_id):
    asset = find(request, "asset", asset_id, past=True)
    if asset.purpose == "result" and asset.readable(request.now):
        raise Refusal(409, "ASSET_OWNED_BY_JOB", "A result is deleted together with its job.")
    asset.erase()
    return Response(204)

# Submissions

def objects(body, name):
    items = body.get(name)
    need(isinstance(items, list) and all(isinstance(item, dict) for item in items), name)
    return items

def read_paint(body, where):
    """A color and its opacity. Colors are #rgb or #rrggbb, the sign being optional; the format is not shown."""
    color, opacity = body.get("color"), body.get("opacity", 1)
    need(isinstance(color, str) and re.fullmatch(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", color), f"{where}.color")
    need(type(opacity) in (int, float) and 0 <= opacity <= 1, f"{where}.opacity")
    digits = color.lower().removeprefix("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    return {"color": f"#{digits}", "opacity": float(opacity)}

def read_inputs(body, roles=("source",)):
    """The inputs as {role: asset id}: one source, and at most one of each other role."""
    found = {}
    for item in objects(body, "inputs"):
        role, asset_id = item.get("role"), item.get("asset_id")
        need(role in roles and role not in found, "inputs.role")
        need(isinstance(asset_id, str) and asset_id, "inputs.asset_id")
        found[role] = asset_id
    need("source" in found, "inputs")
    return found

def read_skin(body):
    concerns, shown = body.get("concerns"), []
    need(isinstance(concerns, list) and concerns and all(each in CONCERNS for each in concerns), "concerns")
    if len(set(concerns)) != len(concerns):
        raise Refusal(400, "DUPLICATE_CONCERN", "concerns has the same concern twice.", field="concerns")
    for item in objects(body, "visualizations") if "visualizations" in body else []:
        wish = {"concern": item.get("concern"), "kind": item.get("kind")}
        need(wish["concern"] in concerns and wish["kind"] in ("mask", "visual"), "visualizations")
        shown.append(wish)
    # The concerns are a set: their order is no part of the request.
    return {"inputs": read_inputs(body), "concerns": sorted(concerns), "visualizations": shown}

def read_makeup(body):
    items = objects(body, "products")
    need(1 <= len(items) <= 20 and all(item.get("category") in list(pictures.ZONES) for item in items), "products")
    products = [{"category": item["category"], **read_paint(item, "products")} for item in items]
    return {"inputs": read_inputs(body), "products": products}

def read_hair(body):
    """Not shown. Here: `inputs` with a source and perhaps a hair_mask, and the `color_gradient` of the output."""
    stops = body.get("color_gradient")
    need(isinstance(stops, dict) and all(isinstance(stops.get(part), dict) for part in ("dark", "light")),
         "color_gradient")
    gradient = {part: read_paint(stops[part], f"color_gradient.{part}") for part in ("dark", "light")}
    return {"inputs": read_inputs(body, ("source", "hair_mask")), "color_gradient": gradient}

def idempotency_key(request):
    """The header is optional here, as in the request schema. Without it, every submission is a new job."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not re.fullmatch(r"[\x20-\x7e]{1,255}", key.strip()):
        raise Refusal(400, "INVALID_IDEMPOTENCY_KEY", "Idempotency-Key must be 1 to 255 printable characters.")
    return key and key.strip()

def submit(operation, reader):
    def handle(request):
        """Order of the checks: the body, the Idempotency-Key, replays, limits, credits, the inputs."""
        need(request.media_type == "application/json", "Content-Type")
        wanted = reader(request.json())
        account, claim = request.account, (request.environment, idempotency_key(request))
        fingerprint = world.encode([operation, wanted])
        if claim in account.claims:
            return replay(request, fingerprint, *account.claims[claim])
        check_limits(request, operation)
        cost = 0  # test keys charge nothing
        if request.environment == "live":
            need_ledger(account)
            cost = account.unit_costs[operation]
            if account.enforced and account.spendable() < cost:
                raise Refusal(402, "INSUFFICIENT_CREDITS", f"The request needs {cost} units.")
        assets = {role: usable_input(request, asset_id) for role, asset_id in wanted["inputs"].items()}
        need(len({(asset.width, asset.height) for asset in assets.values()}) == 1, "hair_mask")
        # Jobs keep snapshots: role -> (bytes, media type, width, height).
        sources = {role: (asset.data, asset.media_type, asset.width, asset.height) for role, asset in assets.items()}
        plan = pick_plan(account, {"operation": operation, "environment": request.environment,
                                   "key": request.key.secret, "idempotency_key": claim[1],
                                   "input_digest": assets["source"].digest})
        job = world.Job(account=account, environment=request.environment, operation=operation, request=wanted,
                        sources=sources, cost=cost, plan=plan)
        if claim[1] is not None:
            account.claims[claim] = fingerprint, job
        account.admissions.setdefault(request.key, []).append(request.now)
        return Response(202, job.view(), {**PAUSE, "Location": f"{request.base_url}/v1/jobs/{job.id}"})
    return handle

def replay(request, fingerprint, claimed, job):
    if not job.readable(request.now):  # a job past its retention counts as deleted here
        raise Refusal(410, "JOB_DELETED", "The job of this Idempotency-Key has been deleted.")
    if fingerprint != claimed:
        raise Refusal(409, "IDEMPOTENCY_KEY_REUSED", "The Idempotency-Key belongs to a different request.")
    return Response(200, job.view(), {**pause(job), "Idempotency-Replayed": "true"})

def check_limits(request, operation):
    """Both limits count accepted jobs only: so many of each key in any minute, and of each operation in a day."""
    account, now, limit = request.account, request.now, request.account.admission_per_minute
    recent = [at for at in account.admissions.get(request.key, []) if at > now - MINUTE]
    account.admissions[request.key] = recent
    if limit is not None and len(recent) >= limit:
        wait = recent[-limit] + MINUTE - now if limit else MINUTE
        raise Refusal(429, "TOO_MANY_SUBMISSIONS", "Too many submissions in a minute.", math.ceil(wait / SECOND))
    used = account.quota_used.get((request.environment, now // DAY, operation), 0)
    if account.daily_quota is not None and used >= account.daily_quota:
        wait = DAY - now % DAY
        raise Refusal(429, "DAILY_QUOTA_USED_UP", "The quota of the day is used up.", math.ceil(wait / SECOND))

def usable_input(request, asset_id):
    asset = find(request, "asset", asset_id, past=True)
    need(asset.purpose == "input", "inputs.asset_id")
    if not asset.deleted and not asset.readable(request.now):
        raise Refusal(410, "INPUT_ASSET_EXPIRED", "The input asset has expired.")
    return find(request, "asset", asset_id)

def pick_plan(account, facts):
    """The oldest plan that matches the job and has some left."""
    for plan in account.plans.values():
        if plan.left > 0 and all(facts[name] == value for name, value in plan.match.items()):
            plan.left -= 1
            return plan
    return NO_PLAN

# Jobs

def pause(job):
    return {} if job.status in world.TERMINAL else PAUSE

def job_response(status, job):
    response = Response(status, job.view(), pause(job))
    response.headers["ETag"] = f'W/"{hashlib.sha256(response.body).hexdigest()[:24]}"'
    return response

def read_job(request, job_id):
    response = job_response(200, find(request, "job", job_id))
    known = request.headers.get("If-None-Match", "")
    if known.strip() == "*" or response.headers["ETag"][2:] in re.findall(r'"[^"]*"', known):
        del response.headers["Content-Type"]
        return Response(304, headers=response.headers)
    return response

def list_jobs(request):
    """Parameters and shape are not shown: here as those of the asset list, without the filters."""
    filters = read_query(request, limit=matching("[1-9][0-9]?|100"), cursor=str)
    order = {job: index for index, job in enumerate(request.account.jobs.values())}
    items = [job for job in order if job.environment == request.environment and job.readable(request.now)]
    return page(request, items, order.get, filters)

def cancel_job(request, job_id):
    job = find(request, "job", job_id)
    need_scope(request.key, job.operation)
    if job.status in ("succeeded", "failed"):
        raise Refusal(409, "JOB_NOT_CANCELLABLE", "The job has finished already.")
    job.cancel()
    return job_response(200 if job.status == "cancelled" else 202, job)

def delete_job(request, job_id):
    job = find(request, "job", job_id, past=True)
    need_scope(request.key, job.operation)
    if job.status not in world.TERMINAL:
        raise Refusal(409, "JOB_IN_PROGRESS", "The job has not finished yet.")
    job.delete()
    return Response(204)

# Usage and credits

def read_usage(request):
    """Parameters and shape are not shown: there are none, and one row for each day and operation."""
    read_query(request)
    rows = [{"date": world.iso(day * DAY)[:10], "operation": operation, "count": jobs}
            for (environment, day, operation), jobs in sorted(request.account.usage.items())
            if environment == request.environment]
    return Response(200, {"object": "list", "data": rows})

def need_ledger(account):
    if account.ledger_unreadable:
        raise Refusal(503, "SERVICE_UNAVAILABLE", "The credits cannot be read at the moment.", retry_after=5)

def read_balance(request):
    """The balance is that of the account, whichever environment the key has."""
    need_ledger(request.account)
    return Response(200, request.account.balance())

ROUTES = [
    Route("POST", "/v1/assets", upload, limit=UPLOAD_LIMIT),
    Route("GET", "/v1/assets", list_assets, feature="lists"),
    Route("GET", "/v1/assets/*", read_asset),
    Route("GET", "/v1/assets/*/content", read_content),
    Route("DELETE", "/v1/assets/*", delete_asset, feature="delete"),
    Route("POST", "/v1/skin/analyses", submit("skin.analyze", read_skin), operation="skin.analyze"),
    Route("POST", "/v1/makeup/try-ons", submit("makeup.apply", read_makeup), operation="makeup.apply"),
    Route("POST", "/v1/hair/try-ons", submit("hair.try_on", read_hair), operation="hair.try_on"),
    Route("GET", "/v1/jobs", list_jobs, feature="lists"),
    Route("GET", "/v1/jobs/*", read_job),
    Route("POST", "/v1/jobs/*/cancel", cancel_job, feature="cancel"),
    Route("DELETE", "/v1/jobs/*", delete_job, feature="delete"),
    Route("GET", "/v1/usage", read_usage),
    Route("GET", "/v1/credits/balance", read_balance, feature="credits"),
]
