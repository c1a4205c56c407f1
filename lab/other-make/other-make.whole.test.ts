import { describe, expect, test } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { verdictsIn } from '../../conformance/testing/graded.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { verifiedReport } from '../../conformance/testing/verified.ts';
import { choiceName } from '../../shared/questions/question.ts';
import { BREACHES, type Breach } from './breaches/breaches.ts';
import { CHOICES, OTHER_CHOICES } from './choices.ts';
import { HABITS, type OtherServerOptions } from './options.ts';
import { type OtherKeys, startOtherServer } from './start.ts';

const suite = shippedSuite();

/** Fast scenarios of every kind. The whole suite takes minutes if the clock cannot be moved. */
const QUICK = [
  'auth/any-key',
  'auth/two-keys',
  'assets/reads',
  'cancel/unknown',
  'delete/unknown',
  'errors/answers',
  'errors/bodies',
  'idempotency/replay',
  'isolation/reads-account',
  'jobs/read',
  'lists/boundaries',
  'lists/refusals',
  'livemode/truth',
  'makeup/outputs',
  'results/as-assets',
  'skin/concerns',
  'states/natural',
];

type Roles = readonly (keyof OtherKeys)[] | 'all';

/** Runs scenarios in real time and without drivers on a server whose author knew only the spec. */
async function graded(options: OtherServerOptions, roles: Roles = 'all', only = QUICK): Promise<Report> {
  const server = await startOtherServer({ stage: 20, ...options });
  try {
    const given = Object.entries(server.keys).filter(([role]) => roles === 'all' || roles.some((one) => one === role));
    const target = targetFromFlags({ base_url: server.base_url, keys: Object.fromEntries(given) });
    return await verifiedReport(suite, target, { seed: 'other make', only, atOnce: 16, keep: true });
  } finally {
    await server.close();
  }
}

/**
 * The verdicts of the runs below by server, recorded in `docs/public-api/`, because an added rule can change verdicts
 * too.
 */
const record = new Map<string, string[]>();

/** This rule only gets a verdict if a poll comes before the end of the job, which takes 60 ms of real time. */
const BY_CHANCE = 'RETRY-AFTER-POLL';
/** The rules that the scenarios cover. Others may or may not get a verdict. */
function coveredBy(scenarios: readonly string[]): string[] {
  const covering = suite.suite.scenarios.filter(({ id }) => scenarios.includes(id));
  return covering.flatMap(({ covers }) => covers.map(({ rule }) => rule)).filter((rule) => rule !== BY_CHANCE);
}

function coveredVerdicts({ rules }: Report, scenarios = QUICK): string[] {
  const covered = new Set(coveredBy(scenarios));
  return verdictsIn({ rules: rules.filter(({ id }) => covered.has(id)) });
}

/**
 * The files in which a rule failed, without lines, because these change and because the first failing step may depend
 * on time. Failures of expectations for every answer depend on the number of polls.
 */
function placesOf(rule: string, { failures }: Report): string[] {
  const own = failures.filter((failure) => failure.rule === rule && failure.place !== '');
  return [...new Set(own.map(({ place }) => `${rule} ${place.replace(/(:\d+)+$/, '')}`))].sort();
}

/** Everything reported against the server: rule, instance, step, what was expected and what was seen. */
function blames({ failures, errors }: Report): string[] {
  const blamed = failures.map(({ rule, instance, step, mismatches: [first] }) => {
    return `${rule} ${instance} ${step}: ${first?.expected}, not ${JSON.stringify(first?.seen)}`;
  });
  return [...blamed, ...errors.map(({ message }) => message)];
}

function verdicts({ rules }: Report, ...ids: string[]): (string | undefined)[] {
  return ids.map((id) => rules.find((rule) => rule.id === id)?.verdict);
}

describe.concurrent('the other server, which follows the spec,', () => {
  test('fails no rule if the tester has only one key, and the run is incomplete', async ({ expect }) => {
    const report = await graded({}, ['primary']);
    record.set('with one key', coveredVerdicts(report));
    expect(blames(report)).toEqual([]);
    expect(report.conclusion).toBe('incomplete');
    expect(verdicts(report, 'ISOLATION-ACCOUNT', 'AUTH-TWO-KEYS', 'LIVEMODE-JOB')).toEqual([
      'inconclusive',
      'inconclusive',
      'pass',
    ]);
  });

  test('fails no rule if that key is a test key', async ({ expect }) => {
    const report = await graded({}, ['test'], ['assets/reads', 'idempotency/replay', 'jobs/read', 'makeup/outputs']);
    record.set('with a test key', coveredVerdicts(report));
    expect(blames(report)).toEqual([]);
    expect(verdicts(report, 'IDEM-SAME-JOB', 'MAKEUP-IMAGE')).toEqual(['pass', 'pass']);
  });

  test('passes the rules for which there are keys', async ({ expect }) => {
    const report = await graded({});
    record.set('as it is', coveredVerdicts(report));
    expect(blames(report)).toEqual([]);
    const ids = ['ISOLATION-ACCOUNT', 'AUTH-TWO-KEYS', 'CANCEL-SCOPE-403', 'JOB-DELETE-SCOPE-403', 'ETAG-304'];
    expect(verdicts(report, ...ids)).toEqual(ids.map(() => 'pass'));
  });

  test('fails no rule with habits that are not open questions', async ({ expect }) => {
    expect(blames(await graded({ habits: HABITS }))).toEqual([]);
  });

  test('is not tested for features that it does not offer', async ({ expect }) => {
    const report = await graded({ off: ['lists', 'cancel', 'delete', 'credits'] });
    record.set('without what may be off', coveredVerdicts(report));
    expect(blames(report)).toEqual([]);
    const ids = ['LIST-LIMIT-HIGH-400', 'CANCEL-404', 'JOB-DELETE-404', 'IDEM-DELETED-410', 'IDEM-CHARGE-ONCE'];
    expect(verdicts(report, ...ids)).toEqual(ids.map(() => 'not_applicable'));
    expect(verdicts(report, 'ASSET-READ-200', 'SKIN-ONLY-REQUESTED')).toEqual(['pass', 'pass']);
  });
});

