import type { Decks } from '../../../shared/sessions/decks.ts';
import type { DriverName, Feature, Role } from '../../suite/vocabulary.ts';
import type { Deed, Does, Product, Stage } from '../operation.ts';

/** What a session may use. */
export type Means = {
  /** The environment of the keys, where there is one alone. */
  primary: 'live' | 'test' | null;
  roles: readonly (Role | 'none')[];
  drivers: readonly DriverName[];
  /** The stages in which jobs can be held. */
  stages: readonly Stage[];
  /** Whether accounts of one's own begin with the units that were asked for; `edges`: and with thresholds and test money. */
  units: 'none' | 'plenty' | 'edges';
  features: Readonly<Partial<Record<Feature, boolean>>>;
  /** What is drawn, of all operations. */
  only: readonly Does[] | null;
};

/** The products that are compared, of those that the target has: hair is a draft. */
export function productsOf({ features }: Pick<Means, 'features'>): Product[] {
  return COMPARED.filter(([feature]) => features[feature] !== false).map(([, product]) => product);
}

const COMPARED = [
  ['skin', 'skin.analyze'],
  ['makeup', 'makeup.apply'],
] as const;

/** Of many mistakes each is made before any is made again. */
export type Tools = Means & { decks: Decks };

export type Drawn<Kind extends Does> = Extract<Deed, { does: Kind }>;
