import { describe, expect, it } from 'vitest';
import type { TapeEntry } from '../effects/tape.ts';
import { graded } from '../testing/graded.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { differencesIn } from '../testing/verified.ts';
import { digestOfTape } from './instance-report.ts';
import type { InstanceReport, Report } from './report.ts';
import { SUITE, server } from './testing/two-rows.ts';

const CONTRARY = { feature: 'lists', because: null, seen: 'it is there' };

async function changed(change: (report: Report) => unknown): Promise<string[]> {
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
  return entry.exchange as typeof entry.exchange & { answer: NonNullable<typeof entry.exchange.answer> };
}

function ruleIn(report: Report, id: string) {
  const rule = report.rules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no ${id}`);
  return rule;
}

const ONE = 'a/b[1]:';
const CHANGED = `${ONE} its tape was changed after the run: it has another digest`;
const NOW_FAILS = 'the report gives the run as conformant, but it is non-conformant';
const NOT_FOLLOWING = 'the verdicts follow from the recording, but';

/** Removes instances from a report, with everything that belongs to them. */
function leaveOut(report: Report, isLeftOut: (instance: string) => boolean): void {
  report.instances = report.instances.filter(({ id }) => !isLeftOut(id));
  report.evidence = report.evidence.filter(({ instance }) => !isLeftOut(instance));
}

function addExchange(report: Report): void {
  tapeIn(report).push(...tapeIn(report).slice(0, 1));
  Object.assign(instanceIn(report), { digest: digestOfTape(tapeIn(report)) });
}

type Altered = [what: string, change: (report: Report) => unknown, ...expected: string[]];
const DERIVED = 'DERIVED-RULE';
const ALTERED: Altered[] = [
  [
    'a verdict',
    (report) => Object.assign(ruleIn(report, DERIVED), { verdict: 'pass' }),
    `the report gives ${DERIVED} as pass, but it is warn`,
  ],
  [
    'its conclusion',
    (report) => Object.assign(report, { conclusion: 'incomplete' }),
    'the report gives the run as incomplete, but it is conformant',
  ],
  [
    'the rules',
    (report) => report.rules.splice(report.rules.indexOf(ruleIn(report, DERIVED)), 1),
    `the report omits ${DERIVED}, which is warn`,
  ],
  [
    'the status of an answer',
    (report) => Object.assign(exchangeIn(report).answer, { status: 201 }),
    CHANGED,
    'the report gives FIRST-RULE as pass, but it is fail',
    NOW_FAILS,
  ],
  [
    'the body of an answer',
    (report) => Object.assign(exchangeIn(report).answer.body, { text: '{"id":"x3"}' }),
    CHANGED,
    'the report gives SECOND-RULE as pass, but it is fail',
    NOW_FAILS,
  ],
  ['a header of an answer', (report) => exchangeIn(report).answer.headers.push(['X-More', '1']), CHANGED],
  ['the time of an answer', (report) => Object.assign(exchangeIn(report), { took: 0.5 }), CHANGED],
  [
    'the address of a request',
    (report) => Object.assign(exchangeIn(report).request, { url: '/v1/other' }),
    `${ONE} entry 0 of the tape is GET /v1/other, not GET /v1/thing?n=1`,
  ],
  [
    'a header of a request',
    (report) => Object.assign(exchangeIn(report).request.headers, { Accept: 'x' }),
    `${ONE} entry 0 of the tape is GET /v1/thing?n=1 with another header accept than the scenario sends`,
  ],
  [
    'the body of a request',
    (report) => Object.assign(exchangeIn(report).request, { body: { kind: 'text', text: '{}' } }),
    `${ONE} entry 0 of the tape is GET /v1/thing?n=1 with another body than the scenario sends`,
  ],
  [
    'the end of a tape',
    (report) => tapeIn(report).splice(1),
    `${ONE} entry 1 of the tape is not there; GET /v1/thing was asked for`,
  ],
  ['a missing instance', (report) => leaveOut(report, (id) => id === 'a/b[1]'), 'a/b[1] is not in the report'],
  [
    'all instances, left out',
    (report) => leaveOut(report, () => true),
    'a/b is not in the report',
    ...['FIRST-RULE', 'SECOND-RULE'].map((rule) => `the report gives ${rule} as pass, but it is inconclusive`),
    `the report gives ${DERIVED} as warn, but it is inconclusive`,
    'the report gives the run as conformant, but it is incomplete',
  ],
  [
    'an exchange more, whatever its digest',
    addExchange,
    `${ONE} entry 4 of the tape is exchange; nothing more was asked for`,
  ],
  [
    'an instance of another scenario',
    (report) => report.instances.push({ ...instanceIn(report), id: 'a/c', scenario: 'a/c', tape: [] }),
    'a/c is in the report, but its options do not select this scenario',
  ],
  [
    'how an instance ended',
    (report) => Object.assign(instanceIn(report), { outcome: 'untested', reason: 'condition' }),
    `${ONE} the report gives it as untested (condition), but it is done`,
  ],
  ['its evidence', (report) => report.evidence.splice(0, 1), `${NOT_FOLLOWING} evidence does not`],
  ['its cards', (report) => report.failures.splice(0), `${NOT_FOLLOWING} failures does not`],
  [
    'its exit code',
    (report) => Object.assign(report, { exit_code: 3 }),
    'the report gives exit_code as 3, but it is 0',
  ],
  [
    'a standing',
    ({ rules: [rule] }) => Object.assign(rule ?? {}, { standing: 'declared_off' }),
    `${NOT_FOLLOWING} rules does not`,
  ],
  [
    'what it certifies',
    ({ certificate }) => Object.assign(certificate ?? {}, { groups: ['core', 'webhooks'] }),
    `${NOT_FOLLOWING} certificate does not`,
  ],
  ['a declaration', (report) => Object.assign(report, { contrary: [CONTRARY] }), `${NOT_FOLLOWING} contrary does not`],
];

describe('An altered report', () => {
  it.each(ALTERED)('is detected: %s', async (_, change, ...expected) => {
    expect(await changed(change)).toEqual(expected);
  });

  it('is detected if the suite is another one', async () => {
    const { report } = await graded(SUITE, server);
    const [digest, ...others] = await differencesIn(report, suiteOf(SUITE.replace('status: 200', 'status: 201')));
    expect(digest).toMatch(
      /^the report is of the suite [0-9a-f]{16}, and this is [0-9a-f]{16}: name its scenarios, or use the version /,
    );
    expect(others[0]).toBe('the report gives FIRST-RULE as pass, but it is fail');
    expect(await differencesIn(report, suiteOf(SUITE.replace('a/b', 'a/c')))).toContain(
      'a/b[1]: this suite has no such instance',
    );
  });
});
