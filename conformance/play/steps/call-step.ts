import { StopInstance } from '../../effects/untestable.ts';
import { judgeStep } from '../../judge/record-evidence.ts';
import { render, type Template } from '../../suite/expression/template.ts';
import type { CallStep } from '../../suite/scenario/scenario.ts';
import type { Frame } from '../frame.ts';
import { changeRequest, type RenderedRequest, renderRequest } from '../render-request.ts';
import { sendAtOnce, sendRequest, subjectOf } from './send-step.ts';

/** At most so many at once, whatever a scenario says. */
const MOST_PARALLEL = 64;

export async function runCall(step: CallStep, frame: Frame): Promise<void> {
  const request = requestOf(step, frame);
  frame.requests.set(step.id, request);
  if (step.parallel !== null) {
    await runParallel(step, step.parallel, request, frame);
    return;
  }
  const sent = await sendRequest(request, frame);
  const subject = subjectOf(sent, frame);
  frame.scope.names[step.id] = subject;
  judgeCall(step, { subject, exchanges: [sent.index], silence: sent.exchange.silence }, frame);
  if (step.classify !== null) frame.scope.names[step.id] = { ...subject, class: frame.klass };
}

async function runParallel(step: CallStep, parallel: Template, request: RenderedRequest, frame: Frame): Promise<void> {
  const times = Math.min(MOST_PARALLEL, Number(render(parallel, frame.scope)));
  const sent = await sendAtOnce({ ...request, retry: false }, times, frame);
  const subject = sent.map((one) => subjectOf(one, frame));
  frame.scope.names[step.id] = subject;
  const silence = sent.every(({ exchange }) => exchange.silence !== null) ? (sent[0]?.exchange.silence ?? null) : null;
  judgeCall(step, { subject, exchanges: sent.map(({ index }) => index), silence }, frame);
}

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

/** A rejection shows what it is to show only where its twin, which differs in one value, is accepted. */
function judgeCall(step: CallStep, seen: Parameters<typeof judgeStep>[1], frame: Frame): void {
  try {
    judgeStep(step, seen, frame);
  } catch (error) {
    if (!(error instanceof StopInstance) || step.twinOf === null) throw error;
    withdraw(step.twinOf, error.message, frame);
  }
}

function withdraw(step: string, why: string, { run, prefix }: Frame): void {
  for (const evidence of run.evidence) {
    if (evidence.step !== `${prefix}${step}` || evidence.outcome !== 'held') continue;
    Object.assign(evidence, { outcome: 'untested', reason: 'setup', detail: `its twin tells otherwise: ${why}` });
  }
}
