import { areApart, compareSides } from '../../conformance/calibrate/compare.ts';
import { type Decision, decide } from '../../conformance/calibrate/decide.ts';
import { TWINS } from '../../conformance/calibrate/generated/twins.ts';
import type { Point } from '../../conformance/calibrate/points.ts';
import { byOwnPoints, type Twin } from '../../conformance/calibrate/twin.ts';
import type { Observed } from '../../conformance/cli/calibrate/observe-server.ts';
import type { Question } from '../../shared/questions/question.ts';
import { besideOf, type Choice, type Chosen, chosenOf, marksOf } from '../proof/choices.ts';
import { smallestFailing } from '../proof/smallest.ts';
import { observeChosen } from './observe.ts';

/** What a comparison with the emulator as it usually is reports some choices. */
export type Walked = {
  /** Choices whose question was reported, and no other on their account. */
  told: string[];
  /** Choices that no observation reports from the default. */
  quiet: string[];
  /** Choices that ought to be reported and were not, even alone. */
  missing: string[];
  /** Questions, or rules, that were reported for choices of others, with few of these that are enough. */
  extra: { what: string; by: string[] }[];
};

/** Walks rows of choices: each is compared with a server that has only what they need beside them. */
export async function walk(row: readonly Choice[], only: readonly string[]): Promise<Walked> {
  const beside = besideOf(row);
  const differ = async (some: readonly Choice[], scenarios: readonly string[]) =>
    differing(await baseOf(beside, scenarios), await observeChosen({ ...beside, ...chosenOf(some) }, scenarios));
  const found = await differ(row, only);
  const quiet = row.filter((choice) => !isVisible(choice));
  const absent = row.filter((one) => !quiet.includes(one) && !found.questions.includes(one.question.name));
  const missing: string[] = [];
  for (const choice of absent) {
    const { questions } = await differ([choice], scenariosOf(choice.question.name));
    if (!questions.includes(choice.question.name)) missing.push(choice.name);
  }
  const own = row.map(({ question }) => question.name);
  const extra: Walked['extra'] = [];
  for (const what of found.questions.filter((name) => !own.includes(name))) {
    const tells = async (some: readonly Choice[]) => (await differ(some, scenariosOf(what))).questions.includes(what);
    if (await tells(row)) extra.push({ what, by: namesOf(await smallestFailing(row, tells)) });
  }
  const marks = row.flatMap(marksOf);
  for (const { rule, scenario } of found.rules.filter((one) => !marks.includes(one.rule))) {
    const tells = async (some: readonly Choice[]) =>
      (await differ(some, [scenario])).rules.some((one) => one.rule === rule);
    if (await tells(row)) extra.push({ what: rule, by: namesOf(await smallestFailing(row, tells)) });
  }
  const blamed = new Set([...missing, ...extra.flatMap(({ by }) => by)]);
  const told = row.filter((one) => !quiet.includes(one) && !blamed.has(one.name));
  return { told: namesOf(told), quiet: namesOf(quiet), missing, extra };
}

function namesOf(row: readonly Choice[]): string[] {
  return row.map(({ name }) => name);
}

function scenariosOf(question: string): readonly string[] {
  const gap = TWINS.questions.find((one) => one.question === question)?.gap ?? '';
  return TWINS.scenarios[gap] ?? [];
}

const bases = new Map<string, Promise<Observed>>();

/** The server that a row is compared with; the same one is asked once. */
function baseOf(beside: Chosen, only: readonly string[]): Promise<Observed> {
  const key = JSON.stringify([beside, only]);
  const known = bases.get(key) ?? observeChosen(beside, only);
  bases.set(key, known);
  return known;
}

type Differing = { questions: string[]; rules: { rule: string; scenario: string }[] };

export function differing(a: Observed, b: Observed): Differing {
  const { questions, rules } = compareSides(a, b);
  return {
    questions: questions.differ.map(({ question }) => question),
    rules: rules.differ.flatMap(({ rule }) => {
      const shown = [b, a].flatMap(({ report }) => report.evidence.filter((one) => one.rule === rule));
      const [first] = shown.filter(({ outcome }) => outcome === 'violated');
      return first === undefined ? [] : [{ rule, scenario: first.instance.replace(/[[#].*$/, '') }];
    }),
  };
}

const OWN = byOwnPoints(TWINS.questions);

/** Whether a choice shows something else than the default where both show anything. */
export function isVisible({ question, choice }: Choice, twins: readonly Twin[] = OWN): boolean {
  const twin = twins.find((one) => one.question === question.name);
  if (twin === undefined) return false;
  const usual = shownUnder(question, twin, question.default);
  const other = shownUnder(question, twin, choice);
  return usual.sights.length > 0 && other.sights.length > 0 && areApart(usual, other);
}

/** What would be known of a server that shows what the twin shows under a choice. */
function shownUnder(question: Question, twin: Twin, choice: unknown): Decision {
  const index = twin.choices.findIndex((one) => JSON.stringify(one) === JSON.stringify(choice));
  const points = twin.points.flatMap(({ at, shows }): [string, Point][] => {
    const value = shows[index] ?? null;
    const [gap = '', instance = '', step = '', path = ''] = at.split(' | ');
    return value === null ? [] : [[at, { at, gap, instance, step, path, value }]];
  });
  const { shows_with: _, not_with: __, below: ___, ...alone } = question;
  const nothing: Decision = { question: question.name, kind: 'unseen', sights: [], why: '' };
  const shown = { points: new Map(points), whyUnseen: () => '' };
  return decide([alone], { scenarios: {}, questions: [twin] }, shown)[0] ?? nothing;
}
