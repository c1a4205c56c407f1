import { isMap } from '../../shared/is-map.ts';
import type { ExchangeView } from '../effects/http/view.ts';
import type { Mismatch } from '../suite/expectation/finding.ts';

/** What an answer must be like by what is known, and the ids of what makes that certain. */
export type Demand = { rule: string; because: readonly string[]; check(view: ExchangeView): Mismatch | null };

/** What an answer breaks. */
export type Breach = { rule: string; because: readonly string[]; mismatch: Mismatch };

export function breachesOf(demands: readonly Demand[], view: ExchangeView): Breach[] {
  return demands.flatMap(({ rule, because, check }) => {
    const mismatch = check(view);
    return mismatch === null ? [] : [{ rule, because, mismatch }];
  });
}

type Reason = Pick<Demand, 'rule' | 'because'> & { why: string };

export function mustBe(statuses: readonly number[], { rule, because, why }: Reason): Demand {
  return {
    rule,
    because,
    check: ({ status }) =>
      status !== null && statuses.includes(status)
        ? null
        : { pointer: '/status', expected: `${statuses.join(' or ')}, since ${why}`, seen: status },
  };
}

export function mustNotBe(statuses: readonly number[], { rule, because, why }: Reason): Demand {
  return {
    rule,
    because,
    check: ({ status }) =>
      status === null || !statuses.includes(status)
        ? null
        : { pointer: '/status', expected: `no ${statuses.join(' or ')}, since ${why}`, seen: status },
  };
}

/** Any status that is no success. */
export function mustRefuse({ rule, because, why }: Reason): Demand {
  return {
    rule,
    because,
    check: ({ status }) =>
      status === null || status >= 400
        ? null
        : { pointer: '/status', expected: `a refusal, since ${why}`, seen: status },
  };
}

/** The status, and the code of its error. */
export function mustRefuseWith(status: number, code: string, reason: Reason): Demand[] {
  const { rule, because, why } = reason;
  return [
    mustBe([status], reason),
    {
      rule,
      because,
      check: (view) => {
        const seen = codeOf(view);
        return view.status !== status || seen === code
          ? null
          : { pointer: '/body/error/code', expected: `${code}, since ${why}`, seen };
      },
    },
  ];
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
