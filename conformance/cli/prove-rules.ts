import { certifyWith } from '../certify.ts';
import { chooseScenarios } from '../plan/choose.ts';
import type { Report } from '../report/report.ts';
import { catalogueOfPackage, type Entry, hasFired } from '../run/catalogue.ts';
import { changing } from '../run/changing-proxy.ts';
import { startEmulator, type TestServer } from '../run/self-test.ts';
import type { Change } from '../suite/own/change.ts';
import { changesWith, isOf, type OwnDeviation, type OwnSuite } from '../suite/own/own-suite.ts';
import { REASONS } from '../suite/reasons.ts';
import { isGraded } from '../suite/rules/rule.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import type { Suite } from '../suite/scenario/suite.ts';
import type { Target } from '../target/target.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';

/** What was tried for one rule. `plain` is its verdict without any deviation. */
export type ProvedRule = { rule: string; plain: string; detail: string | null; tried: Tried[] };

/** A deviation, the suite that it is from, and the outcome. */
export type Tried = { id: string; from: string; outcome: 'caught' | 'not_caught' | 'changed_nothing' };

export type ProveOptions = {
  /** Scenarios, rules, groups or suites, as in --only. An empty list means everything that was loaded. */
  only: readonly string[];
  /** A server that is used instead of the emulator, without changes of its own. */
  target: Target | null;
  signal: AbortSignal;
  onTried?(done: number, total: number): void;
};

const FROM_PACKAGE = 'the package';
const SEED = 'prove';

/**
 * Checks that scenarios pass an unchanged server, and that their rules fail with each deviation that breaks one of
 * them.
 */
export async function proveRules(loaded: Loaded, given: ProveOptions): Promise<ProvedRule[]> {
  const { suite } = loaded;
  const rules = rulesToProve(suite, given.only);
  const options = { ...given, only: wordsToRun(suite, given.only) };
  const draft = suite.own.flatMap((own) => own.draft);
  const { report } = await graded(loaded, { changes: draft, deviate: [], only: options.only }, options);
  const catalogue = options.target === null ? await catalogueOfPackage() : [];
  const attempts = rules.flatMap((rule) => attemptsFor(rule, suite, catalogue, draft));
  const proved = rules.map((rule) => plainly(rule, report));
  for (const [done, attempt] of attempts.entries()) {
    if (options.signal.aborted) break;
    options.onTried?.(done, attempts.length);
    const tried = await tryOne(attempt, loaded, options);
    proved.find(({ rule }) => rule === attempt.rule)?.tried.push(tried);
  }
  return proved;
}

/**
 * A rule is proved if it passes without deviations, all of the user's deviations are caught, and not everything that was
 * tried was missed.
 */
export function isProved({ plain, tried }: ProvedRule): boolean {
  const missed = tried.filter(({ outcome }) => outcome !== 'caught');
  const isSilent = tried.length > 0 && missed.length === tried.length;
  return plain === 'pass' && !isSilent && missed.every(({ from }) => from === FROM_PACKAGE);
}

/** The rules that a user's suite expects on every answer. */
function passingRules({ own, everyAnswer }: Suite): string[] {
  const mentioned = everyAnswer.mentioned.filter(({ place }) => own.some((suite) => isOf(suite, place)));
  return [...new Set(mentioned.map(({ rule }) => rule))];
}

/**
 * Expectations for every answer are tested with the scenarios of the suite; all the built-in ones would show nothing
 * more.
 */
function wordsToRun(suite: Suite, only: readonly string[]): string[] {
  const passing = passingRules(suite);
  const isPassing = (word: string) => passing.includes(word);
  return [
    ...only.filter((word) => !isPassing(word)),
    ...(only.some(isPassing) ? suite.own.map(({ name }) => name) : []),
  ];
}

/** Graded rules that the scenarios cover, and those that a user's suite expects on every answer. */
function rulesToProve(suite: Suite, only: readonly string[]): string[] {
  const passing = passingRules(suite);
  const words = only.filter((word) => !passing.includes(word));
  const scenarios =
    words.length < only.length && words.length === 0 ? [] : chooseScenarios(suite, { only: words, shard: null });
  const isWhole = words.length === only.length && words.every((word) => suite.own.some(({ name }) => name === word));
  const covered = scenarios.flatMap(({ covers }) => covers.map(({ rule }) => rule));
  const expected = passing.filter((rule) => isWhole || only.includes(rule));
  return [...new Set([...covered, ...expected])].filter((id) => {
    const rule = suite.registry.get(id);
    return rule !== undefined && isGraded(rule);
  });
}

