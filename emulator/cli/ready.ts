import { atMostWords, type CliCommand, EXIT, textFlag, UsageError } from '../../shared/command.ts';
import { parseDuration } from '../../shared/duration.ts';
import { wallClock } from '../adapters/wall-clock.ts';
import { printError } from './print.ts';
import { REMOTE_FLAGS, remoteUrl, say } from './remote.ts';

const DEFAULT_TIMEOUT = '30s';
const PAUSE = 50;
/** A server that never answers must not block the next check. */
const LONGEST_LOOK = 1_000;

export const readyCommand: CliCommand = {
  flags: {
    url: REMOTE_FLAGS.url,
    timeout: { about: 'time to wait; 0s checks once', value: 'TIME', default: DEFAULT_TIMEOUT },
    json: REMOTE_FLAGS.json,
  },
  exits: { [EXIT.problems]: 'no emulator answered in time' },
  examples: {
    'Wait for the default address': 'tryon-emulator ready',
    'Check once, on another port': 'tryon-emulator ready --url http://127.0.0.1:4011 --timeout 0s',
  },
  run: async (flags, words) => {
    atMostWords(words, 0);
    const url = remoteUrl(flags);
    const timeout = parseDuration(textFlag(flags, 'timeout') ?? DEFAULT_TIMEOUT);
    if (timeout === null) throw new UsageError('--timeout must be a duration, such as 30s');
    const until = wallClock.now() + timeout;
    for (;;) {
      const health = await healthOf(url);
      if (health !== null)
        return say(
          flags,
          { url, ...health },
          ({ control }) => `${url} is ready${control ? '' : ', without control calls'}`,
        );
      if (wallClock.now() >= until) break;
      await wallClock.sleep(PAUSE);
    }
    printError(`tryon-emulator: no emulator answered at ${url} in time`);
    return EXIT.problems;
  },
};

type Health = { status: string; version?: string; control: boolean };

async function healthOf(url: string): Promise<Health | null> {
  try {
    const response = await fetch(`${url}/_emulator/v1/health`, { signal: AbortSignal.timeout(LONGEST_LOOK) });
    const body = (await response.json()) as { status: string; version: string } & { error?: { request_id?: unknown } };
    if (response.ok) return { ...body, control: true };
    // With --no-control this path is unknown, and the service answers it as it does any unknown path.
    return typeof body.error?.request_id === 'string' ? { status: 'ok', control: false } : null;
  } catch {
    return null;
  }
}
