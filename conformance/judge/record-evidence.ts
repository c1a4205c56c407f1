import type { Silence } from '../effects/http/exchange.ts';
import { StopInstance } from '../effects/untestable.ts';
import type { Frame } from '../play/frame.ts';
import { observed } from '../play/observe.ts';
import { type Judgement, judge } from '../suite/expectation/judge.ts';
import type { Reason } from '../suite/reasons.ts';
import type { Check, Classify, Judged, Observe } from '../suite/scenario/scenario.ts';
import type { Place } from '../suite/yaml/node.ts';
import type { Evidence } from './evidence.ts';

/** What a step saw: what its expectations are about, and where on the tape it is. */
export type Seen = { subject: unknown; exchanges: number[]; silence: Silence | null; previous?: unknown };

/** Judges everything that a step expects. Gives the class of the answer where it was classified. */
export function judgeStep(step: Judged & { id: string; classify?: Classify | null }, seen: Seen, frame: Frame): void {
  if (step.classify) classify(step.classify, step.id, seen, frame);
  judgeChecks(step.expect, step.id, seen, frame);
  const duties = frame.klass === null ? undefined : step.byClass.get(frame.klass);
  if (duties !== undefined) judgeChecks(duties.expect, step.id, seen, frame);
  note([...step.observe, ...(duties?.observe ?? [])], step.id, seen, frame);
}

export function judgeChecks(checks: readonly Check[], step: string, seen: Seen, frame: Frame): void {
  for (const check of checks) {
    const judgement = silent(seen) ?? judge(check.expectation, seen.subject, scopeOf(frame, seen), frame.run.facts.kit);
    if (check.rule === null) {
      demand(judgement, step, frame);
      continue;
    }
    addEvidence(frame, { step, rule: check.rule, place: check.place }, judgement, seen.exchanges);
    if (judgement.outcome === 'violated' && frame.isSetUp)
      throw new StopInstance('setup', `${check.rule} is broken at ${frame.prefix}${step}`);
  }
}

/** What has no rule must hold for the rest to make sense. */
function demand(judgement: Judgement, step: string, { prefix }: Frame): void {
  if (judgement.outcome === 'held') return;
  if (judgement.outcome === 'untested' && judgement.why === 'condition') return;
  const why = judgement.outcome === 'violated' ? judgement.mismatches.map(mismatchText).join('; ') : judgement.why;
  throw new StopInstance('setup', `${prefix}${step} is not as the scenario needs it: ${why}`);
}

export function mismatchText({
  pointer,
  expected,
  seen,
}: {
  pointer: string;
  expected: string;
  seen: unknown;
}): string {
  return `${pointer || '/'} should be ${expected}, and is ${JSON.stringify(seen) ?? 'not there'}`;
}

/** Where no answer came, nothing can be compared. A connection that was closed on this request alone is a breach. */
function silent({ silence }: Seen): Judgement | null {
  if (silence === null) return null;
  if (silence === 'closed' || silence === 'malformed') {
    const seen = silence === 'closed' ? 'the connection was closed without one' : 'what came is no HTTP';
    return { outcome: 'violated', mismatches: [{ pointer: '', expected: 'an answer', seen }] };
  }
  return { outcome: 'untested', why: silence === 'timeout' ? 'deadline' : 'unreachable' };
}

type Where = { step: string; rule: string; place: Place };

export function addEvidence(
  { run, prefix }: Frame,
  { step, rule, place }: Where,
  judgement: Judgement,
  exchanges: readonly number[],
): void {
  const { id: instance, arm } = run.instance;
  const where = { rule, instance, step: `${prefix}${step}`, place: placeText(place), partial: arm?.partial ?? false };
  run.evidence.push({ ...where, exchanges: [...exchanges], ...outcomeOf(judgement) });
}

export function placeText({ file, line, column }: Place): string {
  return `${file}:${line}:${column}`;
}

function outcomeOf(judgement: Judgement): Pick<Evidence, 'outcome' | 'reason' | 'detail' | 'mismatches'> {
  if (judgement.outcome === 'held') return { outcome: 'held', reason: null, detail: null, mismatches: [] };
  if (judgement.outcome === 'violated')
    return { outcome: 'violated', reason: null, detail: null, mismatches: judgement.mismatches };
  return { outcome: 'untested', reason: reasonFor(judgement.why), detail: judgement.why, mismatches: [] };
}

