import type { EveryAnswer } from '../suite/every-answer/every-answer.ts';
import { nested } from '../suite/scenario/known.ts';
import { DRIVERS, type DriverName, FEATURES, type Feature, type Role } from '../suite/vocabulary.ts';
import type { Pictures } from '../target/pictures/pictures.ts';
import type { Target } from '../target/target.ts';

export type Keys = Partial<Record<Role, { secret: string; environment: string }>>;

/** What is known of the target before an instance runs. It does not change. */
export type Facts = {
  target: Pick<Target, 'name' | 'version' | 'base_url' | 'spec' | 'data' | 'budget' | 'timeouts' | 'hair'>;
  features: Readonly<Record<Feature, boolean | null>>;
  offered: readonly DriverName[];
  keys: Readonly<Keys>;
  /** Set if the account was made for this instance alone. */
  tenant: AccountFacts | null;
  seed: string;
  /** Makes the keys of this run differ from those of an earlier one with the same seed. */
  nonce: string;
  medianJobTime: number;
  everyAnswer: EveryAnswer;
  /** The pictures to upload. */
  pictures: Pictures;
};

export type AccountFacts = {
  id: string;
  /** The account started with the units that the scenario requested. */
  hasOwnUnits?: boolean;
  /** Requirements of the scenario for the account that the driver did not confirm. */
  unsure?: readonly string[];
  /** The leftovers of the instance are read at its end, which earlier versions did not do. */
  readsBack?: boolean;
};

/** The facts of an instance, to run it again from its tape. Secrets are masked. */
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

/** Unknown features count as on: their scenarios find out. */
function featureNames({ features }: Pick<Facts, 'features'>): Record<string, unknown> {
  return nested(Object.keys({ ...FEATURES, ...features }), (name) => features[name as Feature] !== false);
}
