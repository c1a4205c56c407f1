import type { Numbered, Role, ServiceDeed, Stage } from '../../shared/sessions/operation.ts';

/** The owners of items: two accounts, one of them with two environments. */
export type Owner = 'one/live' | 'one/test' | 'two/live';
export const OWNERS: readonly Owner[] = ['one/live', 'one/test', 'two/live'];
export type Feature = 'lists' | 'cancel' | 'delete' | 'credits';

export type Operation = Numbered<Deed>;
export type Deed = ServiceDeed | EmulatorDeed;

/** Operations that only an emulator supports, and events of its process and its disk. */
export type EmulatorDeed =
  /** `isToDue`: stop at the next scheduled work of the emulator. */
  | { does: 'advance'; by: number; isToDue?: boolean }
  | { does: 'plan'; plan: Plan }
  | { does: 'fault'; key: Role; route: string | null; effect: Readonly<Record<string, unknown>>; times: number }
  | { does: 'release' | 'step'; of: number }
  | { does: 'change key'; role: Role; change: Readonly<Record<string, unknown>> }
  | { does: 'change account'; account: 'one' | 'two'; change: Readonly<Record<string, unknown>> }
  | { does: 'credits'; account: 'one' | 'two'; change: Readonly<Record<string, number | boolean | null>> }
  | { does: 'switch'; switches: Readonly<Record<string, boolean | number | null>> }
  | { does: 'question'; choices: Readonly<Record<string, unknown>> }
  | { does: 'register'; owner: Owner; events: readonly string[] | null; replies: readonly Reply[] }
  | { does: 'endpoint'; of: number; change: EndpointChange }
  | { does: 'ping'; of: number }
  | { does: 'resend'; delivery: number }
  | { does: 'save' | 'load' | 'export' | 'import'; slot: number }
  | { does: 'compact' }
  /** A complete write starts and continues during the following steps, with `pace` disk operations per step. */
  | { does: 'checkpoint'; pace: number }
  | { does: 'restart'; how: 'in order' | 'killed' }
  | { does: 'die within'; bytes: number; keeps: number }
  | { does: 'disk'; state: 'full' | 'read-only' | 'fine' };

export type Plan = {
  hold_at?: Stage;
  stages?: Partial<Record<Stage, string>>;
  outcome: 'PROCESSING_FAILED' | 'INPUT_UNPROCESSABLE' | 'succeeded';
  times: number;
};
/** A receiver's answer: a status, or the way in which it fails. */
export type Reply = number | 'timeout' | 'connection' | 'tls';
export type EndpointChange = 'disable' | 'enable' | 'rotate' | 'rotate at once' | 'remove' | 'all events' | 'one event';

export type Does = Deed['does'];
export type Of<Kind extends Does> = Operation & { does: Kind };

export type Session = { seed: string; focus: string | null; operations: readonly Operation[] };

/** The owner that a key stands for, even if the key is refused. */
export function ownerOf(key: Role | undefined): Owner {
  if (key === 'other_env') return 'one/test';
  return key === 'other_account' ? 'two/live' : 'one/live';
}
