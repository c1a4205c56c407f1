import { goodSubmission } from '../../../shared/sessions/draw-submit.ts';
import { ownThings } from '../../../shared/sessions/means.ts';
import type { Deed } from '../operation.ts';
import { switchableIn } from './means.ts';
import { keyIn, lastJob, type Turn } from './turns.ts';

export const feature: Turn = (_, known, tools) => {
  const there = switchableIn(tools);
  const job = lastJob(known);
  if (!tools.drivers.includes('tenants') || there.length === 0) return null;
  const all = { feature: tools.decks.next('features', there), whole: true } as const;
  return { does: 'without a feature', ...all, ...(job && { of: job.nth }) };
};

const FAULTS = ['key_store_unreadable', 'ledger_unreadable'] as const;

/** A store that cannot be read, and every request that must get the same answer meanwhile. */
export const fault: Turn = (_, known, { drivers, decks, has }) => {
  const job = lastJob(known);
  if (!drivers.includes('faults')) return null;
  const faults = has.balance ? FAULTS : FAULTS.slice(0, 1);
  return { does: 'with a fault', fault: decks.next('faults', faults), whole: true, ...(job && { of: job.nth }) };
};

export const limit =
  (change: Extract<Deed, { does: 'limit' }>['change']): Turn =>
  (_, { world }, { drivers }) =>
    drivers.includes('faults') && drivers.includes('tenants') && world.isAlone ? { does: 'limit', change } : null;

/** So many units more than one job costs, by the last balance. */
export const unitsFor =
  (by: number): Turn =>
  (_, { balances, world }, { drivers, products, decks }) => {
    const of = balances.at(-1);
    const priced = products.filter((one) => one !== 'hair.try_on');
    if (of === undefined || !drivers.includes('credits') || world.primary !== 'live' || priced.length === 0)
      return null;
    return { does: 'units for', of, product: decks.next('priced', priced), by };
  };

/** A job of that product uses the units that are left for one job. */
export const priced: Turn = (random, known, tools) => {
  const there = ownThings(known.assets);
  const [asset] = there.slice(-1);
  if (asset === undefined || known.edge === null) return null;
  return { ...goodSubmission(random, asset, { ...tools, products: [known.edge] }), once: true };
};

/** A submission that is sent once, even if a limit refuses it. */
export const once =
  (turn: Turn): Turn =>
  (random, known, tools) => {
    const deed = turn(random, known, tools);
    return deed?.does === 'submit' ? { ...deed, once: true } : deed;
  };

/** The job before the last, such as one that still waits when a later one has come. */
export const cancelFirst: Turn = (_, { jobs }, { has }) => {
  const waiting = jobs.find(({ owner, stage }) => owner === 'own' && stage === 'queued');
  return waiting === undefined || !has.cancel ? null : { does: 'cancel', of: waiting.nth, ...keyIn(waiting) };
};
