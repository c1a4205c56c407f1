import { isMap } from '../../../../shared/is-map.ts';
import { assetPath, jobPath } from '../../../target/routes.ts';
import { endsOf } from '../../facts/value.ts';
import type { Answered, Place } from '../place.ts';
import {
  between,
  changedIn,
  ended,
  isTerminal,
  MAKEUP,
  makeup,
  SKIN,
  skin,
  submit,
  submitted,
  uploaded,
} from '../requests.ts';

const STAGES = ['queued', 'picked_up', 'preparing', 'processing'] as const;

/** Follows a job from its submission to its deletion, with conditional reads in between. */
export async function lives(place: Place): Promise<void> {
  const asset = await uploaded(place);
  const ends: Answered[] = [];
  for (const nth of [1, 2, 3]) ends.push(await timed(place, asset, nth));
  keptNote(place, [...ends, ...(await slow(place, asset))]);
  const own = await uploaded(place, 'curly-red.png');
  const body = skin(own, PICTURED);
  const made = await submit(place, 'jobs/submit', SKIN, body);
  if (made.id === '') return;
  const path = jobPath(made.id);
  const read = await place.ask('jobs/first read', `GET ${path}`);
  place.note('jobs', 'changed since it was accepted', changedIn(made, read));
  await conditional(place, path, read);
  await place.ask('jobs/delete at once', `DELETE ${path}`);
  const done = await ended(place, made.id);
  await place.ask('jobs/end', `GET ${path}`);
  const tag = done.headers['etag'] ?? '"none"';
  await place.ask('jobs/end, not modified', `GET ${path}`, { headers: { 'If-None-Match': tag } });
  await place.ask('jobs/HEAD', `HEAD ${path}`);
  await place.ask('jobs/cancel at the end', `POST ${path}/cancel`);
  await submit(place, 'jobs/replay at the end', SKIN, body, { word: 'jobs/submit' });
  await gone(place, { asset: own, done, path });
}

const PICTURED = { visualizations: [{ concern: 'acne', kind: 'mask' }] };

/**
 * Measures the time until the job runs, and the time from its submission to its end. Both are measured several times.
 */
async function timed(place: Place, asset: string, nth: number): Promise<Answered> {
  const { id } = await submitted(place, `timed ${nth}`, skin(asset));
  const first = await firstRunning(place, id);
  const last = await ended(place, id);
  const whole = between(last, 'created_at', 'completed_at');
  if (whole !== null) place.note(`jobs, ${nth}`, 'completed_at - created_at (ms)', whole);
  const waited = first === null ? null : between(first, 'created_at', 'updated_at');
  if (waited !== null) place.note(`jobs, ${nth}`, 'until it runs (ms)', waited);
  return last;
}

/** Runs a job that takes a minute longer than the others, if a driver can arrange that. */
async function slow(place: Place, asset: string): Promise<Answered[]> {
  if (!place.offers('clock') || !place.offers('jobs')) return [];
  await place.drive('jobs.script', { next: { stages: { queued: 60_000 } }, times: 1 }).catch(() => null);
  const { id } = await submitted(place, 'slow', skin(asset));
  return [await ended(place, id)];
}

/**
 * Notes how long jobs are kept, and from which instant: the one from which the time is the same for fast and slow jobs.
 */
function keptNote(place: Place, jobs: readonly Answered[]): void {
  const lengths = (from: string) => jobs.flatMap((job) => between(job, from, 'expires_at') ?? []);
  const [afterEnd, afterStart] = [lengths('completed_at'), lengths('created_at')];
  const spread = (all: readonly number[]) => {
    const [least, most] = endsOf(all);
    return most - least;
  };
  const isFromStart = afterStart.length > 0 && spread(afterStart) < spread(afterEnd);
  place.note('jobs', 'kept (ms)', (isFromStart ? afterStart : afterEnd)[0] ?? 'none');
  place.note('jobs', 'kept from', afterEnd.length === 0 ? 'none' : isFromStart ? 'acceptance' : 'end');
}

/** The first read in which the job is running; null if no read showed that. */
async function firstRunning(place: Place, id: string): Promise<Answered | null> {
  const isDriven = place.offers('clock');
  for (let reads = 0; reads < (isDriven ? 40 : 600); reads += 1) {
    const read = await place.send(`GET ${jobPath(id)}`);
    if (read.body['status'] === 'running') return read;
    if (isTerminal(read) || read.status !== 200) return null;
    await (isDriven ? nextEvent(place) : place.wait(100));
  }
  return null;
}

