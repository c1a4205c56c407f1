import { certifyWith } from '../../conformance/certify.ts';
import type { Verdict } from '../../conformance/judge/verdicts.ts';
import type { Report } from '../../conformance/report/report.ts';
import { type Entry, hasFired, readFired } from '../../conformance/run/catalogue.ts';
import type { TestServer } from '../../conformance/run/self-test.ts';
import type { Loaded } from '../../conformance/suite/scenario/load-suite.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { verdictsIn } from '../../conformance/testing/graded.ts';
import { BREACHES, type Breach } from '../other-make/breaches/breaches.ts';
import { FRESH_BREACHES, type FreshBreach } from '../other-make/breaches/fresh-breaches.ts';
import type { Chosen, Make } from './choices.ts';
import { type Found, foundBySessions, type Played, type SessionBounds } from './sessions.ts';
import { smallestFailing } from './smallest.ts';
import { type Setting, started } from './started.ts';

/**
 * The outcome of a deviation of the emulator or a breach of the other server: killed by the id of its rule, only by
 * other rules, or not at all. A deviation that never fired changed nothing, so it proves nothing.
 */
export type Kill = {
  id: string;
  rule: string;
  subtle: boolean;
  outcome: 'killed' | 'killed_by_others' | 'survived' | 'never_fired';
  /** The rules that failed or warned, first that of the deviation. */
  named: string[];
  /** The rule only warns, as it does for a lawful server. */
  warns: boolean;
};

/**
 * The result of the whole suite for a breach without an expected rule: the rules that fail, and those that only warn.
 */
export type Fresh = { id: FreshBreach; section: string; failed: string[]; warned: string[] };

/** The result of the suite for a server with other choices. */
export type ChoiceResult = {
  name: string;
  /** The rules that fail or warn, and those that fail. */
  rules: string[];
  failed: string[];
  /** Failures of the kit itself. */
  errors: string[];
  verdicts: string[];
  /** The observations by gap: each answer once, as JSON. */
  seen: Record<string, string[]>;
  /** The questions whose choices made no difference to the server. */
  unfired: string[];
  /** The unexpected rules that no longer fail without the marked choices. */
  byMarked: string[];
  /** For the other unexpected rules: the choices that are sufficient, as far as they were found. */
  enough: Enough[];
};

export type Deviation = Extract<Entry, { kind: 'deviation' }>;
/**
 * A server with some choices, the rules that it may fail, and the questions whose choices are marked with these rules.
 */
export type Server = { make: Make; name: string; chosen: Chosen; blamed: readonly string[]; marked: readonly string[] };
export type Task =
  | { kind: 'deviation'; entry: Deviation }
  | { kind: 'breach'; breach: Breach }
  | { kind: 'fresh'; breach: FreshBreach }
  | { kind: 'choices'; server: Server }
  | { kind: 'sessions'; played: Played; bounds: SessionBounds };
export type Done =
  | { kind: 'deviation'; kill: Kill }
  | { kind: 'breach'; kill: Kill }
  | { kind: 'fresh'; fresh: Fresh }
  | { kind: 'choices'; result: ChoiceResult }
  | { kind: 'sessions'; found: Found }
  | { kind: 'fault'; task: Task; message: string };

export type Prover = {
  deviation(entry: Deviation): Promise<Kill>;
  breach(breach: Breach): Promise<Kill>;
  fresh(breach: FreshBreach): Promise<Fresh>;
  choices(server: Server): Promise<ChoiceResult>;
  sessions(played: Played, bounds: SessionBounds): Promise<Found>;
};

const SEED = 'prove';

/** Runs the suite on servers. Each task has its own server, and nothing is shared. */
export function createProver(loaded: Loaded): Prover {
  return {
    deviation: ({ id, rule, subtle }) => caught(loaded, { id, rule, subtle }, (only) => deviating(loaded, id, only)),
    breach: (id) => caught(loaded, { id, rule: BREACHES[id], subtle: false }, (only) => breaching(loaded, id, only)),
    fresh: (breach) => gradedFresh(loaded, breach),
    choices: (server) => gradedChoices(loaded, server),
    sessions: (played, bounds) => foundBySessions(loaded, played, bounds),
  };
}

type Fault = Pick<Kill, 'id' | 'rule' | 'subtle'>;
type Broken = { named: string[]; warned: string[]; fired: boolean };

/** Looks for a fault with the scenarios that cover its rule, and then with all scenarios if they do not find it. */
async function caught(loaded: Loaded, fault: Fault, look: (only: string[]) => Promise<Broken>): Promise<Kill> {
  const { rule } = fault;
  const isCovered = loaded.suite.scenarios.some(({ covers }) => covers.some((one) => one.rule === rule));
  const quick = isCovered ? await look([rule]) : null;
  if (quick?.named.includes(rule) && quick.fired) return { ...fault, outcome: 'killed', ...namedFirst(quick, rule) };
  const whole = await look([]);
  return { ...fault, outcome: outcomeOf(whole, rule), ...namedFirst(whole, rule) };
}

async function gradedChoices(loaded: Loaded, server: Server): Promise<ChoiceResult> {
  const { name, chosen, make } = server;
  const { report, found: fired } =
    make === 'emulator'
      ? await graded(loaded, { chosen }, [], readFired)
      : await graded(loaded, { make, chosen }, [], async () => Object.keys(chosen));
  const rules = namedIn(report);
  return {
    name,
    rules,
    failed: namedIn(report, ['fail']),
    errors: report.errors.map(({ message }) => message),
    verdicts: verdictsIn(report).sort(),
    seen: Object.fromEntries(
      report.gaps.map(({ id, answers }) => [id, answers.map(({ seen }) => JSON.stringify(seen)).sort()]),
    ),
    unfired: Object.keys(chosen).filter((question) => !fired.includes(question)),
    ...(await reasonsFor(loaded, server, report)),
  };
}

