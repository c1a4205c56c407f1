import { parseArgs } from 'node:util';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds ?? 20);
const seed = Number(values.seed ?? Math.floor(Date.now() / 1000));
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error(
    'npm run fuzz -- --seconds 20 --seed 1: asks odd things of the emulator for so long; the seed is a whole number',
  );
  process.exit(2);
}
const end = Date.now() + seconds * 1000;
const { calls, faults } = await fuzz(seed, () => Date.now() >= end);
for (const fault of faults) console.error(fault);
console.log(
  `fuzz: ${calls} calls in ${seconds} s from seed ${seed}, ${faults.length === 0 ? 'no fault' : 'faults above'}`,
);
process.exit(faults.length === 0 ? 0 : 1);
