// The life of jobs, their credits, and the webhooks that tell of their ends.
import { createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { ApiError, type Headers, unavailable } from './http.ts';
import { decode, fixture, hair, makeup, visualize } from './images.ts';
import {
  type Account,
  type ApiKey,
  DAY,
  type Delivery,
  type Endpoint,
  type Event,
  iso,
  type Job,
  type JsonObject,
  newAsset,
  newId,
  type Picture,
  type Plan,
  type Source,
  STAGES,
  type Stage,
  type Status,
  type Stop,
  sha256,
  type Work,
} from './store.ts';

const [MINUTE, HOUR] = [60_000, 3_600_000];
export const [INPUT_RETENTION, JOB_RETENTION] = [2 * DAY, 7 * DAY];
const STAGE_MS: Record<Stage, number> = { queued: 400, picked_up: 200, preparing: 200, processing: 700 };
/** A job that is picked up still shows as queued, until it is prepared. */
const SHOWN: Record<Stage, Status> = {
  queued: 'queued',
  picked_up: 'queued',
  preparing: 'running',
  processing: 'running',
};

// ---- Jobs ----
export const isOver = (job: Job): boolean => job.completedAt !== null;
/** Retention is that of finished jobs: an unfinished one can always be read. */
export const isReadable = (job: Job): boolean =>
  !job.deleted && !(isOver(job) && job.account.clock.now() >= job.expiresAt);
/** Admits a job, or refuses it. A test key charges nothing: its jobs neither need nor hold units. */
export function submit(key: ApiKey, work: Work, sources: Source[], claim: string, fingerprint: string): Job {
  const { account, environment } = key;
  const { admission_per_minute: perMinute, daily_quota: quota } = account.limits;
  const now = account.clock.now();
  const tooMany = (code: string, wait: number): ApiError =>
    new ApiError(
      429,
      code,
      'Too many submissions for now.',
      {},
      { 'Retry-After': `${Math.max(1, Math.ceil(wait / 1000))}` },
    );
  key.admissions = key.admissions.filter((instant) => instant > now - MINUTE);
  const oldest = perMinute === 0 ? now : key.admissions.at(-(perMinute ?? Infinity)); // among as many as are allowed
  if (oldest !== undefined) throw tooMany('RATE_LIMITED', oldest + MINUTE - now);
  const slot = `${environment} ${iso(now).slice(0, 10)} ${work.operation}`;
  const used = account.quotaUsed.get(slot) ?? 0;
  if (quota !== null && used >= quota) throw tooMany('DAILY_QUOTA_EXCEEDED', DAY - (now % DAY));
  const units = environment === 'live' ? account.unitCosts[work.operation] : 0;
  if (account.enforced && units > 0) {
    const { spendable_units } = balance(account);
    const details = { required_units: units, spendable_units };
    if (spendable_units < units)
      throw new ApiError(402, 'INSUFFICIENT_CREDITS', 'There are not enough units.', details);
  }
  const job: Job = {
    id: newId('job'),
    account,
    environment,
    work,
    plan: takePlan(key, work, sources, claim),
    inputs: sources.map(({ asset, role }) => ({ asset_id: asset.id, role })),
    snapshot: sources.flatMap(({ asset }) => asset.bytes ?? []),
    status: 'queued',
    stage: 'queued',
    held: false,
    cancelRequested: false,
    task: null,
    finishing: null,
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    expiresAt: now + JOB_RETENTION,
    output: null,
    error: null,
    results: [],
    deleted: false,
    units,
    charge: 'held',
    quotaSlot: slot,
  };
  account.jobs.set(job.id, job);
  key.claims.set(claim, { job, fingerprint });
  key.admissions.push(now);
  account.quotaUsed.set(slot, used + 1);
  account.usage.set(slot, (account.usage.get(slot) ?? 0) + 1);
  enter(job, 'queued');
  return job;
}

function takePlan(
  { account, environment, name, secret }: ApiKey,
  { operation }: Work,
  sources: Source[],
  claim: string,
): Plan | null {
  const plan = [...account.plans.values()].find(
    ({ match }) =>
      (match.operation ?? operation) === operation &&
      (match.environment ?? environment) === environment &&
      (match.idempotency_key ?? claim) === claim &&
      [name, secret].includes(match.key ?? name) &&
      sources.some(({ asset: { digest } }) => (match.input_digest ?? digest) === digest),
  );
  if (plan && --plan.left === 0) account.plans.delete(plan.id);
  return plan ?? null;
}

function enter(job: Job, stage: Stage): void {
  const {
    account: { clock },
    plan,
  } = job;
  if (job.status !== SHOWN[stage]) job.updatedAt = clock.now();
  job.status = SHOWN[stage];
  job.stage = stage;
  job.held = plan?.holdAt === stage;
  const until = clock.now() + (plan?.stages[stage] ?? STAGE_MS[stage]);
  job.task = job.held ? null : clock.schedule(until, `${job.id} leaves ${stage}`, () => leaveStage(job));
}
/** Ends the stage of a job, by the clock or by a driver. */
export async function leaveStage(job: Job): Promise<void> {
  if (isOver(job)) return;
  const { clock } = job.account;
  clock.cancel(job.task);
  job.held = false;
  job.expiresAt = Math.max(job.expiresAt, clock.now() + DAY); // a job that outlives its retention is kept for a day
  const next = STAGES[STAGES.indexOf(job.stage) + 1];
  if (next === undefined) await (job.finishing ??= clock.track(finish(job)));
  else if (job.cancelRequested) end(job, 'cancelled');
  else enter(job, next);
}

async function finish(job: Job): Promise<void> {
  const planned = job.plan?.outcome ?? null;
  const live = job.environment === 'live';
  const means = live ? await decode(job.snapshot[0]) : null;
  let code = planned?.code ?? null;
  if (live && !means && !planned) code = 'INPUT_UNPROCESSABLE'; // planned to succeed, it gets the fixture
  try {
    if (!code) job.output = await produce(job, means, planned?.unavailable ?? new Map());
  } catch (error) {
    console.error(error);
    code = 'PROCESSING_FAILED';
  }
  if (code) job.error = { code, message: `The job ended with ${code.toLowerCase().replace('_', ' ')}.` };
  else for (const asset of job.results) job.account.assets.set(asset.id, asset);
  end(job, code ? 'failed' : 'succeeded');
}

async function produce(job: Job, means: number[] | null, unavailable: Map<string, string>): Promise<JsonObject> {
  const {
    work,
    snapshot: [source = Buffer.alloc(0), mask],
  } = job;
  const keep = async (role: string, draw: () => Promise<Picture>): Promise<JsonObject> => {
    const picture = await (means ? draw() : fixture());
    const {
      environment,
      expiresAt,
      account: { clock },
    } = job;
    const asset = newAsset(picture, { environment, mediaType: 'image/webp', createdAt: clock.now(), expiresAt, job });
    job.results.push(asset);
    const { id, mediaType: media_type, size: size_bytes, width, height } = asset;
    return {
      id,
      href: `/v1/assets/${id}/content`,
      media_type,
      role,
      size_bytes,
      expires_at: iso(expiresAt),
      width,
      height,
    };
  };
  if (work.operation === 'makeup.apply') {
    return { type: 'makeup.try_on', image: await keep('image', () => makeup(source, work.products)), revision: 1 };
  }
  if (work.operation === 'hair.try_on') {
    const stop = ({ color, opacity }: Stop): JsonObject => ({ color, opacity });
    const applied = { color_gradient: { dark: stop(work.dark), light: stop(work.light) } };
    return {
      type: 'hair.try_on',
      image: await keep('image', () => hair(source, mask, work.dark, work.light)),
      applied,
      revision: 1,
    };
  }
  const concerns = work.concerns.map((concern) => {
    const reason = unavailable.get(concern) ?? null;
    if (reason !== null) return { concern, score: null, status: 'unavailable', unavailable_reason: reason };
    const hash = sha256([concern, ...(means ?? [])].join(' ')).readUInt16BE(0); // from the concern and, with a live key, the picture
    return { concern, score: (hash % 10_001) / 100, status: 'measured', unavailable_reason: null };
  });
  const output: JsonObject = { type: 'skin.analysis', concerns, analysis_version: 'skin-2026-09-draft.1' };
  const visualizations: JsonObject[] = [];
  for (const wish of work.visualizations) {
    // there is nothing to show of a concern without a score
    if (!unavailable.has(wish.concern))
      visualizations.push(await keep(`${wish.kind}.${wish.concern}`, () => visualize(source, wish)));
  }
  if (work.visualizations.length > 0) output.visualizations = visualizations; // only if asked for
  return output;
}

function end(job: Job, status: 'succeeded' | 'failed' | 'cancelled'): void {
  const { account, quotaSlot } = job;
  const now = account.clock.now();
  Object.assign(job, { status, updatedAt: now, completedAt: now, snapshot: [], held: false, task: null });
  if (status === 'cancelled') {
    job.charge = 'released';
    account.quotaUsed.set(quotaSlot, (account.quotaUsed.get(quotaSlot) ?? 1) - 1);
  }
  if (!account.webhooks) return;
  const event: Event = { id: newId('evt'), type: `job.${status}`, createdAt: now, job };
  for (const endpoint of account.endpoints.values()) {
    const { enabled, environment, events } = endpoint;
    if (enabled && environment === job.environment && events.includes(event.type))
      schedule(addDelivery(endpoint, event), now);
  }
}
/** Grants a cancellation at once, leaves it to the next boundary, or ignores it: processing runs to its end. */
export function cancel(job: Job): void {
  if (isOver(job) && job.status !== 'cancelled')
    throw new ApiError(409, 'JOB_NOT_CANCELLABLE', 'The job has finished.');
  job.cancelRequested = job.stage !== 'processing';
  if (job.stage === 'queued') void leaveStage(job);
}

export function jobJson({
  id,
  work: { operation },
  status,
  createdAt,
  updatedAt,
  completedAt,
  expiresAt,
  ...job
}: Job): JsonObject {
  return {
    id,
    operation,
    status,
    created_at: iso(createdAt),
    updated_at: iso(updatedAt),
    completed_at: completedAt === null ? null : iso(completedAt),
    expires_at: iso(expiresAt),
    inputs: job.inputs,
    output: job.output,
    error: job.error,
    livemode: job.environment === 'live',
  };
}
/** Units stay held after the end of their job, until a balance is read: then they are captured. */
export function balance(account: Account) {
  if (account.faults.ledger_unreadable) throw unavailable('The credit ledger cannot be read.');
  let held = 0;
  for (const job of account.jobs.values()) {
    if (job.charge !== 'held') continue;
    if (isOver(job)) {
      job.charge = 'captured';
      account.settledUnits -= job.units;
    } else held += job.units;
  }
  const { settledUnits, testFunded, enforced, threshold, unitCosts, clock } = account;
  const spendable = settledUnits - held - (enforced ? testFunded : 0);
  return {
    object: 'credit_balance',
    as_of: iso(clock.now()),
    settled_units: settledUnits,
    held_units: held,
    available_units: settledUnits - held,
    test_funded_units: testFunded,
    spendable_units: spendable,
    enforced,
    low_balance: threshold !== null && spendable <= threshold,
    unit_costs: unitCosts,
  };
}

// ---- Webhooks ----
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR];

