import { classesIn } from '../play/moment.ts';
import { classesOf, crashOf } from '../play/play-instance.ts';
import { scopesOf } from '../play/scope.ts';
import type { Ended, Trace } from '../play/trace.ts';
import type { Reason } from '../suite/reasons.ts';
import { createAnswerChecks } from './every-answer/answer-checks.ts';
import { type Evidence, type Observation, untestedRule } from './evidence.ts';
import { evidenceAt, observationsAt, refutedAt, sourceOf } from './judge-moment.ts';
import { isOfEnds, whyInputLapsed } from './lapsed-input.ts';
import { ofModel } from './of-model.ts';
import { isOfUnits, whyCharged } from './refusal-fee.ts';

/** How an instance ended, with all its evidence and observations. */
export type Findings = Ended & { evidence: Evidence[]; observations: Observation[] };

/** Judges a trace. The result depends only on the trace, so the same tape always gives the same findings. */
export function judgeTrace(trace: Trace): Findings {
  const { found, observations, fault } = lookThrough(trace);
  const ended = fault === null ? trace.ended : crashOf(fault.error);
  const model = ofModel(trace);
  const evidence = withoutDoubtful(trace, [
    ...withoutRefuted(trace, found),
    ...model.evidence,
    ...ofUnseenClasses(trace),
  ]);
  const detail = ended.detail ?? model.gaveUp;
  return { ...ended, detail, evidence: [...evidence, ...ofTheRest(trace, ended, evidence)], observations };
}

/**
 * Marks violations as untested if they may be lawful, for example if the account may differ from the requested one, or
 * after a lost answer.
 */
function withoutDoubtful(trace: Trace, evidence: readonly Evidence[]): readonly Evidence[] {
  const isViolated = ({ outcome }: Evidence) => outcome === 'violated';
  const doubts = evidence.some(isViolated) ? doubtsOf(trace) : [];
  if (doubts.length === 0) return evidence;
  return evidence.map((one): Evidence => {
    const doubt = isViolated(one) ? doubts.find(({ of }) => of(one)) : undefined;
    if (doubt === undefined) return one;
    const { reason, detail } = doubt;
    return { ...one, reason, detail, outcome: 'untested', mismatches: [] };
  });
}

type Doubt = { reason: Reason; detail: string; of(evidence: Evidence): boolean };

function doubtsOf(trace: Trace): Doubt[] {
  const lost = firstLost(trace);
  // The model goes by what answers have shown, whatever an instance expects.
  const isCovered = ({ rule }: Evidence) => trace.instance.covers.includes(rule);
  const doubts: (Omit<Doubt, 'detail'> & { detail: string | null })[] = [
    { reason: 'needs-tenant', detail: whyUnsure(trace), of: isCovered },
    { reason: 'retention', detail: whyInputLapsed(trace), of: (one) => isCovered(one) && isOfEnds(one.rule) },
    { reason: 'setup', detail: whyCharged(trace), of: (one) => isCovered(one) && isOfUnits(one.rule) },
    { reason: 'deadline', detail: lost?.why ?? null, of: (evidence) => lost !== null && isBehind(evidence, lost) },
  ];
  return doubts.flatMap(({ detail, ...doubt }) => (detail === null ? [] : [{ ...doubt, detail }]));
}

function whyUnsure({ facts }: Trace): string | null {
  const unsure = facts.tenant?.unsure ?? [];
  if (unsure.length === 0) return null;
  return `the driver tenants did not report whether it honored ${unsure.join(', ')}: list the declined members in its answer, [] for none`;
}

type Found = { found: Evidence[][]; observations: Observation[]; fault: { error: unknown } | null };

/**
 * Judges moment by moment. A failure inside a check, for example because of deeply nested JSON, is a fault of the
 * harness and ends the judging.
 */
