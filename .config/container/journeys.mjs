// The journeys of a new user, walked in a container: read-only, without rights, by a user who is not root.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { walkJourneys } from '../journeys.mjs';
import { addressOf, HARDENED, withFolder } from './engine.mjs';

export async function checkJourneys(image) {
  await withFolder(async (folder) => {
    let listening = '';
    const place = {
      folder,
      // The image knows where to listen, and that is its own port; this machine gives it a free one.
      startArgs: [],
      addressOf: () => addressOf(listening),
      spawn: (program, args, { listens }) => {
        const name = `tryon-journey-${process.pid}-${spawned++}`;
        if (listens) listening = name;
        const flags = ['--rm', '--name', name, ...HARDENED, '--volume', `${folder}:/data`];
        const published = listens ? ['--publish', '127.0.0.1::4010'] : [];
        return spawn('docker', ['run', ...flags, ...published, image, program, ...args]);
      },
    };
    let spawned = 0;
    const walked = await walkJourneys(place);
    for (const { name, says, problem, milliseconds } of walked)
      console.log(`  ${problem === null ? 'ok  ' : 'FAIL'} ${name}: ${says} (${milliseconds.toFixed(0)} ms)`);
    assert.deepEqual(
      walked.flatMap(({ problem }) => problem ?? []),
      [],
    );
  });
}
