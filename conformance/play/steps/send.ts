import type { Sent } from '../../effects/effects.ts';
import type { Exchange, OutgoingRequest } from '../../effects/http/exchange.ts';
import { headerOf } from '../../effects/http/headers.ts';
import { whereTo } from '../../effects/http/location.ts';
import { type ExchangeView, idOf, viewOf } from '../../effects/http/view.ts';
import { CannotDo, StopInstance } from '../../effects/untestable.ts';
import type { Facts } from '../../plan/facts.ts';
import { ownerOf } from '../../plan/owner.ts';
import { routeOf } from '../../target/routes.ts';
import type { Frame, Play, RenderedRequest } from '../frame.ts';
import { outgoing } from '../render-request.ts';
import { afterDelay, afterWait, type Retention } from '../retention.ts';
import { afterAnswer } from '../state.ts';
import { timeOfTarget } from '../target-time.ts';
import type { AnswerMoment, Forgotten } from '../trace.ts';
import { whyForgotten } from '../why-forgotten.ts';
import { refuseEmptyAccount } from './refuse-empty-account.ts';
import { untilFresh } from './stale-balance.ts';

/** The maximum number of tries after a refusal that asks for a retry, and the longest wait for one. */
const MOST_TRIES: Record<number, number> = { 429: 8, 503: 6 };
/** Spec 4.3: a read of a job may answer 500. A service for which this is an exception answers the next read. */
const MOST_READS = 3;
/** If a server says 0, each further try waits a little longer. */
const breakAfter = (tries: number) => Math.min(200, 25 * 2 ** tries);
const LONGEST_WAIT_SECONDS = 120;

/** The answer, and why the target may no longer have the requested thing. */
export type Answered = Sent & { forgotten: Forgotten | null };

/**
 * Sends a request for a step and records the answer. Retries if the answer asks for that, or if a balance in it is
 * stale.
 */
export async function sendRequest(request: RenderedRequest, frame: Frame): Promise<Answered> {
  const { play } = frame;
  const ready = outgoing(request, play.facts);
  const patiently = async () => comeBack(await exchange(ready, request, frame), ready, request, frame);
  const sent = await patiently();
  if (!request.retry) return sent;
  const again = async (wait: number) => {
    await pause(wait, frame);
    return patiently();
  };
  return untilFresh(sent, again, { canMoveClock: play.facts.offered.includes('clock'), state: () => play.state });
}

/** Retries a request as long as the answer asks for it, within limits. */
async function comeBack(
  first: Answered,
  ready: OutgoingRequest,
  request: RenderedRequest,
  frame: Frame,
): Promise<Answered> {
  let sent = first;
  for (let tries = 1; tries < mostTries(sent.exchange, request); tries += 1) {
    const seconds = secondsToRetry(sent.exchange);
    if (seconds === null) break;
    if (sent.exchange.answer?.status !== 500) await pause(Math.max(seconds * 1000, breakAfter(tries)), frame);
    sent = await exchange(ready, request, frame);
  }
  if (!request.unpaid) await refuseEmptyAccount(sent, request.key, frame.play);
  return sent;
}

function mostTries({ request, answer }: Exchange, { retry }: RenderedRequest): number {
  if (answer?.status === 500 && isReadOfJob(request)) return MOST_READS;
  return retry ? (MOST_TRIES[answer?.status ?? 0] ?? 0) : 0;
}

function isReadOfJob({ method, url }: Exchange['request']): boolean {
  return ['GET', 'HEAD'].includes(method) && routeOf('GET', url)?.name === 'job';
}

/**
 * Sends requests in parallel. All are answered before any answer is processed, in the order of sending, so that the
 * result does not depend on which answer arrives first. What they made is recorded for erasing, even if another request
 * could not be sent.
 */
export async function sendAtOnce(requests: readonly RenderedRequest[], frame: Frame): Promise<Answered[]> {
  const { play, isStopped } = frame;
  const { retention } = play.state;
  const ready = requests.map((request) => outgoing(request, play.facts));
  const sending = ready.map((one) => play.effects.send(one, isStopped()));
  const settled = await Promise.allSettled(sending);
  for (const [index, one] of settled.entries())
    if (one.status === 'fulfilled') noteState(one.value, keyOf(requests, index), play);
  const answered = await Promise.all(sending);
  const moments: AnswerMoment[] = [];
  for (const [index, sent] of answered.entries()) moments.push(await noteAnswer(sent, keyOf(requests, index), frame));
  const all: Answered[] = [];
  for (const [index, request] of requests.entries()) {
    const sent = answered[index];
    const asked = ready[index];
    if (sent === undefined || asked === undefined) continue;
    const first = { ...sent, forgotten: await forgottenBy(sent, request.key, retention, play) };
    const moment = moments[index];
    if (moment !== undefined && first.forgotten !== null) moment.isForgotten = true;
    all.push(await comeBack(first, asked, request, frame));
  }
  return all;
}

function keyOf(requests: readonly RenderedRequest[], index: number): string {
  return requests[index]?.key ?? '';
}

