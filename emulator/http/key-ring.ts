import type { WorldHost } from '../runtime/world-host.ts';
import type { WireRequest } from '../world/wire.ts';

/** Looks up the keys of all worlds; a key belongs to one world. */
export type KeyRing = {
  /**
   * The world of a request: the named one, otherwise the world of its key, otherwise the default world. Null if the
   * named world does not exist.
   */
  hostFor(secret: string | undefined, world: string | undefined): WorldHost | null;
  defaultHost(): WorldHost;
};

const KEY_ANYWHERE = /pk_(?:live|test)_[A-Za-z0-9_-]+/;

/** The world of a request; null if it names one that does not exist. */
export function worldOf(ring: KeyRing, request: WireRequest): WorldHost | null {
  return ring.hostFor(keyNamedIn(request), request.headers['emulator-world']);
}

/** A key in the wrong place is not accepted, but it still shows which world the client meant. */
function keyNamedIn({ headers, target }: WireRequest): string | undefined {
  const sent = headers['x-api-key'];
  if (sent !== undefined) return sent;
  const elsewhere = headers['authorization'] ?? target.split('?')[1];
  return elsewhere === undefined ? undefined : KEY_ANYWHERE.exec(decoded(elsewhere))?.[0];
}

/** `Basic` encodes its content. */
function decoded(text: string): string {
  const [, basic] = /^Basic +(\S+)$/i.exec(text) ?? [];
  return basic === undefined ? text : Buffer.from(basic, 'base64').toString('latin1');
}
