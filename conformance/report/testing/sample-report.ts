import type { TapeEntry } from '../../effects/tape.ts';
import type { Evidence } from '../../judge/evidence.ts';
import type { Verdict } from '../../judge/verdicts.ts';
import type { Reason } from '../../suite/reasons.ts';
import type { Group, Level } from '../../suite/rules/rule.ts';
import { SETTINGS } from '../../target/target-file.ts';
import { grouped } from '../grouped.ts';
import type { FailureCard, GroupReport, InstanceReport, Report, RuleReport } from '../report.ts';
import { BASE_URL, cancelTape, hookTape, replayTape, START } from './sample-tape.ts';

/**
 * The report of a run against a server that has nearly everything. It has every verdict except an internal error of the
 * harness.
 */
export function sampleReport(changes: Partial<Report> = {}): Report {
  const rules = changes.rules ?? sampleRules();
  return {
    report: 1,
    tool: { name: 'tryon-kit', version: '0.1.0' },
    suite: { digest: 'sha256:4f2c1d', scenarios: 84, rules: rules.length },
    target: { name: 'acme-jobs', version: '2.3.1', base_url: BASE_URL, spec: '1.0.0-rc.1', ...TARGET_FACTS },
    features: { 'job.cancel': { declared: 'on', found: true }, lists: { declared: 'off', found: false } },
    drivers: ['jobs'],
    keys: { primary: 'live', other_account: 'live' },
    options: { seed: '7f3a', nonce: 'n1', only: [], shard: null, repeat: 1 },
    started: new Date(START).toISOString(),
    took: 41_230,
    requests: 412,
    conclusion: 'non-conformant',
    exit_code: 1,
    groups: groupsOf(rules),
    rules,
    failures: sampleCards(),
    gaps: sampleGaps(),
    evidence: sampleEvidence(rules),
    observations: [{ gap: 'GAP-IDEM-DEFAULTS', instance: 'idempotency/replay', step: 'gap', seen: { status: 200 } }],
    instances: sampleInstances(),
    leftovers: ['job_9Zz1', 'asset_4Bb2'],
    stale: ['CREDIT-LOW passes now'],
    errors: [],
    ...changes,
  };
}

/** The report of a run that broke in the harness. */
export function crashedReport(): Report {
  const broken = rule('JOB-404', 'core', 'must', 'error', 'an unknown job answers 404');
  return sampleReport({
    rules: [...sampleRules(), broken],
    conclusion: 'error',
    exit_code: 4,
    errors: [{ instance: 'jobs/unknown', message: 'TypeError: cannot read properties of undefined\n  at step "read"' }],
  });
}

/** The report of a run in which everything that applies passed. */
export function conformantReport(): Report {
  const rules = sampleRules().map(
    (one) => ({ ...one, verdict: 'pass', reason: null, hint: null, known: false }) as RuleReport,
  );
  const nothing = { failures: [], gaps: [], leftovers: [], stale: [] };
  return sampleReport({ ...nothing, rules, conclusion: 'conformant', exit_code: 0 });
}

export function rule(
  id: string,
  group: Group,
  level: Level,
  verdict: Verdict,
  says: string,
  more: { reason?: Reason; hint?: string; known?: boolean; counter?: string; partly?: RuleReport['partly'] } = {},
): RuleReport {
  const isViolated = ['fail', 'warn'].includes(verdict);
  const counts = { held: verdict === 'pass' ? 3 : 0, violated: isViolated ? 1 : 0, untested: 0 };
  const { reason = null, hint = null, known = false, partly, ...others } = more;
  const own = { id, clause: '4.2', level, group, says, verdict, reason, hint, counts, known, ...others };
  return partly === undefined ? own : { ...own, partly };
}

const CANCEL_ETAG = 'a cancel answers with the tag that the next read of the job shows, if nothing came between';

function sampleRules(): RuleReport[] {
  const passed = Array.from({ length: 18 }, (_, index) =>
    rule(`CORE-PASS-${index + 1}`, 'core', 'must', 'pass', `the thing numbered ${index + 1} is as it should be`),
  );
  return [
    ...passed,
    rule(
      'IDEM-SAME-JOB',
      'core',
      'must',
      'fail',
      'repeating a request with the same key returns 200 and the first job',
    ),
    rule('IDEM-RACE-ONE-JOB', 'core', 'derived', 'warn', 'requests that race under one key make one job', {
      counter: 'a server that is asked twice within a second',
    }),
    rule('AUTH-NETWORK-403', 'core', 'must', 'fail', 'a key from a network that it does not allow answers 403', {
      known: true,
    }),
    rule('ISOLATION-ENVIRONMENT', 'core', 'must', 'inconclusive', 'a key of the other environment sees nothing of it', {
      reason: 'needs-key',
    }),
    rule('CANCEL-ETAG', 'cancel', 'must', 'fail', CANCEL_ETAG),
    rule('CANCEL-QUEUED-200', 'cancel', 'must', 'pass', 'the cancel of a queued job answers 200'),
    rule('JOB-DELETE-204', 'delete', 'must', 'pass', 'the deletion of a job that is done answers 204'),
    rule('LIST-NO-HREF', 'lists', 'must', 'not_applicable', 'an asset in a list has no href'),
    rule('LIST-400', 'lists', 'must', 'not_applicable', 'a limit that is out of range answers 400'),
    ...['WH-WAITS', 'WH-COUNT', 'WH-24H'].map((id) =>
      rule(id, 'webhooks', 'must', 'inconclusive', 'deliveries are tried again after the waits of the table', {
        reason: 'needs-clock',
        hint: 'offer drivers.clock, or run with --wall 30h',
      }),
    ),
    rule('WH-ROTATION', 'webhooks', 'must', 'inconclusive', 'both secrets sign while one is being replaced', {
      reason: 'needs-receiver',
    }),
  ];
}

