import { counted } from '../../../shared/counted.ts';
import {
  indent,
  type Line,
  line,
  paint,
  type Span,
  type Tone,
  table,
  titled,
  wrap,
} from '../../../shared/report/lines.ts';
import type { TestCase, TestRun, TestVerdict } from '../../../shared/report/test-run.ts';
import { EXPECTATIONS } from '../../webhooks/probe/probe.ts';
import type { ProbeReport, ProbeResult, Verdict } from '../../webhooks/probe/probe-report.ts';

const TONES: Record<Verdict, Tone> = { pass: 'good', fail: 'bad', warn: 'warn', inconclusive: 'info', recorded: 'dim' };
const TITLES: Record<ProbeResult['topic'], string> = {
  signatures: 'Signatures',
  time: 'The time of a signature',
  rotation: 'While a secret is rotated',
  events: 'Events',
  bodies: 'Bodies',
};

/** The report as text for a terminal: a table of all probes, then what to do, and the conclusion last. */
export function probeText(report: ProbeReport, { color, width }: { color: boolean; width: number }): string {
  const topics = (Object.keys(TITLES) as ProbeResult['topic'][]).flatMap((topic) => topicLines(topic, report));
  const wrong = report.probes.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  const unseen = report.probes.filter(({ unseen: text, answers }) => text !== null && answers.length > 0);
  return paint(
    [
      ...topics,
      ...titled(
        'What to do',
        wrong.flatMap((one) => remedyLines(one, width)),
      ),
      ...titled(
        'Not visible from outside',
        unseen.flatMap(({ id, unseen: text }) => wrapped(`${id}: ${text}`, width)),
      ),
      ...conclusionLines(report),
    ],
    color,
  );
}

function topicLines(topic: ProbeResult['topic'], { probes }: ProbeReport): Line[] {
  const rows = probes.filter((probe) => probe.topic === topic);
  return titled(TITLES[topic], table(rows.map(row)));
}

function row({ id, section, expected, verdict, reason }: ProbeResult): Span[] {
  return [
    [TONES[verdict], verdict],
    ['plain', id],
    ['dim', `§${section}`],
    ['plain', EXPECTATIONS[expected]],
    [verdict === 'fail' ? 'bad' : 'dim', reason],
  ];
}

function remedyLines({ id, says, section, remedy, expected, reason, verdict }: ProbeResult, width: number): Line[] {
  return [
    [[TONES[verdict], id]],
    ...indent(wrapped(`${says}: ${CAREFUL[expected]} (§${section}); answered: ${reason}`, width), 2),
    ...indent(wrapped(verdict === 'warn' ? BROKE : remedy, width), 2),
  ];
}

const CAREFUL = {
  refuse: 'a careful receiver refuses it',
  accept: 'a careful receiver accepts it',
  choice: 'the receiver may choose',
} as const;
const BROKE = 'the connection broke, which also refuses: answer with 400 or 401 instead';

function wrapped(text: string, width: number): Line[] {
  return wrap(text, Math.min(width, 110) - 4).map((part) => line('plain', part));
}

function conclusionLines({ probes, conclusion, exit_code, url }: ProbeReport): Line[] {
  const of = (verdict: Verdict) => probes.filter((probe) => probe.verdict === verdict).length;
  const counts = (['pass', 'fail', 'warn', 'inconclusive', 'recorded'] as const)
    .filter((verdict) => of(verdict) > 0)
    .map((verdict) => `${of(verdict)} ${verdict}`);
  const tone = { conformant: 'good', 'non-conformant': 'bad', incomplete: 'info' } as const;
  return [
    line('plain', `${url}: ${counted(probes.length, 'probe')}, ${counts.join(', ')}`),
    line(tone[conclusion], `${conclusion.toUpperCase()} (exit code ${exit_code})`),
  ];
}

const VERDICTS: Record<Verdict, TestVerdict> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'passed',
  recorded: 'passed',
  inconclusive: 'skipped',
};

/** The report as tests: a suite for each topic, and a case for each probe, named after its id. */
export function probeCases({ probes, started, took }: ProbeReport): TestRun {
  const topics = [...new Set(probes.map(({ topic }) => topic))];
  const suites = topics.map((topic) => ({
    name: `tryon.receiver.${topic}`,
    cases: probes.filter((probe) => probe.topic === topic).map(probeCase),
  }));
  return { name: 'tryon webhook receiver', started, took, suites };
}

function probeCase({ id, verdict, says, section, expected, reason, remedy, unseen, answers }: ProbeResult): TestCase {
  const message = `§${section} ${says}: ${EXPECTATIONS[expected]}; answered: ${reason}`;
  const isNoted = verdict === 'warn' || verdict === 'recorded';
  return {
    name: id,
    verdict: VERDICTS[verdict],
    took: answers.reduce((sum, { took }) => sum + took, 0),
    ...(verdict === 'inconclusive' && { reason }),
    problems: verdict === 'fail' ? [{ type: 'must', message, detail: remedy }] : [],
    notes:
      verdict === 'fail' || verdict === 'inconclusive'
        ? []
        : [...(isNoted ? [`${verdict}: ${message}`] : []), ...(unseen === null ? [] : [unseen])],
  };
}
