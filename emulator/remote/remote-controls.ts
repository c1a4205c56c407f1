import { assertAllUsed, assertClean, assertVerified, unusedPlans } from '../control/assertions.ts';
import type { ControlRoute } from '../control/route.ts';
import { CONTROL_ROUTES } from '../control/routes.ts';
import type { CreditChangeInput } from '../control/schemas/account-input.ts';
import type { BalanceReport } from '../control/schemas/account-shapes.ts';
import type { NamedWorldInput } from '../control/schemas/world-input.ts';
import type { WorldReport } from '../control/schemas/world-shapes.ts';
import type { WorldControl } from '../control/world-control.ts';
import { type EndpointRef, endpointIdOf } from '../webhooks/endpoint-ref.ts';
import type { DeliveryReport } from '../webhooks/shapes.ts';
import { type ControlCall, queryOf } from './control-call.ts';

/** A control, used remotely: the same calls, each of them a request. */
type Remote<Control> = {
  readonly [Name in keyof Control]: Control[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Promise<Awaited<Answer>>
    : Remote<Control[Name]>;
};

export type RemoteAccounts = Remote<Omit<WorldControl['accounts'], 'credits'>> & {
  credits(id: string, change: CreditChangeInput): Promise<BalanceReport>;
};

type Webhooks = WorldControl['webhooks'];

/** Members that cannot be used remotely, or have other arguments there. */
type Otherwise = 'name' | 'keys' | 'accounts' | 'tenants' | 'credits' | 'coverage' | 'webhooks' | 'record';

/** All calls to one world over HTTP, with the names that they have in code. */
export type RemoteControls = Remote<Omit<WorldControl, Otherwise>> & {
  readonly accounts: RemoteAccounts;
  /** The former name of `accounts`. */
  readonly tenants: RemoteAccounts;
  coverage(of?: { worlds?: 'all' }): ReturnType<WorldControl['coverage']>;
  readonly webhooks: Remote<Omit<Webhooks, 'deliveries' | 'receiver' | 'settled'>> & {
    deliveries(endpoint: EndpointRef): Promise<DeliveryReport[]>;
  };
};

/** Makes every control call that exists in code as a request; calls that differ when made remotely are written out. */
export function remoteControls(call: ControlCall): RemoteControls {
  const { clock, plans, deviations, journal, audit, ...same } = requestsOf(call);
  return {
    ...same,
    tenants: same.accounts,
    clock: {
      ...clock,
      now: async () => (await clock.read()).now,
      advance: (target) => clock.advance(typeof target === 'object' ? target : { by: target }),
    },
    plans: {
      ...plans,
      unused: async () => unusedPlans(await plans.list()),
      assertAllUsed: async () => assertAllUsed(await plans.list()),
    },
    deviations: {
      ...deviations,
      on: (...ids) => call('POST', '/deviations', { on: ids }),
      off: async (...ids) => {
        if (ids.length === 0) await call('DELETE', '/deviations');
        for (const id of ids) await deviations.off(id);
      },
    },
    journal: {
      ...journal,
      verify: async (input) => assertVerified(input, await journal.check(input)),
      wait: (wanted, { signal } = {}) => call('POST', '/journal/wait', wanted, signal),
    },
    audit: { ...audit, assertClean: async (options) => assertClean(await audit.findings(options)) },
    files: {
      export: (of = {}) => call('GET', `/file${queryOf(of)}`),
      import: (file, of = {}) => call('POST', `/file${queryOf(of)}`, file),
    },
  };
}

/** The calls of all rows by their names in code, such as `jobs.read`, without those about all worlds. */
function requestsOf(call: ControlCall): RemoteControls {
  const controls: Record<string, unknown> = {};
  for (const route of CONTROL_ROUTES) {
    const names = route.call?.split('.') ?? ['worlds'];
    if (names[0] === 'worlds') continue;
    const last = names.pop() ?? '';
    const place = names.reduce((found, name) => {
      found[name] ??= {};
      return found[name] as Record<string, unknown>;
    }, controls);
    place[last] = (...given: unknown[]) => request(call, route, given);
  }
  return controls as RemoteControls;
}

/** The arguments are the parameters of the path, then the body or the query. */
async function request(call: ControlCall, { method, path, body, query, member }: ControlRoute, given: unknown[]) {
  const rest = [...given];
  const isOfEndpoint = path.startsWith('/endpoints/');
  const at = path.replace(/:\w+/g, () => {
    const named = rest.shift();
    return encodeURIComponent(isOfEndpoint ? endpointIdOf(named as EndpointRef) : String(named));
  });
  const [input = {}] = rest as [object?];
  const answer = await call(method, query === null ? at : `${at}${queryOf(input)}`, body === null ? undefined : input);
  return member === null ? answer : (answer as Record<string, unknown>)[member];
}

/** A world in a running emulator, with its own keys, clock and scripts; those of the default world are unchanged. */
export type RemoteWorld = RemoteControls & {
  readonly name: string;
  readonly keys: WorldReport['keys'];
  /** Removes the world: its keys are unknown from then on. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export function listWorlds(call: ControlCall): Promise<WorldReport[]> {
  return call('GET', '/worlds');
}

/** Creates a world; `callIn` returns the calls for the world of a given name. */
export async function createRemoteWorld(
  callIn: (world?: string) => ControlCall,
  input: NamedWorldInput = {},
): Promise<RemoteWorld> {
  const { name, keys } = await callIn()<WorldReport>('POST', '/worlds', input);
  const dispose = () => callIn()<void>('DELETE', `/worlds/${encodeURIComponent(name)}`);
  return { ...remoteControls(callIn(name)), name, keys, dispose, [Symbol.asyncDispose]: dispose };
}
