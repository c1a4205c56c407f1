import { jsonIn } from '../../shared/json-in.ts';
import { basePathOf } from '../../shared/questions/base-path.ts';
import { get } from './control.ts';
import type { Account, Environment, Reading } from './types.ts';

export type ServiceCall = {
  method: string;
  path: string;
  key: string;
  headers?: Record<string, string>;
  body?: Blob | string;
};
export type ServiceAnswer = { status: number; headers: Headers; text: string; body: unknown };

export async function callService({ method, path, key, headers = {}, body }: ServiceCall): Promise<ServiceAnswer> {
  const response = await fetch((await basePath()) + path, {
    method,
    headers: { 'X-API-Key': key, ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: jsonIn(text) };
}

export function refusalIn({ status, text, body }: ServiceAnswer): string {
  const { code, message } = (body as { error?: { code?: string; message?: string } } | null | undefined)?.error ?? {};
  return `the service answered ${status}${code === undefined ? `: ${text}` : ` ${code}: ${message}`}`;
}

/** The path prefix that clients use before `/v1`. It is set when the emulator starts, and can be changed later. */
export async function basePath(): Promise<string> {
  const readings = await get<Reading[]>('/readings');
  const choice = readings.find(({ name }) => name === 'base_path')?.choice ?? 'none';
  return basePathOf({ base_path: choice as 'none' });
}

export async function keyFor(account: string, environment: Environment): Promise<string> {
  const { keys } = await get<Account>(`/accounts/${encodeURIComponent(account)}/story`);
  const usable = keys.filter((key) => key.environment === environment && key.usable);
  const widest = usable.sort((one, other) => other.scopes.length - one.scopes.length)[0];
  if (widest === undefined) throw new Error(`the account ${account} has no usable ${environment} key`);
  return widest.secret;
}
