// Builds the image and uses it as users do: from the command line, from a test, with compose, and to grade other
// images.
import { spawnSync } from 'node:child_process';
import { buildImage } from '../../.config/image.mjs';
import { checkCandidate } from './candidate.mjs';
import { checkCompose } from './compose.mjs';
import { checkFromPackage } from './from-package.mjs';
import { checkHardened } from './hardened.mjs';
import { checkJourneys } from './journeys.mjs';
import { checkReadme } from './readme.mjs';
import { checkShards } from './shards.mjs';
import { checkTestcontainers } from './testcontainers.mjs';

const IMAGE = 'tryon-kit/emulator:check';

const STEPS = {
  'the image is small, runs without rights and ends on a signal': checkHardened,
  'the journeys of a new user': checkJourneys,
  'TryOnEmulatorContainer in a test': checkTestcontainers,
  'run --image': checkCandidate,
  'compose up ends with a report': checkCompose,
  'shards.yaml: four parts, one of them killed, are one report': checkShards,
  'what docker/README.md says': checkReadme,
  'the image that is built from the installed package': checkFromPackage,
};

const { status, stderr } = spawnSync('docker', ['info'], { encoding: 'utf8' });
if (status !== 0) {
  const why = stderr?.trim().split('\n').at(-1) || 'there is no docker command';
  console.log(`container check: NOTHING WAS TRIED, since no Docker engine answers here (${why})`);
  process.exit(0);
}

// An argument selects the steps whose names contain it.
const steps = Object.entries(STEPS).filter(([name]) => name.includes(process.argv[2] ?? ''));
if (steps.length === 0) throw new Error(`no step has this in its name; they are: ${Object.keys(STEPS).join('; ')}`);
try {
  await tell('the image is built', () => buildImage(IMAGE));
  for (const [name, check] of steps) await tell(name, () => check(IMAGE));
  console.log('container check: the image works');
} finally {
  spawnSync('docker', ['image', 'rm', '--force', IMAGE], { stdio: 'ignore' });
}

async function tell(name, work) {
  const began = performance.now();
  console.log(`container check: ${name}`);
  await work();
  console.log(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
