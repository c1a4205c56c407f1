import { createDecks, type Decks } from '../../../shared/sessions/decks.ts';
import type { ServiceMeans, ServiceTools } from '../../../shared/sessions/means.ts';
import type { Product, Role, Stage } from '../../../shared/sessions/operation.ts';
import { randomOf } from '../../../shared/sessions/random.ts';
import type { DriverName, Feature } from '../../suite/vocabulary.ts';
import { ALL_ODD_REQUESTS, isOfAsset, ODD_REQUESTS } from '../odd.ts';
import type { Does, Switchable } from '../operation.ts';
import { createTried, type Tried } from './tried.ts';

/** What a session may use. */
export type Means = {
  /** The environment of the keys, if there is only one. */
  primary: 'live' | 'test' | null;
  roles: readonly Role[];
  drivers: readonly DriverName[];
  /** The stages in which jobs can be held. */
  stages: readonly Stage[];
  /** Whether accounts of the user begin with the requested units; `edges`: also with thresholds and test funds. */
  units: 'none' | 'plenty' | 'edges';
  features: Readonly<Partial<Record<Feature, boolean>>>;
  /** What is drawn, of all operations. */
  only: readonly Does[] | null;
  /** Operations that belong together are drawn too. */
  hasPlots?: true;
};

/** The products that are compared, of those that the target has: hair is a draft. */
export function productsOf({ features }: Pick<Means, 'features'>): Product[] {
  return COMPARED.filter(([feature]) => features[feature] !== false).map(([, product]) => product);
}

const COMPARED = [
  ['skin', 'skin.analyze'],
  ['makeup', 'makeup.apply'],
] as const;

/** Each type, in upright and square ones. */
const PICTURES = [
  ...['face', 'afro.png', 'curly-red.webp', 'grey-bob.jpeg', 'short-blond.webp', 'curly-red.jpeg', 'short-blond.jpeg'],
  ...['curly-red.png', 'short-blond.png'],
];

/** What operations are drawn by. */
export type Tools = Omit<Means, 'features'> & ServiceTools & Pick<Past, 'tried'>;

/** What the sessions before drew, so that the next ones draw something else. */
export type Past = { decks: Decks; tried: Tried };

export function pastOf(seed: string): Past {
  return { decks: createDecks(randomOf(`${seed}\0decks`)), tried: createTried() };
}

export function toolsOf({ features, ...means }: Means, { decks, tried }: Past): Tools {
  const has: ServiceMeans['has'] = {
    lists: features.lists !== false,
    jobLists: features['job.list'] !== false,
    cancel: features['job.cancel'] !== false,
    jobDelete: features['job.delete'] !== false,
    assetDelete: features['asset.delete'] !== false,
    balance: features['credits.balance'] !== false,
  };
  const odd: ServiceMeans['odd'] = (means.hasPlots ? ALL_ODD_REQUESTS : ODD_REQUESTS).map((request) => ({
    request,
    about: isOfAsset(request) ? 'asset' : 'job',
  }));
  const products = productsOf({ features });
  // A draft is looked at now and then.
  const drawn = [...products, ...products, ...(features.hair === true ? (['hair.try_on'] as const) : [])];
  return {
    ...means,
    products: means.hasPlots ? drawn : products,
    pictures: PICTURES,
    odd,
    has,
    isStrict: means.hasPlots !== true,
    decks,
    tried,
  };
}

/** What can be switched off for an account, and is on. */
export function switchableIn({ has }: Tools): Switchable[] {
  const all = { lists: has.lists, cancel: has.cancel, delete: has.jobDelete, credits: has.balance };
  return (Object.keys(all) as Switchable[]).filter((name) => all[name]);
}
