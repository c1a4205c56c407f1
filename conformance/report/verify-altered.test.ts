import { describe, expect, it } from 'vitest';
import type { TapeEntry } from '../effects/tape.ts';
import { graded } from '../testing/graded.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { differencesIn } from '../testing/verified.ts';
import { digestOfTape } from './instance-report.ts';
import type { InstanceReport, Report } from './report.ts';
import { SUITE, server } from './testing/two-rows.ts';

const CONTRARY = { feature: 'lists', because: null, seen: 'it is there' };

async function changed(change: (report: Report) => void): Promise<string[]> {
  const report = JSON.parse(JSON.stringify((await graded(SUITE, server)).report)) as Report;
  change(report);
  return differencesIn(report, suiteOf(SUITE));
}

function instanceIn(report: Report): InstanceReport {
  const found = report.instances.find(({ id }) => id === 'a/b[1]');
  if (found === undefined) throw new Error('there is no instance');
  return found;
}

function tapeIn(report: Report): TapeEntry[] {
  return instanceIn(report).tape;
}

function exchangeIn(report: Report) {
  const [entry] = tapeIn(report);
  if (entry?.kind !== 'exchange' || entry.exchange.answer === null) throw new Error('there is no exchange');
  return { ...entry.exchange, answer: entry.exchange.answer };
}