/** Moves the clock to the next event that is due. */
async function nextEvent(place: Place): Promise<void> {
  const moved = await place.drive('clock.advance', { by: 0 });
  const due = isMap(moved) && typeof moved['next_due'] === 'number' ? moved['next_due'] : null;
  const now = isMap(moved) && typeof moved['now'] === 'number' ? moved['now'] : 0;
  await place.wait(due === null ? 250 : Math.min(3_600_000, Math.max(1, due - now)));
}

async function conditional(place: Place, path: string, read: Answered): Promise<void> {
  const tag = read.headers['etag'] ?? '"none"';
  const bare = tag.replace(/^W\//, '');
  const forms = { tag, weak: `W/${bare}`, star: '*', list: `"other", ${tag}`, other: '"other"' };
  for (const [label, value] of Object.entries(forms))
    await place.ask(`jobs/if none match, ${label}`, `GET ${path}`, { headers: { 'If-None-Match': value } });
}

async function gone(
  place: Place,
  { asset, done, path }: { asset: string; done: Answered; path: string },
): Promise<void> {
  const result = resultIn(done);
  if (result !== null) {
    await place.ask('jobs/result', `GET ${assetPath(result)}`);
    await place.ask('jobs/delete a result', `DELETE ${assetPath(result)}`);
  }
  await place.ask('jobs/delete', `DELETE ${path}`);
  await place.ask('jobs/delete again', `DELETE ${path}`);
  await place.ask('jobs/read what was deleted', `GET ${path}`);
  await place.ask('jobs/cancel what was deleted', `POST ${path}/cancel`);
  await submit(place, 'jobs/key of what was deleted', SKIN, skin(asset, PICTURED), { word: 'jobs/submit' });
  await submit(place, 'jobs/key of what was deleted, another body', SKIN, skin(asset, { concerns: ['acne'] }), {
    word: 'jobs/submit',
  });
  await place.ask('jobs/input of what was deleted', `GET ${assetPath(asset)}`);
  if (result === null) return;
  await place.ask('jobs/result of what was deleted', `GET ${assetPath(result)}`);
  await place.ask('jobs/content of what was deleted', `GET ${assetPath(result)}/content`);
  await place.ask('jobs/delete a result of what was deleted', `DELETE ${assetPath(result)}`);
}

export function resultIn({ body }: Pick<Answered, 'body'>): string | null {
  const found = /"id":\s*"(asset_[^"]+)"/.exec(JSON.stringify(body['output'] ?? null));
  return found?.[1] ?? null;
}

/** Cancels a job as soon as possible, and sends cancels with a body or a key, which they should not have. */
export async function cancels(place: Place): Promise<void> {
  const asset = await uploaded(place);
  const { id } = await submitted(place, 'cancel', skin(asset));
  await place.ask('cancels/at once', `POST ${jobPath(id)}/cancel`);
  const read = await ended(place, id);
  place.note('cancels', 'end', String(read.body['status']));
  await place.ask('cancels/read', `GET ${jobPath(id)}`);
  await place.ask('cancels/again', `POST ${jobPath(id)}/cancel`);
  await place.ask('cancels/delete', `DELETE ${jobPath(id)}`);
  const other = await submitted(place, 'cancel with a body', skin(asset));
  await place.ask('cancels/with a body', `POST ${jobPath(other.id)}/cancel`, { body: { reason: 'none' } });
  const keyed = await submitted(place, 'cancel with a key', skin(asset));
  await place.ask('cancels/with a key', `POST ${jobPath(keyed.id)}/cancel`, {
    headers: { 'Idempotency-Key': place.uuid('c') },
  });
}

