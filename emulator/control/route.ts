import type * as z from 'zod';
import { nearestWord } from '../../shared/nearest.ts';
import type { CoverageReport } from '../domain/test-control/coverage.ts';
import type { WorldControl } from './world-control.ts';

export type WorldDirectory = {
  create(input?: unknown): Promise<WorldControl>;
  list(): WorldControl[];
  remove(name: string): Promise<void>;
  /** The coverage of all worlds, including removed ones. */
  coverage(): Promise<CoverageReport>;
};

/** One control call. Its body is not parsed yet, because the control parses it. */
export type ControlCall = {
  world: WorldControl;
  worlds: WorldDirectory;
  /** The `:names` in its path. */
  ids: readonly string[];
  /** Aborted if the caller disconnects before the answer. */
  gone(): AbortSignal;
  // biome-ignore lint/suspicious/noExplicitAny: every control parses what it is given
  body: any;
  // biome-ignore lint/suspicious/noExplicitAny: every control parses what it is given
  query: any;
};

export type ControlRoute = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** The same call in code, such as `clock.read`; null if there is none. */
  call: string | null;
  summary: string;
  status: 200 | 201 | 204;
  body: z.ZodType | null;
  query: z.ZodType | null;
  /** Creates the shape of the answer; null if there is no answer. */
  answer: (() => z.ZodType) | null;
  /** If set, the call in code returns only this member of the answer. */
  member: 'id' | null;
  handle(call: ControlCall): unknown;
};

/** The names of the calls in an object of controls: `jobs.read`. */
type Names<Control> = {
  [Name in keyof Control & string]: Control[Name] extends (...given: never[]) => unknown
    ? Name
    : Control[Name] extends object
      ? `${Name}.${Names<Control[Name]>}`
      : never;
}[keyof Control & string];

type InCode = WorldControl & { worlds: WorldDirectory };

type Called<Control, Name extends string> = Name extends `${infer First}.${infer Rest}`
  ? Called<Control[First & keyof Control], Rest>
  : Control[Name & keyof Control];

type Answer<Call> = Called<InCode, Call & string> extends (...given: never[]) => infer Given ? Awaited<Given> : never;

type Extras<Call> = Partial<Pick<ControlRoute, 'status' | 'body' | 'query'>> &
  (
    | { answer?: () => z.ZodType<Answer<Call>> }
    | { answer: () => z.ZodType<{ id: Answer<Call> }>; member: 'id' }
    // Over HTTP, the call has another input or answer than in code.
    | { answer?: () => z.ZodType; handle: ControlRoute['handle'] }
  );

/** A row of the control API. Without a `handle`, it makes the call of this name in code; without an answer: 204. */
export function route<Call extends Names<InCode> | null>(
  line: `${ControlRoute['method']} /${string}`,
  call: Call,
  summary: string,
  extras: Extras<Call> = {},
): ControlRoute {
  const [method, path] = line.split(' ') as [ControlRoute['method'], string];
  const { status = extras.answer === undefined ? 204 : 200, body = null, query = null, answer = null } = extras;
  const member = 'member' in extras ? extras.member : null;
  const made = { method, path, call, summary, status, body, query, answer, member };
  return { ...made, handle: 'handle' in extras ? extras.handle : (given) => callInCode(made, given) };
}

async function callInCode(route: Omit<ControlRoute, 'handle'>, { world, ids, body, query }: ControlCall) {
  const input = [...(route.body === null ? [] : [body]), ...(route.query === null ? [] : [query])];
  const names = route.call?.split('.') ?? [];
  const found = names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], world);
  const called = found as (...given: unknown[]) => unknown;
  const answer = await called(...ids, ...input);
  return route.member === null ? answer : { [route.member]: answer };
}

/** The former path of a route, which is equivalent; null if it has none. */
export function formerPath(path: string): string | null {
  return /^\/accounts\b/.test(path) ? path.replace('/accounts', '/tenants') : null;
}

/** Suggestions for an unknown call: those with the same path, or the most similar one. */
export function nearestCalls(method: string, path: string, routes: readonly ControlRoute[]): string[] {
  const given = path.split('/');
  const calls = routes.map((one) => {
    const parts = one.path.split('/').map((part, index) => (part.startsWith(':') ? (given[index] ?? part) : part));
    return { method: one.method, name: `${one.method} ${one.path}`, path: parts.join('/') };
  });
  const nearest = nearestWord(
    path,
    calls.map((call) => call.path),
  );
  const meant = calls.filter((call) => call.path === nearest);
  const same = meant.filter((call) => call.method === method);
  return (same.length > 0 ? same : meant).map(({ name }) => name);
}
