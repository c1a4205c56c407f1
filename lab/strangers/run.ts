import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countFlag, EXIT, type Flags, listFlag, textFlag } from '../../shared/command.ts';
import { runProof } from '../proof/script.ts';
import { type Grades, gradeServer } from './grade-server.ts';
import { audited, type Judged, observed, varied } from './judge-client.ts';
import { CLIENTS, readied, SERVERS, type Stranger } from './strangers.ts';

const HELP = `npm run strangers -- [options]: judges servers and clients whose authors knew only the specification.

  --servers    only the servers: the whole suite and sessions, with each seed. Nothing may fail
  --clients    only the clients: vary, exec --audit, and observe. Nothing may be found
  --only X,Y   these, by name: python, go, hono, typescript
  --seeds N    with so many seeds (default 1)
  --seed TEXT  the first part of each seed (default s)
  --sample     40 variations for each client, drawn by the seed, instead of all

Prints what failed, what only warned and what was untested, with what was seen. The exit code is 1 if anything failed or was found, or if a
program that a stranger needs is not installed.`;

await runProof('strangers', HELP, main);

async function main(flags: Flags): Promise<number> {
  const seeds = Array.from(
    { length: countFlag(flags, 'seeds', 100) ?? 1 },
    (_, index) => `${textFlag(flags, 'seed') ?? 's'}${index + 1}`,
  );
  const only = listFlag(flags, 'only');
  const chosen = (some: readonly Stranger[]) => some.filter(({ name }) => only.length === 0 || only.includes(name));
  const counts: number[] = [];
  if (flags['clients'] !== true)
    for (const server of chosen(SERVERS))
      counts.push(await inFolder(server, (command) => ofServer(server, command, seeds)));
  if (flags['servers'] !== true)
    for (const client of chosen(CLIENTS))
      counts.push(
        await inFolder(client, (command) =>
          ofClient(client, command, flags['sample'] === true ? (seeds[0] ?? '') : null),
        ),
      );
  return counts.some((count) => count > 0) ? EXIT.problems : EXIT.fine;
}

/** Builds a stranger into a folder that is removed afterwards. Returns the number of problems. */
async function inFolder(stranger: Stranger, judge: (command: readonly string[]) => Promise<number>): Promise<number> {
  const into = mkdtempSync(join(tmpdir(), 'tryon-stranger-'));
  try {
    const command = readied(stranger, into);
    if (command !== null) return await judge(command);
    console.log(`${stranger.name}: not played, since ${stranger.needs} is not installed`);
    return 1;
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}

async function ofServer({ name }: Stranger, command: readonly string[], seeds: readonly string[]): Promise<number> {
  let problems = 0;
  const said = new Set<string>();
  for (const seed of seeds) {
    const began = performance.now();
    const grades = await gradeServer(command, seed);
    problems += grades.failed.length;
    console.log(`server ${name}, seed ${seed}: ${countsOf(grades)}; ${seconds(began)} s`);
    for (const [kind, lines] of [
      ['failed', grades.failed],
      ['warned', grades.warned],
      ['untested', grades.untested],
    ] as const)
      for (const line of lines) {
        const text = `  ${kind} ${line}`;
        // What every seed shows is printed once.
        if (kind === 'failed' || !said.has(text)) console.log(text);
        said.add(text);
      }
  }
  return problems;
}

function countsOf({ failed, warned, untested, passed, sessions }: Grades): string {
  return `${failed.length} failed, ${warned.length} warned, ${untested.length} untested, ${passed} passed; ${sessions} sessions`;
}

async function ofClient({ name }: Stranger, command: readonly string[], sample: string | null): Promise<number> {
  let problems = 0;
  const ways = { audit: audited, observe: observed, vary: (words: readonly string[]) => varied(words, sample) };
  for (const [way, judge] of Object.entries(ways)) {
    const began = performance.now();
    const { findings, open, looked }: Judged = await judge(command);
    problems += findings.length;
    const counts = `${findings.length} findings, ${open.length} that its tests leave open, in ${looked}`;
    console.log(`client ${name}, ${way}: ${counts}; ${seconds(began)} s`);
    for (const line of findings) console.log(`  finding ${line}`);
    for (const line of open) console.log(`  open ${line}`);
  }
  return problems;
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(0);
}
