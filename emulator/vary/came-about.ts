import type { Exchange } from '../domain/test-control/exchange.ts';
import type { Variation } from './facts.ts';
import { formsIn } from './forms.ts';
import { withoutOwnFaults } from './judge/own-faults.ts';
import type { Seen } from './seen.ts';

/** What the runs without a variation showed: the `forms` of each. */
export type Unvaried = { seen: Seen; forms: readonly ReadonlySet<string>[] };

/** `missing`: why a variation did not occur if this is absent from its run. */
type Condition = { missing: string; isIn(ran: Seen, plain: Unvaried): boolean };

/** Why a variation did not occur in its run, so that nothing was tried; null if it did. */
export function whyNotComeAbout(variation: Pick<Variation, 'sets'>, ran: Seen, plain: Unvaried): string | null {
  return conditionsOf(variation).find(({ isIn }) => !isIn(ran, plain))?.missing ?? null;
}

/** Each part of a variation must be seen; the kind of a part defines what shows it. */
function conditionsOf({
  sets: { faults, deliveries, readings, deviate, plans },
}: Pick<Variation, 'sets'>): Condition[] {
  const onTheWire = [...Object.keys(readings), ...deviate].flatMap((name) => ON_THE_WIRE[name] ?? []);
  const isInForms = onTheWire.length === 0 && [Object.keys(readings), deviate, plans].some(({ length }) => length > 0);
  return [
    ...(faults.length > 0 ? [FAULT_MET] : []),
    ...(deliveries === 'as_they_come' ? [] : [DELIVERED_OTHERWISE]),
    ...onTheWire.map((isOf) => ({
      missing: NO_SUCH_ANSWER,
      isIn: ({ exchanges }: Seen) => exchanges.some(({ exchange }) => isOf(exchange)),
    })),
    ...(isInForms ? [IN_OTHER_FORMS] : []),
  ];
}

const FAULT_MET: Condition = {
  missing: 'in its run no request met it',
  isIn: (ran, { seen }) =>
    withoutOwnFaults(ran, seen, 'misfortune').exchanges.some(({ exchange }) => exchange.fault !== null),
};

const DELIVERED_OTHERWISE: Condition = {
  missing: 'in its run no webhook went out in this way',
  isIn: ({ deliveredOtherwise }) => deliveredOtherwise > 0,
};

/** A form that no earlier run had, or one that every earlier run had and this one lacks. */
const IN_OTHER_FORMS: Condition = {
  missing: 'in its run every answer and every webhook was as in the run as it is',
  isIn: (ran, { forms }) => {
    const own = formsIn(ran);
    const [first = new Set<string>()] = forms;
    return (
      [...own].some((form) => forms.every((before) => !before.has(form))) ||
      [...first].some((form) => forms.every((before) => before.has(form)) && !own.has(form))
    );
  },
};

const NO_SUCH_ANSWER = 'in its run there was no answer that it changes';

/** The answers that choices and occurrences change without a visible form: they change only instants, or how an answer is sent. */
const ON_THE_WIRE: Readonly<Record<string, (exchange: Exchange) => boolean>> = {
  connection: () => true,
  'headers-in-lower-case': () => true,
  'instants-differ': () => true,
  content_length: ({ responseHeaders }) => responseHeaders['Content-Length'] !== undefined,
  json_content_type: isJson,
  compression: (exchange) => isJson(exchange) && /\bgzip\b/i.test(exchange.requestHeaders['accept-encoding'] ?? ''),
};

function isJson({ responseHeaders }: Exchange): boolean {
  return responseHeaders['Content-Type'] === 'application/json';
}
