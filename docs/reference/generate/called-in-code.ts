import type { ControlRoute } from '../../../emulator/control/routes.ts';

/** A call that a route makes of the world or of the worlds: `clock.advance`, and with what. */
export type CodeCall = { name: string; args: unknown[] };

/**
 * The same call in code, found out by having the route handle a call and looking at what it calls first. Whoever changes
 * the route changes the page.
 */
export async function calledInCode(
  route: ControlRoute,
  given: Pick<Parameters<ControlRoute['handle']>[0], 'params' | 'query' | 'body'>,
): Promise<CodeCall | null> {
  const calls: CodeCall[] = [];
  const world = recorder('', calls);
  const worlds = recorder('worlds', calls);
  const call = { world, worlds, ...given } as unknown as Parameters<ControlRoute['handle']>[0];
  // What comes after the first call works on an answer that there is none of.
  await Promise.resolve()
    .then(() => route.handle(call))
    .catch(() => null);
  return calls[0] ?? null;
}

/** Stands for an object whose members are objects and functions, and notes which of them are called. */
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
