import { type OpenSession, openSession } from '../run/open-session.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import type { Target } from '../target/target.ts';

/** A server that sessions are played on. */
export type Side = OpenSession;

export type SideOptions = { seed: string; nonce: string; signal: AbortSignal };

export async function openSide(loaded: Loaded, target: Target, { seed, nonce, signal }: SideOptions): Promise<Side> {
  const options = { only: [], groups: [], shard: null, seed, nonce, repeat: 1, atOnce: 1, signal, erase: true };
  return openSession(loaded, target, options);
}