async function exchange(ready: OutgoingRequest, { key }: RenderedRequest, frame: Frame): Promise<Answered> {
  const { play, isStopped } = frame;
  const { retention } = play.state;
  const sent = await play.effects.send(ready, isStopped());
  noteState(sent, key, play);
  const moment = await noteAnswer(sent, key, frame);
  const forgotten = await forgottenBy(sent, key, retention, play);
  if (forgotten !== null) moment.isForgotten = true;
  return { ...sent, forgotten };
}

function noteState({ exchange: made }: Sent, key: string, play: Play): void {
  play.state = afterAnswer(play.state, made, key, reachedBy(key, play.facts));
}

/** Returns whose things a key reaches. One whose account is unknown may be of the own account. */
function reachedBy(role: string, facts: Facts): string {
  return ownerOf(role, facts) ?? `own ${facts.keys[role as keyof typeof facts.keys]?.environment ?? 'none'}`;
}

/** Decides by what was known before the answer, which may be about a new thing with the same name. */
async function forgottenBy(sent: Sent, key: string, retention: Retention, play: Play): Promise<Forgotten | null> {
  const asked = { exchange: sent.exchange, owner: reachedBy(key, play.facts), held: play.state.held };
  const forgotten = await whyForgotten(retention, asked, () => timeOfTarget(play));
  if (forgotten === null) return null;
  play.state = { ...play.state, lost: forgotten.why };
  // If a key made another job after such a long time, it now stands for that job.
  const isMadeAgain = forgotten.of === 'claim' && sent.exchange.answer?.status === 202;
  if (isMadeAgain) play.state = { ...play.state, retention: { ...play.state.retention, outlived: forgotten.why } };
  return forgotten;
}

async function noteAnswer(
  { exchange: made, index }: Sent,
  key: string,
  { play, prefix }: Frame,
): Promise<AnswerMoment> {
  if (made.silence === 'refused' || made.silence === 'tls')
    throw new StopInstance('unreachable', made.detail ?? 'no answer');
  if (made.silence === 'closed' || made.silence === 'malformed') await makeSureItLives(play, made);
  const { passed, least, outlived } = play.state.retention;
  const moment: AnswerMoment = {
    ...{ kind: 'answer', prefix, exchange: made, position: index, key },
    ...{ passed, least, isForgotten: outlived !== null },
  };
  play.moments.push(moment);
  return moment;
}

/** Returns why an answer did not arrive in time, or could not be read. */
export function lostIn({ silence, detail }: Exchange): string | null {
  return silence === 'timeout' || silence === 'malformed' ? detail : null;
}

/** A broken connection counts as the answer to one request only if the server answers others. */
async function makeSureItLives({ effects, facts }: Play, { request, detail }: Exchange): Promise<void> {
  const { timeouts } = facts.target;
  const probe = { method: 'GET', url: '/v1/usage', headers: {}, body: null, timeout: timeouts.answer };
  const { exchange: alive } = await effects.send(probe);
  if (alive.answer === null && alive.silence !== 'malformed')
    throw new StopInstance(
      'unreachable',
      `the answer to ${request.method} ${request.url} was lost (${detail ?? 'closed'}), and then there was none any more: ${alive.detail ?? alive.silence}`,
    );
}

/**
 * Returns the seconds until a retry makes sense, or null if the wait is too long. A refusal without a time is retried
 * soon.
 */
function secondsToRetry(made: Exchange): number | null {
  return headerOf(made.answer?.headers ?? [], 'Retry-After') === null ? 0 : retryAfterOf(made);
}

/** Returns the seconds that an answer asks for, or null if there are none or too many. */
function retryAfterOf({ answer }: Exchange): number | null {
  const text = headerOf(answer?.headers ?? [], 'Retry-After');
  if (text === null || !/^\d+$/.test(text)) return null;
  return Number(text) > LONGEST_WAIT_SECONDS ? null : Number(text);
}

/**
 * Waits in the target's time, as the target requests. If the time of the run does not suffice, the rest is untested.
 */
export async function pause(milliseconds: number, frame: Frame): Promise<void> {
  const { play } = frame;
  const outcome = await play.effects.wait(milliseconds, 'target');
  play.state = { ...play.state, retention: afterDelay(play.state.retention, milliseconds) };
  if (outcome === 'too_long')
    throw new CannotDo('deadline', `a wait of ${Math.ceil(milliseconds / 1000)} s goes beyond the time of this run`);
}

/** Waits because the scenario wants to, and records the wait as planned. */
export async function letPass(milliseconds: number, on: 'target' | 'wall', { play }: Frame) {
  const outcome = await play.effects.wait(milliseconds, on);
  play.state = { ...play.state, retention: afterWait(play.state.retention, milliseconds) };
  return outcome;
}

/** Returns an answer as a step sees it, with the resolved target of its Location. */
export function subjectOf({ exchange: made }: Sent, { play }: Frame): ExchangeView {
  const view = viewOf(made);
  const written = view.header['location'];
  if (written === undefined) return view;
  const { base_url } = play.facts.target;
  const submission = { base_url, asked: made.request.url, id: idOf(view) };
  return { ...view, location: whereTo(written, submission) };
}

/** Returns the wait before the next poll: what the target says, or else one second. */
export function paceOf(made: Exchange): number {
  return (retryAfterOf(made) ?? 1) * 1000;
}
