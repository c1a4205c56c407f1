import { otherBody } from '../../shared/sessions/bodies.ts';
import { oneOf, type ServiceTools } from '../../shared/sessions/means.ts';
import { type Role, type ServiceDeed, STAGES } from '../../shared/sessions/operation.ts';
import { chance, pick, type Random, weighted } from '../../shared/sessions/random.ts';
import type { Known } from './known.ts';
import { type EmulatorDeed, OWNERS, type Plan, type Reply } from './operation.ts';

type Drawn<Does extends EmulatorDeed['does']> = EmulatorDeed & { does: Does };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SLOTS = 3;

export function drawAdvance(random: Random): Drawn<'advance'> {
  const longest = weighted(random, [
    [20, 3 * SECOND],
    [14, 20 * SECOND],
    [6, 10 * MINUTE],
    [3, 8 * HOUR],
    [2, 30 * HOUR],
    [1, 9 * DAY],
  ] as const);
  const by = chance(random, 0.1) ? longest : 1 + Math.floor(random() * longest);
  return chance(random, 0.15) ? { does: 'advance', by, isToDue: true } : { does: 'advance', by };
}

export function drawPlan(random: Random): Drawn<'plan'> {
  const outcome = weighted<Plan['outcome']>(random, [
    [5, 'succeeded'],
    [2, 'PROCESSING_FAILED'],
    [1, 'INPUT_UNPROCESSABLE'],
  ]);
  const hold = chance(random, 0.5) ? { hold_at: pick(random, STAGES) } : {};
  const stages = chance(random, 0.4)
    ? { stages: { [pick(random, STAGES)]: pick(random, ['0s', '1ms', '40s', '2h']) } }
    : {};
  return { does: 'plan', plan: { outcome, ...hold, ...stages, times: 1 + Math.floor(random() * 3) } };
}

const ROUTES = [null, null, 'POST /v1/assets', 'GET /v1/jobs/:id', 'POST /v1/skin/analyses', 'DELETE /v1/jobs/:id'];
const EFFECTS = [
  { kind: 'error', error: 'internal_error' },
  { kind: 'error', error: 'service_unavailable' },
  { kind: 'error', error: 'rate_limited' },
  { kind: 'error', error: 'payload_too_large' },
  { kind: 'commit_then_error', error: 'service_unavailable' },
  { kind: 'commit_then_drop' },
  { kind: 'reset' },
  { kind: 'truncate', bytes: 5 },
  { kind: 'delay', by: '20ms' },
];

export function drawFault(random: Random): Drawn<'fault'> {
  const key = pick<Role>(random, ['primary', 'primary', 'other_env', 'other_account']);
  return { does: 'fault', key, route: pick(random, ROUTES), effect: pick(random, EFFECTS), times: 1 };
}

export function drawSteer(random: Random, { jobs }: Known, tools: ServiceTools): Drawn<'release' | 'step'> | null {
  const of = oneOf(random, jobs, tools);
  return of === undefined ? null : { does: pick(random, ['release', 'step'] as const), of: of.nth };
}

const KEY_CHANGES = [
  { revoked: true },
  { revoked: false },
  { expires_in: '30s' },
  { expired: false },
  { scopes: ['skin.analyze'] },
  { scopes: ['skin.analyze', 'makeup.apply', 'hair.apply'] },
  { allowlist: ['10.9.8.0/24'] },
  { allowlist: null },
];

export function drawKeyChange(random: Random): Drawn<'change key'> {
  return { does: 'change key', role: 'second', change: pick(random, KEY_CHANGES) };
}

const FEATURES = ['lists', 'cancel', 'delete', 'credits'] as const;

export function drawAccountChange(random: Random): Drawn<'change account'> {
  const account = pick(random, ['one', 'two'] as const);
  const feature = pick(random, FEATURES);
  const change = weighted<Drawn<'change account'>['change']>(random, [
    [2, { features: { [feature]: false } }],
    [1, { features: { live: { [feature]: false } } }],
    [14, { features: { lists: true, cancel: true, delete: true, credits: true } }],
    [2, { unit_costs: { 'skin.analyze': 1 + Math.floor(random() * 4), 'hair.try_on': Math.floor(random() * 3) } }],
    [1, { webhooks: false }],
    [3, { webhooks: true }],
    [1, { daily_quota: 3 }],
    [2, { daily_quota: null }],
    [1, { admission_per_minute: 2 }],
    [2, { admission_per_minute: null }],
  ]);
  return { does: 'change account', account, change };
}

export function drawCredits(random: Random): Drawn<'credits'> {
  const change = weighted<Drawn<'credits'>['change']>(random, [
    [3, { adjust: 1 + Math.floor(random() * 200) }],
    [2, { adjust: -1 - Math.floor(random() * 50) }],
    [2, { set: Math.floor(random() * 20) }],
    [3, { set: 5000 }],
    [1, { enforced: false }],
    [2, { enforced: true }],
    [1, { threshold: pick(random, [0, 5, 5000]) }],
    [1, { test_funded: pick(random, [0, 3]) }],
  ]);
  return { does: 'credits', account: pick(random, ['one', 'two'] as const), change };
}

