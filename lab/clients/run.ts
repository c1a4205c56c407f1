import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { variationsNamed } from '../../emulator/vary/choose.ts';
import type { Variation } from '../../emulator/vary/facts.ts';
import { countFlag, EXIT, type Flags, listFlag, textFlag } from '../../shared/command.ts';
import { runProof } from '../proof/script.ts';
import { type Certified, certify } from './certify.ts';
import { CLIENTS, type Client } from './clients.ts';
import { isNamed, isWithin, sectionsOf } from './judge.ts';
import type { Mistake } from './mistakes/mistake.ts';
import { writeClient } from './written.ts';

const HELP = `npm run clients -- [options]: certify careful clients, and the same clients with one mistake each.

  --only X,Y      these clients or mistakes, by name: analyze, analyze/replay-refused
  --careful       only the careful clients, under every variation
  --mistakes      only the mistakes, each until a variation names it
  --variations X  only these variations, as --only of tryon-emulator vary
  --jobs N        how many runs at once (default 2)
  --record FILE   append each result, and leave out what FILE has already

Prints one line of JSON for each client, then the figures. The exit code is 1 if a careful client is blamed, if a client with a mistake
is called careful, or if fewer than 92 % of the mistakes are named with the right section.`;

/** `own_tests`: the tests of the client fail without any variation, so there is nothing to certify. */
type Outcome = 'careful' | 'blamed' | 'named' | 'elsewhere' | 'cannot_tell' | 'own_tests';
type Line = { client: string; mistake: string | null; outcome: Outcome; by: readonly string[] };

const WANTED = 0.92;

await runProof('clients', HELP, main);

async function main(flags: Flags): Promise<number> {
  process.env['PATH'] = `${dirname(realPython())}${delimiter}${process.env['PATH']}`;
  const jobs = countFlag(flags, 'jobs', 8) ?? 2;
  const variations = variationsNamed(listFlag(flags, 'variations'));
  const record = textFlag(flags, 'record');
  const lines = record === undefined ? [] : recorded(record);
  for (const [client, mistake] of chosen(flags)) {
    if (lines.some((line) => line.client === client.name && line.mistake === (mistake?.id ?? null))) continue;
    const line = await outcomeOf(client, mistake, { jobs, variations });
    lines.push(line);
    console.log(JSON.stringify(line));
    if (record !== undefined) appendFileSync(record, `${JSON.stringify(line)}\n`);
  }
  return summed(lines);
}

/**
 * The command `python3` may be a wrapper script of a version manager, which takes longer to start than Python itself.
 */
function realPython(): string {
  return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
}

function recorded(file: string): Line[] {
  if (!existsSync(file)) return [];
  const texts = readFileSync(file, 'utf8').trim().split('\n');
  return texts.filter((text) => text !== '').map((text) => JSON.parse(text) as Line);
}

function chosen(flags: Flags): [Client, Mistake | null][] {
  const only = listFlag(flags, 'only');
  const isWanted = (name: string, id: string | null) =>
    only.length === 0 || only.includes(name) || (id !== null && only.includes(`${name}/${id}`));
  const careful = flags['mistakes'] === true ? [] : CLIENTS.filter(({ name }) => isWanted(name, null));
  const wrong = flags['careful'] === true ? [] : CLIENTS;
  return [
    ...careful.map((client): [Client, null] => [client, null]),
    ...wrong.flatMap((client) =>
      client.mistakes
        .filter(({ id }) => isWanted(client.name, id))
        .map((mistake): [Client, Mistake] => [client, mistake]),
    ),
  ];
}

type Runs = { jobs: number; variations: readonly Variation[] };

async function outcomeOf(client: Client, mistake: Mistake | null, { jobs, variations }: Runs): Promise<Line> {
  const written = writeClient(client, mistake);
  const named = { client: client.name, mistake: mistake?.id ?? null };
  try {
    if (mistake === null) {
      return { ...named, ...carefulOutcome(await certify(written.command, { variations, jobs })) };
    }
    const isEnough = (row: Certified['rows'][number]) => isNamed(row, mistake);
    const first = await certify(written.command, { variations: likelyFirst(variations, mistake), jobs, isEnough });
    return { ...named, ...mistakenOutcome(first, mistake) };
  } finally {
    written.remove();
  }
}

/** Puts all misfortunes first, and the lawful choices of the sections that a finding must name. */
function likelyFirst(all: readonly Variation[], { sections }: Mistake): readonly Variation[] {
  const isLikely = ({ kind, section }: Variation) =>
    kind === 'misfortune' || sections.some((wanted) => isWithin(section, wanted) || isWithin(wanted, section));
  return [...all.filter(isLikely), ...all.filter((one) => !isLikely(one))];
}

function carefulOutcome({ rows, ownTests }: Certified): Pick<Line, 'outcome' | 'by'> {
  if (ownTests !== null) return { outcome: 'own_tests', by: [ownTests] };
  const found = rows.filter(({ verdict }) => verdict === 'finding');
  const open = rows.filter(({ verdict }) => verdict === 'cannot_tell');
  if (found.length > 0) return { outcome: 'blamed', by: found.map(textOf) };
  return { outcome: open.length > 0 ? 'cannot_tell' : 'careful', by: open.map(textOf) };
}

function mistakenOutcome({ rows, ownTests }: Certified, mistake: Mistake): Pick<Line, 'outcome' | 'by'> {
  if (ownTests !== null) return { outcome: 'own_tests', by: [] };
  const right = rows.filter((row) => isNamed(row, mistake));
  if (right.length > 0) return { outcome: 'named', by: right.map(textOf) };
  const { outcome, by } = carefulOutcome({ rows, ownTests });
  return { outcome: outcome === 'blamed' ? 'elsewhere' : outcome, by };
}

function textOf(row: Certified['rows'][number]): string {
  return `${row.variation} §${sectionsOf(row).join(',') || row.section}`;
}

function summed(lines: readonly Line[]): number {
  const count = (outcome: Outcome, of: readonly Line[]) => of.filter((line) => line.outcome === outcome).length;
  const careful = lines.filter(({ mistake }) => mistake === null);
  const wrong = lines.filter(({ mistake, outcome }) => mistake !== null && outcome !== 'own_tests');
  const [blamed, named, missed] = [count('blamed', careful), count('named', wrong), count('careful', wrong)];
  const share = wrong.length === 0 ? 1 : named / wrong.length;
  console.log(`careful clients blamed: ${blamed} of ${careful.length} (wanted 0)`);
  console.log(
    `mistakes named with the right section: ${named} of ${wrong.length}, ${(share * 100).toFixed(1)} % (wanted 92 %)`,
  );
  console.log(`mistakes called careful: ${missed} (wanted 0); named elsewhere: ${count('elsewhere', wrong)}`);
  console.log(`mistakes that the tests leave open: ${count('cannot_tell', wrong)}`);
  console.log(`mistakes that the client's own tests show: ${count('own_tests', lines) - count('own_tests', careful)}`);
  return blamed > 0 || missed > 0 || share < WANTED ? EXIT.problems : EXIT.fine;
}
