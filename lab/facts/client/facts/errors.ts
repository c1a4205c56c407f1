import { at, errorMembers, header, idForm, message, names, refusal, shape } from '../forms.ts';
import type { Answer } from '../http.ts';
import type { Found } from '../read-facts.ts';
import {
  type Access,
  advance,
  assetId,
  jobPath,
  MAKEUP,
  makeupOf,
  now,
  openAccount,
  SKIN,
  skinOf,
  submit,
} from '../service.ts';

/** Refusals of keys, and answers to unknown paths and other methods. */
export async function errors(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const { call } = account;
  const wrong = { key: 'pk_live_wrong' };
  const origin = { headers: { origin: 'https://shop.example' } };
  const asked = { headers: { ...origin.headers, 'access-control-request-method': 'GET' } };
  const noKey = await call('GET /v1/usage', wrong);
  const path = await call('GET /v1/no-such-path');
  const method = await call('PUT /v1/assets');
  const options = await call('OPTIONS /v1/usage');
  const preflight = await call('OPTIONS /v1/usage', asked);
  return {
    '401.headers': names(noKey),
    '401.error members': errorMembers(noKey),
    '401.retryable': at(noKey.json, 'error.retryable'),
    '401.doc_url': at(noKey.json, 'error.doc_url'),
    '401.message': message(noKey),
    '401.type': header(noKey, 'content-type'),
    'ids of requests': idForm(at(noKey.json, 'error.request_id')),
    'path.unknown': refusal(path),
    'path.unknown, body': shape(path.json),
    'path.unknown, message': message(path),
    'path.unknown, type': header(path, 'content-type'),
    'path.unknown without a key': refusal(await call('GET /v1/no-such-path', wrong)),
    'path.outside of v1': refusal(await call('GET /nothing')),
    'path.with a slash': refusal(await call('GET /v1/usage/')),
    'method.wrong': refusal(method),
    'method.wrong, allow': header(method, 'allow'),
    'method.wrong on a job': refusal(await call('PATCH /v1/jobs/job_0000000000000000')),
    'method.wrong without a key': refusal(await call('PUT /v1/assets', wrong)),
    'options.status': refusal(options),
    'options.allow': header(options, 'allow'),
    'options.preflight': `${preflight.status} ${header(preflight, 'access-control-allow-origin')}`,
    cors: header(await call('GET /v1/usage', origin), 'access-control-allow-origin'),
    'head.of an unknown path': (await call('HEAD /v1/no-such-path')).status,
    'head.of the usage': (await call('HEAD /v1/usage')).status,
    compression: header(await call('GET /v1/usage', { headers: { 'accept-encoding': 'gzip' } }), 'content-encoding'),
  };
}

/** Refusals that depend on the account, and failures that drivers can cause. */
export async function outages(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const poor = await openAccount(access, { credits: 0, enforced: true });
  const off = await openAccount(access, { features: { lists: false, delete: false } });
  const noCredits = await submit(poor, SKIN, skinOf(await assetId(poor)));
  const noScope = await submit(account, SKIN, skinOf(await assetId(account)), { key: account.keys.none });
  const asset = await assetId(off);
  await account.drive('PATCH /switches', { ledger_unreadable: true });
  const ledger = await account.call('GET /v1/credits/balance');
  await account.drive('PATCH /switches', { ledger_unreadable: false, key_store_unreadable: true });
  const keyStore = await account.call('GET /v1/usage');
  return {
    '402.error members': errorMembers(noCredits),
    '402.message': message(noCredits),
    '403.error members': errorMembers(noScope),
    '403.message': message(noScope),
    '503.retry-after': header(ledger, 'retry-after'),
    '503.retry-after of the key store': header(keyStore, 'retry-after'),
    '503.retryable': at(ledger.json, 'error.retryable'),
    '503.message': message(ledger),
    'off.list of jobs': refusal(await off.call('GET /v1/jobs')),
    'off.list of assets': refusal(await off.call('GET /v1/assets')),
    'off.deletion of an asset': refusal(await off.call(`DELETE /v1/assets/${encodeURIComponent(asset)}`)),
  };
}

/** The limit of submissions per minute, starting ten seconds after a full minute. */
export async function admission(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const body = skinOf(await assetId(account));
  const named = { headers: { 'idempotency-key': 'admitted' } };
  await advance(account, 60_000 - ((await now(account)) % 60_000) + 10_000);
  await account.drive('PATCH /switches', { admission_per_minute: 2 });
  await submit(account, SKIN, body, named);
  await submit(account, SKIN, body);
  const refused = await submit(account, SKIN, body);
  const ofSecond = await submit(account, SKIN, body, { key: account.keys.second });
  const replay = await submit(account, SKIN, body, named);
  await advance(account, 51_000);
  const afterTheMinute = await submit(account, SKIN, body);
  await advance(account, 10_000);
  return {
    'admission.refusal': refusal(refused),
    'admission.retry-after': header(refused, 'retry-after'),
    'admission.headers': names(refused),
    'admission.error members': errorMembers(refused),
    'admission.message': message(refused),
    'admission.of another key': ofSecond.status,
    'admission.replay': replay.status,
    'admission.in the next minute': afterTheMinute.status,
    'admission.after sixty seconds': (await submit(account, SKIN, body)).status,
  };
}

const DAY = 86_400_000;

/** The limit of submissions per day, starting at noon. */
export async function quota(access: Access): Promise<Found> {
  const account = await openAccount(access);
  await advance(account, DAY - ((await now(account)) % DAY) + DAY / 2);
  const asset = await assetId(account);
  const once = (key = account.keys.live) => submit(account, SKIN, skinOf(asset), { key });
  await account.drive('PATCH /switches', { daily_quota: 1 });
  await account.drive('POST /plans', { hold_at: 'queued' });
  const id = String(at((await once()).json, 'id'));
  const refused = await once();
  const found = {
    'quota.refusal': refusal(refused),
    'quota.retry-after': pause(refused),
    'quota.retryable': at(refused.json, 'error.retryable'),
    'quota.of another operation': (await submit(account, MAKEUP, makeupOf(asset))).status,
    'quota.of another key': (await once(account.keys.second)).status,
  };
  await account.call(`POST ${jobPath(id, '/cancel')}`);
  return { ...found, 'quota.after a cancel': (await once()).status };
}

/** The seconds of Retry-After, or “the next day” if that is when they end. */
function pause({ headers }: Answer): string {
  const seconds = headers['retry-after'] ?? 'absent';
  return Math.abs(Number(seconds) - DAY / 2_000) < 60 ? 'the next day' : seconds;
}
