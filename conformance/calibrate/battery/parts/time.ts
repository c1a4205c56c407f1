import { assetPath, jobPath } from '../../../target/routes.ts';
import type { Answered, Place } from '../place.ts';
import { between, ended, SKIN, skin, submit, submitted, uploaded } from '../requests.ts';
import { resultIn } from './jobs.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];

/** Tests how long assets, jobs and results exist: at the instant at which they expire, and after it. */
export async function expiry(place: Place): Promise<void> {
  const kept = await uploaded(place);
  const { id } = await submitted(place, 'expiry', skin(kept));
  const done = await ended(place, id);
  const result = resultIn(done);
  const asset = await place.send(`GET ${assetPath(kept)}`);
  await waitUntil(place, asset, -2_000);
  await place.ask('expiry/asset before', `GET ${assetPath(kept)}`);
  await waitUntil(place, asset, 0);
  place.note('expiry', 'asset at the instant', (await place.send(`GET ${assetPath(kept)}`)).status);
  await waitUntil(place, asset, 2_000);
  await place.ask('expiry/asset after', `GET ${assetPath(kept)}`);
  await submit(place, 'expiry/submit what has expired', SKIN, skin(kept));
  await place.ask('expiry/delete what has expired', `DELETE ${assetPath(kept)}`);
  if (typeof done.body['expires_at'] !== 'string') return;
  await waitUntil(place, done, 2_000);
  await place.ask('expiry/job after', `GET ${jobPath(id)}`);
  if (result !== null) await place.ask('expiry/content after', `GET ${assetPath(result)}/content`);
  if (result !== null) await place.ask('expiry/delete a result of an expired job', `DELETE ${assetPath(result)}`);
  const fresh = await uploaded(place);
  await submit(place, 'expiry/key of an expired job', SKIN, skin(fresh), { word: 'expiry' });
  await place.ask('expiry/delete an expired job', `DELETE ${jobPath(id)}`);
}

async function waitUntil(place: Place, { body }: Answered, offset: number): Promise<void> {
  const at = Date.parse(String(body['expires_at'])) + offset;
  const left = at - (await place.now());
  if (Number.isFinite(left) && left > 0) await place.wait(left);
}

/** Tests how long the server remembers what is gone: keys, tombstones and expired inputs. */
export async function memory(place: Place): Promise<void> {
  const asset = await uploaded(place);
  const { id } = await submitted(place, 'remembered', skin(asset));
  const done = await ended(place, id);
  const spare = await uploaded(place);
  await place.send(`DELETE ${jobPath(id)}`);
  const waits = [
    30_000,
    90_000,
    HOUR,
    6 * HOUR,
    DAY,
    2 * DAY,
    6 * DAY,
    7 * DAY,
    8 * DAY,
    15 * DAY,
    29 * DAY,
    31 * DAY,
    91 * DAY,
    366 * DAY,
  ];
  let [passed, tombstone, claimed, input] = [0, 0, 0, 0];
  for (const after of waits) {
    await place.wait(after - passed);
    passed = after;
    if ((await place.send(`DELETE ${jobPath(id)}`)).status === 204) tombstone = after;
    const again = await submit(place, null, SKIN, skin(asset), { word: 'remembered' });
    if (again.status === 410 && again.body['error'] !== undefined && !isExpiredInput(again)) claimed = after;
    const expired = await submit(place, null, SKIN, skin(spare), { word: `spare ${after}` });
    if (expired.status === 410) input = after;
  }
  place.note('memory', 'a deletion is repeated for', wordFor(tombstone, waits));
  place.note('memory', 'a key stays claimed for', wordFor(claimed, waits));
  place.note('memory', 'an expired input answers 410 for', wordFor(input, waits));
  place.note('memory', 'job', between(done, 'created_at', 'completed_at') === null ? 'never ended' : 'ended');
}

function isExpiredInput({ body }: Answered): boolean {
  return (body['error'] as { code?: unknown }).code !== 'JOB_DELETED';
}

function wordFor(length: number, waits: readonly number[]): string {
  return length === waits.at(-1) ? 'ever' : `${length / 1000} s`;
}

/** Tests jobs that wait for a long time, and jobs that never end. */
export async function longWaits(place: Place): Promise<void> {
  await stuck(place, 'queued', 'waits in the queue', 40 * DAY);
  await stuck(place, 'processing', 'is processed without an end', 3 * DAY);
}

async function stuck(place: Place, stage: string, what: string, most: number): Promise<void> {
  const asset = await uploaded(place);
  await place.drive('jobs.script', { next: { hold_at: stage } });
  const { id } = await submitted(place, what, skin(asset));
  const waits = [
    MINUTE,
    2 * MINUTE,
    11 * MINUTE,
    HOUR,
    6 * HOUR,
    DAY,
    25 * HOUR,
    2 * DAY,
    3 * DAY,
    7 * DAY,
    31 * DAY,
    40 * DAY,
  ];
  let passed = 0;
  for (const after of waits.filter((one) => one <= most)) {
    await place.wait(after - passed);
    passed = after;
    const { body } = await place.send(`GET ${jobPath(id)}`);
    if (body['status'] !== 'queued' && body['status'] !== 'running') break;
  }
  await place.drive('jobs.release', { job: id }).catch(() => null);
  const end = await ended(place, id);
  const error = end.body['error'] as { code?: unknown } | null | undefined;
  place.note(`job that ${what}`, 'end', [end.body['status'], error?.code].filter(Boolean).join(' '));
  place.note(
    `job that ${what}`,
    'minutes until its end',
    Math.round((between(end, 'created_at', 'completed_at') ?? 0) / 60_000),
  );
  const balance = await place.send('GET /v1/credits/balance');
  if (balance.status === 200) place.note(`job that ${what}`, 'settled_units', Number(balance.body['settled_units']));
}

const MINUTE = 60_000;
