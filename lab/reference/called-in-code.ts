import type { ControlRoute } from '../../emulator/control/route.ts';

/** A call that a route makes on the world or the worlds: `clock.advance` with its arguments. */
export type CodeCall = { name: string; args: unknown[] };

/**
 * Finds the same call in code: the route handles a call on a proxy that records what it calls first. So the page always
 * agrees with the route.
 */
export async function calledInCode(
  route: ControlRoute,
  given: Pick<Parameters<ControlRoute['handle']>[0], 'ids' | 'query' | 'body'>,
): Promise<CodeCall | null> {
  const calls: CodeCall[] = [];
  const world = recorder('', calls);
  const worlds = recorder('worlds', calls);
  const call = { world, worlds, gone: () => undefined, ...given } as unknown as Parameters<ControlRoute['handle']>[0];
  // The proxy returns no result, so the code after the first call throws.
  await Promise.resolve()
    .then(() => route.handle(call))
    .catch(() => null);
  return calls[0] ?? null;
}

/** A proxy for nested objects and functions that records calls. */
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
