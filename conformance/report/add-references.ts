import type { Evidence } from '../judge/evidence.ts';
import { baseOf } from './instance-report.ts';
import type { FailureCard, Report } from './report.ts';

/** A reference body is truncated to this length; its beginning is enough. */
const LONGEST_BODY = 2_000;

/**
 * Adds to each failure the reference server's answer in the same step and row of the scenario. Adds nothing for a rule
 * that the reference is not known to keep, such as an author's own.
 */
export function addReferences(report: Report, reference: Report, isKept: (rule: string) => boolean): Report {
  const rows = rowsOf(report);
  const failures = report.failures.map((card) => ({
    ...card,
    reference: isKept(card.rule) ? referenceOf(card, rows, reference) : null,
  }));
  return { ...report, failures };
}

function referenceOf(card: FailureCard, rows: Rows, reference: Report): FailureCard['reference'] {
  const evidence = sameCheck(card, rows, reference);
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

/** The same check in the same row, in the same arm or else in the arm that the reference ran. */
function sameCheck(card: FailureCard, rows: Rows, reference: Report): Evidence | undefined {
  const own = reference.evidence.filter(
    ({ rule, step, exchanges }) => rule === card.rule && step === card.step && exchanges.length > 0,
  );
  const inReference = rowsOf(reference);
  const row = rows.get(card.instance);
  return (
    own.find(({ instance }) => baseOf(instance) === baseOf(card.instance)) ??
    own.find(({ instance }) => row !== undefined && inReference.get(instance) === row)
  );
}

type Rows = ReadonlyMap<string, string>;

/** The scenario and the row of each instance, without its arm. */
function rowsOf({ instances }: Report): Rows {
  return new Map(instances.map(({ id, scenario, row }) => [id, `${scenario} ${row}`]));
}
