import { randomUUID } from 'node:crypto';
import { at } from '../forms.ts';
import type { Answer } from '../http.ts';
import {
  type Access,
  type Account,
  advance,
  assetId,
  jobIn,
  jobPath,
  MAKEUP,
  makeupOf,
  now,
  openAccount,
  SKIN,
  skinOf,
  submit,
} from '../service.ts';

/** Refusals that have to do with keys, paths and methods. */
export async function errors(access: Access) {
  const account = await openAccount(access);
  const poor = await openAccount(access, { credits: 0, enforced: true });
  const { call, keys } = account;
  const wrong = { key: 'pk_live_wrong' };
  const origin = { headers: { origin: 'https://shop.example' } };
  return {
    wrongKey: await call('GET /v1/usage', wrong),
    noScope: await submit(account, SKIN, skinOf(await assetId(account)), { key: keys.none }),
    noCredits: await submit(poor, SKIN, skinOf(await assetId(poor))),
    path: await call('GET /v1/no-such-path'),
    pathWithoutKey: await call('GET /v1/no-such-path', wrong),
    pathOfNoVersion: await call('GET /nothing'),
    slash: await call('GET /v1/usage/'),
    method: await call('PUT /v1/assets'),
    methodOfJob: await call('PATCH /v1/jobs/job_0000000000000000'),
    methodWithoutKey: await call('PUT /v1/assets', wrong),
    options: await call('OPTIONS /v1/usage'),
    preflight: await call('OPTIONS /v1/usage', {
      headers: { ...origin.headers, 'access-control-request-method': 'GET' },
    }),
    ofOrigin: await call('GET /v1/usage', origin),
    headOfUnknown: await call('HEAD /v1/no-such-path'),
    headOfUsage: await call('HEAD /v1/usage'),
    compressed: await call('GET /v1/usage', { headers: { 'accept-encoding': 'gzip, br' } }),
    wrongAccept: await call('GET /v1/usage', { headers: { accept: 'text/html' } }),
  };
}

/** How often submissions are admitted, on a clock that is ten seconds behind the minute. */
export async function admission(access: Access) {
  const account = await openAccount(access);
  const body = skinOf(await assetId(account));
  await advance(account, 60_000 - ((await now(account)) % 60_000) + 10_000);
  await account.drive('PATCH /switches', { admission_per_minute: 2 });
  const first = await submit(account, SKIN, body, { headers: { 'idempotency-key': 'admitted' } });
  await submit(account, SKIN, body);
  const refused = await submit(account, SKIN, body);
  const ofSecond = await submit(account, SKIN, body, { key: account.keys.second });
  const replay = await submit(account, SKIN, body, { headers: { 'idempotency-key': 'admitted' } });
  const faulty = await submit(account, SKIN, { ...body, concerns: [] });
  await advance(account, 51_000);
  const afterTheMinute = await submit(account, SKIN, body);
  await advance(account, 10_000);
  return { first, refused, ofSecond, replay, faulty, afterTheMinute, afterSixty: await submit(account, SKIN, body) };
}

/** How many submissions a day has, from noon on. */
export async function quota(access: Access) {
  const account = await openAccount(access);
  const day = 86_400_000;
  await advance(account, day - ((await now(account)) % day) + day / 2);
  const asset = await assetId(account);
  await account.drive('PATCH /switches', { daily_quota: 1 });
  const once = async () => submit(account, SKIN, skinOf(asset));
  const id = await heldSkin(account, asset);
  const refused = await once();
  const ofOther = await submit(account, MAKEUP, makeupOf(asset));
  const ofSecond = await submit(account, SKIN, skinOf(asset), { key: account.keys.second });
  await account.call(`POST ${jobPath(id, '/cancel')}`);
  const afterCancel = await once();
  await advance(account, day / 2 + 1_000);
  const next = await assetId(account);
  return { refused, ofOther, ofSecond, afterCancel, nextDay: await submit(account, SKIN, skinOf(next)) };
}

async function heldSkin(account: Account, asset: string): Promise<string> {
  await account.drive('POST /plans', { hold_at: 'queued' });
  const accepted = await submit(account, SKIN, skinOf(asset), { headers: { 'idempotency-key': randomUUID() } });
  return String(at(accepted.json, 'id'));
}

/** Seconds after which a refusal may be tried again, in words where they lead to a known instant. */
export function pause({ headers }: Answer, untilDay = 43_200): string {
  const seconds = headers['retry-after'];
  if (seconds === undefined) return 'absent';
  return Math.abs(Number(seconds) - untilDay) < 60 ? 'the next day' : seconds;
}

/** Whether a job takes its place when many are submitted together. */
export async function crowd(access: Access) {
  const account = await openAccount(access);
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.push(await jobIn(account, 'preparing'));
  const stages = await Promise.all(ids.map((id) => account.drive(`GET /jobs/${encodeURIComponent(id)}`)));
  return { atWork: stages.filter((one) => at(one, 'stage') === 'preparing').length };
}
