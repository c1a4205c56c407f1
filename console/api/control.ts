import { signal } from '@preact/signals';

/** All that the console asks of the emulator goes through here: the control API, and the service as a client of it. */

export const CONTROL = '/_emulator/v1';

/** The world that is looked at. */
export const world = signal('default');
/** Whether the emulator wants a token that it was not given yet. */
export const needsToken = signal(false);

const TOKEN = 'tryon-token';

/** What was refused, with the places that are wrong. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The token is kept as long as the tab, and travels in a header alone. */
export function giveToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
  needsToken.value = false;
}

export async function ask(method: string, path: string, init: { body?: unknown; signal?: AbortSignal } = {}) {
  const token = sessionStorage.getItem(TOKEN);
  const isFile = init.body instanceof Blob;
  const response = await fetch(path.startsWith('/_emulator') ? path : CONTROL + path, {
    method,
    headers: {
      'Emulator-World': world.value,
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(init.body !== undefined && { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' }),
    },
    ...(init.body !== undefined && { body: isFile ? (init.body as Blob) : JSON.stringify(init.body) }),
    ...(init.signal !== undefined && { signal: init.signal }),
  });
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (response.status === 403 && refusal.message.includes('Bearer')) needsToken.value = true;
  throw refusal;
}

export async function get<Answer>(path: string): Promise<Answer> {
  return (await ask('GET', path)).json() as Promise<Answer>;
}

/** Changes something; what comes back, if anything. */
export async function change<Answer>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  const response = await ask(method, path, body === undefined ? {} : { body });
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** A query without the parts that no one has chosen. */
export function query(parts: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body = await response.json().catch(() => null);
  const { message = `the emulator answered ${response.status}`, problems = [] } = body?.error ?? {};
  const wrong = problems as { path: string; problem: string }[];
  // The message lists its problems itself, the first ones where there are many.
  const isSaid = wrong.length === 0 || wrong.some(({ problem }) => message.includes(problem));
  const places = wrong.map(({ path, problem }) => `${path} ${problem}`);
  return new Refusal(response.status, isSaid ? message : `${message}: ${places.join('; ')}`);
}
