import { certifyWith } from '../certify.ts';
import type { Report } from '../report/report.ts';
import { startEmulator } from '../run/self-test.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { verdictsIn } from '../testing/graded.ts';
import { type Entry, readCatalogue } from './catalogue.ts';

/**
 * The outcome of one deviation: killed by the id of its rule, only by other rules, or not at all. One that never fired
 * changed nothing, so it proves nothing.
 */
export type Kill = {
  id: string;
  rule: string;
  subtle: boolean;
  outcome: 'killed' | 'killed_by_others' | 'survived' | 'never_fired';
  /** The rules that were broken, that of the deviation first. */
  named: string[];
};

/** What the suite says of a lawful variant, or of several that are on at once. A rule or an error here is a false positive. */
export type VariantResult = {
  ids: string[];
  rules: string[];
  /** Those that changed nothing. */
  unfired: string[];
  errors: string[];
  verdicts: string[];
};

export type Deviation = Extract<Entry, { kind: 'deviation' }>;
/** Variants that are on together. One that changes nothing, because another leaves it no room, is replaced by a spare one. */
export type Combination = { ids: readonly string[]; spares: readonly string[] };
export type Task = { kind: 'deviation'; entry: Deviation } | ({ kind: 'variants' } & Combination);
export type Done =
  | { kind: 'deviation'; kill: Kill }
  | { kind: 'variants'; result: VariantResult }
  | { kind: 'fault'; task: Task; message: string };

export type Prover = {
  deviation(entry: Deviation): Promise<Kill>;
  variants(combination: Combination): Promise<VariantResult>;
};

const SEED = 'prove';

/** Runs the suite against emulators with deviations on, each task on an emulator of its own: nothing is shared. */
export function createProver(loaded: Loaded): Prover {
  const { scenarios } = loaded.suite;
  const isCovered = (rule: string) => scenarios.some(({ covers }) => covers.some((one) => one.rule === rule));
  return {
    deviation: async ({ id, rule, subtle }) => {
      const quick = isCovered(rule) ? await graded(loaded, [id], [rule]) : null;
      if (quick?.named.includes(rule) && quick.unfired.length === 0) return killed(id, rule, subtle, quick.named);
      const whole = await graded(loaded, [id], []);
      return { id, rule, subtle, outcome: outcomeOf(whole, rule), named: inOrder(whole.named, rule) };
    },
    variants: (combination) => gradedVariants(loaded, combination),
  };
}

async function gradedVariants(loaded: Loaded, { ids, spares }: Combination): Promise<VariantResult> {
  const { named, unfired, errors, verdicts } = await graded(loaded, ids, []);
  const isFalsePositive = named.length + errors.length > 0;
  if (isFalsePositive || unfired.length === 0 || unfired.length > spares.length)
    return { ids: [...ids], rules: named, unfired, errors, verdicts };
  const others = ids.filter((id) => !unfired.includes(id));
  const next = spares.slice(0, unfired.length);
  return gradedVariants(loaded, { ids: [...others, ...next], spares: spares.slice(unfired.length) });
}

/** Signatures on the virtual clock: the real one hardly moves during a virtual day, so an old signature would look new. */
const SERVER = { readings: { signature_clock: 'virtual' }, onUnexpected: () => {} } as const;

type Graded = { named: string[]; unfired: string[]; errors: string[]; verdicts: string[] };

async function graded(loaded: Loaded, ids: readonly string[], only: readonly string[]): Promise<Graded> {
  const server = await startEmulator({ deviate: [...ids], ...SERVER });
  try {
    const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
    const report = await certifyWith(loaded, target, { only, seed: SEED });
    const entries = await readCatalogue(server);
    const fired = entries.flatMap((entry) => (entry.fired > 0 ? [entry.id] : []));
    const unfired = ids.filter((id) => !fired.includes(id));
    const errors = report.errors.map(({ message }) => message);
    return { named: namedIn(report), unfired, errors, verdicts: verdictsIn(report).sort() };
  } finally {
    await server.close();
  }
}

function namedIn({ rules }: Report): string[] {
  return rules.flatMap(({ id, verdict }) => (verdict === 'fail' || verdict === 'warn' ? [id] : []));
}

function killed(id: string, rule: string, subtle: boolean, named: readonly string[]): Kill {
  return { id, rule, subtle, outcome: 'killed', named: inOrder(named, rule) };
}

function outcomeOf({ named, unfired }: Graded, rule: string): Kill['outcome'] {
  if (unfired.length > 0) return 'never_fired';
  if (named.includes(rule)) return 'killed';
  return named.length > 0 ? 'killed_by_others' : 'survived';
}

function inOrder(named: readonly string[], rule: string): string[] {
  return [...named.filter((one) => one === rule), ...named.filter((one) => one !== rule).sort()];
}
