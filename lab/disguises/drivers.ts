import { isMap } from '../../shared/is-map.ts';
import type { Hooks } from './hooks.ts';
import { decoded } from './http/requests.ts';
import type { DriverKind, Names } from './ids/names.ts';
import { type Place, walk } from './json/walk.ts';
import type { Settings } from './kinds.ts';
import type { TwoWay } from './two-way.ts';

export type DriverCall = { method: string; url: string; body: unknown };
export type DriverAnswer = { status: number; body: unknown };

/** The calls of the driver contract, in the emulator's words and back. */
export type Drivers = {
  asked(call: DriverCall): DriverCall;
  answered(answer: DriverAnswer, call: DriverCall): DriverAnswer;
};

const KINDS: Readonly<Record<string, DriverKind>> = {
  endpoints: 'we',
  deliveries: 'del',
  plans: 'plan',
  tenants: 'tenant',
};

type Parts = { names: Names; secrets: TwoWay; hooks: Hooks; settings: Settings };

export function createDrivers({ names, secrets, hooks, settings }: Parts): Drivers {
  const shown = (value: unknown, { name, path }: Place): unknown => {
    if (isLeftOut(name, path, settings)) return undefined;
    if (Array.isArray(value) && settings.driver_lists !== null && !IN_ORDER.includes(name)) return value.toReversed();
    if (typeof value !== 'string') return value;
    if (name === 'url') return hooks.shown(value);
    if (name !== 'secret') return value;
    return value.startsWith('pk_') ? secrets.shown(value) : hooks.secret(value);
  };
  const given = (value: unknown, { name }: Place): unknown => {
    if (typeof value !== 'string') return value;
    if (name === 'url') return hooks.addressFor(value);
    return name === 'account' ? names.givenToDriver('tenant', value) : secrets.given(value);
  };
  const segmentGiven = (segment: string, before: string | undefined): string => {
    const kind = KINDS[before ?? ''];
    const text = decoded(segment);
    return encodeURIComponent(kind === undefined ? names.given(text) : names.givenToDriver(kind, text));
  };
  return {
    asked: ({ method, url, body }) => {
      const segments = url.split('/');
      const path = segments.map((segment, index) => segmentGiven(segment, segments[index - 1])).join('/');
      return { method, url: path, body: walk(body, given) };
    },
    answered: ({ status: usual, body }, call) => {
      const status = statusOf(usual, call, settings);
      if (status === 204) return { status, body: undefined };
      if (usual >= 300) return { status, body };
      const shared = settings.roles === 'shared' && isMap(body) ? { ...body, ...sharedKeys(body, call) } : body;
      return { status, body: walk(shared, shown) };
    },
  };
}

function statusOf(status: number, { method, url }: DriverCall, { driver_status }: Settings): number {
  if (status === 404) return driver_status === '501' ? 501 : 404;
  if (status >= 300) return status;
  if (driver_status === 'empty' && NEEDS_NO_BODY.test(`${method} ${url}`)) return 204;
  return driver_status === 'accepted' && status !== 204 ? 202 : status;
}

/** Calls of which the kit needs only to know that they succeeded. */
const NEEDS_NO_BODY = /^(?:DELETE |POST .*\/(?:ping|enable|disable|resend)$|PATCH .*\/switches$|POST .*\/credits$)/;

/** Two roles that ask for the same key get the same one. */
function sharedKeys({ keys }: Record<string, unknown>, { body: asked }: DriverCall): Record<string, unknown> {
  if (!isMap(keys) || !isMap(asked) || !isMap(asked['keys'])) return {};
  const first = new Map<string, unknown>();
  const shared = Object.entries(keys).map(([role, key]) => {
    const spec = Object.entries(Object((asked['keys'] as Record<string, unknown>)[role])).sort();
    const same = JSON.stringify(spec);
    first.set(same, first.get(same) ?? key);
    return [role, first.get(same)];
  });
  return { keys: Object.fromEntries(shared) };
}

const IN_ORDER = ['fired', 'attempts'];

/** The members that the contract names, without those that may be left out. */
const LEAST =
  /^(?:id|secret|keys|declined|now|next_due|stage|enabled|event|type|state|attempts|at|status|drivers|clock|per_tenant)$/;

function isLeftOut(name: string, path: readonly string[], { driver_answers }: Settings): boolean {
  if (name === '' || path.at(-1) === 'keys') return false;
  if (driver_answers === 'without_declined') return name === 'declined';
  return driver_answers === 'least' && !LEAST.test(name);
}
