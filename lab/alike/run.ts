import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scenariosFor } from '../../conformance/cli/calibrate/observe-server.ts';
import { countFlag, EXIT, type Flags, listFlag, textFlag } from '../../shared/command.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { choicesOf } from '../proof/choices.ts';
import { assertSome, endAs, flagsIn, inPart } from '../proof/script.ts';
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

Ends with 0 where all is alike but for what is known, with its reason, in lab/alike/known.ts; else with 1.`;

const OPTIONS = {
  servers: { type: 'boolean' },
  choices: { type: 'boolean' },
  together: { type: 'string' },
  sample: { type: 'string' },
  only: { type: 'string', multiple: true },
  part: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean' },
} as const;
/** More of anything is a slip of the hand. */
const MOST = 10_000;

type Chosen = {
  only: readonly string[];
  seed: string;
  together: number;
  own: <Item>(items: readonly Item[]) => Item[];
};

const scenarios = scenariosFor();
await endAs('alike', main);

async function main(): Promise<number> {
  const flags = flagsIn(process.argv.slice(2), OPTIONS);
  if (flags['help'] === true) {
    console.log(HELP);
    return EXIT.fine;
  }
  const isBoth = flags['servers'] !== true && flags['choices'] !== true;
  const chosen = chosenBy(flags);
  const servers = isBoth || flags['servers'] === true ? serversOf(chosen) : [];
  const rows = isBoth || flags['choices'] === true ? rowsFor(chosen) : [];
  assertSome([...servers, ...rows]);
  const likenesses = await imitateAll(servers);
  const walked = await walkAll(rows);
  if (likenesses.length > 0) console.log(likenessText(likenesses));
  if (walked.length > 0) console.log(walkText(walked));
  const problems = problemsIn(likenesses, walked);
  for (const problem of problems) console.log(`not known: ${problem}`);
  return problems.length === 0 ? EXIT.fine : EXIT.problems;
}

function chosenBy(flags: Flags): Chosen {
  const [part, sample] = [textFlag(flags, 'part'), countFlag(flags, 'sample', MOST)];
  return {
    only: listFlag(flags, 'only'),
    seed: textFlag(flags, 'seed') ?? 'alike',
    together: countFlag(flags, 'together', MOST) ?? 12,
    own: (items) => inPart(items, part).slice(0, sample),
  };
}

type Stranger = ReturnType<typeof strangers>[number];

function serversOf({ only, seed, together, own }: Chosen): Stranger[] {
  return own(
    strangers(seed, together).filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word))),
  );
}

type Row = ReturnType<typeof rowsOf>[number];

function rowsFor({ only, seed, together, own }: Chosen): Row[] {
  const meant = choicesOf(QUESTIONS).filter(({ question }) => only.length === 0 || only.includes(question.name));
  return own(rowsOf(meant, QUESTIONS, { seed, together }));
}

async function imitateAll(
  servers: readonly Stranger[],
): Promise<{ name: string; options: readonly string[]; found: Likeness[] }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'alike-'));
  const found = [];
  try {
    for (const { name, options, start } of servers) {
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

async function walkAll(rows: readonly Row[]): Promise<Walked[]> {
  const walked: Walked[] = [];
  for (const row of rows) {
    const one = await walk(row, scenarios);
    walked.push(one);
    console.error(`${row.length} choices: ${JSON.stringify({ missing: one.missing, extra: one.extra })}`);
  }
  return walked;
}
