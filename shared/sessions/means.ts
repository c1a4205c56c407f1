import type { Decks } from './decks.ts';
import type { KnownAsset, KnownJob } from './known.ts';
import type { Product, Role, Stage } from './operation.ts';
import type { Random } from './random.ts';

/** The features of a server that a session may use. */
export type ServiceMeans = {
  roles: readonly Role[];
  products: readonly Product[];
  pictures: readonly string[];
  /** Requests that match no route, with the kind of thing whose id each contains. */
  odd: readonly { request: string; about: 'job' | 'asset' }[];
  stages: readonly Stage[];
  has: Readonly<Record<'lists' | 'jobLists' | 'cancel' | 'jobDelete' | 'assetDelete' | 'balance', boolean>>;
  /** Only operations with exactly one correct answer by the specification, with one mistake at a time. */
  isStrict: boolean;
};
/** With `decks`, each mistake is made once before any is repeated. */
export type ServiceTools = ServiceMeans & { decks: Decks };
export type Drawn<Deed extends { does: string }, Does extends Deed['does']> = Extract<Deed, { does: Does }>;

/** One of several things. In sessions of thousands of operations, recent ones come up more often than old ones. */
export function oneOf<Item>(random: Random, items: readonly Item[], { isStrict }: ServiceTools): Item | undefined {
  const back = Math.floor(random() ** (isStrict ? 1 : 2) * items.length);
  return items[items.length - 1 - back];
}

export function ownThings<Thing extends KnownAsset | KnownJob>(things: readonly Thing[]): Thing[] {
  return things.filter(({ owner, isDeleted }) => owner === 'own' && !isDeleted);
}
