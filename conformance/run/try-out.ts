import { parseInstant } from '../../shared/expression/quantities.ts';
import { aheadOf } from '../effects/drivers/clock-driver.ts';
import { DriverAbsent, DriverFailed, type Drivers } from '../effects/drivers/drivers.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import type { HttpClient } from '../effects/http/http-client.ts';
import { idOf, viewOf } from '../effects/http/view.ts';
import { asSegment } from '../suite/expression/percent-encoding.ts';
import { findPictures } from '../target/pictures/find-pictures.ts';
import type { Fixture } from '../target/pictures/fixture.ts';
import { type FoundPictures, picturesOf } from '../target/pictures/pictures.ts';
import type { Probe } from '../target/probe.ts';
import { productsTakenOn } from '../target/taken-products.ts';
import { liveKeyRefusal, type Target } from '../target/target.ts';

export type TriedOut = { pictures: FoundPictures; clockAhead: number; products: Probe['products'] };

/**
 * Finds out by making things, which are deleted again: pictures, the time of answers, and, if reads do not suffice,
 * colors.
 */
export async function tryOut(
  target: Target,
  drivers: Drivers,
  send: HttpClient['send'],
  found: Probe,
): Promise<TriedOut> {
  const secret = (target.keys.test ?? target.keys.primary ?? target.keys.live)?.secret ?? '';
  const line: Line = { send, headers: { 'X-API-Key': secret }, timeout: target.timeouts.answer };
  const clock = createClock(drivers, secret);
  const upload = async (picture: Fixture) => {
    const made = await clock.around(() => uploadOf(picture, line));
    await remove('/v1/assets', made, line);
    return made;
  };
  const face = target.data['face'];
  const pictures = await findPictures(upload, face);
  const isSpending = liveKeyRefusal(target, secret, drivers.offered.has('tenants')) !== null;
  const mayMake = found.picture_first === true && !isSpending && target.budget.jobs !== 0;
  const picture = mayMake ? (await picturesOf(pictures, face)).named('face') : null;
  const products = picture === null ? found.products : await productsOn(picture, target, line);
  return { pictures, clockAhead: clock.ahead(), products };
}

type Line = { send: HttpClient['send']; headers: Record<string, string>; timeout: number };

/** Reads the drivers' clock before and after the first accepted picture. */
function createClock(drivers: Drivers, secret: string) {
  let ahead: number | null = drivers.offered.has('clock') ? null : 0;
  const now = () => drivers.forAccount(secret).clock.now();
  return {
    ahead: () => ahead ?? 0,
    around: async (upload: () => Promise<Exchange>): Promise<Exchange> => {
      if (ahead !== null) return upload();
      const before = await timeOrNull(now);
      const made = await upload();
      const time = parseInstant((viewOf(made).body as { created_at?: unknown } | null)?.created_at);
      const after = time === null ? null : await timeOrNull(now);
      if (time !== null && before !== null && after !== null) ahead = aheadOf(time, [before, after]);
      return made;
    },
  };
}

/** If the clock fails, the scenarios will report it. */
async function timeOrNull(now: () => Promise<number>): Promise<number | null> {
  try {
    return await now();
  } catch (error) {
    if (error instanceof DriverAbsent || error instanceof DriverFailed) return null;
    throw error;
  }
}

/**
 * Tries the default products on an existing picture, to find accepted colors. Cancels and deletes the resulting job, if
 * any.
 */
async function productsOn(picture: Fixture, target: Target, line: Line): Promise<Probe['products']> {
  const asset = await uploadOf(picture, line);
  const id = idOf(viewOf(asset));
  if (id === null) return null;
  const products = await productsTakenOn(id, target, async (body, key) => {
    const headers = { ...line.headers, 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const request = { method: 'POST', url: '/v1/makeup/try-ons', headers, body, timeout: line.timeout };
    const made = await line.send(request);
    const job = idOf(viewOf(made));
    if (job !== null) await line.send(bare('POST', `/v1/jobs/${asSegment(job)}/cancel`, line));
    await remove('/v1/jobs', made, line);
    return made;
  });
  await remove('/v1/assets', asset, line);
  return products;
}

function uploadOf({ bytes, media_type }: Fixture, { send, headers, timeout }: Line): Promise<Exchange> {
  const typed = { ...headers, 'Content-Type': media_type };
  return send({ method: 'POST', url: '/v1/assets', headers: typed, body: bytes, timeout });
}

async function remove(collection: string, made: Exchange, line: Line): Promise<void> {
  const id = idOf(viewOf(made));
  if (id !== null) await line.send(bare('DELETE', `${collection}/${asSegment(id)}`, line));
}

function bare(method: string, url: string, { headers, timeout }: Line) {
  return { method, url, headers, body: null, timeout };
}
