import { type Element, element, writeXml } from '../../../shared/report/xml.ts';
import { EXPECTATIONS } from '../../webhooks/probe/probe.ts';
import type { ProbeReport, ProbeResult } from '../../webhooks/probe/probe-report.ts';

/** The report as JUnit XML: a suite for each topic, and a case for each probe, named by its id. */
export function probeJunit(report: ProbeReport): string {
  const topics = [...new Set(report.probes.map(({ topic }) => topic))];
  const suites = topics.map((topic) => suiteOf(report, topic));
  const attributes = { name: 'tryon webhook receiver', ...totals(report.probes), time: seconds(report.took) };
  return writeXml(element('testsuites', attributes, suites));
}

function suiteOf(report: ProbeReport, topic: ProbeResult['topic']): Element {
  const probes = report.probes.filter((probe) => probe.topic === topic);
  const skipped = probes.filter(({ verdict }) => verdict === 'inconclusive').length;
  const time = probes.reduce((sum, probe) => sum + tookOf(probe), 0);
  const attributes = {
    name: `tryon.receiver.${topic}`,
    ...totals(probes),
    skipped,
    time: seconds(time),
    timestamp: report.started.slice(0, 19),
  };
  return element('testsuite', attributes, probes.map(caseOf));
}

function totals(probes: readonly ProbeResult[]) {
  return { tests: probes.length, failures: probes.filter(({ verdict }) => verdict === 'fail').length, errors: 0 };
}

function caseOf(probe: ProbeResult): Element {
  const attributes = { name: probe.id, classname: `tryon.receiver.${probe.topic}`, time: seconds(tookOf(probe)) };
  return element('testcase', attributes, outcome(probe));
}

function outcome({ verdict, says, section, expected, reason, remedy, unseen }: ProbeResult): Element[] {
  const message = `§${section} ${says}: ${EXPECTATIONS[expected]}; answered: ${reason}`;
  if (verdict === 'fail') return [element('failure', { type: 'must', message }, remedy)];
  if (verdict === 'inconclusive') return [element('skipped', {}, reason)];
  const told = [...(verdict === 'pass' ? [] : [`${verdict}: ${message}`]), ...(unseen === null ? [] : [unseen])];
  return told.map((text) => element('system-out', {}, text));
}

function tookOf({ answers }: ProbeResult): number {
  return answers.reduce((sum, { took }) => sum + took, 0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
