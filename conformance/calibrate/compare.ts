import type { Answer } from '../effects/http/exchange.ts';
import type { Report } from '../report/report.ts';
import type { Sight } from './decision.ts';

export type QuestionDifference = { question: string; a: string; b: string; seen: { a: Sight[]; b: Sight[] } };
export type RuleDifference = {
  rule: string;
  a: string;
  b: string;
  exchanges: { a: Exchanged | null; b: Exchanged | null };
};
/** The exchange that led to a verdict. */
export type Exchanged = { instance: string; request: string; answer: string };

export type Differing<One> = { same: number; compared: number; differ: One[] };
export type Comparison = {
  a: string;
  b: string;
  questions: Differing<QuestionDifference>;
  rules: Differing<RuleDifference>;
};

/** The rules that have different verdicts in two runs. */
export function compareRules(a: Report, b: Report): Differing<RuleDifference> {
  const verdicts = new Map(b.rules.map(({ id, verdict }) => [id, verdict]));
  const rules = a.rules.filter(({ id, verdict }) => isTested(verdict) && isTested(verdicts.get(id)));
  const other = rules.filter(({ id, verdict }) => verdict !== verdicts.get(id));
  return {
    same: rules.length - other.length,
    compared: rules.length,
    differ: other.map(({ id, verdict }) => ({
      rule: id,
      a: verdict,
      b: verdicts.get(id) ?? 'untested',
      exchanges: exchangesOf(id, a, b),
    })),
  };
}

/** The last line: `parity 74 of 77 questions, 369 of 369 rules`. */
export function parityText({ questions, rules }: Pick<Comparison, 'questions' | 'rules'>): string {
  const parts = [
    ...(questions.compared === 0 ? [] : [`${questions.same} of ${questions.compared} questions`]),
    ...(rules.compared === 0 ? [] : [`${rules.same} of ${rules.compared} rules`]),
  ];
  return `parity ${parts.join(', ')}`;
}

export function isSame({ questions, rules }: Pick<Comparison, 'questions' | 'rules'>): boolean {
  return questions.differ.length === 0 && rules.differ.length === 0;
}

function isTested(verdict: string | undefined): boolean {
  return verdict !== undefined && ['pass', 'fail', 'warn'].includes(verdict);
}

/** The exchanges of both at the same step: the one at which the rule was violated. */
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

/** Longer bodies are truncated. */
const LONGEST = 400;
