import { ROOT } from './checkout.ts';
import { runRounds, type Step } from './steps.ts';

/** Everything that can be tried, one step after the other, in some hours. Words select steps. */
const seed = new Date().toISOString().slice(0, 10);
const STEPS: readonly Step[] = [
  { name: 'check', command: 'npm run check' },
  { name: 'slow tests', command: 'npm run test:whole' },
  { name: 'package', command: 'npm run package-check' },
  { name: 'containers', command: '.ci/with-engine node lab/container-check/container-check.mjs' },
  { name: 'browser', command: 'npm run browser-check' },
  { name: 'claims', command: 'npm run claims' },
  { name: 'kills', command: 'npm run kills -- 60' },
  {
    name: 'simulation',
    command: `npm run simulate -- --seed ${Date.parse(seed) / 86_400_000} --seeds 40 --steps 5000`,
  },
  { name: 'fuzz', command: 'npm run fuzz -- --seconds 300' },
  { name: 'strangers', command: `npm run strangers -- --seed ${seed}` },
  { name: 'disguises', command: `npm run disguises -- --runs 20 --deviations 20 --seed ${seed}` },
  { name: 'clients', command: 'npm run clients -- --mistakes' },
  { name: 'proof', command: `npm run prove -- --deviations --breaches --seed ${seed}` },
  { name: 'choices', command: 'npm run prove -- --choices' },
  { name: 'sessions', command: 'npm run prove -- --choices --sessions-only' },
  { name: 'pairs', command: `npm run prove -- --pairs --sample 24 --seed ${seed}` },
];
const words = process.argv.slice(2);
const unknown = words.filter((word) => !STEPS.some(({ name }) => name === word));
if (unknown.length > 0) {
  console.error(`night: there is no step ${unknown.join(', ')}; there are ${STEPS.map(({ name }) => name).join(', ')}`);
  process.exitCode = 2;
} else {
  const chosen = STEPS.filter(({ name }) => words.length === 0 || words.includes(name));
  process.exitCode = (await runRounds(
    chosen.map((step) => [step]),
    ROOT,
    true,
  ))
    ? 0
    : 1;
}
