import type { Decks } from './decks.ts';
import type { KnownAsset, KnownJob } from './known.ts';
import type { Product, Role, Stage } from './operation.ts';
import type { Random } from './random.ts';

/** What a session may use of a server. */
export type ServiceMeans = {
  roles: readonly Role[];
  products: readonly Product[];
  pictures: readonly string[];
  /** Requests that fit no route, and the thing whose id each contains. */
  odd: readonly { request: string; about: 'job' | 'asset' }[];
  /** The stages in which jobs can be held. */
  stages: readonly Stage[];
  has: Readonly<Record<'lists' | 'jobLists' | 'cancel' | 'delete' | 'balance', boolean>>;
  /** Only what has one answer by the specification is asked for, with one mistake at a time. */
  isStrict: boolean;
};
/** Each of many mistakes is made before any is made again. */
export type ServiceTools = ServiceMeans & { decks: Decks };
export type Drawn<Deed extends { does: string }, Does extends Deed['does']> = Extract<Deed, { does: Does }>;

/** One of several things. In sessions of thousands of operations the latest come up more often than those of long ago. */
export function oneOf<Item>(random: Random, items: readonly Item[], { isStrict }: ServiceTools): Item | undefined {
  const back = Math.floor(random() ** (isStrict ? 1 : 2) * items.length);
  return items[items.length - 1 - back];
}

/** The things of the primary account that are there. */
export function ownThings<Thing extends KnownAsset | KnownJob>(things: readonly Thing[]): Thing[] {
  return things.filter(({ owner, isDeleted }) => owner === 'own' && !isDeleted);
}
