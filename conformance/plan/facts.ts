import type { EveryAnswer } from '../suite/every-answer/every-answer.ts';
import { nested } from '../suite/scenario/known.ts';
import { DRIVERS, type DriverName, FEATURES, type Feature, type Role } from '../suite/vocabulary.ts';
import type { Pictures } from '../target/pictures/pictures.ts';
import type { Target } from '../target/target.ts';

/** The keys that an instance has, by role. */
export type Keys = Partial<Record<Role, { secret: string; environment: string }>>;

/** What is known of the target before an instance runs, and stays so. */
export type Facts = {
  target: Pick<Target, 'name' | 'version' | 'base_url' | 'spec' | 'data' | 'budget' | 'timeouts' | 'hair'>;
  features: Readonly<Record<Feature, boolean | null>>;
  offered: readonly DriverName[];
  keys: Readonly<Keys>;
  /** The account was made for this instance alone. */
  tenant: AccountFacts | null;
  seed: string;
  /** Sets the keys of this run apart from those of an earlier one with the same seed. */
  nonce: string;
  medianJobTime: number;
  everyAnswer: EveryAnswer;
  /** What it uploads. */
  pictures: Pictures;
};

export type AccountFacts = {
  id: string;
  /** The units that the account began with are those that the scenario asked for. */
  hasOwnUnits?: boolean;
  /** What the scenario needs of the account, of which its driver did not say whether it is so. */
  unsure?: readonly string[];
  /** What the instance left behind is read at its end; earlier versions did not. */
  readsBack?: boolean;
};

/** What an instance went by, so that it can be run again from its tape: secrets are their masks. */
export type RecordedFacts = Omit<Facts, 'everyAnswer' | 'pictures'>;

export function factNames(facts: Omit<RecordedFacts, 'nonce'>): Record<string, unknown> {
  return {
    target: facts.target,
    tenant: facts.tenant && { id: facts.tenant.id },
    run: { seed: facts.seed },
    budget: { ...facts.target.budget, wall: facts.target.budget.wall ?? Number.POSITIVE_INFINITY },
    key: facts.keys,
    feature: featureNames(facts),
    driver: Object.fromEntries(DRIVERS.map((name) => [name, facts.offered.includes(name)])),
    median_job_time: facts.medianJobTime,
  };
}

/** What could not be found out counts as on: its scenarios show what is the case. */
function featureNames({ features }: Pick<Facts, 'features'>): Record<string, unknown> {
  return nested(Object.keys({ ...FEATURES, ...features }), (name) => features[name as Feature] !== false);
}