describe.concurrent('a Location on another origin', () => {
  test('is noted but fails no rule; rules that need to follow it are untested', async ({ expect }) => {
    const report = await graded({ choices: { location_form: 'other_origin' } }, 'all', ['submits/accepted']);
    expect(blames(report)).toEqual([]);
    expect(verdicts(report, 'SUBMIT-LOCATION', 'SUBMIT-POLLABLE')).toEqual(['inconclusive', 'inconclusive']);
    const [noted] = report.gaps.filter(({ id }) => id === 'GAP-LOCATION-ORIGIN');
    expect(noted?.answers).toMatchObject([
      { seen: { place: 'https://api.other-make.example' } },
      { seen: { elsewhere: true } },
    ]);
  });
});

/**
 * Leaves out `retry_after`, because a second between polls would make the test slow, and the stages, which are set
 * together.
 */
const GRADED = Object.entries(CHOICES).flatMap(([name, [, ...others]]) =>
  name === 'retry_after' || name.startsWith('stages.') || others.length === 0 ? [] : [{ name, others }],
);
const AT_ONCE = { 'stages.queued': 0, 'stages.picked_up': 0 };
const STAGES = [AT_ONCE, { ...AT_ONCE, 'stages.preparing': 0, 'stages.processing': 0 }, {}, {}];
/** Scenarios that use the ids of jobs and assets. */
const ID_SCENARIOS = ['assets/reads', 'idempotency/replay', 'jobs/read', 'lists/boundaries', 'results/as-assets'];

/**
 * Tests many choices at once, because choices that are lawful alone are lawful together. A question with more choices
 * has one in each group.
 */
const GROUPS = STAGES.map((stages, group) => {
  const chosen = GRADED.flatMap(({ name, others }, index): [string, unknown][] => {
    const choice = others.length > 1 ? others[group] : index % 2 === group ? others[0] : undefined;
    return choice === undefined ? [] : [[name, choice]];
  });
  const only = group < 2 ? QUICK : ID_SCENARIOS;
  return { group: group + 1, only, choices: { ...stages, ...Object.fromEntries(chosen) } };
});

test.concurrent.for(GROUPS)(
  'choices that the spec leaves open fail no rule (group $group)',
  async ({ group, only, choices }, { expect }) => {
    const report = await graded({ choices }, 'all', only);
    record.set(`odd: group ${group}`, coveredVerdicts(report, only));
    expect(blames(report)).toEqual([]);
  },
);

test('all choices that the spec leaves open are graded', () => {
  const graded = GROUPS.flatMap(({ choices }) =>
    Object.entries(choices).map(([name, choice]) => choiceName(name, choice)),
  );
  const all = OTHER_CHOICES.map(({ name, choice }) => choiceName(name, choice));
  expect(all.filter((name) => !graded.includes(name))).toEqual(['retry_after=1']);
});

/** The breaches by scenario. Each breaks the rule that `BREACHES` names. None of them depends on timing. */
const BROKEN: Readonly<Record<string, readonly Breach[]>> = {
  'auth/scopes-submit': ['makeup needs no scope'],
  'idempotency/replay': ['the location is of the input'],
  'isolation/reads-account': ['a foreign asset differs from a missing one'],
  'isolation/reads-environment': ['test keys read live jobs'],
  'jobs/etag-progress': ['the tag stays while the job runs'],
  'jobs/read': ['local time'],
  'lists/refusals': ['101 are allowed'],
  'results/outputs': ['results say a byte more', 'results say webp'],
  'skin/concerns': ['another type for skin'],
  'skin/visualizations': ['roles the other way round'],
};
const CASES = Object.entries(BROKEN).flatMap(([scenario, breaches]) =>
  breaches.map((broken) => [broken, BREACHES[broken], scenario] as const),
);

test.concurrent.for(CASES)('if %s, the report names %s', async ([broken, rule, scenario], { expect }) => {
  const report = await graded({ broken, ...(scenario === 'jobs/etag-progress' && { stage: 100 }) }, 'all', [scenario]);
  record.set(`broken: ${broken}`, placesOf(rule, report));
  expect(report.failures.map((failure) => failure.rule)).toContain(rule);
});

test('the verdicts are the recorded ones; -u records them again', async () => {
  const sections = [...record].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = sections.map(([name, lines]) => [`## ${name}`, ...lines, ''].join('\n')).join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/public-api/verdicts/other-make.txt');
});
