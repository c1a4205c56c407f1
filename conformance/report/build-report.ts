import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { createMask } from '../effects/secrets/mask.ts';
import type { Evidence, Observation } from '../judge/evidence.ts';
import { asFoundBy } from '../judge/of-model.ts';
import {
  concludeFrom,
  EXIT_CODES,
  groupsOf,
  type RuleVerdict,
  verdictsOf,
  withoutFlaky,
  withoutPresumed,
} from '../judge/verdicts.ts';
import { type OffFeatures, offFeatures } from '../plan/off-features.ts';
import { shardText } from '../plan/shard.ts';
import { withoutLacking } from '../run/lacking-routes.ts';
import type { SuiteRun } from '../run/run-suite.ts';
import type { RunOptions } from '../run/session.ts';
import type { SessionsRun } from '../sessions/play-sessions.ts';
import { spareTexts } from '../suite/expectation/spares.ts';
import { type GradedOn, gradedRules, suiteVersion } from '../suite/rules/graded-rules.ts';
import { isGraded, type Registry } from '../suite/rules/rule.ts';
import type { Scenario, Suite } from '../suite/scenario/suite.ts';
import { connectionFacts } from '../target/connection.ts';
import { environmentOfKey, type Target } from '../target/target.ts';
import { applyBaseline, type Baseline } from './baseline.ts';
import { certificateOf, contraryIn } from './certificate.ts';
import { unfinishedIn } from './facts-of-run.ts';
import { baseOf, instanceReport } from './instance-report.ts';
import { type Covered, partlyTested } from './partly.ts';
import { remediesIn } from './remedies.ts';
import { type FailureCard, type InstanceReport, REPORT_VERSION, type Report, type RuleReport } from './report.ts';

export type BuildInput = {
  suite: Suite;
  target: Target;
  run: SuiteRun;
  options: RunOptions & GradedOn;
  baseline: Baseline;
  version: string;
  /** The results of the sessions; null if none were played. */
  sessions?: SessionsRun | null;
};

/** The report of a run: every verdict follows only from the evidence, and every secret is masked. */
export function buildReport(input: BuildInput): Report {
  return createMask(input.run.secrets).value(wholeReport(input));
}

export function suiteFacts({ registry, digest }: Suite, version: string, scenarios: number): Report['suite'] {
  return { version: suiteVersion(registry, version), digest, scenarios, rules: gradedOf(registry) };
}

export function targetFacts(target: Target): Report['target'] {
  const { name, version, base_url, spec, data, budget, timeouts, hair } = target;
  return { name, version, base_url, spec, data, budget, timeouts, hair };
}

function wholeReport({ suite, target, run, options, baseline, version, sessions = null }: BuildInput): Report {
  const shard = options.shard === null ? null : shardText(options.shard);
  return concludeReport({
    registry: suite.registry,
    covered: coveredIn(run.scenarios),
    off: offFeatures(run.features),
    baseline,
    base: {
      report: REPORT_VERSION,
      tool: { name: 'tryon-kit', version },
      suite: suiteFacts(suite, version, suite.scenarios.length),
      target: { ...targetFacts(target), ...connectionFacts(target) },
      features: run.features,
      drivers: [...run.offered],
      pictures: run.pictures,
      keys: Object.fromEntries(
        Object.entries(target.keys).map(([role, { secret }]) => [role, environmentOfKey(secret)]),
      ),
      options: {
        seed: options.seed,
        nonce: options.nonce,
        only: [...options.only],
        shard,
        repeat: options.repeat,
        ...(options.groups !== undefined && options.groups.length > 0 && { groups: [...options.groups] }),
        ...(options.as_of !== undefined && { as_of: options.as_of }),
      },
      started: new Date(run.started).toISOString(),
      took: run.took,
      ...(run.withoutWaits !== null && { without_waits: run.withoutWaits }),
      requests: run.requests,
      evidence: run.evidence,
      observations: run.ran.flatMap(({ observations }) => observations),
      instances: run.ran.map(instanceReport),
      leftovers: run.ran.flatMap(({ id, leftovers }) => leftovers.map((one) => `${one.id} (${id})`)),
      left_behind: run.ran.flatMap(({ id, leftovers }) => leftovers.map((one) => ({ ...one, instance: id }))),
      errors: errorsOf(run.ran),
      shards: [],
      ...(sessions !== null && sessions.played > 0 && { sessions: reportOf(sessions) }),
    },
  });
}

function reportOf({ played, texts, broken, unsure }: SessionsRun): NonNullable<Report['sessions']> {
  return { played, texts, broken, unsure };
}

/** Internal errors of the harness. */
export function errorsOf(ran: readonly Pick<InstanceReport, 'id' | 'outcome' | 'detail'>[]): Report['errors'] {
  return ran.flatMap(({ id, outcome, detail }) =>
    outcome === 'crashed' ? [{ instance: id, message: detail ?? 'it crashed' }] : [],
  );
}

type Found = Pick<Report, 'evidence' | 'observations' | 'instances' | 'leftovers' | 'left_behind' | 'errors'>;
type Base = Found &
  Omit<
    Report,
    | keyof Found
    | 'conclusion'
    | 'exit_code'
    | 'certificate'
    | 'contrary'
    | 'groups'
    | 'rules'
    | 'remedies'
    | 'failures'
    | 'gaps'
    | 'stale'
  >;

export type ConcludeInput = {
  registry: Registry;
  covered: readonly Covered[];
  off: OffFeatures;
  baseline: Baseline;
  base: Base;
};

