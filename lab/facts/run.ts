import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countFlag, EXIT, type Flags, listFlag, textFlag } from '../../shared/command.ts';
import { startOtherServer } from '../other-make/start.ts';
import { assertSome, runProof } from '../proof/script.ts';
import type { Facts } from './client/read-facts.ts';
import { type Form, formsOf, pairsOf } from './forms.ts';
import { compared, factsOf, type Measured, measure, type Server, startUsual, unusualReadings } from './measure.ts';
import { formTable, missingTable, tallyOf, totalOf } from './tally.ts';

const HELP = `npm run facts -- [options]: counts the plain facts of servers that a calibrated emulator reproduces.

  --forms N           so many forms of the server of another make (default 12), or so many pairs
  --seed TEXT         draws the forms (default facts)
  --only X,Y          reports these facts alone
  --without-drivers   calibrate gets an address and two keys, and no drivers
  --self              the server is the emulator itself: nothing may differ, and its file may set nothing
  --one               pairs of servers that differ in one choice: how often compare --facts reports that and nothing else
  --json              prints the facts of each server as a line of JSON, as soon as they are read

The facts are read over plain HTTP, with drivers, by code that the kit and the emulator do not share. Ends with 1 where --self finds
a difference; else with 0.`;

const folder = mkdtempSync(join(tmpdir(), 'facts-'));
const file = join(folder, 'emulator.yaml');
let usual: Facts | null = null;
await runProof('facts', HELP, main);
rmSync(folder, { recursive: true });

async function main(flags: Flags): Promise<number> {
  const [count, seed] = [countFlag(flags, 'forms', 10_000) ?? 12, textFlag(flags, 'seed') ?? 'facts'];
  if (flags['one'] === true) return comparePairs(count, seed);
  const isSelf = flags['self'] === true;
  const measured = isSelf
    ? [await measureOne({ name: 'the emulator itself', ways: [] }, startUsual, flags)]
    : await measureForms(formsOf(count, seed), flags);
  const shown = measured.map((one) => only(one, listFlag(flags, 'only')));
  assertSome(shown.flatMap(({ server }) => Object.keys(server)));
  if (flags['json'] !== true)
    console.log([formTable(shown.map(tallyOf)), '', missingTable(shown), '', totalOf(shown.map(tallyOf))].join('\n'));
  return isSelf ? judgeSelf(measured) : EXIT.fine;
}

async function measureOne(
  { name, ways }: Omit<Form, 'options'>,
  start: () => Promise<Server>,
  flags: Flags,
): Promise<Measured> {
  usual ??= await factsOf(startUsual);
  const found = await measure(start, file, flags['without-drivers'] !== true);
  const one = { name, ways, usual, ...found };
  const tally = tallyOf(one);
  const worse = tally.worse.map((fact) => ` (${fact})`).join('');
  console.error(`${name}: ${totalOf([tally])}${worse}, ${found.seconds.toFixed(1)} s`);
  if (flags['json'] === true) console.log(JSON.stringify(only(one, listFlag(flags, 'only'))));
  return one;
}

async function measureForms(forms: readonly Form[], flags: Flags): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const form of forms) measured.push(await measureOne(form, () => startOtherServer(form.options), flags));
  return measured;
}

function only(measured: Measured, names: readonly string[]): Measured {
  if (names.length === 0) return measured;
  const server = Object.fromEntries(Object.entries(measured.server).filter(([name]) => names.includes(name)));
  return { ...measured, server };
}

async function judgeSelf(measured: readonly Measured[]): Promise<number> {
  const unlike = measured.map(tallyOf).flatMap(({ differing, worse }) => [...differing, ...worse]);
  const set = await unusualReadings(file);
  for (const name of set) console.log(`the file sets ${name}`);
  return unlike.length + set.length === 0 ? EXIT.fine : EXIT.problems;
}

async function comparePairs(count: number, seed: string): Promise<number> {
  const [found, pairs] = [{ exact: 0, silent: 0 }, pairsOf(count, seed)];
  for (const { name, question, pair } of pairs) {
    const [one, other] = [await startOtherServer(pair[0].options), await startOtherServer(pair[1].options)];
    const reported = await compared(one, other, file);
    await Promise.all([one.close(), other.close()]);
    // A difference that no question explains is a consequence of the one choice.
    const others = reported.filter((fact) => fact.question !== null && fact.question !== question);
    if (reported.length === 0) found.silent += 1;
    else if (others.length === 0) found.exact += 1;
    const names = others.map((fact) => `${fact.question} (${fact.place})`).join(', ') || 'alone';
    console.log(`${name}: ${reported.length === 0 ? 'nothing' : names}`);
  }
  console.log(
    `${found.exact} of ${pairs.length} differences are reported alone, and ${found.silent} are not seen by any probe`,
  );
  return EXIT.fine;
}