function lookThrough(trace: Trace): Found {
  const judging = { answerChecks: createAnswerChecks(trace.facts.everyAnswer), scopeAt: scopesOf(trace) };
  const found: Evidence[][] = [];
  const observations: Observation[][] = [];
  const all = () => ({ found, observations: observations.flat() });
  try {
    for (const moment of trace.moments) {
      found.push(evidenceAt(moment, trace, judging));
      observations.push(observationsAt(moment, trace, judging));
    }
    for (const moment of trace.cleanUp) observations.push(observationsAt(moment, trace, judging));
    return { ...all(), fault: null };
  } catch (error) {
    return { ...all(), fault: { error } };
  }
}

/** A rejection is evidence only if its twin, which differs in one value, is accepted. */
function withoutRefuted({ moments }: Trace, found: readonly Evidence[][]): Evidence[] {
  const refuted = new Map<string, string>();
  const backwards = found.toReversed().map((evidence, index) => {
    const own = evidence.map((one) => (one.outcome === 'held' ? withTwin(one, refuted.get(one.step)) : one));
    const moment = moments[found.length - 1 - index];
    const refutation = moment === undefined ? null : refutedAt(moment);
    if (refutation !== null) refuted.set(refutation.step, refutation.why);
    return own;
  });
  return backwards.toReversed().flat();
}

function withTwin(evidence: Evidence, why: string | undefined): Evidence {
  if (why === undefined) return evidence;
  return { ...evidence, outcome: 'untested', reason: 'setup', detail: `its twin contradicts this: ${why}` };
}

/** Marks the rules of classes that never occurred as untested. */
function ofUnseenClasses(trace: Trace): Evidence[] {
  const { instance, moments, rounds } = trace;
  if (rounds === null) return [];
  const seen = classesIn(moments);
  const unseen = classesOf(instance).filter((name) => !seen.has(name));
  return instance.steps.flatMap((step) => {
    if (!('byClass' in step)) return [];
    const classes = ('classify' in step && step.classify?.classes) || [];
    return unseen.flatMap((name) => {
      const own = classes.find((one) => one.name === name)?.expect ?? [];
      const rules = [...own, ...(step.byClass.get(name)?.expect ?? [])].flatMap(({ rule }) => rule ?? []);
      const detail = `0 of ${rounds} answers were of the class ${name}`;
      return rules.map((rule) => untestedRule(rule, sourceOf(trace, step.id), 'unseen', detail));
    });
  });
}

/** If an instance ended early, marks its rules without evidence as untested. */
function ofTheRest(trace: Trace, { reason, detail }: Ended, evidence: readonly Evidence[]): Evidence[] {
  if (reason === null) return [];
  const seen = new Set(evidence.map(({ rule }) => rule));
  const [line = ''] = (detail ?? '').split('\n');
  const rest = trace.instance.covers.filter((rule) => !seen.has(rule));
  return rest.map((rule) => untestedRule(rule, sourceOf(trace, ''), reason, line));
}

/** The position on the tape of an answer that did not arrive in time. */
type Lost = { position: number; why: string };

/**
 * Finds the first request that was not answered in time. The time limit of answers is not specified, and the request
 * may or may not have been carried out, so later violations may be consequences of that.
 */
function firstLost({ moments }: Trace): Lost | null {
  for (const moment of moments) {
    if (moment.kind !== 'answer' || moment.exchange.silence !== 'timeout') continue;
    const { request, detail } = moment.exchange;
    const why = `${request.method} ${request.url} was not answered in time (${detail ?? 'timeout'}), so its effect is unknown`;
    return { position: moment.position, why };
  }
  return null;
}

/**
 * Returns whether evidence may come from after the lost answer; values have no position. The checks of every answer
 * hold whether or not the request was carried out.
 */
function isBehind({ exchanges, step }: Evidence, { position }: Lost): boolean {
  if (step.endsWith('every-answer')) return false;
  return exchanges.length === 0 || exchanges.some((one) => one >= position);
}
