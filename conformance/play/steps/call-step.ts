import { StopInstance } from '../../effects/untestable.ts';
import { render } from '../../suite/expression/template.ts';
import type { CallStep } from '../../suite/scenario/scenario.ts';
import { type Frame, type RenderedRequest, setName } from '../frame.ts';
import { recordMoment } from '../record-moment.ts';
import { changeRequest, renderRequest } from '../render-request.ts';
import { lostIn, sendAtOnce, sendRequest, subjectOf } from './send.ts';

/** The maximum number of parallel requests, whatever a scenario specifies. */
const MOST_PARALLEL = 64;

export async function playCall(step: CallStep, frame: Frame): Promise<void> {
  if (step.parallel !== null) return callAtOnce(step, render(step.parallel, frame.scope), frame);
  const request = requestOf(step, frame);
  frame.requests.set(step.id, request);
  const sent = await sendRequest(request, frame);
  const subject = subjectOf(sent, frame);
  setName(frame, step.id, subject);
  const { silence } = sent.exchange;
  const lost = lostIn(sent.exchange);
  recordMoment(step, { subject, exchanges: [sent.index], silence, lost, forgotten: sent.forgotten }, frame);
  if (step.classify !== null) setName(frame, step.id, { ...subject, class: frame.class });
}

async function callAtOnce(step: CallStep, parallel: unknown, frame: Frame): Promise<void> {
  const requests = (
    Array.isArray(parallel) ? forEach(parallel, step, frame) : copies(Number(parallel), step, frame)
  ).slice(0, MOST_PARALLEL);
  const [first] = requests;
  if (first !== undefined) frame.requests.set(step.id, first);
  const sent = await sendAtOnce(requests, frame);
  const subject = sent.map((one) => subjectOf(one, frame));
  setName(frame, step.id, subject);
  const isSilent = sent.every(({ exchange }) => exchange.silence !== null);
  const silence = isSilent ? (sent[0]?.exchange.silence ?? null) : null;
  const forgotten = sent.find((one) => one.forgotten !== null)?.forgotten ?? null;
  recordMoment(step, { subject, exchanges: sent.map(({ index }) => index), silence, forgotten }, frame);
}

function forEach(items: readonly unknown[], step: CallStep, frame: Frame): RenderedRequest[] {
  const { names, functions } = frame.scope;
  return items.map((item, index) =>
    requestOf(step, { ...frame, scope: { names: { ...names, item, index }, functions } }),
  );
}

/** Repeats the same request: drawn values are drawn only once. */
function copies(times: number, step: CallStep, frame: Frame): RenderedRequest[] {
  return Array<RenderedRequest>(Math.min(MOST_PARALLEL, times)).fill(requestOf(step, frame));
}

/** A twin is sent like its original, with one or two changes. */
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
