import { type Count, judgeCount } from '../control/count.ts';
import type { ExchangeReport, FilterInput, VerifyReport, WorldControl } from '../index.ts';
import { answerWord, exchangeText, shortened } from './exchange-text.ts';
import { differenceLine, type Verdict } from './verdict.ts';

/** Whether requests came as often as wanted, and where not, what came near. */
export function judgeReceived({ journal }: WorldControl, request: FilterInput, count: Count): Verdict {
  const found = journal.find(request);
  const nearMisses = () => journal.check({ request, exactly: found.length + 1 }).near_misses;
  return {
    ...judgeCount(found.length, count),
    of: request,
    found: found.map(exchangeText),
    near: () => nearLines(nearMisses(), request),
  };
}

type NearMiss = VerifyReport['near_misses'][number];

function nearLines(near: readonly NearMiss[], request: FilterInput): string[] {
  if (near.length === 0) return ['nothing else has reached this world'];
  return ['the nearest:', ...near.flatMap((miss) => nearText(miss, request))];
}

function nearText({ unmet, exchange }: NearMiss, request: FilterInput): string[] {
  const differences = (unmet as (keyof FilterInput)[]).map((name) =>
    differenceLine(name, request[name], SEEN[name](exchange)),
  );
  return [`  ${exchangeText(exchange)}`, ...differences];
}

const SEEN: Record<keyof FilterInput, (exchange: ExchangeReport) => string | number | undefined> = {
  route: ({ route }) => route ?? undefined,
  method: ({ method }) => method,
  path: ({ path }) => path,
  status: ({ status }) => status,
  code: (exchange) => answerWord(exchange) ?? undefined,
  key: ({ key }) => key ?? undefined,
  idempotency_key: ({ requestHeaders }) => requestHeaders['idempotency-key'],
  body_contains: ({ requestBody }) => (requestBody === null ? undefined : shortened(requestBody)),
  mentions: ({ path, query }) => path + query,
};
