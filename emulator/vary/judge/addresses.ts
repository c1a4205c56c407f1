import type { Exchange } from '../../domain/test-control/exchange.ts';
import type { Seen, SeenExchange } from '../seen.ts';
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
  const odd = oddIdsIn(exchanges);
  const isCut = ({ exchange }: SeenExchange) => odd.some((id) => holdsBeginningOf(id, exchange.path));
  return [
    ...proofOf('address-never-given', '4', NEVER_GIVEN, alone(strange.filter((one) => !isCut(one)))),
    ...proofOf('id-not-encoded', '2', NOT_ENCODED, alone(strange.filter(isCut))),
  ];
}

const NEVER_GIVEN = 'it asked for an address that no answer had given it';
const NOT_ENCODED =
  'it put an id that it had been given into a path as it was, though a path has to encode its characters';

/** Ids with characters that mean something else in a path. */
function oddIdsIn(exchanges: readonly SeenExchange[]): string[] {
  const all = exchanges.flatMap(
    ({ exchange }) => exchange.responseBody?.match(/"(?:job|asset)_[^"]*[/?#% ][^"]*"/g) ?? [],
  );
  return [...new Set(all.map((id) => id.slice(1, -1)))];
}

/** Up to the first such character, beyond which a path is another one. */
function holdsBeginningOf(id: string, path: string): boolean {
  const [beginning = ''] = id.split(/[/?#% ]/);
  return path.includes(`/${beginning}/`) || path.endsWith(`/${beginning}`);
}

function alone(found: readonly SeenExchange[]): SeenExchange[][] {
  return found.map((one) => [one]);
}

/** Ids differ from run to run. */
function nameOf({ method, path }: Exchange): string {
  return `${method} ${path.replace(/\/(?:job|asset)_[^/]+/g, '/:id')}`;
}
