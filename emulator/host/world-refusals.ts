import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { maskKey } from '../domain/test-control/exchange.ts';
import { BadInput } from '../domain/values/bad-input.ts';
import type { GoneKeys } from './gone-keys.ts';

/** A call that was meant for another world must not change the default one. */
export function noWorldWith(secret = '', goneKeys: GoneKeys): string {
  const gone = goneKeys.worldOf(secret);
  const what = gone === undefined ? 'no world has the key' : `the world ${gone} was removed, and with it the key`;
  return `${what} ${maskKey(secret)} in X-API-Key: send a key of a world, or none for the default one`;
}

/** What those need whose tests run at once, each with a world of the same options. */
const MADE_KEYS = ': another world has it. Leave secret out, and each world has one of its own, which its keys name';

export function refuseTaken(name: string, secret: string | undefined): Error {
  if (secret === undefined) return new ControlRefusal(409, `there is a world ${name} already`);
  return new BadInput(`The world ${name}`, [
    { path: 'accounts', problem: `the key ${secret} is there already${MADE_KEYS}` },
  ]);
}
