import { StopInstance } from '../../effects/untestable.ts';
import { render } from '../../suite/expression/template.ts';
import type { CallStep } from '../../suite/scenario/scenario.ts';
import { type Frame, type RenderedRequest, setName } from '../frame.ts';
import { recordMoment } from '../record-moment.ts';
import { changeRequest, renderRequest } from '../render-request.ts';
import { sendAtOnce, sendRequest, subjectOf } from './send.ts';

/** At most so many at once, whatever a scenario says. */
const MOST_PARALLEL = 64;

export async function playCall(step: CallStep, frame: Frame): Promise<void> {
  const request = requestOf(step, frame);
  frame.requests.set(step.id, request);
  if (step.parallel !== null) {
    const times = Math.min(MOST_PARALLEL, Number(render(step.parallel, frame.scope)));
    return callAtOnce(step, { ...request, retry: false }, times, frame);
  }
  const sent = await sendRequest(request, frame);
  const subject = subjectOf(sent, frame);
  setName(frame, step.id, subject);
  const { silence } = sent.exchange;
  recordMoment(step, { subject, exchanges: [sent.index], silence, forgotten: sent.forgotten }, frame);
  if (step.classify !== null) setName(frame, step.id, { ...subject, class: frame.class });
}

async function callAtOnce(step: CallStep, request: RenderedRequest, times: number, frame: Frame): Promise<void> {
  const sent = await sendAtOnce(request, times, frame);
  const subject = sent.map((one) => subjectOf(one, frame));
  setName(frame, step.id, subject);
  const isSilent = sent.every(({ exchange }) => exchange.silence !== null);
  const silence = isSilent ? (sent[0]?.exchange.silence ?? null) : null;
  const forgotten = sent.find((one) => one.forgotten !== null)?.forgotten ?? null;
  recordMoment(step, { subject, exchanges: sent.map(({ index }) => index), silence, forgotten }, frame);
}

/** A twin is sent as its original was, with a change or two. */
function requestOf(step: CallStep, frame: Frame): RenderedRequest {
  if (step.twinOf === null) return renderRequest(step.request, frame);
  const original = frame.requests.get(step.twinOf);
  if (original === undefined) throw new StopInstance('setup', `${step.twinOf} was not sent, so it has no twin`);
  const changes = [...step.change].map(([place, template]): [string, unknown] => [
    place,
    render(template, frame.scope),
  ]);
  return changeRequest(original, new Map(changes));
}
