import { signal } from '@preact/signals';

/** All requests of the console to the emulator: to the control API, and to the service as one of its clients. */

export const CONTROL = '/_emulator/v1';

export const world = signal('default');
/** Whether the emulator requires a token that has not been entered yet. */
export const needsToken = signal(false);

const TOKEN = 'tryon-token';

/** A refused request, with the invalid fields. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The token is stored until the tab is closed, and sent only in a header. */
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

export async function change<Answer>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  const response = await ask(method, path, body === undefined ? {} : { body });
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** A query string without empty parameters. */
export function query(parts: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

async function refusalOf(response: Response): Promise<Refusal> {
  const body = await response.json().catch(() => null);
  const { message = `the emulator answered ${response.status}`, problems = [] } = body?.error ?? {};
  const wrong = problems as { path: string; problem: string }[];
  // If the message already lists the problems, or the first of many, they are not repeated.
  const isSaid = wrong.length === 0 || wrong.some(({ problem }) => message.includes(problem));
  const places = wrong.map(({ path, problem }) => `${path} ${problem}`);
  return new Refusal(response.status, isSaid ? message : `${message}: ${places.join('; ')}`);
}
