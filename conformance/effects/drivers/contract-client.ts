import { isMap } from '../../../shared/is-map.ts';
import { DRIVERS, type DriverName } from '../../suite/vocabulary.ts';
import type { Send } from '../../target/ask.ts';
import type { Target } from '../../target/target.ts';
import { accountDrivers, type Whose } from './account-drivers.ts';
import { callDriver, type Line, outcomeOf, requestOf } from './call-driver.ts';
import { type AccountDrivers, DriverAbsent, type Drivers, type MadeAccount } from './drivers.ts';
import { makeAccount, unmakeAccount } from './make-account.ts';

type Capabilities = { drivers: readonly DriverName[]; clockPerAccount: boolean };

/** Connects to the drivers of a target: those of its contract, and those that it names separately. */
export async function connectDrivers(target: Target, { send }: { send: Send }): Promise<Drivers> {
  const { url, named, token } = target.drivers;
  const contract = url === null ? null : await askCapabilities(send, url, token);
  const baseOf = (driver: DriverName) => named[driver] ?? (contract?.drivers.includes(driver) ? url : null);
  const line: Line = { send, token, baseOf };
  const clockPerAccount = contract?.clockPerAccount ?? (await hasClockPerAccount(line, named));
  const primary = target.keys.primary?.secret ?? null;
  const made = new Map<string, Whose>();
  const known = new Map<string | null, AccountDrivers>();
  return {
    offered: new Set(DRIVERS.filter((driver) => baseOf(driver) !== null)),
    clockPerAccount,
    forAccount: (key) => {
      const whose = (key === null ? undefined : made.get(key)) ?? { key, account: null, alone: false };
      const drivers = known.get(key) ?? accountDrivers(line, whose);
      known.set(key, drivers);
      return drivers;
    },
    createAccount: async ({ own_clock, ...spec }) => {
      const alone = own_clock === true && clockPerAccount;
      const tenant = await makeAccount(line, { ...spec, ...(alone && { own_clock: true }) }, primary);
      for (const whose of owners(tenant)) if (whose.key !== null) made.set(whose.key, whose);
      return tenant;
    },
    removeAccount: async (tenant) => {
      for (const { key } of owners(tenant)) {
        if (key !== null) made.delete(key);
        known.delete(key);
      }
      await unmakeAccount(line, tenant);
    },
  };
}

/**
 * Returns the owner of the keys in the tenant's own account. The accounts beside it only serve to be refused, and drive
 * nothing.
 */
function owners({ id, keys, own_clock }: MadeAccount): Whose[] {
  return Object.entries(keys)
    .filter(([role]) => role !== 'other_account' && role !== 'disabled')
    .map(([, { secret }]) => ({ key: secret, account: id, alone: own_clock }));
}

async function askCapabilities(send: Send, url: string, token: string | null): Promise<Capabilities> {
  const said = await send(requestOf({ token }, url, { method: 'GET', path: '/capabilities', key: null }));
  return capabilitiesOf(outcomeOf(said, 'contract', `GET ${url}/capabilities`));
}

function capabilitiesOf(answer: unknown): Capabilities {
  const { drivers, clock } = isMap(answer) ? answer : {};
  return {
    drivers: Array.isArray(drivers) ? DRIVERS.filter((driver) => drivers.includes(driver)) : [],
    clockPerAccount: isMap(clock) && clock['per_tenant'] === true,
  };
}

/** A clock that is named separately may still report what it can do. */
async function hasClockPerAccount(line: Line, named: Target['drivers']['named']): Promise<boolean> {
  if (named.clock === undefined || named.tenants === undefined) return false;
  try {
    const answer = await callDriver(line, 'clock', { method: 'GET', path: '/capabilities', key: null });
    return capabilitiesOf(answer).clockPerAccount;
  } catch (error) {
    if (error instanceof DriverAbsent) return false;
    throw error;
  }
}
