import { parseDuration } from '../../../shared/expression/quantities.ts';
import type { Sent } from '../../effects/effects.ts';
import type { ExchangeView } from '../../effects/http/view.ts';
import { CannotDo } from '../../effects/untestable.ts';
import { evaluateExpectation } from '../../suite/expectation/expectation.ts';
import { render } from '../../suite/expression/template.ts';
import type { PollStep } from '../../suite/scenario/scenario.ts';
import { type Frame, type RenderedRequest, setName } from '../frame.ts';
import { recordMoment, recordPoll } from '../record-moment.ts';
import { renderRequest } from '../render-request.ts';
import { lostIn, paceOf, pause, sendRequest, subjectOf } from './send.ts';

/** The default time limit of a job, in the target's time. */
const LONGEST = 10 * 60_000;
/** From this poll on, the pauses grow. */
const PATIENT_POLLS = 15;
/** A job may be kept for only a minute after its end, so longer pauses could miss it. */
const LONGEST_PAUSE = 30_000;
/** The pause if the target says 0. */
const SHORTEST_PAUSE = 20;

export async function playPoll(step: PollStep, frame: Frame): Promise<void> {
  const request = renderRequest(step.request, frame);
  frame.requests.set(step.id, request);
  const limit = limitOf(step, frame);
  let waited = 0;
  const indices: number[] = [];
  let before: ExchangeView | null = null;
  for (let polls = 1; ; polls += 1) {
    const sent = await sendRequest(conditional(request, before, polls), frame);
    indices.push(sent.index);
    const subject = wholeView(subjectOf(sent, frame), before);
    setName(frame, step.id, subject);
    const { silence } = sent.exchange;
    const lost = lostIn(sent.exchange);
    const { forgotten } = sent;
    const previous = before?.body ?? subject.body;
    recordPoll(step, { subject, silence, lost, forgotten, exchanges: indices.slice(-2) }, frame, { previous });
    if (isDone(step, subject, frame))
      return recordMoment(step, { subject, silence, lost, forgotten, exchanges: [sent.index] }, frame, { previous });
    before = subject;
    waited += await pauseBefore(polls, sent, step, frame);
    if (waited > limit) throw new CannotDo('deadline', `${step.id} was not done after ${limit / 1000} s`);
  }
}

function limitOf({ deadline }: PollStep, { scope }: Frame): number {
  return deadline === null ? LONGEST : (parseDuration(render(deadline, scope) as string | number) ?? LONGEST);
}

/** An answer other than 200 will not turn into the expected one, so it ends the poll. */
function isDone({ until }: PollStep, subject: ExchangeView, { scope }: Frame): boolean {
  if (subject.status !== 200) return true;
  return evaluateExpectation(until, subject, scope).outcome === 'held';
}

/** Adds the known ETag to every other poll. A 304 then stands for the previous body. */
function conditional(request: RenderedRequest, before: ExchangeView | null, polls: number): RenderedRequest {
  const etag = before?.header['etag'];
  if (request.method !== 'GET' || etag === undefined || polls % 2 === 1) return request;
  return { ...request, headers: { ...request.headers, 'If-None-Match': etag } };
}

function wholeView(view: ExchangeView, before: ExchangeView | null): ExchangeView {
  if (view.status !== 304 || before === null) return view;
  return { ...view, status: before.status, body: before.body, text: before.text };
}

/** Returns the length of the pause in the target's time. */
async function pauseBefore(polls: number, sent: Sent, { pace }: PollStep, frame: Frame): Promise<number> {
  const asked = pace === null ? null : parseDuration(render(pace, frame.scope) as string | number);
  const growth = polls <= PATIENT_POLLS ? 1 : 1.3 ** (polls - PATIENT_POLLS);
  const own = Math.max(SHORTEST_PAUSE, asked ?? paceOf(sent.exchange));
  const milliseconds = Math.max(own, Math.min(own * growth, LONGEST_PAUSE));
  await pause(milliseconds, frame);
  return milliseconds;
}
