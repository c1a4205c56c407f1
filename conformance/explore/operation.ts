import type { Query, Reference, SkinBody, Stage } from '../../shared/sessions/operation.ts';
import type { Role } from '../suite/vocabulary.ts';
import type { OddRequest } from './odd.ts';

export type { Query, Reference, SkinBody, Stage };

export type Product = 'skin.analyze' | 'makeup.apply';
/** What a driver is told of the job to come. */
export type PlanOfJob = {
  hold_at?: Stage;
  outcome: 'succeeded' | 'PROCESSING_FAILED' | 'INPUT_UNPROCESSABLE';
  /** It stays in each later stage until it is taken over the boundary. */
  lasting?: true;
};

/** `color` is the place of a color among those that the target is known to take. */
export type MakeupBody = { products: readonly { category: string; color: number; opacity?: number }[] };

type Asked = { key?: Role | 'none' };
/** The uploads whose instants bound a list. */
export type Between = { since?: number; until?: number };

/** One thing that a session does. It is plain data, and speaks of earlier things by their numbers, never by their ids. */
export type Operation = { nth: number } & Deed;

export type Deed =
  | (Asked & { does: 'upload'; picture: string })
  | (Asked & { does: 'upload badly'; mistake: string })
  | (Asked & { does: 'read'; thing: 'job' | 'asset' | 'result' | 'picture'; of: Reference; tag?: number })
  | (Asked & { does: 'delete'; thing: 'job' | 'asset' | 'result'; of: Reference })
  | (Asked & { does: 'cancel'; of: Reference })
  | (Asked & Submission)
  | { does: 'step'; of: number }
  /** What the twin alone does, so that its job is where that of the target was seen to be. */
  | { does: 'follow'; of: number; steps: number }
  /** `release`: it may be held. */
  | (Asked & { does: 'finish'; of: number; release?: true })
  | (Asked & { does: 'list'; thing: 'assets' | 'jobs'; query: Query; job?: number; whole: boolean } & Between)
  | (Asked & { does: 'next page'; of: number; thing: 'assets' | 'jobs'; query: Query; job?: number })
  | (Asked & { does: 'balance' })
  | (Asked & { does: 'usage' })
  | (Asked & { does: 'odd'; request: OddRequest; of: number })
  /** Requests that are sent together, each with a number of its own. */
  | { does: 'at once'; parts: readonly Operation[] }
  | { does: 'wait'; for: string }
  /** Until so many seconds after what a step showed is said to expire, or before. */
  | { does: 'wait for its end'; of: number; by: number }
  | { does: 'credits'; change: Readonly<Record<string, unknown>> }
  | { does: 'without a feature'; feature: Switchable; of?: number }
  | (Asked & { does: 'with a fault'; fault: 'key_store_unreadable' | 'ledger_unreadable'; of?: number })
  /** `jobs`: those whose events are tried again and again, and are looked at one by one. */
  | { does: 'receive'; jobs: readonly number[] }
  | { does: 'ping' }
  | { does: 'endpoint'; change: 'disable' | 'enable' };

/** What can be switched off for an account, with the operations that answer as an unknown path does then. */
export type Switchable = 'lists' | 'cancel' | 'delete' | 'credits';

/** As a claim: its own number, which is not known before it is placed. */
export const NEW = -1;

export type Submission = {
  does: 'submit';
  product: Product;
  of: Reference;
  body: SkinBody | MakeupBody;
  /** The submission whose Idempotency-Key it has: its own number, or that of an earlier one. */
  claim: number;
  mistake?: string;
  /** The same meaning in other bytes. */
  respell?: readonly ('member_order' | 'whitespace' | 'escapes')[];
  plan?: PlanOfJob;
};

export type Does = Deed['does'];
/** Whether it is about a job, or about what one showed. */
export function isOfJob(operation: Operation): boolean {
  if (operation.does === 'submit') return operation.claim !== operation.nth;
  if (operation.does === 'read' || operation.does === 'delete') return operation.thing === 'job';
  return operation.does === 'cancel' || operation.does === 'finish';
}

/** What is drawn of itself, by the names that a user has for them. */
export const OPERATIONS: readonly Does[] = [
  'upload',
  'upload badly',
  'submit',
  'read',
  'cancel',
  'delete',
  'step',
  'finish',
  'list',
  'next page',
  'balance',
  'usage',
  'wait',
  'wait for its end',
  'odd',
  'at once',
  'credits',
  'without a feature',
  'with a fault',
  'ping',
];
export type Of<Kind extends Does> = Extract<Operation, { does: Kind }>;

/** The account that a session begins with. */
export type World = {
  primary: 'live' | 'test';
  /** Nobody else uses it, so that all that is listed can be counted. */
  isAlone: boolean;
  /** It begins with the units that were asked for. */
  hasOwnUnits: boolean;
  /** Units at the start, where the session is about them; else there are enough. */
  credits?: number;
  enforced?: boolean;
  threshold?: number;
  test_funded?: number;
  /** What the receiver of its events answers, one after the other; null where it has none. */
  replies: readonly Readonly<Record<string, unknown>>[] | null;
  events?: readonly string[];
};

export type Session = { seed: string; world: World; operations: readonly Operation[] };

/** The operations that it speaks of. */
export function referencesIn(operation: Operation): number[] {
  if (operation.does === 'at once') {
    const own = operation.parts.map(({ nth }) => nth);
    return operation.parts.flatMap(referencesIn).filter((nth) => !own.includes(nth));
  }
  const { of, claim, tag, job, since, until } = operation as Readonly<Record<string, unknown>>;
  const all = [of, claim, tag, job, since, until];
  return all.filter((one) => typeof one === 'number').filter((one) => one !== operation.nth);
}

/** Without what speaks of something that is not there. */
export function whole({ operations, ...session }: Session): Session {
  const there = new Set<number>();
  const left = operations.flatMap((operation): Operation[] => {
    if (operation.does === 'at once') return togetherWhole(operation, there);
    const isWhole = referencesIn(operation).every((nth) => there.has(nth));
    if (!isWhole) return [];
    there.add(operation.nth);
    return operation.does === 'receive'
      ? [{ ...operation, jobs: operation.jobs.filter((nth) => there.has(nth)) }]
      : [operation];
  });
  return { ...session, operations: left };
}

/** What is left alone is sent as anything else is. */
function togetherWhole(operation: Of<'at once'>, there: Set<number>): Operation[] {
  const parts = operation.parts.filter((part) => {
    const isWhole = referencesIn(part).every((nth) => there.has(nth));
    if (isWhole) there.add(part.nth);
    return isWhole;
  });
  const [first, ...more] = parts;
  if (first === undefined) return [];
  return more.length === 0 ? [first] : [{ ...operation, parts }];
}

/** One after the other, what is sent together in an order of its parts. */
export function inOrder(
  { operations, ...session }: Session,
  order: (parts: readonly Operation[]) => readonly Operation[] = (parts) => parts,
): Session {
  return { ...session, operations: operations.flatMap((one) => (one.does === 'at once' ? order(one.parts) : [one])) };
}
