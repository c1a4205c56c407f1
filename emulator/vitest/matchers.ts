import { expect } from 'vitest';
import { counted } from '../../shared/counted.ts';
import { visible } from '../../shared/visible.ts';
import { findingLines } from '../control/assertions.ts';
import { type Count, countSchema, judgeCount } from '../control/count.ts';
import type { AuditInput } from '../control/schemas/journal.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import type { ExchangeReport, FilterInput, VerifyReport, WorldControl } from '../index.ts';
import { type DeliveryFilter, judgeDelivered } from './delivered.ts';
import { answerWord, exchangeText, shortened } from './exchange-text.ts';
import { differenceLine, type Verdict, verdictLines } from './verdict.ts';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: a merged interface must name its parameters as vitest does
  interface Matchers<T = any> {
    /** Asserts that a world has received matching requests: at least one, unless a count is given. */
    toHaveReceived(request: FilterInput, count?: Count): void;
    /** Asserts that webhooks of a world were delivered, or have reached another `state`. Await it. */
    toHaveDelivered(delivery?: DeliveryFilter, count?: Count): Promise<void>;
    /** Asserts that the client of a world made none of the mistakes that no answer reveals. */
    toHaveCleanAudit(options?: AuditInput): void;
  }
}

expect.extend({
  toHaveReceived(world: unknown, request: FilterInput, count?: Count) {
    const verdict = judgeReceived(worldIn('toHaveReceived', world), request, parsedCount(count));
    return countResult(this, 'toHaveReceived(request)', verdict);
  },
  async toHaveDelivered(world: unknown, delivery: DeliveryFilter = {}, count?: Count) {
    const verdict = await judgeDelivered(worldIn('toHaveDelivered', world), delivery, parsedCount(count));
    return countResult(this, 'toHaveDelivered(delivery)', verdict);
  },
  toHaveCleanAudit(world: unknown, options: AuditInput = {}) {
    const findings = worldIn('toHaveCleanAudit', world).audit.findings(options);
    const lines =
      findings.length === 0
        ? ['the client made no mistake']
        : [`the client made ${counted(findings.length, 'mistake')}:`, ...findingLines(findings)];
    return { pass: findings.length === 0, message: () => messageOf(this, 'toHaveCleanAudit()', lines) };
  },
});

type MatcherThis = ThisParameterType<Parameters<typeof expect.extend>[0][string]>;

function parsedCount(count: Count = {}): Count {
  return parseInput('The count', countSchema, count);
}

function countResult(matcher: MatcherThis, call: string, verdict: Verdict) {
  return { pass: verdict.ok, message: () => messageOf(matcher, call, verdictLines(verdict, matcher.isNot)) };
}

function messageOf({ isNot }: MatcherThis, call: string, lines: readonly string[]): string {
  return visible(`expect(world)${isNot ? '.not' : ''}.${call}\n\n${lines.join('\n')}`);
}

function worldIn(matcher: string, received: unknown): WorldControl {
  const isWorld = typeof received === 'object' && received !== null && 'journal' in received && 'webhooks' in received;
  if (!isWorld)
    throw new TypeError(
      `${matcher} is asked of a world or an emulator: expect(world).${matcher}(…), and got ${kindOf(received)}`,
    );
  return received as WorldControl;
}

function kindOf(received: unknown): string {
  return received === null ? 'null' : typeof received === 'object' ? 'another object' : typeof received;
}

/** Whether matching requests came as often as expected, and if not, which came near. */
function judgeReceived({ journal }: WorldControl, request: FilterInput, count: Count): Verdict {
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
