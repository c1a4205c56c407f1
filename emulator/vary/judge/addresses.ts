import type { Exchange } from '../../domain/test-control/exchange.ts';
import type { Seen } from '../seen.ts';
import { type Proof, proofOf } from './proof.ts';

const NOTHING = /\/(?:undefined|null|NaN|None|nil|\[object%20Object\])(?:\/|$)/;

/** Spec 4: what is asked for is what an answer has named. What the plain run asks for as well is meant so. */
export function judgeAddresses({ exchanges }: Seen, plain: Seen): Proof[] {
  const meant = new Set(plain.exchanges.map(({ exchange }) => nameOf(exchange)));
  const strange = exchanges.filter(
    ({ exchange }) =>
      exchange.status >= 400 &&
      (exchange.route === null || NOTHING.test(exchange.path)) &&
      !meant.has(nameOf(exchange)),
  );
  const says = 'it asked for an address that no answer had given it';
  return proofOf(
    'address-never-given',
    '4',
    says,
    strange.map((one) => [one]),
  );
}

/** Ids differ from run to run. */
function nameOf({ method, path }: Exchange): string {
  return `${method} ${path.replace(/\/(?:job|asset)_[^/]+/g, '/:id')}`;
}
