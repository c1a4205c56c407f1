import { parseArgs } from 'node:util';
import { fuzzFiles } from './files/fuzz-files.ts';
import { fuzz } from './fuzz.ts';

const USE = `npm run fuzz -- --seconds 20 --seed 1: asks odd things of the emulator for half of the time, and gives it changed
files for the other half; the seed is an integer. With --files N it only gives it N files`;

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, seed: { type: 'string' }, files: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 20);
const seed = Number(values.seed ?? Math.floor(Date.now() / 1000));
const files = values.files === undefined ? null : Number(values.files);
if (!(seconds > 0) || !Number.isInteger(seed) || (files !== null && !(files > 0))) {
  console.error(USE);
  process.exit(2);
}
const half = (seconds * 1000) / 2;
const asked = files === null ? await fuzz(seed, isPast(half)) : null;
const given = await fuzzFiles(seed, files === null ? isPast(half) : (trials) => trials >= files);
const faults = [...(asked?.faults ?? []), ...given.faults];
for (const fault of faults) console.error(fault);
for (const [outcome, count] of [...given.outcomes].sort()) console.log(`  ${outcome}  ${count}`);
const calls = asked === null ? '' : `${asked.calls} calls and `;
console.log(
  `fuzz: ${calls}${given.trials} files from seed ${seed}, ${faults.length === 0 ? 'no fault' : 'faults above'}`,
);
process.exit(faults.length === 0 ? 0 : 1);

function isPast(milliseconds: number): () => boolean {
  const end = Date.now() + milliseconds;
  return () => Date.now() >= end;
}
