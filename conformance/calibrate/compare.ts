import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../effects/http/exchange.ts';
import type { Report } from '../report/report.ts';
import type { Decision, Sight } from './decide.ts';
import { overlapOf, rangeText } from './range.ts';

/** What a run told of one of the two. */
export type Side = { report: Report; decisions: readonly Decision[] };

export type QuestionDifference = { question: string; a: string; b: string; seen: { a: Sight[]; b: Sight[] } };
export type RuleDifference = {
  rule: string;
  a: string;
  b: string;
  exchanges: { a: Exchanged | null; b: Exchanged | null };
};
/** The exchange that showed a verdict. */
export type Exchanged = { instance: string; request: string; answer: string };

export type Comparison = {
  a: string;
  b: string;
  questions: { same: number; compared: number; differ: QuestionDifference[] };
  rules: { same: number; compared: number; differ: RuleDifference[] };
};

/** Where two servers differ: in what is left open, question by question, and in their verdicts, rule by rule. */
export function compareSides(a: Side, b: Side): Comparison {
  const pairs = a.decisions.flatMap((own) => {
    const other = b.decisions.find(({ question }) => question === own.question);
    return other !== undefined && isTold(own) && isTold(other) ? [{ own, other }] : [];
  });
  const questions = pairs
    .filter(({ own, other }) => areApart(own, other))
    .map(({ own, other }) => questionPair(own, other));
  const verdicts = new Map(b.report.rules.map(({ id, verdict }) => [id, verdict]));
  const rules = a.report.rules.filter(({ id, verdict }) => isTested(verdict) && isTested(verdicts.get(id)));
  const other = rules.filter(({ id, verdict }) => verdict !== verdicts.get(id));
  return {
    a: a.report.target.base_url,
    b: b.report.target.base_url,
    questions: { same: pairs.length - questions.length, compared: pairs.length, differ: questions },
    rules: {
      same: rules.length - other.length,
      compared: rules.length,
      differ: other.map(({ id, verdict }) => ({
        rule: id,
        a: verdict,
        b: verdicts.get(id) ?? 'untested',
        exchanges: exchangesOf(id, a.report, b.report),
      })),
    },
  };
}

/** In the end: `parity 74 of 77 questions, 369 of 369 rules`. */
export function parityText({ questions, rules }: Comparison): string {
  return `parity ${questions.same} of ${questions.compared} questions, ${rules.same} of ${rules.compared} rules`;
}

export function isSame({ questions, rules }: Comparison): boolean {
  return questions.differ.length === 0 && rules.differ.length === 0;
}

function isTold({ kind, sights }: Decision): boolean {
  return kind !== 'unseen' && sights.length > 0;
}

function isTested(verdict: string | undefined): boolean {
  return verdict !== undefined && ['pass', 'fail', 'warn'].includes(verdict);
}

/** A choice that explains both is no difference; where none explains one of them, what was seen at the same place decides. */
export function areApart(own: Decision, other: Decision): boolean {
  if (own.range !== undefined && other.range !== undefined) return overlapOf(own.range, other.range) === null;
  const [fits, otherFits] = [fitsOf(own), fitsOf(other)];
  if (fits !== null && otherFits !== null)
    return !fits.some((choice) => otherFits.some((one) => isDeepStrictEqual(choice, one)));
  const seen = new Map(other.sights.map((sight) => [placeOf(sight), sight.value]));
  return own.sights.some((sight) => (seen.get(placeOf(sight)) ?? sight.value) !== sight.value);
}

/** The choices that show what was seen; null where none does. */
function fitsOf(decision: Decision): readonly unknown[] | null {
  if (decision.kind === 'set') return decision.fits ?? [decision.choice];
  return decision.kind === 'untold' ? (decision.fits ?? null) : null;
}

function placeOf({ instance, step, path }: Sight): string {
  return `${instance} ${step} ${path}`;
}

function questionPair(own: Decision, other: Decision): QuestionDifference {
  const placed = (sight: Sight) => `${placeOf(sight)} ${sight.value}`;
  const without = (some: readonly Sight[], left: readonly Sight[]) => {
    const known = new Set(left.map(placed));
    return some.filter((sight) => !known.has(placed(sight))).slice(0, MOST_SHOWN);
  };
  return {
    question: own.question,
    a: toldAs(own),
    b: toldAs(other),
    seen: { a: without(own.sights, other.sights), b: without(other.sights, own.sights) },
  };
}

/** So many places of a difference are shown. */
const MOST_SHOWN = 3;

function toldAs(decision: Decision): string {
  if (decision.range !== undefined) return rangeText(decision.range);
  return decision.kind === 'set' ? JSON.stringify(decision.choice) : decision.why;
}

/** The same moment of both: where the one that fails or warns was held against its rule. */
function exchangesOf(rule: string, a: Report, b: Report): RuleDifference['exchanges'] {
  const blamed = [a, b].flatMap(({ evidence }) =>
    evidence.filter((one) => one.rule === rule && one.outcome === 'violated'),
  );
  const [first] = blamed;
  const exchangeIn = ({ evidence, instances }: Report): Exchanged | null => {
    const own = evidence.find(
      (one) => one.rule === rule && one.instance === first?.instance && one.step === first.step,
    );
    const tape = instances.find(({ id }) => id === own?.instance)?.tape ?? [];
    const entry = tape[own?.exchanges.at(-1) ?? -1];
    if (own === undefined || entry?.kind !== 'exchange') return null;
    const { request, answer, silence } = entry.exchange;
    const text = answer === null ? `no answer (${silence})` : `${answer.status} ${bodyText(answer.body)}`;
    return { instance: own.instance, request: `${request.method} ${request.url}`, answer: text };
  };
  return { a: exchangeIn(a), b: exchangeIn(b) };
}

function bodyText(body: Answer['body']): string {
  const text = body !== null && body.kind === 'text' ? body.text : JSON.stringify(body);
  return text.slice(0, LONGEST);
}

/** A longer body is cut. */
const LONGEST = 400;
