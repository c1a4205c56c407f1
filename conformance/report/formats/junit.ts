import { type Element, element, writeXml } from '../../../shared/report/xml.ts';
import { certificateText } from '../certificate.ts';
import { type FailedRule, failedRules, gradedRules, timeByRule } from '../failures.ts';
import { grouped } from '../grouped.ts';
import { partlyText } from '../partly.ts';
import { picturesText } from '../pictures-text.ts';
import type { Report, RuleReport } from '../report.ts';
import { failureSummary, failureText, ruleSentence } from '../terminal/failure-text.ts';
import { untestedText } from '../terminal/untested-lines.ts';

/** Further failures of a rule are left out, to keep the file small. */
const MOST_FAILURES = 3;

/** The report as JUnit XML: a suite for each group, and a case for each rule, named by its id. */
export function junitReport(report: Report): string {
  const cards = cardsByRule(report);
  const times = timeByRule(report);
  const suites = [...grouped(gradedRules(report), ({ group }) => group)].map(([group, rules]) =>
    suite(report, group, rules, (rule) => testCase(rule, cards.get(rule.id), times.get(rule.id) ?? 0, report)),
  );
  const all = [...suites, ...harnessSuite(report)];
  const sum = (name: string) => all.reduce((total, one) => total + Number(one.attributes[name]), 0);
  const totals = { tests: sum('tests'), failures: sum('failures'), errors: sum('errors') };
  return writeXml(element('testsuites', { name: 'tryon conformance', ...totals, time: seconds(report.took) }, all));
}

function cardsByRule(report: Report): Map<string, FailedRule> {
  const { failed, warned, known } = failedRules(report);
  return new Map([...failed, ...warned, ...known].map((one) => [one.rule.id, one]));
}

function suite(
  report: Report,
  group: string,
  rules: readonly RuleReport[],
  toCase: (rule: RuleReport) => Element,
): Element {
  const cases = rules.map(toCase);
  return suiteOf(report, group, cases, [
    ...propertiesOf(report),
    ...rules.filter(({ verdict }) => verdict === 'warn').map(({ id, says }) => property(`warning.${id}`, says)),
  ]);
}

function suiteOf(report: Report, group: string, cases: readonly Element[], properties: readonly Element[]): Element {
  const having = (child: string) => cases.filter(({ inside }) => hasChild(inside, child)).length;
  const attributes = {
    name: `tryon.${group}`,
    tests: cases.length,
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
    time: seconds(cases.reduce((sum, { attributes: { time } }) => sum + Number(time) * 1000, 0)),
    timestamp: report.started.slice(0, 19),
  };
  return element('testsuite', attributes, [element('properties', {}, properties), ...cases]);
}

function hasChild(inside: Element['inside'], name: string): boolean {
  return typeof inside !== 'string' && inside.some((child) => child.name === name);
}

function propertiesOf(report: Report): Element[] {
  const { tool, target, options } = report;
  const { version, digest } = report.suite;
  const pictures = picturesText(report);
  return [
    property('tool', `${tool.name} ${tool.version}`),
    property('suite', [version, digest].filter(Boolean).join(' ')),
    property('verdict', [report.conclusion, certificateText(report)].filter(Boolean).join(' ')),
    property('target', [target.name, target.version].filter(Boolean).join(' ')),
    property('base_url', target.base_url),
    property('seed', options.seed),
    ...(pictures === null ? [] : [property('pictures', pictures)]),
  ];
}

function property(name: string, value: string): Element {
  return element('property', { name, value });
}

function testCase(rule: RuleReport, cards: FailedRule | undefined, time: number, report: Report): Element {
  const attributes = {
    name: rule.id,
    classname: `tryon.${rule.group}`,
    time: seconds(time),
    assertions: rule.counts.held + rule.counts.violated,
    status: rule.known && rule.verdict === 'fail' ? 'known' : rule.verdict,
  };
  return element('testcase', attributes, outcome(rule, cards, report));
}

/** A warning and a known failure do not make a run non-conformant, so they are output and no failures. */
function outcome(rule: RuleReport, cards: FailedRule | undefined, report: Report): Element[] {
  switch (rule.verdict) {
    case 'pass':
      return inPart(rule);
    case 'fail':
      return rule.known
        ? [element('skipped', {}, `known failure: ${rule.says}`), ...output(rule, cards, report)]
        : failures(rule, cards, report);
    case 'warn':
      return output(rule, cards, report);
    case 'error':
      return [element('error', { type: 'harness', message: 'the harness failed; see the suite tryon.harness' })];
    default:
      return [element('skipped', {}, untestedText(rule))];
  }
}

/** A pass of which a part is missing says so. */
function inPart(rule: RuleReport): Element[] {
  const text = partlyText(rule);
  return text === null ? [] : [element('system-out', {}, `pass, ${text}`)];
}

function failures(rule: RuleReport, cards: FailedRule | undefined, report: Report): Element[] {
  const listed = cards?.failures ?? [];
  if (listed.length === 0) return [element('failure', { type: rule.level, message: rule.says })];
  return listed.slice(0, MOST_FAILURES).map((failure) => {
    const message = `§${rule.clause} ${rule.says}: ${failureSummary(failure)}`;
    return element('failure', { type: rule.level, message }, cardText(failure, report));
  });
}

function output(rule: RuleReport, cards: FailedRule | undefined, report: Report): Element[] {
  const listed = cards?.failures.slice(0, MOST_FAILURES) ?? [];
  const texts = listed.map((failure) => cardText(failure, report));
  const title = `${rule.verdict === 'warn' ? 'warning' : 'known failure'}: ${ruleSentence({ rule })}`;
  return [element('system-out', {}, [title, ...texts].join('\n\n'))];
}

function cardText(failure: FailedRule['failures'][number], { target }: Report): string {
  return failureText(failure, { baseUrl: target.base_url });
}

/** Faults of the harness belong to no rule, so they have a suite of their own. */
function harnessSuite(report: Report): Element[] {
  if (report.errors.length === 0) return [];
  const cases = report.errors.map(({ instance, message }, index) => {
    const attributes = { name: instance ?? `fault ${index + 1}`, classname: 'tryon.harness', time: seconds(0) };
    const [first = ''] = message.split('\n');
    return element('testcase', attributes, [element('error', { type: 'harness', message: first }, message)]);
  });
  return [suiteOf(report, 'harness', cases, propertiesOf(report))];
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
