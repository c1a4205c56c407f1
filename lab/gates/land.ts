import { changeOf, ROOT, wholeTests } from './checkout.ts';
import { runRounds, type Step } from './steps.ts';
import { drawnTests, touchedTests } from './whole-tests.ts';

/** What must hold before a change lands, in ten minutes. What takes longer is `npm run night`. */
const { commit, paths } = changeOf();
const slow = wholeTests();
const touched = touchedTests(slow, paths);
const drawn = drawnTests(
  slow.paths.filter((path) => !touched.includes(path)),
  commit,
);
const isImageTouched = paths.some((path) => /^(?:docker\/|\.config\/|package(?:-lock)?\.json$)/.test(path));

const containers: Step = {
  name: 'containers',
  command: '.ci/with-engine node lab/container-check/container-check.mjs',
};
const rounds: Step[][] = [
  [
    { name: 'lint', command: 'npm run lint' },
    { name: 'types', command: 'npm run types' },
    { name: 'dead', command: 'npm run dead' },
    { name: 'duplicates', command: 'npm run duplicates' },
    { name: 'size', command: 'npm run size -- --check' },
  ],
  [{ name: 'tests', command: 'npm test' }],
  [{ name: 'slow tests', command: `npm run test:whole -- ${[...touched, ...drawn].join(' ')}` }],
  // It leaves dist/ as it was packed; the containers and the browser use it.
  [{ name: 'package', command: 'npm run package-check -- --quick' }],
  [
    { name: 'proof', command: `npm run prove -- --deviations --breaches --sample 8 --seed ${commit}` },
    {
      name: 'simulation',
      command: `npm run simulate -- --seed ${parseInt(commit.slice(0, 6), 16)} --seeds 4 --steps 2000`,
    },
  ],
  [{ name: 'disguises', command: `npm run disguises -- --runs 3 --scenarios 40 --sessions 1 --seed ${commit}` }],
  [{ name: 'browser', command: 'node lab/browser-check/browser-check.mjs' }, ...(isImageTouched ? [containers] : [])],
];
process.exitCode = (await runRounds(rounds, ROOT, false)) ? 0 : 1;
