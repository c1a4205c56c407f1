import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TWINS } from '../../../conformance/calibrate/generated/twins.ts';
import { pointsOf } from '../../../conformance/calibrate/points.ts';
import { type Seen, type Twin, type Twins, twinOf } from '../../../conformance/calibrate/twin.ts';
import { certifyWith, openSuite } from '../../../conformance/certify.ts';
import { startEmulator } from '../../../conformance/run/self-test.ts';
import { targetFromFlags } from '../../../conformance/target/target-from-flags.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { isSettable, type Question } from '../../../shared/questions/question.ts';
import { type Chosen, choicesAlone, choicesBeside, serverOptions } from '../choices.ts';
import { learnMoves } from './learn-moves.ts';

/**
 * `npm run twins`: runs the emulator under each choice of the questions that a gap observes, with the scenarios that look
 * for the gap alone, and writes what it shows into conformance/calibrate/generated; then it does the same with the battery of
 * probes. `-- --only X,Y` learns these questions again, and keeps what is known of the others; `-- --battery` and
 * `-- --scenarios` learn one of the two, and `-- --new` what the battery has not learnt yet.
 */
const FILE = fileURLToPath(new URL('../../../conformance/calibrate/generated/twins.ts', import.meta.url));
const SEED = 'calibrate';
const loaded = openSuite();
const known = new Map<string, Promise<Seen>>();

export async function seenUnder(chosen: Chosen, only: readonly string[], round = 1): Promise<Seen> {
  const key = JSON.stringify([chosen, only, round]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = look(chosen, only);
  known.set(key, found);
  return found;
}

async function look(chosen: Chosen, only: readonly string[]): Promise<Seen> {
  const server = await startEmulator({ ...serverOptions(chosen), onUnexpected: () => {} });
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
    const report = await certifyWith(loaded, target, { only, seed: SEED });
    return new Map([...pointsOf(report.observations)].map(([at, { value }]) => [at, value]));
  } finally {
    await server.close();
  }
}

/** The twin of a question, whose first choice is the default. */
export async function learn(question: Question, scenarios: readonly string[]): Promise<Twin> {
  const { name, observed = '' } = question;
  const beside = choicesBeside(question);
  const tried: (readonly [unknown, Seen])[] = [];
  for (const choice of choicesAlone(question)) {
    const chosen = choice === question.default ? beside : { ...beside, [name]: choice };
    tried.push([choice, await seenUnder(chosen, scenarios)]);
  }
  return twinOf(name, observed, tried, await seenUnder(beside, scenarios, 2));
}

async function learnAll(only: readonly string[] | null): Promise<Twins> {
  const scenarios = only === null ? await scenariosByGap() : TWINS.scenarios;
  const before = new Map(TWINS.questions.map((twin) => [twin.question, twin]));
  const questions: Twin[] = [];
  for (const question of QUESTIONS.filter(isSettable)) {
    const own = scenarios[question.observed ?? ''];
    if (own === undefined) continue;
    const known = before.get(question.name);
    if (known !== undefined && only !== null && !only.includes(question.name)) {
      questions.push(known);
      continue;
    }
    questions.push(await learn(question, own));
    process.stderr.write(`${question.name}\n`);
  }
  return { scenarios, questions };
}

/** The scenarios that observe each gap on the emulator. */
async function scenariosByGap(): Promise<Record<string, string[]>> {
  const all = await seenUnder({}, []);
  const found: Record<string, string[]> = {};
  for (const at of all.keys()) {
    const [gap = '', instance = ''] = at.split(' | ');
    const scenario = instance.replace(/\[.*$/, '');
    const own = found[gap] ?? [];
    found[gap] = own.includes(scenario) ? own : [...own, scenario];
  }
  return Object.fromEntries(
    Object.entries(found)
      .sort()
      .map(([gap, own]) => [gap, own.sort()]),
  );
}

function textOf({ scenarios, questions }: Twins): string {
  const gaps = Object.entries(scenarios).map(([gap, own]) => `    ${JSON.stringify(gap)}: ${JSON.stringify(own)},`);
  const rows = questions.map((twin) => `    ${JSON.stringify(twin)},`);
  return `// Written by \`npm run twins\`.
import type { Twins } from '../twin.ts';

/** What the emulator shows under each choice of the open questions that a run can see. */
export const TWINS: Twins = {
  scenarios: {
${gaps.join('\n')}
  },
  questions: [
${rows.join('\n')}
  ],
};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const flag = { type: 'boolean' } as const;
  const options = { only: { type: 'string' }, battery: flag, scenarios: flag, new: flag } as const;
  const { only, battery = false, scenarios = false, new: isNew = false } = parseArgs({ options }).values;
  const names = only?.split(',') ?? null;
  if (!battery) writeFileSync(FILE, textOf(await learnAll(names)));
  if (!scenarios) await learnMoves((name, isKnown) => (names?.includes(name) ?? true) && !(isNew && isKnown));
}
