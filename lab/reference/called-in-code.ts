import type { ControlRoute } from '../../emulator/control/route.ts';

/** A call that a route makes on the world or the worlds: `clock.advance` with its arguments. */
export type CodeCall = { name: string; args: unknown[] };

/**
 * The same call in code: lets the route handle a call on a proxy, and records what it calls first. The page thus follows the
 * route.
 */
export async function calledInCode(
  route: ControlRoute,
  given: Pick<Parameters<ControlRoute['handle']>[0], 'params' | 'query' | 'body'>,
): Promise<CodeCall | null> {
  const calls: CodeCall[] = [];
  const world = recorder('', calls);
  const worlds = recorder('worlds', calls);
  const call = { world, worlds, ...given } as unknown as Parameters<ControlRoute['handle']>[0];
  // The code after the first call has no result to work on, and throws.
  await Promise.resolve()
    .then(() => route.handle(call))
    .catch(() => null);
  return calls[0] ?? null;
}

/** A proxy for an object of objects and functions that records calls. */
function recorder(name: string, calls: CodeCall[]): object {
  return new Proxy(() => undefined, {
    get: (_, member) =>
      typeof member === 'symbol' ? undefined : recorder(name === '' ? member : `${name}.${member}`, calls),
    apply: (_, __, args) => {
      calls.push({ name, args });
      return undefined;
    },
  });
}
