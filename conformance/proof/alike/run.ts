import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EXIT } from '../../../shared/command.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { scenariosFor } from '../../cli/calibrate/observe-server.ts';
import { choicesOf } from '../choices.ts';
import { imitate, type Likeness } from './imitate.ts';
import { rowsOf } from './rows.ts';
import { strangers } from './servers.ts';
import { likenessText, problemsIn, walkText } from './tell.ts';
import { type Walked, walk } from './walk.ts';

const HELP = `npm run alike -- [options]: shows that a calibrated emulator does what its server does, and what a comparison tells.

  --servers       calibrates the emulator on the server of another make, under every option that it has, and on the partial
                  server in Python, and compares both, question by question
  --choices       compares the emulator under each lawful choice with the emulator by default: that question has to be told,
                  and no other. Without one of the two: both
  --together N    so many choices at once; what is told too much or too little is followed to its choice (default 12; 1: each alone)
  --sample N      so many servers, and so many rows of choices
  --only X,Y      questions: the choices of these; servers by a part of their name
  --part 1/2      the first half, so that two processes share the work
  --seed TEXT     makes the rows (default alike)

Ends with 0 where all is alike but for what is known, with its reason, in conformance/proof/alike/known.ts; else with 1.`;

const { values } = parseArgs({
  options: {
    servers: { type: 'boolean' },
    choices: { type: 'boolean' },
    together: { type: 'string', default: '12' },
    sample: { type: 'string' },
    only: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    seed: { type: 'string', default: 'alike' },
    help: { type: 'boolean' },
  },
});

const only = values.only?.split(',') ?? null;
const together = Number(values.together);
const scenarios = scenariosFor();
process.exitCode = values.help ? help() : await main();

function help(): number {
  console.log(HELP);
  return EXIT.fine;
}

async function main(): Promise<number> {
  const isBoth = values.servers !== true && values.choices !== true;
  const likenesses = isBoth || values.servers ? await imitateAll() : [];
  const walked = isBoth || values.choices ? await walkAll() : [];
  if (likenesses.length > 0) console.log(likenessText(likenesses));
  if (walked.length > 0) console.log(walkText(walked));
  const problems = problemsIn(likenesses, walked);
  for (const problem of problems) console.log(`not known: ${problem}`);
  return problems.length === 0 ? EXIT.fine : EXIT.problems;
}

async function imitateAll(): Promise<{ name: string; options: readonly string[]; found: Likeness[] }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'alike-'));
  const all = strangers(values.seed, together).filter(
    ({ name }) => only === null || only.some((word) => name.includes(word)),
  );
  const found = [];
  try {
    for (const { name, options, start } of partOf(all)) {
      const server = await start();
      const likenesses = await imitate(server.target, join(folder, 'emulator.yaml'), scenarios).finally(server.close);
      found.push({ name, options, found: likenesses });
      console.error(`${name}: ${likenesses.filter(({ is }) => is === 'same').length} alike`);
      for (const one of likenesses.filter(({ is }) => is === 'other')) console.error(`  ${JSON.stringify(one)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return found;
}

async function walkAll(): Promise<Walked[]> {
  const meant = choicesOf(QUESTIONS).filter(({ question }) => only === null || only.includes(question.name));
  const walked: Walked[] = [];
  for (const row of partOf(rowsOf(meant, QUESTIONS, { seed: values.seed, together }))) {
    const one = await walk(row, scenarios);
    walked.push(one);
    console.error(`${row.length} choices: ${JSON.stringify({ missing: one.missing, extra: one.extra })}`);
  }
  return walked;
}

function partOf<Item>(items: readonly Item[]): Item[] {
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const own = items.filter((_, index) => index % parts === part - 1);
  return values.sample === undefined ? own : own.slice(0, Number(values.sample));
}
