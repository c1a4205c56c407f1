import type { Sent } from '../../effects/effects.ts';
import type { Exchange, OutgoingRequest } from '../../effects/http/exchange.ts';
import { headerOf } from '../../effects/http/headers.ts';
import { whereTo } from '../../effects/http/location.ts';
import { type ExchangeView, viewOf } from '../../effects/http/view.ts';
import { CannotDo, StopInstance } from '../../effects/untestable.ts';
import { placeText } from '../../judge/record-evidence.ts';
import type { Frame, Run } from '../frame.ts';
import { outgoing, type RenderedRequest } from '../render-request.ts';
import { trackThings } from '../track-things.ts';

/** How often a request that is told to come back later does so, and for how long at most. */
const MOST_TRIES: Record<number, number> = { 429: 8, 503: 6 };
/** A server that says 0 gets a little more time with each try. */
const breakAfter = (tries: number) => Math.min(200, 25 * 2 ** tries);
const LONGEST_WAIT_SECONDS = 120;

/** Sends a request as its step wants it, looks at the answer in passing, and comes back where it is told to. */
export async function sendRequest(request: RenderedRequest, frame: Frame): Promise<Sent> {
  const ready = outgoing(request, frame);
  let sent = await exchange(ready, request, frame);
  const most = MOST_TRIES[sent.exchange.answer?.status ?? 0] ?? 0;
  for (let tries = 1; request.retry && tries < most; tries += 1) {
    const seconds = retryAfterOf(sent.exchange);
    if (seconds === null || MOST_TRIES[sent.exchange.answer?.status ?? 0] === undefined) break;
    await pause(Math.max(seconds * 1000, breakAfter(tries)), frame);
    sent = await exchange(ready, request, frame);
  }
  if (request.retry) refuseEmptyAccount(sent, request, frame);
  return sent;
}

/** An account that somebody else filled has run out: a scenario that does not ask for it cannot go on. */
function refuseEmptyAccount({ exchange: { answer } }: Sent, { key }: RenderedRequest, { run }: Frame): void {
  const environment = run.facts.keys[key as keyof typeof run.facts.keys]?.environment;
  if (answer?.status === 402 && run.facts.tenant === null && environment === 'live')
    throw new StopInstance('budget', 'the account of the key has no units left: grant it some, or use a test key');
}

/**
 * Sends a request several times at once. All are answered before any is looked at, in the order in which they were sent: what
 * is found must not hang on which answer comes first. What some of them made is known, to be erased, also where others could
 * not be sent.
 */
export async function sendAtOnce(request: RenderedRequest, times: number, frame: Frame): Promise<Sent[]> {
  const { run } = frame;
  const ready = outgoing(request, frame);
  const sending = Array.from({ length: times }, () => run.effects.send(ready, run.isStopped()));
  const settled = await Promise.allSettled(sending);
  for (const one of settled) if (one.status === 'fulfilled') trackThings(one.value.exchange, request.key, run);
  const all = await Promise.all(sending);
  for (const sent of all) await lookAt(sent, request, frame);
  return all;
}

async function exchange(ready: OutgoingRequest, request: RenderedRequest, frame: Frame): Promise<Sent> {
  const { run } = frame;
  const sent = await run.effects.send(ready, run.isStopped());
  trackThings(sent.exchange, request.key, run);
  await lookAt(sent, request, frame);
  return sent;
}

async function lookAt({ exchange: made, index }: Sent, request: RenderedRequest, frame: Frame): Promise<void> {
  if (made.silence === 'refused' || made.silence === 'tls')
    throw new StopInstance('unreachable', made.detail ?? 'no answer');
  if (made.silence === 'closed' || made.silence === 'malformed') await makeSureItLives(frame.run);
  lookInPassing(made, index, request.key, frame);
}

/** A connection that breaks on one request is the answer to it only where the server answers others. */
async function makeSureItLives(run: Run): Promise<void> {
  const { timeouts } = run.facts.target;
  const probe = { method: 'GET', url: '/v1/usage', headers: {}, body: null, timeout: timeouts.answer };
  const { exchange: alive } = await run.effects.send(probe);
  if (alive.answer === null)
    throw new StopInstance('unreachable', alive.detail ?? 'the target does not answer any more');
}

function lookInPassing(made: Exchange, index: number, key: string, { run, prefix }: Frame): void {
  const partial = run.instance.arm?.partial ?? false;
  for (const { rule, place, outcome, mismatches } of run.answerChecks.look(made, { key })) {
    const where = { rule, partial, instance: run.instance.id, step: `${prefix}every-answer`, exchanges: [index] };
    run.evidence.push({ ...where, place: placeText(place), outcome, reason: null, detail: null, mismatches });
  }
}

/** Seconds that an answer asks for, or null where it does not, or asks for more than anybody waits. */
function retryAfterOf({ answer }: Exchange): number | null {
  const text = headerOf(answer?.headers ?? [], 'Retry-After');
  if (text === null || !/^\d+$/.test(text)) return null;
  return Number(text) > LONGEST_WAIT_SECONDS ? null : Number(text);
}

/** Lets time pass on the target; what comes too late could not be tested. */
export async function pause(milliseconds: number, { run }: Frame): Promise<void> {
  if ((await run.effects.wait(milliseconds, 'target')) === 'too_long')
    throw new CannotDo('deadline', `a wait of ${Math.ceil(milliseconds / 1000)} s goes beyond the time of this run`);
}

/** What a step sees of an answer; where a Location leads hangs on the base address too. */
export function subjectOf({ exchange: made }: Sent, { run }: Frame): ExchangeView {
  const view = viewOf(made);
  const told = view.header['location'];
  if (told === undefined) return view;
  const { id } = Object(view.body) as { id?: unknown };
  const { base_url } = run.facts.target;
  const submission = { base_url, asked: made.request.url, id: typeof id === 'string' ? id : null };
  return { ...view, location: whereTo(told, submission) };
}

/** How long to wait before the next poll: what the target says, a second where it says nothing. */
export function paceOf(made: Exchange): number {
  return (retryAfterOf(made) ?? 1) * 1000;
}