/** Derives every verdict from the evidence: of one run, of several shards, or of a report that is verified. */
export function concludeReport({ registry: all, covered, off, baseline, base }: ConcludeInput): Report {
  const at = { day: base.started.slice(0, 'YYYY-MM-DD'.length), ...base.suite };
  const registry = gradedRules(all, base.options, at);
  const found = asFoundBy(base.options.as_of, base.evidence);
  const steady = base.options.repeat > 1 ? withoutFlaky(found, baseOf) : found;
  const evidence = withoutPresumed(withoutLacking(steady, base.instances), registry);
  const crashed = new Set(
    base.instances.filter(({ outcome }) => outcome === 'crashed').flatMap(({ id }) => rulesIn(id, evidence)),
  );
  const verdicts = verdictsOf({ registry, covered: new Set(covered.map(({ rule }) => rule)), evidence, off, crashed });
  const partly = partlyTested(covered, evidence, base.instances);
  const toReport = (known: ReadonlySet<string>) =>
    verdicts.map((verdict) => ruleReport(verdict, { known, partly, features: base.features }));
  const bare = toReport(new Set());
  const contrary = contraryIn(base, evidence, all);
  const { known, stale } = applyBaseline(baseline, bare, Date.parse(base.started));
  const conclusion = concludeFrom(verdicts, {
    known,
    stale: stale.length,
    isWhole: unfinishedIn(base).length === 0,
    errors: base.errors.length,
    contrary: contrary.length,
    draftCounts: base.target.hair.mapped,
  });
  const rules = toReport(known);
  const graded = new Set(rules.map(({ id }) => id));
  return {
    ...base,
    evidence,
    conclusion,
    exit_code: EXIT_CODES[conclusion],
    certificate: certificateOf({ ...base, rules, conclusion }),
    contrary,
    groups: groupsOf(verdicts),
    rules,
    remedies: remediesIn({ rules }),
    failures: evidence.flatMap((one) =>
      one.outcome === 'violated' && graded.has(one.rule) ? [cardOf(one, base.instances)] : [],
    ),
    gaps: gapsOf(all, base.observations),
    stale,
  };
}

function rulesIn(instance: string, evidence: readonly Evidence[]): string[] {
  return evidence.flatMap((one) => (one.instance === instance ? [one.rule] : []));
}

export function coveredIn(scenarios: readonly Scenario[]): Covered[] {
  return scenarios.flatMap(({ id, covers }) => covers.map(({ rule }) => ({ rule, scenario: id })));
}

type Beside = {
  known: ReadonlySet<string>;
  partly: ReadonlyMap<string, NonNullable<RuleReport['partly']>>;
  features: Report['features'];
};

function ruleReport(
  { rule, verdict, reason, hint, counts, standing, declared }: RuleVerdict,
  { known, partly: parts, features }: Beside,
): RuleReport {
  const { id, clause, level, group, says, counter, since, spares, until, thread } = rule;
  const declared_off = declared.map((feature) => ({ feature, because: features[feature]?.because ?? null }));
  const fields = { id, clause, level, group, says, verdict, reason, hint, counts, known: known.has(id) };
  const partly = parts.get(id);
  return {
    ...fields,
    ...(standing !== null && { standing }),
    ...(declared_off.length > 0 && { declared_off }),
    ...(since !== null && { since }),
    ...(until !== null && { until }),
    ...(thread !== null && { thread }),
    ...(verdict === 'warn' && counter !== null && { counter }),
    ...(verdict === 'fail' && spares !== null && { spares: spareTexts(spares) }),
    ...(partly !== undefined && { partly }),
  };
}

function gradedOf(registry: Registry): number {
  return [...registry.values()].filter(isGraded).length;
}

/** The name used instead of a scenario for observed traffic. */
export const OBSERVED = 'observed';

/** The beginning of a longer chain of exchanges is cut off. */
const LONGEST_CHAIN = 40;

/** The card of a violation, with every exchange that is needed to repeat it. */
function cardOf(
  { rule, instance, step, place, mismatches, spared, exchanges }: Evidence,
  instances: readonly InstanceReport[],
): FailureCard {
  const played = instances.find(({ id }) => id === instance);
  const said = {
    rule,
    scenario: played?.scenario ?? instance,
    instance,
    step,
    place: place ?? '',
    mismatches,
    ...(spared !== undefined && { spared }),
    reference: null,
  };
  const last = exchanges.reduce((a, b) => Math.max(a, b), -1);
  if (played?.scenario === OBSERVED) return { ...said, exchanges: [...exchanges] };
  const chain = (played?.tape ?? []).flatMap((entry, index) => (index <= last && entry.kind !== 'now' ? [index] : []));
  return { ...said, exchanges: chain.slice(-LONGEST_CHAIN) };
}

function gapsOf(registry: Registry, observations: readonly Observation[]): Report['gaps'] {
  return [...registry.values()].flatMap(({ id, level, ask }) => {
    const own = level === 'gap' ? observations.filter(({ gap }) => gap === id) : [];
    if (own.length === 0) return [];
    const answers = new Map<string, { seen: Record<string, unknown>; times: number }>();
    for (const { seen } of own) {
      const key = JSON.stringify(seen);
      const before = answers.get(key);
      if (before === undefined) answers.set(key, { seen, times: 1 });
      else before.times += 1;
    }
    const questions = questionsOf(id);
    return [{ id, ask: ask ?? '', ...(questions.length > 0 && { questions }), answers: [...answers.values()] }];
  });
}

function questionsOf(gap: string): string[] {
  return QUESTIONS.flatMap(({ name, observed }) => (observed === gap ? [name] : []));
}
