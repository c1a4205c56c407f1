// Walks the journeys of a new user in a container: read-only, without privileges, as a user other than root.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { walkJourneys } from '../package-check/journeys.mjs';
import { addressOf, ask, HARDENED, withFolder } from './engine.mjs';

export async function checkJourneys(image) {
  await withFolder(async (folder) => {
    const names = [];
    let listening = '';
    const place = {
      folder,
      // The image sets the address and port, and the engine publishes it on a free port of this machine.
      startArgs: [],
      addressOf: () => addressOf(listening),
      spawn: (program, args, { listens }) => {
        const name = `tryon-journey-${process.pid}-${names.length}`;
        names.push(name);
        if (listens) listening = name;
        const flags = ['--rm', '--name', name, ...HARDENED, '--volume', `${folder}:/data`];
        const published = listens ? ['--publish', '127.0.0.1::4010'] : [];
        return spawn('docker', ['run', ...flags, ...published, image, program, ...args]);
      },
    };
    const walked = await walkJourneys(place);
    // The container of a failed journey may still be running.
    for (const name of names) ask('rm', '--force', '--volumes', name);
    for (const { name, says, problem, milliseconds } of walked)
      console.log(`  ${problem === null ? 'ok  ' : 'FAIL'} ${name}: ${says} (${milliseconds.toFixed(0)} ms)`);
    assert.deepEqual(
      walked.flatMap(({ problem }) => problem ?? []),
      [],
    );
  });
}
