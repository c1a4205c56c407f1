import { isMap } from '../../../../shared/is-map.ts';
import { jobPath } from '../../../target/routes.ts';
import type { Answered, Place } from '../place.ts';
import { ended, MAKEUP, makeup, SKIN, skin, submit, submitted, uploaded } from '../requests.ts';
import { balanceNote } from './jobs.ts';

/** Tests the balance and the usage, and what changes them. */
export async function credits(place: Place): Promise<void> {
  const balance = await place.ask('credits/balance', 'GET /v1/credits/balance');
  const costs = balance.body['unit_costs'];
  if (isMap(costs))
    place.note('credits', 'unit_costs', JSON.stringify(Object.fromEntries(Object.entries(costs).toSorted())));
  if (place.has('test')) {
    const other = await place.ask('credits/balance of a test key', 'GET /v1/credits/balance', { key: 'test' });
    const isSame = other.body['settled_units'] === balance.body['settled_units'];
    place.note('credits', 'balance of a test key', isSame ? 'that of the account' : 'another');
  }
  await place.ask('credits/usage before any job', 'GET /v1/usage');
  await balanceNote(place, 'credits/before');
  const asset = await uploaded(place);
  const { id } = await submitted(place, 'paid', skin(asset));
  await balanceNote(place, 'credits/accepted');
  const usage = await place.ask('credits/usage', 'GET /v1/usage');
  await ended(place, id);
  await balanceNote(place, 'credits/done');
  const other = await submitted(place, 'not paid', makeup(asset, place));
  const cancelled = await place.send(`POST ${jobPath(other.id)}/cancel`);
  await balanceNote(place, 'credits/cancelled');
  const after = await place.ask('credits/usage after a cancel', 'GET /v1/usage');
  if (cancelled.status === 200)
    place.note('credits', 'a cancelled job in the usage', countsIn(after) > countsIn(usage) ? 'counted' : 'taken out');
  if (place.has('test')) await place.ask('credits/usage of a test key', 'GET /v1/usage', { key: 'test' });
  await usageParameters(place, usage);
}

/** Sums up all counts in a usage answer, whatever its structure. */
function countsIn(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values('body' in value ? [value.body] : value).reduce<number>((sum, one) => sum + countsIn(one), 0);
}

async function usageParameters(place: Place, usage: Answered): Promise<void> {
  const today = new Date(await place.now()).toISOString().slice(0, 10);
  for (const query of [
    'surprise=1',
    `from=${today}&to=${today}`,
    'from=x',
    'from=',
    'days=7',
    'from=2030-01-01&to=2020-01-01',
  ])
    await place.ask(`credits/usage?${query.replaceAll(today, 'today')}`, `GET /v1/usage?${query}`, {
      named: query.split('=')[0] ?? '',
    });
  const days = JSON.stringify(usage.body).match(/\d{4}-\d\d-\d\d/g) ?? [];
  const own = [...new Set(days)];
  place.note('credits', 'days of the usage', own.length);
  const rows = usage.body['data'];
  if (Array.isArray(rows)) place.note('credits', 'rows of the usage', rows.length);
}

/** Tests which days the usage lists, and what it contains after several days. */
export async function usageDays(place: Place): Promise<void> {
  const asset = await uploaded(place);
  await submitted(place, 'day 1', skin(asset));
  await place.wait(2 * 86_400_000);
  const again = await uploaded(place);
  await submitted(place, 'day 3', skin(again));
  const usage = await place.ask('usage/of two days', 'GET /v1/usage');
  const days = JSON.stringify(usage.body).match(/\d{4}-\d\d-\d\d/g) ?? [];
  place.note('usage', 'days', new Set(days).size);
  place.note(
    'usage',
    'order of days',
    days[0] !== undefined && days[0] > (days.at(-1) ?? '') ? 'newest first' : 'oldest first',
  );
  let shown = 0;
  for (const day of [1, 5, 6, 7, 13, 14, 28, 29, 30, 31, 59, 60, 89, 90, 364, 365, 366]) {
    await place.wait((day - shown) * 86_400_000);
    shown = day;
    const later = await place.send('GET /v1/usage');
    if (countsIn(later) === 0) break;
    place.note('usage', 'days after which a job is still shown', day === 366 ? 'more than 366' : day);
  }
}

/** Uses an account without units. */
export async function broke(place: Place): Promise<void> {
  const asset = await uploaded(place);
  await submit(place, 'broke/submit', SKIN, skin(asset));
  await submit(place, 'broke/wrong body', SKIN, skin(asset, { concerns: [] }));
  await submit(place, 'broke/unknown input', SKIN, skin('asset_unknown'));
  if (!place.has('test')) return;
  const own = await uploaded(place, 'face', 'test');
  await submit(place, 'broke/with a test key', SKIN, skin(own), { key: 'test' });
}

