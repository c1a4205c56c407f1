import { isMap } from '../../shared/is-map.ts';
import type { ExchangeView } from '../effects/http/view.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';

/**
 * The requirements for an answer that follow from the known facts, and the ids of the objects that make them certain. `spared`:
 * the rule is derived, and the answer may be this lawful alternative, so it only warns.
 */
export type Demand = Named & {
  check(view: ExchangeView): Mismatch | null;
  /** It is about the status, so that each answer keeps it or breaks it. */
  isOfStatus?: true;
};
type Named = { rule: string; because: readonly string[]; spared?: string };

/** What an answer breaks. */
export type Breach = Named & { mismatch: Mismatch };

export function breachesOf(demands: readonly Demand[], view: ExchangeView): Breach[] {
  return demands.flatMap((demand) => {
    const mismatch = demand.check(view);
    return mismatch === null ? [] : [{ ...demand, mismatch }];
  });
}

/** The rules that an answer keeps: it meets all their demands, and at least one of these is about its status. */
export function heldAmong(demands: readonly Demand[], breaches: readonly Breach[]): string[] {
  const rules = new Set(demands.filter(({ isOfStatus }) => isOfStatus).map(({ rule }) => rule));
  for (const { rule } of breaches) rules.delete(rule);
  return [...rules];
}

/** The same demand, but a breach of it only warns. */
export function sparedAs(spared: string | null, demand: Demand): Demand {
  return spared === null ? demand : { ...demand, spared };
}

type Reason = Pick<Demand, 'rule' | 'because'> & { why: string };

export function mustBe(statuses: readonly number[], reason: Reason): Demand {
  return ofStatus(statuses.join(' or '), reason, (status) => status !== null && statuses.includes(status));
}

export function mustNotBe(statuses: readonly number[], reason: Reason): Demand {
  return ofStatus(`no ${statuses.join(' or ')}`, reason, (status) => status === null || !statuses.includes(status));
}

/** Any status that is not a success. */
export function mustRefuse(reason: Reason): Demand {
  return ofStatus('a refusal', reason, (status) => status === null || status >= 400);
}

/** Also with a redirect to somewhere else. */
export function mustServe(reason: Reason): Demand {
  return ofStatus('200', reason, (status) => status !== null && status < 400);
}

function ofStatus(wanted: string, { rule, because, why }: Reason, isFine: (status: number | null) => boolean): Demand {
  const expected = `${wanted}, since ${why}`;
  const check: Demand['check'] = ({ status }) =>
    isFine(status) ? null : { pointer: '/status', expected, seen: status };
  return { rule, because, check, isOfStatus: true };
}

/** The status, and the code of its error. */
export function mustRefuseWith(status: number, code: string, reason: Reason): Demand[] {
  return [mustBe([status], reason), mustHaveCode(status, code, reason)];
}

/** The code of the error, where the answer has this status. */
export function mustHaveCode(status: number, code: unknown, { rule, because, why }: Reason): Demand {
  return {
    rule,
    because,
    check: (view) => {
      const seen = codeOf(view);
      return view.status !== status || seen === code
        ? null
        : { pointer: '/body/error/code', expected: `${code}, since ${why}`, seen };
    },
  };
}

/** A value of the body of a success. */
export function mustShow(pointer: string, expected: unknown, { rule, because, why }: Reason): Demand {
  return {
    rule,
    because,
    check: (view) => {
      if (view.status === null || view.status >= 300) return null;
      const seen = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((value, name) => (isMap(value) ? value[name] : undefined), view.body);
      return seen === expected
        ? null
        : { pointer: `/body${pointer}`, expected: `${JSON.stringify(expected)}, since ${why}`, seen: seen ?? null };
    },
  };
}

/** What an answer breaks, as was found already. */
export function failing(rule: string, id: string, expected: string, seen: unknown): Demand {
  return { rule, because: [id], check: () => ({ pointer: '/body', expected, seen }) };
}

export function codeOf({ body }: ExchangeView): unknown {
  const error = isMap(body) ? body['error'] : undefined;
  return isMap(error) ? error['code'] : undefined;
}