function sampleCards(): FailureCard[] {
  const cancel = {
    rule: 'CANCEL-ETAG',
    scenario: 'cancel/races',
    instance: 'cancel/races[scripted,queued]',
    step: 'same',
    place: 'scenarios/cancel/races.yaml:31:5',
    mismatches: [{ pointer: '/headers/etag', expected: '"c-1"', seen: '"c-2"' }],
    exchanges: [0, 1, 2, 3, 4],
    reference: { status: 200, body: '{"id":"job_1","status":"cancelled"}' },
  };
  const replay = {
    rule: 'IDEM-SAME-JOB',
    scenario: 'idempotency/replay',
    instance: 'idempotency/replay[skin.analyze]',
    step: 'again',
    place: 'scenarios/idempotency/replay.yaml:14:7',
    mismatches: [
      { pointer: '/status', expected: '200', seen: 202 },
      { pointer: '/body/id', expected: 'job_7Kq2', seen: 'job_8Lr3' },
      { pointer: '/headers/idempotency-replayed', expected: 'true', seen: undefined },
    ],
    exchanges: [0, 1],
    reference: null,
  };
  const twoJobs = { pointer: '', expected: '1 body.id', seen: 2 };
  const race = { ...replay, rule: 'IDEM-RACE-ONE-JOB', step: 'race', mismatches: [twoJobs] };
  const taken = { pointer: '/status', expected: '403', seen: 200 };
  const network = { ...replay, rule: 'AUTH-NETWORK-403', mismatches: [taken] };
  return [replay, { ...replay, instance: 'idempotency/replay[makeup.apply]' }, race, network, cancel];
}

function sampleGaps(): Report['gaps'] {
  return [
    {
      id: 'GAP-IDEM-DEFAULTS',
      ask: 'is a request that omits an optional field the same as one that sends its default?',
      questions: ['same_request.defaults'],
      answers: [
        { seen: { status: 200, 'body.error.code': null }, times: 3 },
        { seen: { status: 409, 'body.error.code': 'IDEMPOTENCY_KEY_REUSED' }, times: 1 },
      ],
    },
    { id: 'GAP-CANCEL-BILLING', ask: 'is a job that was cancelled after its pick-up billed?', answers: [] },
  ];
}

function sampleInstances(): InstanceReport[] {
  return [
    instance('idempotency/replay', null, 'skin.analyze', 180, replayTape),
    instance('idempotency/replay', null, 'makeup.apply', 201, replayTape),
    instance('cancel/races', 'scripted', 'queued', 1311, cancelTape),
    { ...instance('webhooks/retry-schedule', 'none', null, 60_500, hookTape), ...NO_CLOCK },
  ];
}

const NO_CLOCK = { outcome: 'untested', reason: 'needs-clock' } as const;

function instance(
  scenario: string,
  arm: string | null,
  row: string | null,
  took: number,
  tape: TapeEntry[],
): InstanceReport {
  const id = `${scenario}[${[arm, row].filter((part) => part !== null).join()}]`;
  const done = { outcome: 'done', reason: null, detail: null } as const;
  return {
    id,
    scenario,
    arm,
    row,
    ...done,
    took,
    keys: { primary: 'live' },
    tenant: null,
    median_job_time: 4000,
    tape,
  };
}

function sampleEvidence(rules: readonly RuleReport[]): Evidence[] {
  const nothing = { partial: false, reason: null, detail: null, mismatches: [] };
  const place = { instance: 'cancel/races[scripted,queued]', step: 'same', place: null, exchanges: [3, 4] };
  return rules
    .filter(({ verdict }) => ['pass', 'fail', 'warn'].includes(verdict))
    .map(({ id, verdict }) => ({ rule: id, outcome: verdict === 'pass' ? 'held' : 'violated', ...nothing, ...place }));
}

function groupsOf(rules: readonly RuleReport[]): GroupReport[] {
  return [...grouped(rules, ({ group }) => group)].map(([group, members]) => {
    const musts = members.filter(({ level, verdict }) => level === 'must' && verdict !== 'not_applicable');
    const count = (verdict: Verdict) => musts.filter((one) => one.verdict === verdict).length;
    return {
      group,
      must: { passed: count('pass'), total: musts.length, failed: count('fail'), untested: count('inconclusive') },
      warnings: members.filter(({ verdict }) => verdict === 'warn').length,
      not_applicable: members.filter(({ verdict }) => verdict === 'not_applicable').length,
    };
  });
}

const TARGET_FACTS: Pick<Report['target'], 'data' | 'budget' | 'timeouts' | 'hair'> = {
  data: {},
  budget: { wall: 600_000, jobs: null, credit_units: null },
  timeouts: { answer: 10_000 },
  hair: { mapped: false, fields: SETTINGS.hair.fields },
};
