import type { Instant } from '../domain/values/time.ts';
import type { Arguments, Verb } from '../world/commands.ts';
import type { ChoiceRow, DeviationRow, WorldState } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { Clock, ClockRow, ClockSettings } from './clock.ts';

/** The complete World, to be restored later. */
export type Snapshot = { state: WorldState; clock: ClockSettings; requests: number };

/** What is kept of a World with its clock. */
export type KeptHost = {
  readonly name: string;
  readonly world: World;
  readonly clock: Clock;
  readonly requests: number;
  readonly ready: Snapshot;
};

/**
 * The changes of a World over time. Between two of them, only work happens that follows from the first: replaying all
 * of them in order makes the same World again.
 */
export type HostChange = { at: Instant } & (
  | { do: 'command'; command: { [Name in Verb]: { verb: Name; with: Arguments<Name> } }[Verb] | UncheckedCommand }
  /** Time has passed. */
  | { do: 'pass'; clock: ClockRow }
  | { do: 'clock'; clock: ClockRow }
  /** The current state becomes the one that a reset restores. */
  | { do: 'ready'; snapshot: Snapshot }
  | { do: 'save'; name: string; snapshot: Snapshot }
  /** A snapshot was imported: to be saved under a name, or to be restored together with a configuration. */
  | { do: 'bring'; name: string | null; config: object | null; snapshot: Snapshot }
  | { do: 'forget'; snapshot: Snapshot }
  /** The World was restored to the ready state or to a saved one. */
  | { do: 'restore'; snapshot: Snapshot; clock: ClockRow }
);

/** A command whose arguments match its verb, although the type does not say so. */
type UncheckedCommand = { verb: Verb; with: Arguments<Verb> };

/** The memory of deviations and choices at one moment. */
export type ConductRows = { deviations: [string, DeviationRow][]; choices: [string, ChoiceRow][] };

/** Notified of every change of a world, synchronously and in order. */
export type Keeper = {
  /** `before`: the memory of deviations and choices before a change; null if there are none. */
  note(host: KeptHost, change: HostChange, before?: ConductRows | null): void;
  /** A world is created, without an account; it cannot be found yet. */
  made(host: KeptHost, config: object, parent: KeptHost | null): void;
  /** The world can be found from now on. */
  entered(host: KeptHost): void;
  removed(host: KeptHost): void;
};

/** Edges also count and remember outside of commands; their state is reported with the next command. */
export function conductRows({ state: { deviations, choices } }: World): ConductRows | null {
  if (deviations.size + choices.size === 0) return null;
  return { deviations: [...deviations], choices: [...choices] };
}
