import type { Exchange } from '../effects/http/exchange.ts';
import type { TapeEntry } from '../effects/tape.ts';
import { plainWord } from './curl/shell-text.ts';
import type { FailureCard, ObservedTraffic, Report, RuleReport } from './report.ts';

/** One violation with its rule, and the part of the tape that leads to it. */
export type Failure = { card: FailureCard; rule: RuleReport; chain: TapeEntry[] };

/** All violations of one rule. */
export type FailedRule = { rule: RuleReport; failures: Failure[] };

/**
 * The failed rules in the order of their cards, so that the first failure of a run comes first. Known failures come
 * last.
 */
export function failedRules(report: Report): { failed: FailedRule[]; warned: FailedRule[]; known: FailedRule[] } {
  const rules = new Map(report.rules.map((rule) => [rule.id, rule]));
  const tapes = new Map(report.instances.map(({ id, tape }) => [id, tape]));
  const byRule = new Map<string, FailedRule>();
  for (const card of report.failures) {
    const rule = rules.get(card.rule);
    if (rule === undefined) continue;
    const chain = chainOf(card, tapes.get(card.instance) ?? []);
    const already = byRule.get(rule.id);
    if (already === undefined) byRule.set(rule.id, { rule, failures: [{ card, rule, chain }] });
    else already.failures.push({ card, rule, chain });
  }
  const all = withCards(report, byRule).map(unsparedFirst);
  return {
    failed: all.filter(({ rule }) => rule.verdict === 'fail' && !rule.known),
    warned: all.filter(({ rule }) => rule.verdict === 'warn'),
    known: all.filter(({ rule }) => rule.verdict === 'fail' && rule.known),
  };
}

/** Adds the failed rules that have no card. */
function withCards(report: Report, byRule: ReadonlyMap<string, FailedRule>): FailedRule[] {
  const without = gradedRules(report)
    .filter(({ id, verdict }) => (verdict === 'fail' || verdict === 'warn') && !byRule.has(id))
    .map((rule) => ({ rule, failures: [] }));
  return [...byRule.values(), ...without];
}

/** For a derived rule, violations that fail it come before those that a lawful server might show. */
function unsparedFirst({ rule, failures }: FailedRule): FailedRule {
  const isSpared = ({ card }: Failure) => card.spared !== undefined;
  return { rule, failures: [...failures.filter((one) => !isSpared(one)), ...failures.filter(isSpared)] };
}

/** Why a breach only warns, or why it is a failure and not a lawful exception; empty for a must. */
export function sparesText({ rule, failures }: FailedRule): string[] {
  if (rule.thread !== undefined) return [`disputed, and only warns: ${rule.thread}`];
  if (rule.until !== undefined) return [`provisional, and only warns before ${rule.until}`];
  const ways = [...new Set(failures.flatMap(({ card }) => card.spared ?? []))];
  if (rule.verdict !== 'fail') return ways.length === 0 ? [] : [`as a lawful server may: ${ways.join('; ')}`];
  if (rule.spares === undefined) return [];
  const listed = rule.spares.length === 0 ? '' : `: ${rule.spares.join('; ')}`;
  return [`a failure: it is not one of the lawful exceptions${listed}`];
}

function chainOf({ exchanges }: FailureCard, tape: readonly TapeEntry[]): TapeEntry[] {
  return exchanges.flatMap((position) => tape[position] ?? []);
}

export function exchangesOf(chain: readonly TapeEntry[]): Exchange[] {
  return chain.flatMap((entry) => (entry.kind === 'exchange' ? [entry.exchange] : []));
}

/** The rules that have a verdict, which excludes gaps and excluded rules. */
export function gradedRules({ rules }: Pick<Report, 'rules'>): RuleReport[] {
  return rules.filter(({ level }) => level !== 'gap' && level !== 'excluded');
}

/** The time in milliseconds taken by the answers that are evidence for each rule. */
export function timeByRule(report: Report): Map<string, number> {
  const tapes = new Map(report.instances.map(({ id, tape }) => [id, tape]));
  const times = new Map<string, number>();
  for (const { rule, instance, exchanges } of report.evidence) {
    const entry = tapes.get(instance)?.[exchanges.at(-1) ?? -1];
    if (entry?.kind === 'exchange') times.set(rule, (times.get(rule) ?? 0) + entry.exchange.took);
  }
  return times;
}

/**
 * The command that runs the scenario of a failure again. If the report was not written by the command line, it has only
 * the address.
 */
export function againText({ card }: Pick<Failure, 'card'>, report: Report): string {
  const { command, target, options, observed } = report;
  if (observed !== undefined) return explainText(card, observed);
  const run = command ?? `tryon-conformance run ${plainWord(target.base_url)}`;
  return `${run} --only ${plainWord(card.scenario)} --seed ${plainWord(options.seed)}`;
}

/** Traffic of the proxy can be examined again only if it was written to a file. Deliveries have no number. */
function explainText({ instance, exchanges }: FailureCard, { numbers, source }: ObservedTraffic): string {
  const number = numbers[instance]?.[exchanges.at(-1) ?? -1] ?? 0;
  if (isAddress(source)) return 'write the traffic with --har FILE, and observe FILE';
  return number === 0
    ? `tryon-conformance observe ${plainWord(source)}`
    : `tryon-conformance explain ${plainWord(source)} ${number}`;
}

function isAddress(source: string): boolean {
  return /^https?:\/\//.test(source);
}
