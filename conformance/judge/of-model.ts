import { createModel, type ModelFinding } from '../model/model.ts';
import { READ_BACK } from '../play/read-back.ts';
import type { AnswerMoment, Trace } from '../play/trace.ts';
import { compareVersions } from '../suite/rules/graded-rules.ts';
import { type Evidence, evidenceOf } from './evidence.ts';

/** The step of evidence by the model. */
const BY_MODEL = 'model';

/** The version of the suite that introduced the model and the reading back of leftovers. */
const SINCE = '0.3.0';

/** Removes violations that an older version of the suite would not have found. */
export function asFoundBy(version: string | undefined, evidence: readonly Evidence[]): readonly Evidence[] {
  if (version === undefined || compareVersions(version, SINCE) >= 0) return evidence;
  return evidence.filter((one) => one.outcome !== 'violated' || !(isByModel(one) || one.step.startsWith(READ_BACK)));
}

export function isByModel({ step }: Evidence): boolean {
  return step.endsWith(BY_MODEL);
}

/**
 * `gaveUp` says after which exchange the model stopped judging because there were too many possibilities; null if it
 * judged everything.
 */
export type OfModel = { evidence: Evidence[]; gaveUp: string | null };

/** Returns where the answers of an instance contradict what its earlier answers made certain. */
export function ofModel(trace: Trace): OfModel {
  const { facts, moments, instance } = trace;
  if ((facts.tenant?.unsure ?? []).length > 0) return { evidence: [], gaveUp: null };
  const model = createModel(facts);
  const isConcurrent = concurrencyOf(moments.filter((moment) => moment.kind === 'answer'));
  const findings: { prefix: string; finding: ModelFinding }[] = [];
  for (const moment of moments) {
    if (moment.kind === 'drive') model.drive(moment.call, moment.given);
    if (moment.kind === 'deliveries') model.deliver(moment.hook, moment.inbox);
    if (moment.kind !== 'answer') continue;
    const answer = { ...moment, isConcurrent: isConcurrent(moment) };
    for (const finding of model.see(answer)) findings.push({ prefix: moment.prefix, finding });
  }
  for (const finding of model.finish()) findings.push({ prefix: '', finding });
  const evidence = findings.map(({ prefix, finding: { rule, mismatch, exchanges, spared } }) => {
    const source = { instance: instance.id, step: `${prefix}${BY_MODEL}`, partial: instance.arm?.partial ?? false };
    const outcome = 'violated' as const;
    const violated = { outcome, mismatches: [mismatch], ...(spared !== undefined && { spared }) };
    return evidenceOf(rule, source, violated, { place: null, exchanges });
  });
  const gaveUpAt = model.gaveUpAt();
  const gaveUp =
    gaveUpAt === null ? null : `the model judged nothing after exchange ${gaveUpAt}: there were too many possibilities`;
  return { evidence, gaveUp };
}

/** Returns a function that detects whether another request was in progress during an exchange. */
export function concurrencyOf<Answer extends Pick<AnswerMoment, 'exchange'>>(
  answers: readonly Answer[],
): (answer: Answer) => boolean {
  const concurrent = new Set<Answer>();
  const byStart = answers.toSorted((one, other) => one.exchange.at - other.exchange.at);
  let latest: Answer | null = null;
  for (const answer of byStart) {
    if (latest !== null && answer.exchange.at + CLOCK_PRECISION < endOf(latest)) {
      concurrent.add(answer);
      concurrent.add(latest);
    }
    if (latest === null || endOf(answer) > endOf(latest)) latest = answer;
  }
  return (answer) => concurrent.has(answer);
}

/** Larger than the rounding of times, which is a thousandth of a millisecond. */
const CLOCK_PRECISION = 0.01;

function endOf({ exchange }: Pick<AnswerMoment, 'exchange'>): number {
  return exchange.at + exchange.took;
}
