import type { Allowance } from '../effects/allowance.ts';
import { connectDrivers } from '../effects/drivers/contract-client.ts';
import { DriverFailed, type Drivers } from '../effects/drivers/drivers.ts';
import type { HttpClient } from '../effects/http/http-client.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import { patient } from '../target/ask.ts';
import { AS_THEY_ARE, type FoundPictures } from '../target/pictures/pictures.ts';
import { type OwnProbes, type Probe, probe } from '../target/probe.ts';
import { secretsOf, type Target } from '../target/target.ts';
import { tryOut } from './try-out.ts';

/**
 * The results of probing a target before anything else: its drivers, its features, the pictures it accepts, and how
 * many milliseconds the times of its answers are ahead of the drivers' clock.
 */
export type Discovered = {
  drivers: Drivers;
  offered: readonly DriverName[];
  found: Probe;
  pictures: FoundPictures;
  clockAhead: number;
};

/** The client, with the additional probes of a user's suite. */
type Sender = Pick<HttpClient, 'send'> & { own: OwnProbes };

export async function discover(
  target: Target,
  client: Pick<Sender, 'send'>,
  allowance: Allowance,
  secrets: Secret[],
  own: OwnProbes = {},
): Promise<Discovered> {
  const asking = { send: patient(client.send, allowance.wait), own };
  const { drivers, ...asked } = await connectAndProbe(target, client, asking, secrets);
  const { found } = asked;
  const offered = offeredBy(target, drivers);
  const features = { ...found.features, webhooks: offered.includes('webhooks') ? true : found.features.webhooks };
  return { ...asked, drivers, offered, found: { ...found, features } };
}

type Asked = Omit<Discovered, 'drivers' | 'offered'>;
type Connected = Asked & { drivers: Drivers };

/** If named drivers do not answer, this is treated like an unreachable target: nothing can be tested. */
async function connectAndProbe(
  target: Target,
  client: Pick<Sender, 'send'>,
  asking: Sender,
  secrets: Secret[],
): Promise<Connected> {
  try {
    const drivers = await connectDrivers(target, client);
    return { drivers, ...(await probeWith(target, drivers, asking, secrets)) };
  } catch (error) {
    if (!(error instanceof DriverFailed)) throw error;
    const bare = { ...target, drivers: { ...target.drivers, url: null, named: {} } };
    const found = await probe({ ...target, keys: {} }, asking.send);
    return {
      drivers: await connectDrivers(bare, client),
      found: { ...found, reachable: false, detail: error.message },
      ...NOTHING_TRIED,
    };
  }
}

/** If a target makes accounts, it is probed with a key of one of these. */
async function probeWith(target: Target, drivers: Drivers, client: Sender, secrets: Secret[]): Promise<Asked> {
  if (target.keys.primary !== undefined || !drivers.offered.has('tenants')) return ask(target, drivers, client);
  const tenant = await drivers.createAccount({
    keys: { primary: { environment: 'live' }, test: { environment: 'test' } },
  });
  const keys = { ...target.keys } as Target['keys'];
  for (const role of ['primary', 'test'] as const) {
    const key = tenant.keys[role];
    if (key !== undefined) keys[role] = { ...key, scopes: null };
  }
  for (const secret of secretsOf({ ...target, keys })) secrets.push(secret);
  const asked = await ask({ ...target, keys }, drivers, client);
  await drivers.removeAccount(tenant);
  return asked;
}

async function ask(target: Target, drivers: Drivers, client: Sender): Promise<Asked> {
  const found = await probe(target, client.send, client.own);
  if (!found.reachable || found.key_works !== true) return { found, ...NOTHING_TRIED };
  const { products, ...tried } = await tryOut(target, drivers, client.send, found);
  return { found: { ...found, products }, ...tried };
}

const NOTHING_TRIED = { pictures: AS_THEY_ARE, clockAhead: 0 };

/** Webhooks can be received if a driver registers endpoints, or a person has registered one. */
function offeredBy(target: Target, drivers: Drivers): DriverName[] {
  const { receiver } = target.drivers;
  // If a server is declared to send nothing, there is no secret, and any delivery is a breach.
  const hasOwnReceiver = receiver !== null && (receiver.secret !== null || target.features.webhooks === 'off');
  return [...new Set([...drivers.offered, ...(hasOwnReceiver ? (['webhooks'] as const) : [])])];
}
