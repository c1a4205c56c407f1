import type { TenantDrivers } from '../drivers/drivers.ts';
import type { DriverName, Target } from '../target/target.ts';
import type { HttpClient } from '../wire/http-client.ts';
import type { Mask } from '../wire/mask.ts';
import type { Allowance } from './allowance.ts';
import type { ReceiverSource } from './receiver-source.ts';

/** What the effects on a real target are made of. */
export type LiveParts = {
  target: Target;
  client: HttpClient;
  mask: Mask;
  offered: readonly DriverName[];
  drivers: TenantDrivers | null;
  receivers: ReceiverSource;
  allowance: Allowance;
  /** Sets the hooks of one instance apart from those of another. */
  instance: string;
};
