import type { RunFinding } from '../../control/run-audit.ts';
import type { AuditRule } from '../../domain/test-control/audit.ts';
import type { Exchange } from '../../domain/test-control/exchange.ts';
import type { Seen, SeenExchange } from '../seen.ts';
import { mayBeOfTests } from './clock-waits.ts';
import { judgeIntents } from './intents.ts';
import { judgeLaterTry } from './later-try.ts';
import { type Proof, proofOf } from './proof.ts';

/** What the exchanges of a run prove about the client, beyond those of the plain run. */
export function judgeExchanges(seen: Seen, plain: Seen, ignore: readonly string[]): Proof[] {
  const known = judgeAudit(plain, plain, ignore).map(({ kind }) => kind);
  const proofs = [
    ...judgeIntents(seen, plain),
    ...judgeLaterTry(seen, plain),
    ...judgeAudit(seen, plain, ignore),
    ...judgeAddresses(seen, plain),
  ];
  return proofs.filter(({ kind }) => !known.includes(kind) && !ignore.includes(kind));
}

/** Refusals are left to `exec --audit`, since many tests cause them on purpose. */
const LEFT_OUT: readonly AuditRule[] = ['refused-request'];

/** What the audit finds in a run, rule by rule, without the rules that do not count. */
function judgeAudit(seen: Seen, plain: Seen, ignore: readonly string[]): Proof[] {
  const counted = seen.findings
    .filter(({ rule }) => !LEFT_OUT.includes(rule) && !ignore.includes(rule))
    .filter((finding) => !mayBeOfTests(finding, seen, plain));
  const rules = [...new Set(counted.map(({ rule }) => rule))];
  return rules.map((rule) => proofIn(counted.filter((one) => one.rule === rule)));
}

function proofIn(found: readonly RunFinding[]): Proof {
  const [{ rule = '', says = '', did = '', exchange = 0, world = 'default' } = {}] = found;
  const [, section = '', what = says] = /^Spec ([\d.]+): (.*)$/.exec(says) ?? [];
  const at = `${world === 'default' ? '' : `${world} `}#${exchange} ${did}`;
  return {
    kind: rule,
    section,
    says: `it broke the rule “${what.replace(/\.$/, '')}”`,
    count: found.length,
    exchanges: [at],
  };
}

const NOTHING = /\/(?:undefined|null|NaN|None|nil|\[object%20Object\])(?:\/|$)/;

/** Spec 4: a client requests only ids and URLs from answers. Other ones that the plain run requests as well are intentional. */
function judgeAddresses({ exchanges }: Seen, plain: Seen): Proof[] {
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

/** Ids with characters that have a meaning in a path. */
function oddIdsIn(exchanges: readonly SeenExchange[]): string[] {
  const all = exchanges.flatMap(
    ({ exchange }) => exchange.responseBody?.match(/"(?:job|asset)_[^"]*[/?#% ][^"]*"/g) ?? [],
  );
  return [...new Set(all.map((id) => id.slice(1, -1)))];
}

/** Whether a path contains the part of the id before such a character. */
function holdsBeginningOf(id: string, path: string): boolean {
  const [beginning = ''] = id.split(/[/?#% ]/);
  return path.includes(`/${beginning}/`) || path.endsWith(`/${beginning}`);
}

function alone(found: readonly SeenExchange[]): SeenExchange[][] {
  return found.map((one) => [one]);
}

/** Named without the id, because ids differ between runs. */
function nameOf({ method, path }: Exchange): string {
  return `${method} ${path.replace(/\/(?:job|asset)_[^/]+/g, '/:id')}`;
}
