import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { DeliveryRequest } from '../../../emulator/world/edges.ts';
import type { SentAttempt } from '../../../emulator/world/ports.ts';
import {
  accountOf,
  type Books,
  type EndpointBook,
  type EventBook,
  environmentOf,
  isTerminal,
  type Run,
} from '../books.ts';
import { holds, same } from '../broken.ts';
import { later, type Sim } from '../sim.ts';
import { type Json, seeJob } from './see.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Spec 6.5: the waits before attempts 2 to 8. */
export const WAITS = [1, 5, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
const JITTER = 0.2;
const ATTEMPTS = 8;
const FAILURES = 20;
const TOLERANCE_SECONDS = 300;

/** Answers a delivery as its receiver is set up, and compares it with everything known. */
export async function receive(sim: Sim, request: DeliveryRequest): Promise<SentAttempt> {
  await setImmediate();
  const endpoint = sim.books.endpoints.get(request.url);
  if (endpoint === undefined) {
    later(sim, new Error(`${request.url} is not registered`));
    return { status: 404, failure: null, took: 1, answer: '' };
  }
  const now = sim.machine.state().now;
  const reply = endpoint.replies[endpoint.calls % endpoint.replies.length] ?? 204;
  endpoint.calls += 1;
  sim.counts.deliveries += 1;
  const isDelivered = typeof reply === 'number' && reply < 300;
  try {
    checkSignature(sim, endpoint, request, now);
    checkDelivery(sim, endpoint, request, { now, isDelivered });
  } catch (error) {
    later(sim, error);
  }
  noteOutcome(endpoint, now, isDelivered);
  sim.tape?.noteReply(request.url, reply);
  sim.transcript?.push(`${request.url} ${request.headers['Service-Delivery-Attempt']} ${request.body}`);
  if (typeof reply === 'number') return { status: reply, failure: null, took: 1, answer: '' };
  return { status: null, failure: reply, took: reply === 'timeout' ? 10_000 : 1, answer: '' };
}

/** Spec 6.5: disabled after twenty failures in a row that span a day. */
function noteOutcome(endpoint: EndpointBook, now: number, isDelivered: boolean): void {
  if (isDelivered) {
    endpoint.failing = null;
    return;
  }
  endpoint.failing = { count: (endpoint.failing?.count ?? 0) + 1, since: endpoint.failing?.since ?? now };
  const { count, since } = endpoint.failing;
  if (count >= FAILURES && now - since >= DAY) endpoint.isOff = true;
}

/** Spec 6.4. */
function checkSignature(sim: Sim, endpoint: EndpointBook, { headers, body, url }: DeliveryRequest, now: number): void {
  const parts = (headers['Service-Signature'] ?? '').split(',').map((part) => part.split('='));
  const times = parts.filter(([name]) => name === 't').map(([, value]) => Number(value));
  same('signature', times.length, 1, `the number of times in the signature to ${url}`);
  const clock = sim.books.choices['signature_clock'] === 'virtual' ? now : sim.wall.now();
  const off = Math.abs((times[0] ?? 0) - clock / 1000);
  holds('signature', off <= TOLERANCE_SECONDS, () => `the signature to ${url} is ${off} seconds off`);
  const valid = endpoint.secrets.filter(({ until }) => until === null || now < until);
  const wanted = valid.map(({ secret }) => createHmac('sha256', secret).update(`${times[0]}.${body}`).digest('hex'));
  const signed = parts.filter(([name]) => name === 'v1').map(([, value]) => value);
  same('signature', signed.toSorted(), wanted.toSorted(), `what signs the delivery to ${url}`);
}

type Moment = { now: number; isDelivered: boolean };

function checkDelivery(
  sim: Sim,
  endpoint: EndpointBook,
  { headers, body: text, url }: DeliveryRequest,
  moment: Moment,
) {
  const event: Json = JSON.parse(text);
  const { now } = moment;
  same('delivery-head', headers['Service-Event-Id'], event.id, 'Service-Event-Id');
  same('delivery-head', headers['Service-Event-Type'], event.type, 'Service-Event-Type');
  same('delivery-head', headers['Content-Type'], 'application/json', 'Content-Type');
  same('delivery-head', [event.object, event.api_version], ['event', 'v1'], `object and api_version of ${event.id}`);
  holds('disabled', !endpoint.isOff && !endpoint.isGone, () => `${event.id} goes to ${url}, which is off`);
  if (event.type === 'test.ping') {
    same('delivery-body', event.data.object, { object: 'test', endpoint_id: endpoint.id }, 'the object of a ping');
    return;
  }
  checkEvent(sim.books, endpoint, event, url);
  checkRun(sim, endpoint, event, Number(headers['Service-Delivery-Attempt']), moment);
  checkObject(sim, endpoint, event, now);
}

function checkEvent({ events }: Books, endpoint: EndpointBook, event: Json, url: string): void {
  const job = event.data.object.id;
  const known = events.get(job);
  if (known === undefined) {
    events.set(job, { id: event.id, type: event.type });
    holds('receivers', endpoint.events.includes(event.type), () => `${url} is not subscribed to ${event.type}`);
  } else same('one-event', { id: event.id, type: event.type }, known, `the event of ${job}`);
}

/** Spec 6.5: checks that this attempt follows the previous ones. */
function checkRun(sim: Sim, endpoint: EndpointBook, event: Json, attempt: number, { now, isDelivered }: Moment): void {
  const created = Date.parse(event.created);
  const book: EventBook = endpoint.sent.get(event.id) ?? { id: event.id, type: event.type, created, runs: [] };
  endpoint.sent.set(event.id, book);
  holds('attempts', attempt >= 1 && attempt <= ATTEMPTS, () => `${event.id} is at its attempt ${attempt}`);
  const fresh: Run = { attempt, at: now, isOver: isDelivered, life: sim.life, isResend: book.runs.length > 0 };
  if (attempt === 1 && (sim.isResending || book.runs.every((run) => run.attempt !== 1 || run.life === sim.life))) {
    book.runs.push(fresh);
    return;
  }
  const before = (run: Run) => run.attempt === attempt - 1 && !run.isOver && isInTime(run, attempt, now);
  // At-least-once delivery: an attempt that was in progress when the process died is repeated.
  const again = (run: Run) => run.attempt === attempt && run.life < sim.life;
  const run = book.runs.find(before) ?? book.runs.find(again);
  if (run === undefined) {
    if (attempt === 1) {
      book.runs.push(fresh);
      return;
    }
    const wrong = book.runs.some((one) => one.attempt === attempt - 1 && !one.isOver) ? 'waits' : 'attempts';
    holds(wrong, false, () => `attempt ${attempt} of ${event.id} at ${now} follows ${JSON.stringify(book.runs)}`);
    return;
  }
  if (attempt > 1) holds('waits', now <= created + DAY, () => `${event.id} comes later than a day`);
  Object.assign(run, { attempt, at: now, isOver: isDelivered, life: sim.life });
}

function isInTime(run: Run, attempt: number, now: number): boolean {
  const wait = WAITS[attempt - 2] ?? 0;
  const waited = now - run.at;
  return waited >= wait * (1 - JITTER) - 1 && waited <= wait * (1 + JITTER) + 1;
}

/** Spec 6.2. */
function checkObject(sim: Sim, endpoint: EndpointBook, event: Json, now: number): void {
  const { books } = sim;
  const object = event.data.object;
  const job = books.jobs.get(object.id);
  if (job === undefined) return;
  same('receivers', job.owner, endpoint.owner, `the owner of ${job.id}, whose event ${endpoint.id} receives,`);
  if (accountOf(job.owner) === 'one')
    same('delivery-body', event.livemode, environmentOf(job.owner) === 'live', `livemode of ${event.id}`);
  const isPast = job.isDeleted || (job.expiresAt !== null && now >= Date.parse(job.expiresAt));
  const bare = { id: job.id, object: 'job', deleted: true };
  if (object.deleted === true) {
    holds('delivery-body', isPast || !isTerminal(job.status), () => `${event.id} says that ${job.id} is deleted`);
    same('delivery-body', object, bare, `what ${event.id} says of a deleted job`);
    return;
  }
  holds('delivery-body', !isPast, () => `${event.id} contains ${job.id}, which is gone`);
  same('one-event', event.type, `job.${object.status}`, `the type of the event of ${job.id}`);
  seeJob(sim, object, null);
}