function ruleIn(report: Report, id: string) {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no ${id}`);
  return rule;
}

const CHANGED = 'a/b[1]: its tape was changed after the run: it has another digest';

describe('A report that was altered', () => {
  it.each([
    [
      'in a verdict',
      (report: Report) => Object.assign(ruleIn(report, 'DERIVED-RULE'), { verdict: 'pass' }),
      ['DERIVED-RULE is said to be pass, and is warn'],
    ],
    [
      'in its conclusion',
      (report: Report) => Object.assign(report, { conclusion: 'incomplete' }),
      ['the run is said to be incomplete, and is conformant'],
    ],
    [
      'by leaving a rule out',
      (report: Report) => Object.assign(report, { rules: report.rules.filter(({ id }) => id !== 'DERIVED-RULE') }),
      ['DERIVED-RULE is left out, and is warn'],
    ],
    [
      'in the status of an answer',
      (report: Report) => Object.assign(exchangeIn(report).answer, { status: 201 }),
      [
        CHANGED,
        'FIRST-RULE is said to be pass, and is fail',
        'the run is said to be conformant, and is non-conformant',
      ],
    ],
    [
      'in the body of an answer',
      (report: Report) => Object.assign(exchangeIn(report).answer.body, { text: '{"id":"x3"}' }),
      [
        CHANGED,
        'SECOND-RULE is said to be pass, and is fail',
        'the run is said to be conformant, and is non-conformant',
      ],
    ],
    [
      'in what no verdict hangs on: a header of an answer',
      (report: Report) => exchangeIn(report).answer.headers.push(['X-More', '1']),
      [CHANGED],
    ],
    [
      'in what no verdict hangs on: the time of an answer',
      (report: Report) => Object.assign(tapeIn(report)[0] ?? {}, { exchange: { ...exchangeIn(report), took: 0.5 } }),
      [CHANGED],
    ],
    [
      'in the address of a request',
      (report: Report) => Object.assign(exchangeIn(report).request, { url: '/v1/other' }),
      ['a/b[1]: entry 0 of the tape is GET /v1/other, not GET /v1/thing?n=1'],
    ],
    [
      'in a header of a request',
      (report: Report) => Object.assign(exchangeIn(report).request.headers, { Accept: 'x' }),
      ['a/b[1]: entry 0 of the tape is GET /v1/thing?n=1 with another header accept than the scenario sends'],
    ],
    [
      'in the body of a request',
      (report: Report) => Object.assign(exchangeIn(report).request, { body: { kind: 'text', text: '{}' } }),
      ['a/b[1]: entry 0 of the tape is GET /v1/thing?n=1 with another body than the scenario sends'],
    ],
    [
      'by leaving an exchange out',
      (report: Report) => report.instances.find(({ id }) => id === 'a/b[1]')?.tape.splice(1),
      ['a/b[1]: entry 1 of the tape is not there; GET /v1/thing was asked for'],
    ],
    [
      'by leaving out all that an instance has recorded',
      (report: Report) => tapeIn(report).splice(0),
      ['a/b[1]: entry 0 of the tape is not there; GET /v1/thing?n=1 was asked for'],
    ],
    [
      'by leaving an instance out, and all that it showed',
      (report: Report) => {
        report.instances = report.instances.filter(({ id }) => id !== 'a/b[1]');
        report.evidence = report.evidence.filter(({ instance }) => instance !== 'a/b[1]');
      },
      ['a/b[1] is not in the report'],
    ],
    [
      'by leaving all out',
      (report: Report) => Object.assign(report, { instances: [], evidence: [] }),
      [
        'a/b is not in the report',
        'FIRST-RULE is said to be pass, and is inconclusive',
        'SECOND-RULE is said to be pass, and is inconclusive',
        'DERIVED-RULE is said to be warn, and is inconclusive',
        'the run is said to be conformant, and is incomplete',
      ],
    ],
    [
      'by adding an exchange, whatever digest is put beside it',
      (report: Report) => {
        const [entry] = tapeIn(report);
        if (entry !== undefined) tapeIn(report).push(entry);
        Object.assign(instanceIn(report), { digest: digestOfTape(tapeIn(report)) });
      },
      ['a/b[1]: entry 4 of the tape is exchange; nothing more was asked for'],
    ],
    [
      'by adding an instance of another scenario',
      (report: Report) => report.instances.push({ ...instanceIn(report), id: 'a/c', scenario: 'a/c', tape: [] }),
      ['a/c is in the report, and its options choose no such scenario'],
    ],
    [
      'by saying that an instance ended otherwise',
      (report: Report) => Object.assign(instanceIn(report), { outcome: 'untested', reason: 'condition' }),
      ['a/b[1]: it is said to be untested (condition), and is done'],
    ],
    [
      'in its evidence',
      (report: Report) => report.evidence.splice(0, 1),
      ['the verdicts follow, and what stands under evidence does not'],
    ],
    [
      'in its cards',
      (report: Report) => report.failures.splice(0),
      ['the verdicts follow, and what stands under failures does not'],
    ],
    [
      'in its exit code',
      (report: Report) => Object.assign(report, { exit_code: 3 }),
      ['exit_code is said to be 3, and is 0'],
    ],
  ])('%s is found out', async (_, change, told) => {
    expect(await changed(change)).toEqual(told);
  });

  it.each<[string, (report: Report) => void]>([
    ['how the server stands to a must', ({ rules: [rule] }) => Object.assign(rule ?? {}, { standing: 'declared_off' })],
    ['what it certifies', ({ certificate }) => Object.assign(certificate ?? {}, { groups: ['core', 'webhooks'] })],
    ['a declaration that was found false', (report) => Object.assign(report, { contrary: [CONTRARY] })],
  ])('is found out by %s', async (_what, change) => {
    expect(await changed(change)).toEqual([
      expect.stringMatching(/^the verdicts follow, and what stands under \w+ does/),
    ]);
  });

  it('is found out where the suite is another one', async () => {
    const { report } = await graded(SUITE, server);
    const [digest, ...others] = await differencesIn(report, suiteOf(SUITE.replace('status: 200', 'status: 201')));
    expect(digest).toMatch(
      /^the report is of the suite [0-9a-f]{16}, and this is [0-9a-f]{16}: name its scenarios, or use the version /,
    );
    expect(others[0]).toBe('FIRST-RULE is said to be pass, and is fail');
    expect(await differencesIn(report, suiteOf(SUITE.replace('a/b', 'a/c')))).toContain(
      'a/b[1]: there is no such instance in this suite',
    );
  });
});
