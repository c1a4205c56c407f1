import type { Evidence } from '../judge/evidence.ts';
import type { FailureCard, Report } from './report.ts';

/** A reference is cut here, since its beginning shows enough. */
const LONGEST_BODY = 2_000;

/**
 * Adds to each failure what the reference server answers in the same step of the same scenario. Of a rule that is not known to
 * hold there it says nothing: the server knows nothing of a rule that is an author's own.
 */
export function addReferences(report: Report, reference: Report, isKept: (rule: string) => boolean): Report {
  const failures = report.failures.map((card) => ({
    ...card,
    reference: isKept(card.rule) ? referenceOf(card, reference) : null,
  }));
  return { ...report, failures };
}

function referenceOf(card: FailureCard, reference: Report): FailureCard['reference'] {
  const evidence = sameCheck(card, reference);
  const tape = reference.instances.find(({ id }) => id === evidence?.instance)?.tape ?? [];
  const entry = tape[evidence?.exchanges.at(-1) ?? -1];
  if (entry?.kind !== 'exchange' || entry.exchange.answer === null) return null;
  const { status, body, headers } = entry.exchange.answer;
  const text = body.kind === 'text' ? body.text.slice(0, LONGEST_BODY) : '';
  const about = headersAbout(card);
  const own = headers.filter(([name]) => about.has(name.toLowerCase()));
  return { status, body: text, ...(own.length > 0 && { headers: own.map(([name, value]) => `${name}: ${value}`) }) };
}

/** The headers that the failure is about, in lower case. */
function headersAbout({ mismatches }: FailureCard): Set<string> {
  return new Set(
    mismatches.flatMap(({ pointer }) => /(?:^|\/)headers?\/([^/]+)/.exec(pointer)?.[1]?.toLowerCase() ?? []),
  );
}

/** The same check in the same instance; where another arm was run, in any instance of the scenario. */
function sameCheck({ rule, instance, step, scenario }: FailureCard, reference: Report): Evidence | undefined {
  const own = reference.evidence.filter((one) => one.rule === rule && one.step === step && one.exchanges.length > 0);
  const scenarioOf = new Map(reference.instances.map((one) => [one.id, one.scenario]));
  return own.find((one) => one.instance === instance) ?? own.find((one) => scenarioOf.get(one.instance) === scenario);
}
