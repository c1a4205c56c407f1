import type { Facts } from '../../plan/facts.ts';
import type { Demand } from '../demand.ts';
import type { Sight, World } from './world.ts';

/** One kind of knowledge: what it demands of an answer, and what it keeps of it. */
export type Detail = {
  demands(sight: Sight): Demand[];
  keep?(sight: Sight): void;
  drive?(call: string, given: Readonly<Record<string, unknown>>): void;
};

export type CreateDetail = (world: World, facts: DetailFacts) => Detail;
export type DetailFacts = Pick<Facts, 'keys' | 'tenant' | 'features'>;
