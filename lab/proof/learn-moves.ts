import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PARTS, playBattery } from '../../conformance/calibrate/battery/battery.ts';
import { differencesOf } from '../../conformance/calibrate/facts/differences.ts';
import { type Facts, valueAt } from '../../conformance/calibrate/facts/facts.ts';
import { MOVES } from '../../conformance/calibrate/generated/moves.ts';
import { type MovedFact, type Moves, movedFacts, movesOf } from '../../conformance/calibrate/moves.ts';
import { openSuite } from '../../conformance/certify.ts';
import { startEmulator } from '../../conformance/run/self-test.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { isSettable, type Question } from '../../shared/questions/question.ts';
import { type Chosen, choicesAlone, readValue, serverOptions } from './choices.ts';

/**
 * The second half of `npm run twins`: plays the battery on the emulator under each choice of each question, and writes which
 * facts it moves. What no fact shows is printed.
 */
const FILE = fileURLToPath(new URL('../../conformance/calibrate/generated/moves.ts', import.meta.url));

/** Parts that take long, with the questions that they may show. */
const SLOW: Readonly<Record<string, RegExp>> = {
  'picture limits':
    /^(image_|upload_max|codes\.(image|payload|invalid_up)|check_order\.size|error_|json_|broken|unreadable)/,
  'many jobs': /^(jobs_list|list_limit|codes\.rate|admission)/,
  'long waits': /^(job_timeout|snapshot|input_expired|input_retention|stages)/,
  events:
    /^(event|first_att|dupl|ackn|deliv|ping|failed_ping|disab|retention_b|resend|signature|previous_s|retry_body|livemode|id_|time_)/,
  retries: /^(event|first_att|dupl|ackn|deliv|retry_(body|jitter|wait)|retention_b|signature)/,
};
/** Questions of deliveries move nothing else. */
const OF_DELIVERIES =
  /^(event|first_att|dupl|ackn|deliv|ping|failed_ping|disab|retention_b|resend|signature|previous_s|retry_(body|jitter|wait))/;

/** A question is told by so many facts at most for each of its choices. */
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

function partsFor({ name }: Question): string[] {
  return Object.keys(PARTS).filter((part) => {
    const slow = SLOW[part];
    return OF_DELIVERIES.test(name) ? (slow?.test(name) ?? false) : (slow?.test(name) ?? true);
  });
}

async function learn(question: Question): Promise<{ question: string; choices: unknown[]; facts: MovedFact[] }> {
  const { name } = question;
  const beside = Object.fromEntries(
    Object.entries(question.shows_with ?? {}).map(([other, value]) => {
      const found = QUESTIONS.find((one) => one.name === other);
      return [other, found === undefined ? value : readValue(found, value)];
    }),
  );
  const parts = partsFor(question);
  const choices = choicesAlone(question);
  const tried: Facts[] = [];
  for (const choice of choices)
    tried.push(await factsUnder(choice === question.default ? beside : { ...beside, [name]: choice }, parts));
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

/** Learns all questions, or those that are named; what is known of the others stays. */
export async function learnMoves(only: readonly string[] | null): Promise<void> {
  const learnt = [];
  for (const question of QUESTIONS.filter(isSettable)) {
    const before = MOVES.questions.find((one) => one.question === question.name);
    if (only !== null && !only.includes(question.name)) {
      if (before !== undefined) learnt.push({ ...before, facts: movedFacts(MOVES, before) });
      continue;
    }
    const found = await learn(question);
    learnt.push(found);
    const shown = found.facts.length === 0 ? 'no fact shows it' : `${found.facts.length} facts`;
    process.stderr.write(`${question.name}: ${shown}\n`);
  }
  writeFileSync(FILE, textOf(movesOf(learnt)));
}

function textOf({ places, values, questions }: Moves): string {
  const rows = (items: readonly unknown[]) => items.map((item) => `    ${JSON.stringify(item)},`).join('\n');
  return `// Written by \`npm run twins\`.
import type { Moves } from '../moves.ts';

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
