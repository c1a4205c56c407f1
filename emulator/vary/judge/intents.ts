import type { Exchange } from '../../domain/test-control/exchange.ts';
import { isSubmit } from '../facts.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { isSameWorld } from './jobs-seen.ts';
import { type Proof, proofOf } from './proof.ts';

/**
 * Spec 4.2: a lost submission is repeated with its key. With another key it may become a second job, which is paid for.
 * If the tests themselves submit the same again with other keys, only more keys than in the plain run prove it.
 */
export function judgeIntents(seen: Seen, plain: Seen): Proof[] {
  const lost = submissions(seen).filter(({ exchange }) => exchange.fault !== null && exchange.status !== 429);
  const repeated = lost.flatMap((one) => {
    const again = repeatedAs(one, submissions(seen));
    return again === undefined ? [] : [[one, again] as const];
  });
  if (repeatsItself(plain) && keysIn(seen) <= keysIn(plain)) return [];
  const twice = repeated.filter(([one, again]) => isAccepted(one.exchange) && isAccepted(again.exchange));
  const unaccepted = repeated.filter(([one, again]) => !(isAccepted(one.exchange) && isAccepted(again.exchange)));
  return [
    ...proofOf(
      'second-job',
      '4.2',
      'it paid for a second job of one intent: the first was accepted, though its answer was lost, and the retry had another Idempotency-Key',
      twice,
    ),
    ...proofOf(
      'retry-with-new-key',
      '4.2',
      'it tried again under another Idempotency-Key: had the first been accepted, it would have paid twice',
      unaccepted,
    ),
  ];
}

function submissions({ exchanges }: Seen): SeenExchange[] {
  return exchanges.filter(({ exchange }) => isSubmit(exchange) && keyOf(exchange) !== undefined);
}

/** The next submission of the same body with a new key; none if it was repeated with its own key. */
function repeatedAs(one: SeenExchange, all: readonly SeenExchange[]): SeenExchange | undefined {
  const same = all.filter((other) => isSameIntent(one, other));
  const before = same.filter(({ place }) => place <= one.place);
  const after = same.filter(({ place }) => place > one.place);
  if (after.some(({ exchange }) => keyOf(exchange) === keyOf(one.exchange))) return undefined;
  return after.find(({ exchange }) => before.every((other) => keyOf(other.exchange) !== keyOf(exchange)));
}

function isSameIntent(one: SeenExchange, other: SeenExchange): boolean {
  const [a, b] = [one.exchange, other.exchange];
  return isSameWorld(one, other) && a.keyId === b.keyId && a.route === b.route && bodyOf(a) === bodyOf(b);
}

export function keyOf({ requestHeaders }: Exchange): string | undefined {
  return requestHeaders['idempotency-key'];
}

function bodyOf({ requestBody }: Exchange): string {
  return requestBody ?? '';
}

/** Carried out, even if the answer was lost or replaced by an error. */
function isAccepted({ status, because }: Exchange): boolean {
  return status < 300 || because?.compared['effect'] === 'commit_then_error';
}

/** Whether the tests themselves submit the same with several keys. */
export function repeatsItself(plain: Seen): boolean {
  const all = submissions(plain);
  return all.some((one) => repeatedAs(one, all) !== undefined);
}

export function keysIn(seen: Seen): number {
  return new Set(submissions(seen).map(({ world, exchange }) => `${world} ${keyOf(exchange)}`)).size;
}
