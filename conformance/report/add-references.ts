import type { Evidence } from '../judge/evidence.ts';
import type { FailureCard, Report } from './report.ts';

/** A reference is cut here, since its beginning shows enough. */
const LONGEST_BODY = 2_000;

/** Adds to each failure what the reference server answers in the same step of the same scenario. */
export function addReferences(report: Report, reference: Report): Report {
  const failures = report.failures.map((card) => ({ ...card, reference: referenceOf(card, reference) }));
  return { ...report, failures };
}

function referenceOf(card: FailureCard, reference: Report): FailureCard['reference'] {
  const evidence = sameCheck(card, reference);
  const tape = reference.instances.find(({ id }) => id === evidence?.instance)?.tape ?? [];
  const entry = tape[evidence?.exchanges.at(-1) ?? -1];
  if (entry?.kind !== 'exchange' || entry.exchange.answer === null) return null;
  const { status, body } = entry.exchange.answer;
  return { status, body: body.kind === 'text' ? body.text.slice(0, LONGEST_BODY) : '' };
}

/** The same check in the same instance; where another arm was run, in any instance of the scenario. */
function sameCheck({ rule, instance, step, scenario }: FailureCard, reference: Report): Evidence | undefined {
  const own = reference.evidence.filter((one) => one.rule === rule && one.step === step && one.exchanges.length > 0);
  const scenarioOf = new Map(reference.instances.map((one) => [one.id, one.scenario]));
  return own.find((one) => one.instance === instance) ?? own.find((one) => scenarioOf.get(one.instance) === scenario);
}
