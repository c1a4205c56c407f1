import type { DriverName } from '../suite/vocabulary.ts';
import type { Target } from '../target/target.ts';
import type { Allowance } from './allowance.ts';
import type { AccountDrivers } from './drivers/drivers.ts';
import type { Hangs } from './hangs.ts';
import type { HttpClient } from './http/http-client.ts';
import type { ReceiverSource } from './receiver/receiver-source.ts';
import type { OwnRoom } from './room.ts';
import type { Mask } from './secrets/mask.ts';

/** What the effects on a real target are made of. */
export type LiveParts = {
  target: Target;
  client: Pick<HttpClient, 'send'>;
  mask: Mask;
  offered: readonly DriverName[];
  drivers: AccountDrivers | null;
  /** Those of the account of the instance, and of the accounts beside it, by role. */
  keys: Readonly<Record<string, { secret: string } | undefined>>;
  /** Milliseconds by which the times of answers are ahead of the clock of the drivers. */
  clockAhead?: number;
  /** How the server refuses the primary key of the target, or null. */
  refusal?: string | null;
  receivers: ReceiverSource;
  allowance: Allowance;
  hangs: Hangs;
  room: Pick<OwnRoom, 'refuse'>;
  /** Sets the hooks of one instance apart from those of another. */
  instance: string;
};
