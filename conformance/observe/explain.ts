import { choicesText, type Question } from '../../shared/questions/question.ts';
import type { Evidence } from '../judge/evidence.ts';
import type { Report } from '../report/report.ts';
import type { Registry, Rule } from '../suite/rules/rule.ts';
import { type Duty, dutiesAt } from './duties.ts';
import { openAnswersIn } from './open-answers.ts';
import type { Passing, Traffic } from './traffic.ts';

/**
 * The meaning of one exchange: rules of the server, duties of the client, and places where the specification is silent.
 */
export type Explanation = {
  passing: Passing;
  rules: { rule: Rule; evidence: Evidence; numbers: number[] }[];
  duties: Duty[];
  silent: { question: Question; choice: unknown }[];
  /** Why it could not be judged; null if it could. */
  left: string | null;
};

export type Explaining = { report: Report; registry: Registry; questions: readonly Question[] };

/** Explains the exchange with this number; null if there is none. */
export function explain(
  traffic: Traffic,
  number: number,
  { report, registry, questions }: Explaining,
): Explanation | null {
  const place = traffic.passings.findIndex((one) => one.number === number);
  const passing = traffic.passings[place];
  if (passing === undefined) return null;
  const rules = report.evidence.flatMap((evidence) => {
    const numbers = evidence.exchanges.flatMap(
      (position) => report.observed?.numbers[evidence.instance]?.[position] ?? [],
    );
    const rule = registry.get(evidence.rule);
    return rule === undefined || numbers.at(-1) !== number ? [] : [{ rule, evidence, numbers }];
  });
  const silent = openAnswersIn(passing, questions).flatMap(({ question: name, choice }) => {
    const question = questions.find((one) => one.name === name);
    return question === undefined ? [] : [{ question, choice }];
  });
  const left = report.observed?.left.find(({ numbers }) => numbers.includes(number))?.why ?? null;
  return { passing, rules, duties: dutiesAt(passing, traffic.passings.slice(0, place)), silent, left };
}

/** The lines of the explanation. The first one names the side that must act. */
export function explanationLines({ passing, rules, duties, silent, left }: Explanation): string[] {
  const { request, answer, silence } = passing.exchange;
  const broken = rules.filter(({ evidence }) => evidence.outcome === 'violated');
  const held = rules.filter(({ evidence }) => evidence.outcome === 'held');
  return [
    whose(broken.length, duties.length, silent.length),
    `exchange ${passing.number}: ${request.method} ${request.url}: ${answer === null ? `no answer (${silence})` : answer.status}`,
    ...(left === null ? [] : [`not judged: ${left}`]),
    ...titled(
      'Rules that the server violates',
      broken.flatMap(({ rule, evidence, numbers }) => ruleLines(rule, evidence, numbers)),
    ),
    ...titled(
      'Duties of the client',
      duties.flatMap(({ clause, says, client }) => [`section ${clause}: ${says}`, `  the client: ${client}`]),
    ),
    ...titled(
      'Where the specification is silent',
      silent.flatMap(({ question, choice }) => silentLines(question, choice)),
    ),
    ...titled(
      'Rules that the answer keeps',
      held.map(({ rule }) => `${rule.id} (${rule.clause}): ${rule.says}`),
    ),
  ];
}

function whose(broken: number, duties: number, silent: number): string {
  if (broken > 0) return 'the server: it violates a rule of the specification';
  if (duties > 0) return 'the client: it has not done, or has yet to do, what the specification asks of it';
  return silent > 0
    ? 'neither: the server does as it may where the specification is silent, and the client must accept it'
    : 'neither: nothing is wrong with this exchange as far as it can be judged';
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function ruleLines({ id, clause, says }: Rule, { mismatches, spared }: Evidence, numbers: readonly number[]): string[] {
  const before = numbers.slice(0, -1);
  return [
    `${id} (${clause}): ${says}`,
    ...mismatches.map(
      ({ pointer, expected, seen }) => `  ${pointer}: expected ${expected}; seen ${JSON.stringify(seen)}`,
    ),
    ...(before.length === 0 ? [] : [`  with exchange ${before.join(', ')}`]),
    ...(spared === undefined ? [] : [`  as a lawful server may: ${spared}`]),
  ];
}

function silentLines(question: Question, choice: unknown): string[] {
  return [
    `${question.name} (section ${question.section}): ${question.ask}`,
    `  this server: ${JSON.stringify(choice)}; lawful: ${choicesText(question)}; the emulator by default: ${JSON.stringify(question.default)}`,
    `  the client must accept each of them`,
  ];
}
