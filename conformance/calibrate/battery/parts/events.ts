import type { ReceivedHook } from '../../../effects/http/exchange.ts';
import { hookViewOf } from '../../../effects/http/view.ts';
import { isSignedWith, parseSignature } from '../../../suite/expectation/operators/signatures.ts';
import { jobPath } from '../../../target/routes.ts';
import { endsOf, formOf, type Value } from '../../facts/value.ts';
import { Lacking, type Place } from '../place.ts';
import { ended, makeup, skin, submitted, uploaded } from '../requests.ts';

const DAY = 86_400_000;

/** Tests what is delivered to a receiver, and when. */
export async function events(place: Place): Promise<void> {
  const hook = await place.openHook({ name: 'good' }).catch((error: unknown) => {
    if (error instanceof Lacking) place.note('events', 'endpoint without https', 'refused');
    throw error;
  });
  place.note('events', 'endpoint without https', 'registered');
  const asset = await uploaded(place);
  const { id } = await submitted(place, 'event', makeup(asset, place));
  await ended(place, id);
  const came = await watched(place, 'good', 3_600_000);
  const [first] = came;
  if (first === undefined) throw new Lacking('events that arrive at the receiver of this machine');
  delivery(place, 'events/job', first);
  place.note('events', 'deliveries of one event', came.length);
  const view = hookViewOf(first);
  const created = Date.parse(String((view.json as { created?: unknown } | null)?.created));
  if (Number.isFinite(created)) place.note('events', 'wait for the first attempt (ms)', Date.parse(view.at) - created);
  if (hook.endpoint !== null) await byHand(place, hook.endpoint.id, hook.secret);
}

/** Notes the features of a delivery: its headers, the form of its signature, and the members of its body. */
function delivery(place: Place, label: string, hook: ReceivedHook): void {
  const { header, json } = hookViewOf(hook);
  const known = ['content-length', 'host', 'connection', 'date', 'accept', 'accept-encoding', 'transfer-encoding'];
  const own = Object.entries(header).filter(([name]) => !known.includes(name));
  place.note(
    label,
    'headers',
    own
      .map(([name]) => name)
      .toSorted()
      .join(' '),
  );
  for (const [name, value] of own)
    place.note(label, `header ${name}`, name === 'service-signature' ? signatureForm(value) : headerForm(value));
  const job = (json as { data?: { object?: Record<string, unknown> } } | null)?.data?.object;
  place.note(
    label,
    'members of its job',
    Object.keys(job ?? {})
      .toSorted()
      .join(' '),
  );
  const results = JSON.stringify(job?.['output'] ?? null).match(/"(?:href|media_type|role|size_bytes|width)"/g) ?? [];
  place.note(label, 'members of its results', [...new Set(results)].toSorted().join(' '));
}

function headerForm(value: string): Value {
  return /^\d+$/.test(value) ? Number(value) : formOf(value);
}

function signatureForm(value: string): string {
  return value
    .replace(/t=\d+/g, 't=…')
    .replace(/=[0-9a-f]{64}/g, '=hex')
    .replace(/=[0-9A-F]{64}/g, '=HEX')
    .replace(/(v0=)[^,]+/g, '$1…');
}

async function watched(place: Place, hook: string, time: number): Promise<ReceivedHook[]> {
  const { received } = await place.effects.watch(hook, { for: time, enough: null, partial: true });
  return received;
}

/** Tests pings, resends, and a disabled endpoint. */
async function byHand(place: Place, endpoint: string, secret: string): Promise<void> {
  const count = async () => (await watched(place, 'good', 1_000)).length;
  const before = await count();
  await place.drive('webhooks.ping', { endpoint });
  place.note('events', 'deliveries of a ping', (await count()) - before);
  const log = await place.drive('webhooks.deliveries', { endpoint });
  const [one] = Array.isArray(log) ? log : [];
  const id = (one as { id?: string } | undefined)?.id;
  if (id !== undefined) {
    await place.drive('webhooks.resend', { delivery: id });
    const last = (await watched(place, 'good', 1_000)).at(-1);
    if (last !== undefined)
      place.note('events', 'attempt of a resend', hookViewOf(last).header['service-delivery-attempt'] ?? 'none');
  }
  await place.drive('webhooks.rotate', { endpoint, keep_previous_for: '24h' });
  await place.drive('webhooks.ping', { endpoint });
  const rotated = (await watched(place, 'good', 1_000)).at(-1);
  if (rotated !== undefined) place.note('events', 'first signature after a rotation', firstSigner(rotated, secret));
  await place.drive('webhooks.rotate', { endpoint, keep_previous_for: '24h' });
  await place.drive('webhooks.ping', { endpoint });
  const last = (await watched(place, 'good', 1_000)).at(-1);
  if (last !== undefined)
    place.note(
      'events',
      'signatures after two rotations',
      (hookViewOf(last).header['service-signature'] ?? '').split('v1=').length - 1,
    );
  await place.drive('webhooks.disable', { endpoint });
  const asset = await uploaded(place);
  const { id: job } = await submitted(place, 'while disabled', skin(asset));
  await ended(place, job);
  const held = await count();
  await place.drive('webhooks.enable', { endpoint });
  place.note(
    'events',
    'deliveries of the time when it was disabled',
    (await watched(place, 'good', DAY)).length - held,
  );
}

