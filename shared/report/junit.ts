import { type TestCase, type TestRun, type TestSuite, withVerdict } from './test-run.ts';
import { type Element, element, writeXml } from './xml.ts';

/** Further problems of a case are left out, to keep the file small. */
const MOST_PROBLEMS = 3;

/** A run as JUnit XML. Only `failed` is a failure, and only `error` an error. */
export function junitReport({ name, started, took, suites }: TestRun): string {
  const all = suites.flatMap(({ cases }) => cases);
  const totals = {
    tests: all.length,
    failures: withVerdict(all, 'failed').length,
    errors: withVerdict(all, 'error').length,
  };
  const elements = suites.map((suite) => suiteElement(suite, started));
  return writeXml(element('testsuites', { name, ...totals, time: seconds(took) }, elements));
}

function suiteElement({ name, properties = {}, cases }: TestSuite, started: string): Element {
  const attributes = {
    name,
    tests: cases.length,
    failures: withVerdict(cases, 'failed').length,
    errors: withVerdict(cases, 'error').length,
    skipped: withVerdict(cases, 'skipped', 'known').length,
    time: seconds(cases.reduce((sum, { took }) => sum + took, 0)),
    timestamp: started.slice(0, 19),
  };
  const facts = Object.entries(properties).map(([key, value]) => element('property', { name: key, value }));
  const head = facts.length === 0 ? [] : [element('properties', {}, facts)];
  return element('testsuite', attributes, [...head, ...cases.map((one) => caseElement(one, name))]);
}

function caseElement(one: TestCase, classname: string): Element {
  const { name, verdict, took, assertions, status } = one;
  const attributes = {
    ...{ name, classname, time: seconds(took) },
    ...(assertions !== undefined && { assertions }),
    ...(status !== undefined && { status: verdict === 'known' ? verdict : status }),
  };
  return element('testcase', attributes, [...outcome(one), ...output(one)]);
}

function outcome({ verdict, title, reason = '', problems = [] }: TestCase): Element[] {
  if (verdict === 'skipped' || verdict === 'known') return [element('skipped', {}, reason)];
  if (verdict !== 'failed' && verdict !== 'error') return [];
  const tag = verdict === 'failed' ? 'failure' : 'error';
  return problems.slice(0, MOST_PROBLEMS).map(({ type, message, detail }) => {
    const said = [title, message].filter((text) => text !== undefined && text !== '').join(': ');
    return element(tag, { type, message: said }, detail);
  });
}

/** The problems that do not make a case fail are printed as output. */
function output(one: TestCase): Element[] {
  const { verdict, reason, notes = [] } = one;
  const passed = verdict === 'passed' && reason !== undefined ? [`pass, ${reason}`] : [];
  return [...passed, ...letPass(one), ...notes].map((text) => element('system-out', {}, text));
}

function letPass({ verdict, title, problems = [] }: TestCase): string[] {
  if ((verdict !== 'warned' && verdict !== 'known') || title === undefined) return [];
  const word = verdict === 'warned' ? 'warning' : 'known failure';
  return [[`${word}: ${title}`, ...problems.slice(0, MOST_PROBLEMS).map(({ detail }) => detail)].join('\n\n')];
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