export function drawSwitch(random: Random): Drawn<'switch'> {
  const none = { key_store_unreadable: false, ledger_unreadable: false, admission_per_minute: null, daily_quota: null };
  const switches = weighted<Drawn<'switch'>['switches']>(random, [
    [1, { key_store_unreadable: true }],
    [1, { ledger_unreadable: true }],
    [1, { admission_per_minute: 5 }],
    [1, { daily_quota: 10 }],
    [20, none],
  ]);
  return { does: 'switch', switches };
}

/** Choices that a server may change without breaking earlier promises. */
const QUESTIONS: readonly Readonly<Record<string, unknown>>[] = [
  { upload_status: 200 },
  { upload_status: 201 },
  { retry_after: 3 },
  { retry_after: 1 },
  { signature_clock: 'virtual' },
  { signature_clock: 'wall' },
  { input_content: 'serve' },
  { input_content: 'refuse' },
  { unknown_body_fields: 'ignore' },
  { unknown_body_fields: 'refuse' },
  { www_authenticate: 'present' },
  { www_authenticate: 'absent' },
];

export function drawQuestion(random: Random): Drawn<'question'> {
  return { does: 'question', choices: pick(random, QUESTIONS) };
}

/** More endpoints make a long session slow without finding more. */
const MOST_ENDPOINTS = 12;

export function drawRegister(random: Random, { endpoints }: Known): Drawn<'register' | 'endpoint'> {
  const [oldest] = endpoints;
  if (oldest !== undefined && endpoints.length >= MOST_ENDPOINTS)
    return { does: 'endpoint', of: oldest, change: 'remove' };
  const replies = weighted<readonly Reply[]>(random, [
    [5, [204]],
    [3, [500]],
    [1, [302]],
    [1, ['timeout']],
    [1, ['connection', 'tls']],
    [3, [500, 'timeout', 200]],
    [1, [410, 204]],
  ]);
  const events = chance(random, 0.7) ? null : [pick(random, ['job.succeeded', 'job.failed', 'job.cancelled'])];
  return { does: 'register', owner: pick(random, OWNERS), events, replies };
}

export function drawEndpoint(
  random: Random,
  { endpoints }: Known,
  tools: ServiceTools,
): Drawn<'endpoint' | 'ping'> | null {
  const of = oneOf(random, endpoints, tools);
  if (of === undefined) return null;
  if (chance(random, 0.25)) return { does: 'ping', of };
  const change = weighted<Drawn<'endpoint'>['change']>(random, [
    [2, 'disable'],
    [5, 'enable'],
    [3, 'rotate'],
    [1, 'rotate at once'],
    [2, 'remove'],
    [1, 'all events'],
    [1, 'one event'],
  ]);
  return { does: 'endpoint', of, change };
}

export function drawResend(random: Random): Drawn<'resend'> {
  return { does: 'resend', delivery: Math.floor(random() * 20) };
}

export function drawSnapshot(random: Random, { saved, exported }: Known): Drawn<'save' | 'load' | 'export' | 'import'> {
  const slot = Math.floor(random() * SLOTS);
  if (chance(random, 0.6)) return { does: slot in saved && chance(random, 0.6) ? 'load' : 'save', slot };
  return { does: slot in exported && chance(random, 0.6) ? 'import' : 'export', slot };
}

type Storage = 'restart' | 'die within' | 'disk' | 'compact' | 'checkpoint';

export function drawRestart(random: Random, { trouble }: Known): Drawn<Storage> {
  if (trouble) return { does: 'disk', state: 'fine' };
  const roll = random();
  if (roll < 0.2) return { does: 'restart', how: 'in order' };
  if (roll < 0.45) return { does: 'restart', how: 'killed' };
  if (roll < 0.65) return { does: 'die within', bytes: Math.floor(random() * 6000), keeps: random() };
  if (roll < 0.75) return { does: 'disk', state: pick(random, ['full', 'read-only'] as const) };
  if (roll < 0.83) return { does: 'compact' };
  return { does: 'checkpoint', pace: pick(random, [1, 2, 4, 8]) };
}

/**
 * Uses the Idempotency-Key of an old job: with its first body, with an asset that still exists, or with another body.
 */
export function drawOldKey(
  random: Random,
  { old, assets }: Known,
  tools: ServiceTools,
): Extract<ServiceDeed, { does: 'submit' }> | null {
  if (old.length === 0) return null;
  const job = pick(random, old);
  const { product, body, nth, owner, key } = job;
  const usable = assets.filter((asset) => asset.owner === owner);
  const of = chance(random, 0.3) ? job.of : (oneOf(random, usable, tools)?.nth ?? job.of);
  const sent = chance(random, 0.8) ? body : otherBody(random, body);
  return { does: 'submit', product, of, body: sent, claim: nth, ...(key !== undefined && { key }) };
}
