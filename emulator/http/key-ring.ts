import type { WorldHost } from '../runtime/world-host.ts';
import type { WireRequest } from '../world/wire.ts';

/** Where the keys of all worlds are looked up: a key names its world. */
export type KeyRing = {
  /** The world that a request is for: the one it names, else that of its key, else the default. Null: no such world. */
  hostFor(secret: string | undefined, world: string | undefined): WorldHost | null;
  defaultHost(): WorldHost;
};

const KEY_ANYWHERE = /pk_(?:live|test)_[A-Za-z0-9_-]+/;

/** The world that a request is for; null if it names one that is not there. */
export function worldOf(ring: KeyRing, request: WireRequest): WorldHost | null {
  return ring.hostFor(keyNamedIn(request), request.headers['emulator-world']);
}

/** A key in the wrong place opens nothing; it still shows which world the client meant. */
function keyNamedIn({ headers, target }: WireRequest): string | undefined {
  const sent = headers['x-api-key'];
  if (sent !== undefined) return sent;
  const elsewhere = headers['authorization'] ?? target.split('?')[1];
  return elsewhere === undefined ? undefined : KEY_ANYWHERE.exec(decoded(elsewhere))?.[0];
}

/** `Basic` hides what it carries. */
function decoded(text: string): string {
  const [, basic] = /^Basic +(\S+)$/i.exec(text) ?? [];
  return basic === undefined ? text : Buffer.from(basic, 'base64').toString('latin1');
}
