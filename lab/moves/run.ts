import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PARTS, playBattery } from '../../conformance/calibrate/battery/battery.ts';
import { differencesOf } from '../../conformance/calibrate/facts/differences.ts';
import { type Facts, valueAt } from '../../conformance/calibrate/facts/facts.ts';
import { type MovedFact, type Moves, movedFacts, movesOf } from '../../conformance/calibrate/fit/moves.ts';
import { EARLY } from '../../conformance/calibrate/fit/replay.ts';
import { MOVES } from '../../conformance/calibrate/generated/moves.ts';
import { openSuite } from '../../conformance/certify.ts';
import { startEmulator } from '../../conformance/run/self-test.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isEnumeration, isSettable, type Question } from '../../shared/questions/question.ts';
import { type Chosen, choicesAlone, choicesBeside, serverOptions, usualChoice } from '../proof/choices.ts';
import { QUESTIONS_FOLDER } from '../reference/questions/read-questions.ts';

/**
 * `npm run moves`: plays the battery of `calibrate` on the emulator with each choice of each question, and writes which
 * facts change to conformance/calibrate/generated. Prints the questions that no fact shows. `-- --only X,Y` learns
 * these questions again and keeps the others; `-- --new` learns only the missing ones.
 */
const FILE = fileURLToPath(new URL('../../conformance/calibrate/generated/moves.ts', import.meta.url));

/** The parts of the battery that may show the questions of each file of scenarios/questions. */
const PARTS_OF: Readonly<Record<string, readonly string[]>> = {
  uploads: ['uploads', 'picture limits'],
  polling: ['jobs', 'cancels', 'stages', 'replays', 'faults', 'admission', 'quota', 'access'],
  forms: ['access', 'cancels'],
  stages: ['jobs', 'cancels', 'stages', 'uploads', 'jobs at once', 'expiry', 'long waits'],
  limits: ['admission', 'quota', 'forms'],
  errors: ['access', 'forms', 'uploads', 'faults', 'quota', 'expiry', 'picture limits'],
  outputs: ['outputs'],
  credits: ['credits', 'stages', 'account without units', 'overdrawn account', 'usage of days'],
  assets: ['uploads', 'outputs', 'access', 'jobs', 'expiry', 'memory', 'restricted account'],
  idempotency: ['replays', 'forms', 'jobs', 'admission', 'expiry', 'memory'],
  submissions: ['forms', 'replays', 'access', 'outputs', 'account without units', 'admission'],
  lists: ['lists', 'many jobs'],
  hair: ['forms', 'outputs'],
  access: ['access', 'outputs', 'lists', 'restricted account'],
  webhooks: ['events', 'retries'],
};

/** The file that contains each question. */
const TOPICS = new Map(
  Object.keys(PARTS_OF).flatMap((topic) => {
    const text = readFileSync(new URL(`${topic}.yaml`, QUESTIONS_FOLDER), 'utf8');
    return [...text.matchAll(/^([a-z][\w.]*):/gm)].map(([, name = '']) => [name, topic] as const);
  }),
);

/** The most facts to keep for each choice of a question. */
const MOST_FACTS = 30;

const loaded = openSuite();
const known = new Map<string, Promise<Facts>>();

function factsUnder(chosen: Chosen, only: readonly string[]): Promise<Facts> {
  const key = JSON.stringify([chosen, only]);
  const before = known.get(key) ?? play(chosen, only);
  known.set(key, before);
  return before;
}

async function play(chosen: Chosen, only: readonly string[]): Promise<Facts> {
  const server = await startEmulator({ ...serverOptions(chosen), onUnexpected: () => {} });
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
    const { signal } = new AbortController();
    return (await playBattery(loaded, target, { signal, nonce: 'moves', only })).facts;
  } finally {
    await server.close();
  }
}

/** Parts that take long, with the questions that need them. */
const ONLY_FOR: Readonly<Record<string, RegExp>> = {
  'picture limits': /^(image_|upload_max|codes\.image|codes\.payload)/,
  'long waits': /^(job_timeout|snapshot|input_exp)/,
  expiry: /expire|retention|instant|remembered|of_gone|key_of/,
  memory: /retention|remembered|key_of/,
};

function partsFor({ name }: Question): readonly string[] {
  const parts = PARTS_OF[TOPICS.get(name) ?? ''] ?? Object.keys(PARTS);
  return parts.filter((part) => ONLY_FOR[part]?.test(name) ?? true);
}

type Learnt = { question: string; choices: unknown[]; facts: MovedFact[] };

/** Plays the parts for the topic of the question. If they do not show it, plays all parts. */
async function learn(question: Question): Promise<Learnt> {
  const found = await learnIn(question, partsFor(question));
  return found.facts.length > 0 ? found : learnIn(question, EARLY);
}

async function learnIn(question: Question, parts: readonly string[]): Promise<Learnt> {
  const { name } = question;
  const beside = choicesBeside(question);
  const all = choicesAlone(question);
  // Two numbers in addition to the default are enough to see how a fact depends on the choice.
  const choices = isEnumeration(question.choices) ? all : all.slice(0, 3);
  const tried: Facts[] = [];
  for (const choice of choices)
    tried.push(await factsUnder(choice === usualChoice(question) ? beside : { ...beside, [name]: choice }, parts));
  const [usual] = tried;
  const places = tried.flatMap((facts) =>
    usual === undefined
      ? []
      : differencesOf(usual, facts)
          .differ.map(({ place }) => place)
          .slice(0, MOST_FACTS),
  );
  const facts = [...new Set(places)].map((place) => ({ place, shows: tried.map((one) => valueAt(one, place)) }));
  return { question: name, choices, facts };
}

/** Learns the selected questions and keeps the others. Writes the file from time to time. */
async function learnMoves(isMeant: (name: string, isKnown: boolean) => boolean): Promise<void> {
  const learnt = new Map(MOVES.questions.map((one) => [one.question, { ...one, facts: movedFacts(MOVES, one) }]));
  const write = () => {
    const inOrder = QUESTIONS.flatMap(({ name }) => learnt.get(name) ?? []);
    writeFileSync(FILE, textOf(movesOf(inOrder)));
  };
  const asked = QUESTIONS.filter(isSettable).filter(({ name }) => isMeant(name, learnt.has(name)));
  const byTopic = Object.keys(PARTS_OF).flatMap((topic) => asked.filter(({ name }) => TOPICS.get(name) === topic));
  for (const [index, question] of byTopic.entries()) {
    const found = await learn(question);
    learnt.set(question.name, { ...found, rows: [] });
    const shown = found.facts.length === 0 ? 'no fact shows it' : `${found.facts.length} facts`;
    process.stderr.write(`${question.name}: ${shown}\n`);
    if (index % 10 === 9) write();
  }
  write();
}

function textOf({ places, values, questions }: Moves): string {
  const rows = (items: readonly unknown[]) => items.map((item) => `    ${JSON.stringify(item)},`).join('\n');
  return `// Written by \`npm run moves\`.
import type { Moves } from '../fit/moves.ts';

/** What moves among the facts of the battery under each choice of an open question. */
export const MOVES: Moves = {
  places: [
${rows(places)}
  ],
  values: ${JSON.stringify(values)},
  questions: [
${rows(questions)}
  ],
};
`;
}

const { only, new: isNew = false } = parseArgs({
  options: { only: { type: 'string' }, new: { type: 'boolean' } },
}).values;
const names = only?.split(',') ?? null;
await learnMoves((name, isKnown) => (names?.includes(name) ?? true) && !(isNew && isKnown));