const PLAIN_REASONS: readonly string[] = ['condition', 'deadline', 'unreachable', 'unseen', 'feature-off', 'setup'];

/** A condition, or a value that is missing because something before went wrong. */
function reasonFor(why: string): Reason {
  if (PLAIN_REASONS.includes(why)) return why as Reason;
  return why.startsWith('needs-') ? (why as Reason) : 'setup';
}

/** The reason that lies in a condition which is not met: what it asks for is what is missing. */
export function reasonOfCondition(text: string): Reason {
  if (/\bdriver\.webhooks\b/.test(text)) return 'needs-receiver';
  if (/\bdriver\.clock\b/.test(text)) return 'needs-clock';
  if (/\bdriver\.tenants\b|\btenant\b/.test(text)) return 'needs-tenant';
  if (/\bdriver\./.test(text)) return 'needs-driver';
  if (/\bkey\./.test(text)) return 'needs-key';
  if (/\bfeature\./.test(text)) return 'feature-off';
  if (/\bbudget\./.test(text)) return 'budget';
  return /\barm\./.test(text) ? 'needs-clock' : 'condition';
}

/** Every check of a step that is not done is one that could not be tested. */
export function passOver(step: { id: string }, reason: Reason, detail: string, frame: Frame): void {
  for (const rule of rulesOf(step)) addUntested(frame, step.id, rule, reason, detail);
}

export function addUntested({ run, prefix }: Frame, step: string, rule: string, reason: Reason, detail: string): void {
  const { id: instance, arm } = run.instance;
  const where = { rule, instance, step: `${prefix}${step}`, partial: arm?.partial ?? false };
  run.evidence.push({ ...where, place: null, outcome: 'untested', reason, detail, mismatches: [], exchanges: [] });
}

type Checked = Partial<Judged> & { classify?: Classify | null; always?: readonly Check[] };

export function rulesOf(of: { id: string }): string[] {
  const step: { id: string } & Checked = of;
  const checks = [
    ...(step.expect ?? []),
    ...(step.always ?? []),
    ...(step.classify?.classes.flatMap(({ expect }) => expect) ?? []),
    ...[...(step.byClass?.values() ?? [])].flatMap(({ expect }) => expect),
  ];
  return checks.flatMap(({ rule }) => rule ?? []);
}

function classify({ classes, otherwise }: Classify, step: string, seen: Seen, frame: Frame): void {
  const { run } = frame;
  const judged = classes.map((one) => ({
    one,
    judgement: silent(seen) ?? judge(one.when, seen.subject, scopeOf(frame, seen), run.facts.kit),
  }));
  const match = judged.find(({ judgement }) => judgement.outcome === 'held');
  frame.klass = match?.one.name ?? null;
  if (match === undefined) {
    const nearest = judged
      .flatMap(({ one, judgement }) => (judgement.outcome === 'violated' ? [{ one, judgement }] : []))
      .sort((a, b) => a.judgement.mismatches.length - b.judgement.mismatches.length)[0];
    const blame = nearest?.judgement ?? { outcome: 'untested', why: 'condition' };
    if (otherwise !== null) addEvidence(frame, { step, ...otherwise }, blame, seen.exchanges);
    return;
  }
  run.classesSeen.add(match.one.name);
  if (otherwise !== null)
    addEvidence(frame, { step, ...otherwise }, pinned(match.one.name, run.instance.pin), seen.exchanges);
  judgeChecks(match.one.expect, step, seen, frame);
}

/** Where the row of the matrix decides the class, any other is a breach of the table. */
function pinned(found: string, pin: string | null): Judgement {
  if (pin === null || pin === found) return { outcome: 'held' };
  return { outcome: 'violated', mismatches: [{ pointer: '', expected: `an answer of the class ${pin}`, seen: found }] };
}

function note(observes: readonly Observe[], step: string, seen: Seen, { run, scope, prefix }: Frame): void {
  for (const { gap, paths } of observes) {
    const values = paths.map((path) => [path, observed(path, seen.subject, scope)]);
    run.observations.push({
      gap,
      instance: run.instance.id,
      step: `${prefix}${step}`,
      seen: Object.fromEntries(values),
    });
  }
}

function scopeOf({ scope }: Frame, { previous }: Seen) {
  return previous === undefined ? scope : { ...scope, names: { ...scope.names, previous } };
}
