import type { Allowance } from '../effects/allowance.ts';
import type { Drivers } from '../effects/drivers/drivers.ts';
import type { Hangs } from '../effects/hangs.ts';
import type { HttpClient } from '../effects/http/http-client.ts';
import type { Pace } from '../effects/http/pace.ts';
import type { ReceiverSource } from '../effects/receiver/receiver.ts';
import type { Room } from '../effects/room.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import type { Choice } from '../plan/choose.ts';
import type { Facts } from '../plan/facts.ts';
import type { Suite, SuiteContext } from '../suite/scenario/suite.ts';
import type { Target } from '../target/target.ts';
import type { Progress } from './progress.ts';

export type RunOptions = Choice & {
  seed: string;
  nonce: string;
  repeat: number;
  atOnce: number;
  signal: AbortSignal;
  /** Cleans up after scenarios without an account of their own. */
  erase: boolean;
  onProgress?(progress: Progress): void;
};

/** What all instances of a run share. */
export type Session = Pick<Facts, 'features' | 'offered' | 'pictures'> & {
  suite: Suite;
  context: SuiteContext;
  target: Target;
  options: RunOptions;
  allowance: Allowance;
  client: HttpClient;
  hangs: Hangs;
  room: Room;
  /** A pace for each instance, all within the rate of the target. */
  paceOf(): Pace;
  /** How the server refuses the primary key; null if it does not. */
  refusal: string | null;
  drivers: Drivers;
  /** How many milliseconds the times of answers are ahead of the drivers' clock. */
  clockAhead: number;
  receivers: ReceiverSource;
  /** The durations of the jobs that have ended so far. */
  jobTimes: number[];
  /** The secrets of the target, and of the accounts and endpoints made so far. */
  secrets: Secret[];
};