/** Uses an account with a negative balance that is still allowed to submit. */
export async function overdrawn(place: Place): Promise<void> {
  const asset = await uploaded(place);
  for (const nth of [1, 2, 3]) await submit(place, `overdrawn/${nth}`, SKIN, skin(asset));
  await place.ask('overdrawn/balance', 'GET /v1/credits/balance');
}

/** Tests stores that cannot be read. */
export async function faults(place: Place): Promise<void> {
  const asset = await uploaded(place);
  await place.drive('faults.set', { key_store_unreadable: true });
  await place.ask('faults/key store', 'GET /v1/usage');
  await submit(place, 'faults/key store, submit', SKIN, skin(asset));
  await place.drive('faults.set', { key_store_unreadable: false });
  await place.drive('faults.set', { ledger_unreadable: true });
  await place.ask('faults/ledger', 'GET /v1/credits/balance');
  await submit(place, 'faults/ledger, submit', SKIN, skin(asset));
  await place.drive('faults.set', { ledger_unreadable: false });
}

/** Tests the limit of submissions per minute: which ones count, for whom, and when the next one is accepted. */
export async function admission(place: Place): Promise<void> {
  const asset = await uploaded(place);
  await place.wait(60_000 - ((await place.now()) % 60_000) + 20_000);
  await place.drive('faults.set', { admission_per_minute: 4 });
  const word = (nth: number | string) => ({ word: `admission ${nth}` });
  await submit(place, null, SKIN, skin(asset), word(1));
  await submit(place, null, SKIN, skin(asset), word(1));
  await submit(place, null, SKIN, skin(asset, { concerns: [] }), word('wrong'));
  await place.wait(10_000);
  for (const nth of [2, 3, 4]) await submit(place, `admission/${nth}`, SKIN, skin(asset), word(nth));
  await submit(place, 'admission/beyond', SKIN, skin(asset), word('beyond'));
  await submit(place, 'admission/replay', SKIN, skin(asset), word(1));
  await submit(place, 'admission/beyond and wrong', SKIN, skin(asset, { concerns: [] }), word('both'));
  for (const role of ['second', 'test'].filter(place.has)) {
    const own = await uploaded(place, 'face', role);
    await submit(place, `admission/by the ${role} key`, SKIN, skin(own), { key: role, ...word(role) });
  }
  let waited = 0;
  for (const seconds of [2, 5, 10, 12, 15, 18, 21, 30, 31, 32, 40, 45, 51, 60, 62]) {
    await place.wait((seconds - waited) * 1000);
    waited = seconds;
    const { status } = await submit(place, null, SKIN, skin(asset), word(`after ${seconds}`));
    if (status === 429) continue;
    place.note('admission', 'seconds until there is room', seconds);
    const more = await submit(place, null, SKIN, skin(asset), word(`after ${seconds}, again`));
    place.note('admission', 'room for another', more.status !== 429);
    break;
  }
  await submit(place, 'admission/key that was refused', SKIN, skin(asset), word('beyond'));
  await place.drive('faults.set', { admission_per_minute: null });
}

/** Tests the daily quota of jobs. */
export async function quota(place: Place): Promise<void> {
  await place.drive('faults.set', { daily_quota: 2 });
  const day = 86_400_000;
  await place.wait(day - ((await place.now()) % day) + 8 * 3_600_000);
  const own = await uploaded(place);
  const { id: first } = await submitted(place, 'quota 1', skin(own));
  await ended(place, first);
  await place
    .drive('jobs.script', { next: { outcome: { status: 'failed', code: 'PROCESSING_FAILED' } } })
    .catch(() => null);
  const { id } = await submitted(place, 'quota 2', skin(own));
  await ended(place, id);
  const beyond = await submit(place, 'quota/beyond', SKIN, skin(own));
  place.note(
    'quota',
    'Retry-After in hours',
    Math.round(Number(beyond.headers['retry-after'] ?? Number.NaN) / 360) / 10,
  );
  await submit(place, 'quota/of another operation', MAKEUP, makeup(own, place));
  if (place.has('second')) await submit(place, 'quota/by the second key', SKIN, skin(own), { key: 'second' });
  await place.wait(10 * 3_600_000);
  await submit(place, 'quota/after ten hours', SKIN, skin(await uploaded(place)));
  await place.wait(7 * 3_600_000);
  await submit(place, 'quota/after midnight', SKIN, skin(await uploaded(place)));
  await place.wait(9 * 3_600_000);
  await submit(place, 'quota/after a day', SKIN, skin(await uploaded(place)));
  await place.drive('faults.set', { daily_quota: null });
}