/** Holds jobs in each stage: tests what reads, cancels and deletions return there, and how the balance changes. */
export async function stages(place: Place): Promise<void> {
  const asset = await uploaded(place);
  await lengths(place, asset);
  for (const stage of STAGES) {
    await place.drive('jobs.script', { next: { hold_at: stage } });
    const { id } = await submitted(place, stage, skin(asset));
    const before = await comeTo(place, id, stage);
    if (before === null) continue;
    const read = await place.ask(`stages/${stage}`, `GET ${jobPath(id)}`);
    place.note(`stages/${stage}`, 'changed on the way to it', changedIn(before, read));
    const again = await place.send(`GET ${jobPath(id)}`);
    place.note(`stages/${stage}`, 'changed from one read to the next', changedIn(read, again));
    await balanceNote(place, `stages/${stage}`);
    await place.ask(`stages/${stage}, delete`, `DELETE ${jobPath(id)}`);
    const cancelled = await place.ask(`stages/${stage}, cancel`, `POST ${jobPath(id)}/cancel`);
    const after = await place.ask(`stages/${stage}, read after it`, `GET ${jobPath(id)}`);
    place.note(`stages/${stage}`, 'changed after its cancel', changedIn(cancelled, after));
    await place.drive('jobs.release', { job: id }).catch(() => null);
    const end = await ended(place, id);
    place.note(`stages/${stage}`, 'end', String(end.body['status']));
    await balanceNote(place, `stages/${stage}, its end`);
  }
  await failures(place, asset);
}

/** Advances the clock until the job is held in a stage. Returns the last read before that. */
async function comeTo(place: Place, id: string, stage: string): Promise<Answered | null> {
  let before = await place.send(`GET ${jobPath(id)}`);
  for (let tries = 0; tries < 12; tries += 1) {
    const job = await place.drive('jobs.read', { job: id });
    if (isMap(job) && job['stage'] === stage) return before;
    before = await place.send(`GET ${jobPath(id)}`);
    if (isTerminal(before)) return null;
    await nextEvent(place);
  }
  return null;
}

/** Measures three times how long each stage takes, as the driver reports it. */
async function lengths(place: Place, asset: string): Promise<void> {
  for (const nth of [1, 2, 3]) {
    const { id } = await submitted(place, `lengths ${nth}`, skin(asset));
    const begins = await beginsOf(place, id);
    for (const [index, [stage, at]] of begins.entries()) {
      const next = begins[index + 1];
      if (next !== undefined) place.note(`stages, ${nth}`, `length of ${stage} (ms)`, next[1] - at);
    }
  }
}

/** The stages of a job, including its end, each with the instant at which it was first seen. */
async function beginsOf(place: Place, id: string): Promise<[string, number][]> {
  const began = new Map<string, number>();
  for (let tries = 0; tries < 20; tries += 1) {
    const job = await place.drive('jobs.read', { job: id });
    const stage = isMap(job) ? String(job['stage']) : '';
    if (!began.has(stage)) began.set(stage, await place.now());
    if (!STAGES.some((known) => known === stage)) break;
    await nextEvent(place);
  }
  return [...began];
}

async function failures(place: Place, asset: string): Promise<void> {
  for (const code of ['PROCESSING_FAILED', 'INPUT_UNPROCESSABLE']) {
    await place.drive('jobs.script', { next: { outcome: { status: 'failed', code } } });
    const { id } = await submitted(place, code, skin(asset));
    await ended(place, id);
    await place.ask(`stages/failed, ${code}`, `GET ${jobPath(id)}`);
    await balanceNote(place, `stages/failed, ${code}`);
    await place.send(`DELETE ${jobPath(id)}`);
    await balanceNote(place, `stages/failed, ${code}, deleted`);
  }
}

/** Notes how the balance has changed since the last note. */
export async function balanceNote(place: Place, label: string): Promise<void> {
  const { status, body } = await place.send('GET /v1/credits/balance');
  if (status !== 200) return;
  const before = balances.get(place) ?? body;
  for (const name of ['settled_units', 'held_units'])
    place.note(label, `change of ${name}`, Number(body[name]) - Number(before[name]));
  balances.set(place, body);
}

const balances = new WeakMap<Place, Answered['body']>();

/** Tests what the other parts do not cover about replays and unfinished jobs. */
export async function atOnce(place: Place): Promise<void> {
  const asset = await uploaded(place);
  await place.drive('jobs.script', { next: { stages: { queued: 60_000 } }, times: 1 });
  await submit(place, 'at once/first', MAKEUP, makeup(asset, place));
  await submit(place, 'at once/second', MAKEUP, makeup(asset, place));
  const { id } = await submitted(place, 'third', skin(asset));
  const first = await firstRunning(place, id);
  const waited = first === null ? null : between(first, 'created_at', 'updated_at');
  if (waited !== null) place.note('at once', 'wait of a job behind another (ms)', waited);
}
