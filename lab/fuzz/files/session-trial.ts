import { createEmulator } from '../../../emulator/index.ts';
import { readSession } from '../../../emulator/record/read-session.ts';
import { playSession } from '../../../emulator/replay/play-session.ts';
import { clientOf } from '../../../emulator/testing/client.ts';
import { isMistake } from './mistakes.ts';
import { type Mutation, mutated } from './mutations.ts';
import { WORKED, work } from './worked-worlds.ts';

/** Recorded sessions, one of which starts with existing worlds, and a session as a program would write it. */
export async function sessionFiles(): Promise<Uint8Array[]> {
  const recorded = await Promise.all(
    [false, true].map(async (isLater) => {
      await using emulator = await createEmulator({ listen: false, clock: 'frozen', ...WORKED[1] });
      const client = clientOf(emulator);
      if (isLater) await work({ emulator, client }, 1);
      const recording = await emulator.record();
      await client.submitOn('skin.analyze');
      const receiver = await emulator.webhooks.receiver({ replies: [503, 200] });
      await emulator.clock.advance('1h');
      await receiver.close();
      emulator.snapshots.save('one');
      await client.get('/v1/jobs');
      await recording.stop();
      return recording.read();
    }),
  );
  return [...recorded, Buffer.from(WRITTEN)];
}

const WRITTEN = [
  { file: 'tryon-kit session', format: 1, pace: 'free', start: { config: { seed: 's', clock: 'frozen' } } },
  { do: 'request', n: 1, method: 'GET', target: '/v1/usage', headers: { 'x-api-key': 'pk_test_demo' } },
  { do: 'answer', n: 1, status: 200 },
  { do: 'call', n: 2, world: 'default', name: 'clock.advance', with: ['1h'] },
  { do: 'replies', url: 'http://127.0.0.1:9/', replies: [500, 200] },
  { do: 'call', n: 3, world: 'default', name: 'webhooks.register', with: [{ url: 'http://127.0.0.1:9/' }] },
  { do: 'call', n: 4, world: null, name: 'worlds.create', with: [{ name: 'mine', accounts: [{ name: 'mine' }] }] },
  { do: 'call', n: 5, at: 5000, world: 'mine', name: 'snapshots.save', with: ['one'] },
  { do: 'end' },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

/** Plays a changed session. It must end, stop at a difference, or be refused with its place. */
export async function trySession(files: readonly Uint8Array[], base: number, mutations: readonly Mutation[]) {
  const file = mutated(files[base % files.length] ?? new Uint8Array(), mutations);
  try {
    const played = await playSession(readSession('a.session', file));
    await played.close();
    return { outcome: played.difference === null ? 'played' : 'played up to a difference', faults: [] };
  } catch (error) {
    const { message, stack = message } = error as Error;
    const isPlaced = isMistake(error) && /^a\.session:\d+/.test(message);
    return { outcome: 'refused', faults: isPlaced ? [] : [`the session fails without a place: ${stack}`] };
  }
}
