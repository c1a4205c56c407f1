import type { Instant } from '../domain/values/time.ts';
import type { Arguments, Verb } from '../world/commands.ts';
import type { ChoiceRow, DeviationRow, WorldState } from '../world/state.ts';
import type { World } from '../world/world.ts';
import type { Clock, ClockRow, ClockSettings } from './clock.ts';

/** The whole World, for later. */
export type Snapshot = { state: WorldState; clock: ClockSettings; requests: number };

/** What there is to be kept of a World in time. */
export type KeptHost = {
  readonly name: string;
  readonly world: World;
  readonly clock: Clock;
  readonly requests: number;
  readonly ready: Snapshot;
};

/**
 * What happens to a World over time. Between two of these nothing happens but what follows from the first: replaying all of
 * them, in their order, makes the same World again.
 */
export type HostChange = { at: Instant } & (
  | { do: 'command'; command: { [Name in Verb]: { verb: Name; with: Arguments<Name> } }[Verb] | UncheckedCommand }
  /** Time has passed. */
  | { do: 'pass'; clock: ClockRow }
  | { do: 'clock'; clock: ClockRow }
  /** The present state is what a reset comes back to. */
  | { do: 'ready'; snapshot: Snapshot }
  | { do: 'save'; name: string; snapshot: Snapshot }
  /** A snapshot comes from elsewhere: to be kept under a name, or to be restored, with what the World goes by from then on. */
  | { do: 'bring'; name: string | null; config: object | null; snapshot: Snapshot }
  | { do: 'forget'; snapshot: Snapshot }
  /** The World was put back to what was ready, or saved. */
  | { do: 'restore'; snapshot: Snapshot; clock: ClockRow }
);

/** A command whose arguments are those of its verb, though no type says so. */
type UncheckedCommand = { verb: Verb; with: Arguments<Verb> };

/** What deviations and choices remember, as it is at one moment. */
export type ConductRows = { deviations: [string, DeviationRow][]; choices: [string, ChoiceRow][] };

/** Notified of every change of a world, at once and in order. */
export type Keeper = {
  /** `before`: what deviations and choices remembered before a change; null if there are none. */
  note(host: KeptHost, change: HostChange, before?: ConductRows | null): void;
  /** A world begins, without an account; no one finds it yet. */
  made(host: KeptHost, config: object, parent: KeptHost | null): void;
  /** From now on it is found. */
  entered(host: KeptHost): void;
  removed(host: KeptHost): void;
};

/** Edges count and remember outside of commands: what they have come to is reported with the next. */
export function conductRows({ state: { deviations, choices } }: World): ConductRows | null {
  if (deviations.size + choices.size === 0) return null;
  return { deviations: [...deviations], choices: [...choices] };
}
