import { isDeepStrictEqual } from 'node:util';
import { type Flags, textFlag } from '../../shared/command.ts';
import { isMap } from '../../shared/is-map.ts';
import { watchFile } from '../adapters/file-changes.ts';
import type { Emulator } from '../create.ts';
import { configOf, type OwnParts, openEmulator } from './open-emulator.ts';
import { print, printError } from './print.ts';

export type Kept = { close(): Promise<void> };

const CLOCK = 'running';
const RESTARTED = 'the configuration has changed; the emulator has restarted:';
const KEPT_ON = 'the configuration has changed; worlds in the data directory keep their settings:';

/** Reloads the configuration at SIGHUP and, if it is watched, whenever its file changes. */
export async function keepUpWith(
  first: Emulator,
  flags: Flags,
  watched: string | null,
  own: OwnParts = {},
): Promise<Kept> {
  if (textFlag(flags, 'config') === undefined) return first;
  const { port } = new URL(first.url);
  // The restarted emulator does not overwrite the recording.
  const again = {
    ...flags,
    record: undefined,
    redact: undefined,
    'accept-loss': undefined,
    port,
    ...(first.token !== null && { token: first.token }),
  };
  const https = own.https && { ...own.https, port: Number(new URL(first.httpsUrl ?? '').port) };
  let [emulator, config] = [first, await configOf(flags, CLOCK)];
  let work = Promise.resolve();
  const read = async () => {
    try {
      const next = await configOf(flags, CLOCK);
      const changes = configChanges(config, next);
      if (changes.length === 0) return print('the configuration has not changed');
      // The new configuration is tried before the running emulator is closed.
      await (await openEmulator({ ...again, port: '0', 'data-dir': false }, { port: 0, clock: CLOCK })).close();
      await emulator.close();
      if (textFlag(flags, 'record') !== undefined && emulator === first) print('the recording has ended');
      emulator = await openEmulator(again, { port: Number(port), clock: CLOCK }, { ...own, https });
      config = next;
      print([emulator.data === null ? RESTARTED : KEPT_ON, ...changes].join('\n  '));
    } catch (error) {
      printError(`${(error as Error).message}\nthe old configuration stays active`);
    }
  };
  const readNext = () => {
    work = work.then(read);
  };
  process.on('SIGHUP', readNext);
  const watch = watched === null ? null : watchFile(watched, readNext);
  return {
    close: async () => {
      process.off('SIGHUP', readNext);
      watch?.close();
      await work;
      await emulator.close();
    },
  };
}

/** The differences of two configurations, as `readings.upload_status: 201 -> 200`; in lists, of elements. */
export function configChanges(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isMap(before) || !isMap(after))
    return [isShort(before) && isShort(after) ? `${path}: ${shown(before)} -> ${shown(after)}` : path];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => configChanges(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

function isShort(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function shown(value: unknown): string {
  return value === undefined ? 'the default' : String(value);
}