/** Returns which secret made the first of several signatures: the current or the previous one. */
function firstSigner(hook: ReceivedHook, previous: string): string {
  const { header, raw } = hookViewOf(hook);
  const signature = parseSignature(header['service-signature'] ?? '');
  const bytes = 'text' in raw ? Buffer.from(raw.text) : Buffer.from(raw.base64, 'base64');
  if (signature === null) return 'none';
  return isSignedWith(previous, { ...signature, v1: signature.v1.slice(0, 1) }, bytes) ? 'previous' : 'new';
}

/** Tests a failing receiver: when deliveries are retried, and what the retries contain. */
export async function retries(place: Place): Promise<void> {
  await place.openHook({ name: 'failing', replies: [500] });
  await place.openHook({ name: 'picky', events: ['job.failed'] });
  const asset = await uploaded(place);
  const { id } = await submitted(place, 'retried', skin(asset));
  await ended(place, id);
  const came = await watched(place, 'failing', 2 * DAY);
  const times = came.map((hook) => Date.parse(hookViewOf(hook).at));
  const nominal = [60, 300, 1_800, 3_600, 10_800, 21_600, 43_200];
  const shares = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / ((nominal[index] ?? 1) * 1000) - 1);
  const jitter = shares.length === 0 ? 'none' : jitterForm(shares);
  if (shares.length > 0) place.note('retries', 'jitter', jitter);
  // Spec 6.5: whether the last attempt falls within the day depends on the random waits.
  const isDrawn = !jitter.startsWith('always') && [7, 8].includes(came.length);
  place.note('retries', 'attempts', isDrawn ? '7 or 8' : came.length);
  const signed = came.map(
    (hook) => 1000 * Number(/t=(\d+)/.exec(hookViewOf(hook).header['service-signature'] ?? '')?.[1]),
  );
  place.note('retries', 'times of the signatures', isMovedWith(signed, times) ? 'each its own' : 'one for all');
  place.note('retries', 'to an endpoint of other events', (await watched(place, 'picky', 1_000)).length);
  await place.send(`DELETE ${jobPath(id)}`);
  await laterAttempts(place);
}

/**
 * Tests which endpoints receive an event that is created or delivered after they were registered, and whether a failed
 * resend is retried.
 */
async function laterAttempts(place: Place): Promise<void> {
  await place.openHook({ name: 'early', replies: [500, 200] });
  const { endpoint } = await place.openHook({ name: 'resent', replies: [200, 500] });
  const asset = await uploaded(place);
  const { id } = await submitted(place, 'receivers', skin(asset));
  await place.openHook({ name: 'after the submission' });
  await ended(place, id);
  await watched(place, 'early', 1_000);
  await place.openHook({ name: 'after the event' });
  await watched(place, 'early', 600_000);
  for (const name of ['after the submission', 'after the event'])
    place.note('retries', `to an endpoint registered ${name}`, (await watched(place, name, 1_000)).length);
  const log = endpoint === null ? [] : await place.drive('webhooks.deliveries', { endpoint: endpoint.id });
  const [delivery] = Array.isArray(log) ? log : [];
  const before = (await watched(place, 'resent', 1_000)).length;
  if (delivery?.id === undefined || before === 0) return;
  await place.drive('webhooks.resend', { delivery: delivery.id });
  const attempts = (await watched(place, 'resent', DAY)).length - before;
  place.note('retries', 'a resend that fails', attempts > 1 ? 'is retried' : 'is not retried');
}

/** Whether the signatures have the times of their attempts, on a clock that was moved between them. */
function isMovedWith(signed: readonly number[], times: readonly number[]): boolean {
  const span = (all: readonly number[]) => (all.at(-1) ?? 0) - (all[0] ?? 0);
  return span(signed) > span(times) / 2;
}

function jitterForm(shares: readonly number[]): string {
  const tenths = shares.map((share) => Math.round(share * 100) / 100);
  const [least, most] = endsOf(tenths);
  if (most - least < 0.015) return `always ${Math.round(most * 100)} percent`;
  return least < -0.02 && most > 0.02 ? 'either way' : least >= -0.02 ? 'later' : 'earlier';
}
