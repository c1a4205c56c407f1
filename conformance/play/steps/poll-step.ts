import type { Sent } from '../../effects/effects.ts';
import type { ExchangeView } from '../../effects/http/view.ts';
import { CannotDo } from '../../effects/untestable.ts';
import { judgeChecks, judgeStep } from '../../judge/record-evidence.ts';
import { evaluateExpectation } from '../../suite/expectation/evaluate-expectation.ts';
import { parseDuration } from '../../suite/expression/quantities.ts';
import { render } from '../../suite/expression/template.ts';
import type { PollStep } from '../../suite/scenario/scenario.ts';
import type { Frame } from '../frame.ts';
import { type RenderedRequest, renderRequest } from '../render-request.ts';
import { paceOf, pause, sendRequest, subjectOf } from './send-step.ts';

/** Unless a step says otherwise, a job may take so long of the target's time. */
const LONGEST = 10 * 60_000;
/** From so many polls on, each waits a little longer than the one before. */
const PATIENT_POLLS = 15;
/** A target that says 0 is asked again after this. */
const SHORTEST_PAUSE = 20;

export async function runPoll(step: PollStep, frame: Frame): Promise<void> {
  const { scope, run } = frame;
  const request = renderRequest(step.request, frame);
  frame.requests.set(step.id, request);
  const limit =
    step.deadline === null ? LONGEST : (parseDuration(render(step.deadline, scope) as string | number) ?? LONGEST);
  let waited = 0;
  const indices: number[] = [];
  let previous: ExchangeView | null = null;
  for (let polls = 1; ; polls += 1) {
    const sent = await sendRequest(conditional(request, previous, polls), frame);
    indices.push(sent.index);
    const view = wholeView(subjectOf(sent, frame), previous);
    scope.names[step.id] = view;
    const seen = {
      subject: view,
      exchanges: indices.slice(-2),
      silence: sent.exchange.silence,
      previous: previous?.body ?? view.body,
    };
    judgeChecks(step.always, step.id, seen, frame);
    const isDone = evaluateExpectation(step.until, view, scope, run.facts.kit).outcome === 'held';
    if (isDone || view.status !== 200) return judgeStep(step, { ...seen, exchanges: [sent.index] }, frame);
    previous = view;
    waited += await pauseBefore(polls, sent, step, frame);
    if (waited > limit) throw new CannotDo('deadline', `${step.id} was not done after ${limit / 1000} s`);
  }
}

/** Every other poll sends the ETag that it knows; a 304 then stands for the body before. */
function conditional(request: RenderedRequest, previous: ExchangeView | null, polls: number): RenderedRequest {
  const etag = previous?.header['etag'];
  if (request.method !== 'GET' || etag === undefined || polls % 2 === 1) return request;
  return { ...request, headers: { ...request.headers, 'If-None-Match': etag } };
}

function wholeView(view: ExchangeView, previous: ExchangeView | null): ExchangeView {
  if (view.status !== 304 || previous === null) return view;
  return { ...view, status: previous.status, body: previous.body, text: previous.text };
}

/** Gives how long it was, of the target's time. */
async function pauseBefore(polls: number, sent: Sent, { pace }: PollStep, frame: Frame): Promise<number> {
  const told = pace === null ? null : parseDuration(render(pace, frame.scope) as string | number);
  const growth = polls <= PATIENT_POLLS ? 1 : 1.3 ** (polls - PATIENT_POLLS);
  const milliseconds = Math.max(SHORTEST_PAUSE, (told ?? paceOf(sent.exchange)) * growth);
  await pause(milliseconds, frame);
  return milliseconds;
}
