import { EXIT, type Flags, flagGroup, textFlag, UsageError } from '../../shared/command.ts';
import { callControl, type RemoteAddress, RemoteError } from '../remote/control-call.ts';
import { print } from './print.ts';

export const DEFAULT_PORT = 4010;
export const DEFAULT_URL = `http://127.0.0.1:${DEFAULT_PORT}`;

export const REMOTE_FLAGS = {
  ...flagGroup('Connection', {
    url: { about: 'URL of the emulator', value: 'URL', default: `TRYON_URL, else ${DEFAULT_URL}` },
    world: { about: 'world to use', value: 'NAME', default: 'default' },
    token: { about: 'token for control calls', value: 'TEXT', default: 'TRYON_TOKEN' },
  }),
  ...flagGroup('Output', { json: { about: 'print the answer as JSON' } }),
};

export function remoteUrl(flags: Flags): string {
  const url = textFlag(flags, 'url') ?? process.env['TRYON_URL'] ?? DEFAULT_URL;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(`--url must be a URL such as ${DEFAULT_URL}, not ${url}`);
  return url.replace(/\/$/, '');
}

export function remoteAddress(flags: Flags): RemoteAddress {
  const token = textFlag(flags, 'token') ?? (process.env['TRYON_TOKEN'] || undefined);
  return { url: remoteUrl(flags), token, world: textFlag(flags, 'world') };
}

/** A control call to a running emulator: returns its answer, or throws an error with its message. */
export function callRemote<Answer>(flags: Flags, method: string, path: string, body?: unknown): Promise<Answer> {
  return callControl<Answer>(remoteAddress(flags), method, path, body).catch(asUsageError);
}

/** Turns a failed call into a message with the remedy. */
export function asUsageError(error: unknown): never {
  if (!(error instanceof RemoteError)) throw error;
  const remedy = error.status === null ? ': start one, or set its URL with --url' : '';
  throw new UsageError(`${error.message}${remedy}`);
}

export function say<Answer>(flags: Flags, answer: Answer, inWords: (answer: Answer) => string): number {
  print(flags['json'] === true ? JSON.stringify(answer) : inWords(answer));
  return EXIT.fine;
}