/** `own` is the user's deviation: what it changes, apart from what it leaves out. */
type Attempt = {
  rule: string;
  id: string;
  from: string;
  changes: readonly Change[];
  deviate: readonly string[];
  own: OwnDeviation | null;
};

function attemptsFor(rule: string, { own }: Suite, catalogue: readonly Entry[], draft: readonly Change[]): Attempt[] {
  const ofOwn = own.flatMap((suite) =>
    suite.deviations.filter(({ breaks }) => breaks === rule).map((one) => ownAttempt(suite, one, own)),
  );
  const ofPackage = catalogue.flatMap((entry): Attempt[] =>
    entry.kind === 'deviation' && entry.rule === rule
      ? [{ rule, id: entry.id, from: FROM_PACKAGE, changes: draft, deviate: [entry.id], own: null }]
      : [],
  );
  return [...ofOwn, ...ofPackage];
}

function ownAttempt(suite: OwnSuite, one: OwnDeviation, all: readonly OwnSuite[]): Attempt {
  const others = all.filter((other) => other !== suite).flatMap(({ draft }) => draft);
  const changes = [...others, ...changesWith(suite, one)];
  return { rule: one.breaks, id: one.id, from: suite.name, changes, deviate: [], own: one };
}

async function tryOne(attempt: Attempt, loaded: Loaded, options: ProveOptions): Promise<Tried> {
  const { rule, id, from, changes, deviate, own } = attempt;
  const setting = { changes, deviate, only: onlyFor(rule, loaded, options) };
  const { report, fired, changed } = await graded(loaded, setting, options);
  const hasChanged = own === null ? fired : own.without !== null || changed.has(own.change);
  const isCaught = ['fail', 'warn'].includes(verdictOf(rule, report));
  return { id, from, outcome: isCaught ? 'caught' : hasChanged ? 'not_caught' : 'changed_nothing' };
}

/** The chosen scenarios that cover the rule, or all chosen ones if none does, as with rules on every answer. */
function onlyFor(rule: string, { suite }: Loaded, { only }: ProveOptions): readonly string[] {
  const covering = chooseScenarios(suite, { only, shard: null }).filter(({ covers }) =>
    covers.some((one) => one.rule === rule),
  );
  return covering.length === 0 ? only : covering.map(({ id }) => id);
}

type Setting = { changes: readonly Change[]; deviate: readonly string[]; only: readonly string[] };

async function graded(
  loaded: Loaded,
  { changes, deviate, only }: Setting,
  { target, signal }: ProveOptions,
): Promise<{ report: Report; fired: boolean; changed: ReadonlySet<Change> }> {
  const server = target === null ? await startEmulator({ deviate: [...deviate], onUnexpected: () => {} }) : null;
  const given = server ?? { base_url: target?.base_url ?? '', close: async () => undefined };
  const between = await changing(given, changes);
  try {
    const graded = target === null ? targetAt(between.base_url, server) : { ...target, base_url: between.base_url };
    const report = await certifyWith(loaded, graded, { only, seed: SEED, signal });
    const fired = server !== null && deviate.length > 0 && (await hasFired(server, deviate));
    return { report, fired, changed: between.changed };
  } finally {
    await between.close();
  }
}

function targetAt(base_url: string, server: TestServer | null): Target {
  return targetFromFlags({ base_url, ...(server !== null && { drivers: { url: server.driver_url } }) });
}

function plainly(rule: string, report: Report): ProvedRule {
  const failed = report.failures.find((one) => one.rule === rule)?.scenario;
  const { reason = null } = report.rules.find(({ id }) => id === rule) ?? {};
  const detail = failed === undefined ? reason && REASONS[reason] : `run --only ${failed} shows it`;
  return { rule, plain: verdictOf(rule, report), detail, tried: [] };
}

function verdictOf(rule: string, { rules }: Report): string {
  return rules.find(({ id }) => id === rule)?.verdict ?? 'untested';
}
