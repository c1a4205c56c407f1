import { type Element, element, writeXml } from '../../../shared/report/xml.ts';
import type { Row, VaryReport } from './report.ts';

const SUITES: Readonly<Record<Row['kind'], string>> = {
  plain: 'tryon.vary.plain',
  lawful: 'tryon.vary.lawful',
  misfortune: 'tryon.vary.misfortune',
  hint: 'tryon.vary.hint',
};

/** The report as JUnit XML: a suite for each kind, and a case for each variation. Tests that fail under a misfortune are no failures. */
export function junitReport(report: VaryReport): string {
  const suites = (Object.keys(SUITES) as Row['kind'][])
    .map((kind) => suiteOf(kind, report))
    .filter(({ attributes }) => Number(attributes['tests']) > 0);
  const sum = (name: string) => suites.reduce((total, { attributes }) => total + Number(attributes[name]), 0);
  const totals = { tests: sum('tests'), failures: sum('failures'), time: seconds(report.took) };
  return writeXml(element('testsuites', { name: 'tryon vary', ...totals }, suites));
}

function suiteOf(kind: Row['kind'], { rows, not_met, started }: VaryReport): Element {
  const own = rows.filter((row) => row.kind === kind);
  const left = not_met.filter((one) => one.kind === kind);
  const cases = [...own.map(caseOf), ...left.map(({ variation, because }) => skipped(kind, variation, because))];
  const attributes = {
    name: SUITES[kind],
    tests: cases.length,
    failures: own.filter(({ verdict }) => verdict === 'finding').length,
    skipped: left.length,
    time: seconds(own.reduce((sum, { took }) => sum + took, 0)),
    timestamp: started.slice(0, 19),
  };
  return element('testsuite', attributes, cases);
}

function caseOf(row: Row): Element {
  return element(
    'testcase',
    { name: row.variation, classname: SUITES[row.kind], time: seconds(row.took) },
    inside(row),
  );
}

function inside(row: Row): Element[] {
  const { verdict, finding, because, failed, proofs, moment, tail } = row;
  const text = [
    ...failed.map((test) => `✗ ${test}`),
    ...proofs.flatMap(({ kind, exchanges }) => exchanges.map((line) => `${kind}: ${line}`)),
    ...moment,
    tail,
  ].join('\n');
  if (verdict === 'finding') return [element('failure', { type: row.kind, message: finding ?? '' }, text)];
  if (verdict === 'known')
    return [element('system-out', {}, `let pass by the baseline: ${because}\n${finding}\n${text}`)];
  return text === '' ? [] : [element('system-out', {}, `${verdict}\n${text}`)];
}

function skipped(kind: Row['kind'], name: string, because: string): Element {
  const child = element('skipped', { message: because });
  return element('testcase', { name, classname: SUITES[kind], time: '0.000' }, [child]);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
