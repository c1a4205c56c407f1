import { isSettable, type Question } from '../../shared/questions/question.ts';
import { AS_IS, marksOf, type Table } from './choices.ts';
import { openIn, type Unseen } from './observed.ts';
import type { PairRows } from './pair-rows.ts';
import type { Outcome } from './perform.ts';
import type { Plan } from './plan-proof.ts';
import type { ChoiceResult, Fresh, Kill } from './prove.ts';

export type Proved = {
  plan: Plan;
  outcome: Outcome;
  tables: readonly (Table & PairRows)[];
  unseen: Unseen | null;
  seed: string;
  seconds: number;
};

/** The results of the proof in numbers. */
export function summaryText(proved: Proved): string {
  const { plan, seconds, seed } = proved;
  return [
    ...(plan.deviations.length > 0 ? deviationLines(proved) : []),
    ...(plan.breaches.length > 0 ? breachLines(proved) : []),
    ...(plan.fresh.length > 0 ? freshLines(proved) : []),
    ...proved.tables.flatMap((table) => tableLines(proved, table)),
    ...(proved.unseen === null ? [] : unseenLines(proved.unseen)),
    `${Math.round(seconds)} seconds; seed ${seed}`,
  ].join('\n');
}

function deviationLines({ outcome: { kills } }: Proved): string[] {
  return [
    `${kills.length} deviations, ${kills.filter(({ subtle }) => subtle).length} of them subtle`,
    ...killLines(kills),
    `  ${kills.filter(({ outcome }) => outcome === 'never_fired').length} never fired`,
  ];
}

function breachLines({ outcome: { breaches } }: Proved): string[] {
  return [`${breaches.length} breaches in a server of another make`, ...killLines(breaches)];
}

/** Which breaches without an expected rule were found, and which were not. */
function freshLines({ plan, outcome: { fresh } }: Proved): string[] {
  const all = plan.fresh.flatMap((breach) => fresh.filter(({ id }) => id === breach));
  const failed = all.filter((one) => one.failed.length > 0);
  const warned = all.filter((one) => one.failed.length === 0 && one.warned.length > 0);
  const missed = all.filter((one) => one.failed.length + one.warned.length === 0);
  const line = ({ section, id }: Fresh) => `${section} ${id}`;
  return [
    `${failed.length} of ${all.length} failed, ${warned.length} only warned`,
    ...failed.map((one) => `  ${line(one)}: ${one.failed.join(', ')}`),
    ...warned.map((one) => `  ${line(one)} (only warned): ${one.warned.join(', ')}`),
    ...listed('fresh breaches not found', missed.map(line)),
  ];
}

function killLines(kills: readonly Kill[]): string[] {
  const of = (outcome: Kill['outcome']) => kills.filter((kill) => kill.outcome === outcome).length;
  return [
    `  ${of('killed')} caught by the id of their rule`,
    `  ${of('killed_by_others')} caught under other ids alone`,
    `  ${of('survived')} survived`,
  ];
}

/** What was tried for the questions of one implementation. */
function tableLines({ plan, outcome: { results } }: Proved, { make, questions, ...pairs }: Table & PairRows): string[] {
  const isOwn = (one: { make: string }) => one.make === make;
  const [choices, rows] = [plan.choices.filter(isOwn), plan.rows.filter(isOwn)];
  const refused = plan.refused.filter(({ choice }) => isOwn(choice));
  if (make !== AS_IS && choices.length + rows.length === 0) return [];
  return [
    ...(make === AS_IS ? questionLines(questions) : [`in a server of another make, of ${questions.length} questions`]),
    ...(choices.length > 0 ? choiceLines(choices, refused, results) : []),
    ...(rows.length > 0 ? rowLines(rows, pairs, results) : []),
  ];
}

function questionLines(questions: readonly Question[]): string[] {
  const settable = questions.filter(isSettable);
  const having = (field: 'observed' | 'observe' | 'unobserved') =>
    questions.filter((question) => question[field] !== undefined).length;
  return [
    `${questions.length} open questions`,
    `  ${settable.length} can be set in the emulator, ${questions.length - settable.length} cannot and are skipped`,
    `  ${having('observed')} observed, ${having('observe')} with an observation to be made, ${having('unobserved')} that no run can see`,
  ];
}

type Results = Outcome['results'];

function choiceLines(choices: Plan['choices'], refused: Plan['refused'], results: Results): string[] {
  const run = choices.filter(({ name }) => results.has(name));
  const blamed = run.filter(({ name }) => (results.get(name)?.rules.length ?? 0) > 0);
  const marked = choices.filter((choice) => marksOf(choice).length > 0);
  return [
    `${choices.length} choices tried alone`,
    `  ${run.length - blamed.length} spared, ${blamed.length} blamed or warned of; ${marked.length} are marked`,
    ...refused.map(({ choice, reason }) => `  ${choice.name} is tried in rows alone: ${reason}`),
  ];
}

function rowLines(rows: Plan['rows'], pairs: PairRows, results: Results): string[] {
  const blamed = rows.filter(({ name }) => (results.get(name)?.rules.length ?? 0) > 0);
  const marked = rows.filter(({ choices }) => choices.some((choice) => marksOf(choice).length > 0));
  return [
    `${rows.length} rows of ${pairs.rows.length}, which hold each of ${pairs.pairs} pairs of choices; ${pairs.excluded} pairs make no sense`,
    `  ${rows.length - blamed.length} spared, ${blamed.length} blamed; ${marked.length} have a choice that is marked`,
    ...byMarkedLines(rows.flatMap(({ name }) => results.get(name) ?? [])),
    ...openText(rows.flatMap(({ name }) => results.get(name) ?? [])),
  ];
}

function byMarkedLines(results: readonly ChoiceResult[]): string[] {
  return results
    .filter(({ byMarked }) => byMarked.length > 0)
    .map(
      ({ name, byMarked }) =>
        `  ${name} fails as well, but not without the choices that are marked: ${byMarked.join(', ')}`,
    );
}

function openText(results: readonly ChoiceResult[]): string[] {
  const open = results.map(openIn).sort((one, other) => one - other);
  const [least, middle, most] = [open[0], open[Math.floor(open.length / 2)], open.at(-1)];
  const all = results[0]?.verdicts.length ?? 0;
  return all === 0 ? [] : [`  of ${all} rules, ${least} to ${most} stay open in a row, ${middle} in the middle one`];
}

function unseenLines({ unfired, unobserved, indistinct, hiding }: Unseen): string[] {
  return [
    ...listed('choices that made no difference to the server', unfired),
    ...listed('choices that nothing observes', unobserved),
    ...listed(
      'choices that the gap of their question does not distinguish from the usual one',
      indistinct.map(({ name, gap }) => `${name} (${gap})`),
    ),
    ...listed(
      'choices beside which many rules stay open',
      hiding.map(({ name, rules }) => `${name} (${rules})`),
    ),
  ];
}

function listed(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${names.length} ${what}`, ...names.map((name) => `  ${name}`)];
}
