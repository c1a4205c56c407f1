import { decoded } from '../../../shared/expression/decoded.ts';
import { pathBelow, urlOf } from './address.ts';

export type Submission = {
  base_url: string;
  /** The path of the request, below the base address. */
  asked: string;
  /** The id of the answer's object; null if there is none. */
  id: string | null;
};

/**
 * Resolves a Location to a path below the base address, or to a whole address elsewhere. RFC 9110 10.2.2 resolves it
 * against the request's address. Spec 4 begins every path at the base address, which differs behind a gateway that adds
 * a prefix. Chooses the one that leads to the answer's object.
 */
export function whereTo(location: string, { base_url, asked, id }: Submission): string {
  const from = urlOf(asked, base_url) ?? new URL(base_url);
  const whole = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  if (whole === null) return location;
  const own = namesOwnOrigin(location) ? null : urlOf(location.startsWith('/') ? location : `/${location}`, base_url);
  const paths = [whole, own].flatMap((url) => (url === null ? [] : (pathBelow(url, base_url) ?? [])));
  return paths.find((path) => id !== null && decoded(path) === `/v1/jobs/${id}`) ?? paths[0] ?? whole.href;
}

/** Returns whether it is a whole address, possibly without a scheme. */
function namesOwnOrigin(location: string): boolean {
  return URL.canParse(location) || /^[\\/]{2}/.test(location);
}
