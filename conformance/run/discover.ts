import type { Allowance } from '../effects/allowance.ts';
import { connectDrivers } from '../effects/drivers/contract-client.ts';
import { DriverFailed, type Drivers } from '../effects/drivers/drivers.ts';
import type { HttpClient } from '../effects/http/http-client.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import { type Probe, probe } from '../target/probe.ts';
import { secretsOf, type Target } from '../target/target.ts';

/** What asking a target before anything else shows: its drivers, and which features it has. */
export type Discovered = { drivers: Drivers; offered: readonly DriverName[]; found: Probe };

type Sender = Pick<HttpClient, 'send'>;

export async function discover(
  target: Target,
  client: HttpClient,
  allowance: Allowance,
  secrets: Secret[],
): Promise<Discovered> {
  const { drivers, found } = await connectAndProbe(target, withinBudget(client, allowance), secrets);
  const offered = offeredBy(target, drivers);
  const features = { ...found.features, webhooks: offered.includes('webhooks') ? true : found.features.webhooks };
  return { drivers, offered, found: { ...found, features } };
}

/** Nobody waits for an answer longer than the run may take. */
function withinBudget({ send }: HttpClient, { within }: Allowance): Sender {
  return { send: (request) => send({ ...request, timeout: within(request.timeout) }) };
}

type Connected = { drivers: Drivers; found: Probe };

/** Drivers that are named and do not answer are as a target that does not: nothing can be tested. */
async function connectAndProbe(target: Target, client: Sender, secrets: Secret[]): Promise<Connected> {
  try {
    const drivers = await connectDrivers(target, client);
    return { drivers, found: await probeWith(target, drivers, client, secrets) };
  } catch (error) {
    if (!(error instanceof DriverFailed)) throw error;
    const bare = { ...target, drivers: { ...target.drivers, url: null, named: {} } };
    const found = await probe({ ...target, keys: {} }, client.send);
    return {
      drivers: await connectDrivers(bare, client),
      found: { ...found, reachable: false, detail: error.message },
    };
  }
}

/** A target that makes accounts is asked with a key of one of them. */
async function probeWith(target: Target, drivers: Drivers, client: Sender, secrets: Secret[]): Promise<Probe> {
  if (target.keys.primary !== undefined || !drivers.offered.has('tenants')) return probe(target, client.send);
  const tenant = await drivers.createTenant({
    keys: { primary: { environment: 'live' }, test: { environment: 'test' } },
  });
  const keys = { ...target.keys } as Target['keys'];
  for (const role of ['primary', 'test'] as const) {
    const key = tenant.keys[role];
    if (key !== undefined) keys[role] = { ...key, scopes: null };
  }
  for (const secret of secretsOf({ ...target, keys })) secrets.push(secret);
  const found = await probe({ ...target, keys }, client.send);
  await drivers.removeTenant(tenant);
  return found;
}

/** Webhooks can be received where a driver registers endpoints, or a person has registered one. */
function offeredBy(target: Target, drivers: Drivers): DriverName[] {
  const hasOwnReceiver = target.drivers.receiver?.secret !== null && target.drivers.receiver !== null;
  return [...new Set([...drivers.offered, ...(hasOwnReceiver ? (['webhooks'] as const) : [])])];
}
