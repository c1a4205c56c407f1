import { createAllowance } from '../effects/allowance.ts';
import { createHangs } from '../effects/hangs.ts';
import { createHttpClient } from '../effects/http/http-client.ts';
import { createPaces, paced } from '../effects/http/pace.ts';
import { receiverSource } from '../effects/receiver/receiver.ts';
import { createRoom } from '../effects/room.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import { type FoundFeatures, featuresOn, foundFeatures } from '../plan/features.ts';
import type { Loaded } from '../suite/scenario/load-suite.ts';
import { type FoundPictures, picturesOf } from '../target/pictures/pictures.ts';
import type { Probe } from '../target/probe.ts';
import { secretsOf, type Target } from '../target/target.ts';
import { discover } from './discover.ts';
import type { RunOptions, Session } from './session.ts';

/** A target that has been probed, and everything that its instances share. */
export type OpenSession = {
  session: Session;
  found: Probe;
  features: FoundFeatures;
  /** The pictures that the target accepts. */
  pictures: FoundPictures;
  close(): Promise<void>;
};

/** Probes a target. The caller must close the session. */
export async function openSession(
  { suite, context }: Loaded,
  given: Target,
  options: RunOptions,
): Promise<OpenSession> {
  const allowance = createAllowance(given.budget, options.signal);
  const { base_url, connection } = given;
  const client = createHttpClient({ base_url, connection, within: allowance.within });
  const paceOf = createPaces(connection.rate, allowance.clock);
  options.signal.addEventListener('abort', client.interrupt, { once: true });
  const secrets: Secret[] = secretsOf(given);
  const receivers = receiverSource(receiverOf(given), given.keys.primary?.environment ?? null);
  const close = async () => {
    options.signal.removeEventListener('abort', client.interrupt);
    await receivers.close();
    await client.close();
  };
  try {
    const asking = paced(client, paceOf());
    const asked = () => discover(given, asking, allowance, secrets, probesOf(suite));
    const first = await asked();
    // Requests that were lost with a connection say nothing about the target, so it is probed again.
    const { found, pictures, ...discovered } = client.lost() === 0 ? first : await asked();
    const target = found.products === null ? given : { ...given, data: { ...given.data, products: found.products } };
    const features = foundFeatures(target, found);
    const shared = { suite, context, target, options, allowance, client, paceOf, receivers, secrets };
    const session: Session = {
      ...shared,
      ...discovered,
      hangs: createHangs(given.timeouts.answer),
      room: createRoom(),
      refusal: found.refusal ?? null,
      features: featuresOn(features),
      pictures: await picturesOf(pictures, target.data['face']),
      jobTimes: [],
    };
    return { session, found, features, pictures, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function probesOf({ own }: Loaded['suite']): Record<string, string> {
  const features = own.flatMap((suite) => Object.entries(suite.features));
  return Object.fromEntries(features.flatMap(([name, { probe }]) => (probe === null ? [] : [[name, probe]])));
}

/** An address at which nothing should arrive needs no secret. */
function receiverOf({ drivers, features }: Target): Target['drivers']['receiver'] {
  const { receiver } = drivers;
  return receiver !== null && features.webhooks === 'off' ? { ...receiver, secret: receiver.secret ?? '' } : receiver;
}