/**
 * Finds the reasons for unexpected rules. A marked choice may make further rules fail together with other choices;
 * these are attributed to it.
 */
async function reasonsFor(
  loaded: Loaded,
  server: Server,
  report: Report,
): Promise<Pick<ChoiceResult, 'byMarked' | 'enough'>> {
  const unexpected = namedIn(report).filter((rule) => !server.blamed.includes(rule));
  if (unexpected.length === 0) return { byMarked: [], enough: [] };
  const chosen = Object.fromEntries(Object.entries(server.chosen).filter(([name]) => !server.marked.includes(name)));
  const without = server.marked.length === 0 ? null : await reportOf(loaded, { make: server.make, chosen }, []);
  if (without === null) return { byMarked: [], enough: await enoughFor(loaded, server, report) };
  const still = namedIn(without);
  return {
    byMarked: unexpected.filter((rule) => !still.includes(rule)),
    enough: await enoughFor(loaded, { ...server, chosen }, without),
  };
}

/** Rules that a server fails, and few of its choices that are sufficient for it. */
export type Enough = { rules: string[]; questions: string[] };

/** The most rules to trace to their choices. Each needs several runs of a scenario. */
const MOST_FOLLOWED = 6;

/** For each unexpected rule, finds few choices that are sufficient to fail it, by running the scenario that failed. */
async function enoughFor(loaded: Loaded, { make, chosen, blamed }: Server, { failures }: Report): Promise<Enough[]> {
  const scenarioOf = new Map(failures.map(({ rule, scenario }) => [rule, scenario]));
  const all = Object.entries(chosen);
  const found: Enough[] = [];
  const unexpected = [...scenarioOf].filter(([rule]) => !blamed.includes(rule));
  for (const [rule, scenario] of all.length < 2 ? [] : unexpected.slice(0, MOST_FOLLOWED)) {
    const fails = (some: readonly (readonly [string, unknown])[]) =>
      isBlamed(loaded, { make, chosen: Object.fromEntries(some) }, rule, scenario);
    const known = await firstOf(found, ({ questions }) => fails(all.filter(([name]) => questions.includes(name))));
    if (known !== null) known.rules.push(rule);
    else if (await fails(all))
      found.push({ rules: [rule], questions: (await smallestFailing(all, fails)).map(([name]) => name) });
  }
  return found;
}

async function firstOf<Item>(items: readonly Item[], isMeant: (item: Item) => Promise<boolean>): Promise<Item | null> {
  for (const item of items) if (await isMeant(item)) return item;
  return null;
}

/** Whether a rule fails or warns in a scenario. */
async function isBlamed(loaded: Loaded, setting: Setting, rule: string, scenario: string): Promise<boolean> {
  const report = await reportOf(loaded, setting, [scenario]);
  return report !== null && namedIn(report).includes(rule);
}

/** Null if the remaining choices conflict, because some were left out. */
async function reportOf(loaded: Loaded, setting: Setting, only: readonly string[]): Promise<Report | null> {
  const run = await graded(loaded, setting, only, async () => null).catch(() => null);
  return run === null ? null : run.report;
}

/** Returns the report of a server, and what `read` finds out about the server before it is closed. */
async function graded<Found>(
  loaded: Loaded,
  setting: Setting,
  only: readonly string[],
  read: (server: TestServer) => Promise<Found>,
): Promise<{ report: Report; found: Found }> {
  const server = await started(setting);
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
    const report = await certifyWith(loaded, target, { only, seed: SEED });
    return { report, found: await read(server) };
  } finally {
    await server.close();
  }
}

async function deviating(loaded: Loaded, id: string, only: readonly string[]): Promise<Broken> {
  const { report, found } = await graded(loaded, { deviate: [id] }, only, (server) => hasFired(server, [id]));
  return { named: namedIn(report), warned: namedIn(report, ['warn']), fired: found };
}

async function breaching(loaded: Loaded, broken: Breach, only: readonly string[]): Promise<Broken> {
  const { report } = await graded(loaded, { make: 'other-make', broken }, only, async () => null);
  return { named: namedIn(report), warned: namedIn(report, ['warn']), fired: true };
}

async function gradedFresh(loaded: Loaded, broken: FreshBreach): Promise<Fresh> {
  const { report } = await graded(loaded, { make: 'other-make', broken }, [], async () => null);
  const [failed, warned] = [namedIn(report, ['fail']), namedIn(report, ['warn'])];
  return { id: broken, section: FRESH_BREACHES[broken], failed, warned };
}

function namedIn({ rules }: Report, by: readonly Verdict[] = ['fail', 'warn']): string[] {
  return rules.flatMap(({ id, verdict }) => (by.includes(verdict) ? [id] : []));
}

function outcomeOf({ named, fired }: Broken, rule: string): Kill['outcome'] {
  if (!fired) return 'never_fired';
  if (named.includes(rule)) return 'killed';
  return named.length > 0 ? 'killed_by_others' : 'survived';
}

function namedFirst({ named, warned }: Broken, rule: string): Pick<Kill, 'named' | 'warns'> {
  const others = named.filter((one) => one !== rule).sort();
  return { named: [...named.filter((one) => one === rule), ...others], warns: warned.includes(rule) };
}