function addDelivery(endpoint: Endpoint, event: Event): Delivery {
  const delivery: Delivery = { id: newId('dlv'), endpoint, event, task: null, state: 'pending', attempts: [] };
  endpoint.deliveries.push(delivery);
  return delivery;
}

function schedule(delivery: Delivery, at: number): void {
  const what = `${delivery.id} attempt ${delivery.attempts.length + 1}`;
  delivery.task = delivery.endpoint.account.clock.schedule(at, what, () => attempt(delivery));
}
/** Attempts a delivery now, beside the attempts that may still be scheduled. */
export async function send(delivery: Delivery): Promise<Delivery> {
  await delivery.endpoint.account.clock.track(attempt(delivery));
  return delivery;
}

export const ping = (endpoint: Endpoint): Promise<Delivery> =>
  send(
    addDelivery(endpoint, { id: newId('evt'), type: 'test.ping', createdAt: endpoint.account.clock.now(), job: null }),
  );

async function attempt(delivery: Delivery): Promise<void> {
  const { endpoint, event, attempts } = delivery;
  const { clock, webhooks } = endpoint.account;
  if (!webhooks) return delivery.state === 'pending' ? settle(delivery, 'cancelled') : undefined; // switched off since the event
  const at = clock.now();
  if (delivery.task && delivery.task.at <= at) {
    clock.cancel(delivery.task); // a resend takes the place of an attempt that is due
    delivery.task = null;
  }
  const record = { at, status: null, duration: null };
  attempts.push(record);
  const { id, type, createdAt, job } = event;
  let object: JsonObject = { object: 'test', endpoint_id: endpoint.id };
  if (job) object = job.deleted ? { id: job.id, object: 'job', deleted: true } : jobJson(job);
  const envelope = {
    id,
    object: 'event',
    type,
    api_version: 'v1',
    created: iso(createdAt),
    livemode: endpoint.environment === 'live',
  };
  const body = JSON.stringify({ ...envelope, data: { object } });
  const t = Math.floor(at / 1000);
  const secrets = [endpoint.secret];
  if (endpoint.previous && at < endpoint.previous.until) secrets.push(endpoint.previous.secret);
  const signatures = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`);
  const started = performance.now();
  const status = await post(endpoint.url, body, {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1',
    'Service-Event-Id': id,
    'Service-Event-Type': type,
    'Service-Delivery-Attempt': `${attempts.length}`,
    'Service-Signature': [`t=${t}`, ...signatures].join(','),
  });
  Object.assign(record, { status, duration: Math.round(performance.now() - started) });
  if (status !== null && status >= 200 && status < 300) {
    endpoint.failures = 0;
    return settle(delivery, 'delivered');
  }
  if (endpoint.failures === 0) endpoint.failingSince = at;
  endpoint.failures += 1;
  if (delivery.state === 'pending' && delivery.task === null) {
    const wait = (job && WAITS[attempts.length - 1]) ?? Infinity; // a ping is attempted once
    const next = Math.round(clock.now() + wait * (0.8 + 0.4 * Math.random()));
    if (next <= createdAt + DAY) schedule(delivery, next);
    else settle(delivery, 'exhausted');
  }
  if (endpoint.failures >= 20 && clock.now() - endpoint.failingSince >= DAY) disable(endpoint);
}

function settle(delivery: Delivery, state: Delivery['state']): void {
  delivery.endpoint.account.clock.cancel(delivery.task);
  Object.assign(delivery, { task: null, state });
}

export function disable(endpoint: Endpoint): Endpoint {
  endpoint.enabled = false;
  for (const delivery of endpoint.deliveries) if (delivery.state === 'pending') settle(delivery, 'cancelled');
  return endpoint;
}
/** The status of the answer, or null without one within ten seconds. */
const post = (url: URL, body: string, headers: Headers): Promise<number | null> =>
  new Promise((resolve) => {
    const options = { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(10_000) };
    const request = (url.protocol === 'https:' ? https : http).request(url, options, (response) => {
      response.on('error', () => undefined).resume(); // what follows the status doesn't matter
      resolve(response.statusCode ?? null);
    });
    request.on('error', () => resolve(null)).end(body);
  });
