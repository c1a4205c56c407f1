import { decoded } from '../../suite/expression/percent-encoding.ts';
import { pathBelow, urlOf } from './address.ts';

export type Submission = {
  base_url: string;
  /** The path that was asked, below the base address. */
  asked: string;
  /** The id of what the answer shows; null if it shows none. */
  id: string | null;
};

/**
 * Where a Location leads: a path below the base address, or the whole address where that is elsewhere. RFC 9110 10.2.2
 * reads it from the address that was asked; Spec 4 begins every path at the base address, which is another one behind a
 * gateway that adds a path of its own. Of the two, the one that leads to what the answer shows is meant.
 */
export function whereTo(location: string, { base_url, asked, id }: Submission): string {
  const from = urlOf(asked, base_url) ?? new URL(base_url);
  const whole = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  if (whole === null) return location;
  const own = namesOwnOrigin(location) ? null : urlOf(location.startsWith('/') ? location : `/${location}`, base_url);
  const paths = [whole, own].flatMap((url) => (url === null ? [] : (pathBelow(url, base_url) ?? [])));
  return paths.find((path) => id !== null && isOf(path, id)) ?? paths[0] ?? whole.href;
}

/** Whether it is a whole address, or one that lacks nothing but its scheme. */
function namesOwnOrigin(location: string): boolean {
  return URL.canParse(location) || /^[\\/]{2}/.test(location);
}

function isOf(path: string, id: string): boolean {
  return decoded(path) === `/v1/jobs/${id}`;
}
