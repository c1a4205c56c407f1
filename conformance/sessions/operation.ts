import {
  type Asked,
  type Numbered,
  type Product,
  referencesIn as referencesOfOne,
  type ServiceDeed,
} from '../../shared/sessions/operation.ts';

/** One thing that a session does. It is plain data, and refers to earlier things by their numbers, never by their ids. */
export type Operation = Numbered<Deed>;
export type Deed = ServiceDeed | DrivenDeed;

/** What only the driver of a target can do, and what needs several requests. */
export type DrivenDeed =
  | { does: 'step'; of: number }
  /** An operation of the twin only, so that its job reaches the stage in which the job of the target was seen. */
  | { does: 'follow'; of: number; steps: number }
  /** `release`: it may be held. */
  | (Asked & { does: 'finish'; of: number; release?: true })
  /** Requests that are sent together, each with a number of its own. */
  | { does: 'at once'; parts: readonly Operation[] }
  | { does: 'wait'; for: string }
  /** This many seconds after the shown expiry of an object, or before it. */
  | { does: 'wait for its end'; of: number; by: number }
  /** The same before or after the end of the day on which an asset was uploaded. */
  | { does: 'wait for midnight'; of: number; by: number }
  | { does: 'credits'; change: Readonly<Record<string, unknown>> }
  /** By how many units more than one job of this product costs what can be spent is to be, by the balance of a step. */
  | { does: 'units for'; of: number; product: Product; by: number }
  /** `whole`: all its parts are sent, and some more that must get the same answer. */
  | { does: 'without a feature'; feature: Switchable; of?: number; whole?: true }
  | (Asked & { does: 'with a fault'; fault: 'key_store_unreadable' | 'ledger_unreadable'; of?: number; whole?: true })
  /** Null lifts a limit. */
  | { does: 'limit'; change: Readonly<Partial<Record<'daily_quota' | 'admission_per_minute', number | null>>> }
  /** `jobs`: those whose events are tried again and again, and are looked at one by one. */
  | { does: 'receive'; jobs: readonly number[]; world: Pick<World, 'primary' | 'others'> }
  /** The signing secret is replaced, and the previous one stays valid for a while. */
  | { does: 'rotate' }
  /** The event of a job is sent again from the delivery log. */
  | { does: 'resend'; of: number }
  | { does: 'ping' }
  | { does: 'endpoint'; change: 'disable' | 'enable' };

/** What can be switched off for an account, with the operations that answer as an unknown path does then. */
export type Switchable = 'lists' | 'cancel' | 'delete' | 'credits';

export type Does = Deed['does'];
export type Of<Kind extends Does> = Extract<Operation, { does: Kind }>;

/** Whether it is about a job, or about what one showed. */
export function isOfJob(operation: Operation): boolean {
  if (operation.does === 'submit') return operation.claim !== operation.nth;
  if (operation.does === 'read' || operation.does === 'delete') return operation.thing === 'job';
  return operation.does === 'cancel' || operation.does === 'finish';
}

/** The account that a session begins with. */
export type World = {
  primary: 'live' | 'test';
  /** It has no other users, so that all list items can be counted. */
  isAlone: boolean;
  /** It begins with the requested units. */
  hasOwnUnits: boolean;
  /** Units at the start, where the session is about them; else there are enough. */
  credits?: number;
  enforced?: boolean;
  threshold?: number;
  test_funded?: number;
  /** What the receiver of its events answers, one after the other; null if it has none. */
  replies: readonly Readonly<Record<string, unknown>>[] | null;
  events?: readonly string[];
  /** Its webhooks are off. */
  webhooks?: false;
  /** Further receivers, which take everything. */
  others?: readonly OtherReceiver[];
};

/** Units for more jobs than a session makes. */
export const UNITS_FOR_ALL = 1_000;

export function hasUnitsForAll({ credits = UNITS_FOR_ALL }: World): boolean {
  return credits >= UNITS_FOR_ALL;
}

/** Whether the receiver takes nothing in the end. */
export function isRefusing({ replies }: World): boolean {
  const last = replies?.at(-1);
  return last !== undefined && !isTaken(last);
}

function isTaken({ status }: Readonly<Record<string, unknown>>): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}

/** The name of the first receiver. */
export const HOOK = 'sink';

export type OtherReceiver = { hook: string; environment: 'live' | 'test'; events?: readonly string[] };

export type Session = { seed: string; world: World; operations: readonly Operation[] };

/** The operations that it refers to. */
export function referencesIn(operation: Operation): number[] {
  if (operation.does !== 'at once') return referencesOfOne(operation);
  const own = operation.parts.map(({ nth }) => nth);
  return operation.parts.flatMap(referencesIn).filter((nth) => !own.includes(nth));
}

/** Without what refers to something that is not there. */
export function whole(operations: readonly Operation[]): readonly Operation[] {
  const there = new Set<number>();
  return operations.flatMap((operation): Operation[] => {
    if (operation.does === 'at once') return togetherWhole(operation, there);
    const isWhole = referencesIn(operation).every((nth) => there.has(nth));
    if (!isWhole) return [];
    there.add(operation.nth);
    return operation.does === 'receive'
      ? [{ ...operation, jobs: operation.jobs.filter((nth) => there.has(nth)) }]
      : [operation];
  });
}

/** A remaining single part is sent like any other operation. */
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

/** The operations in order, with the parts of simultaneous ones one by one. */
export function inOrder(
  { operations, ...session }: Session,
  order: (parts: readonly Operation[]) => readonly Operation[] = (parts) => parts,
): Session {
  return { ...session, operations: operations.flatMap((one) => (one.does === 'at once' ? order(one.parts) : [one])) };
}

/** With the usual picture, or with fewer requests that are sent together. */
export function plainer(operations: readonly Operation[], index: number): (readonly Operation[])[] {
  const operation = operations[index];
  if (operation?.does === 'upload') return [operations.with(index, { ...operation, picture: 'face' })];
  if (operation?.does !== 'at once' || operation.parts.length < 3) return [];
  return [operations.with(index, { ...operation, parts: operation.parts.slice(0, -1) })];
}
