import { refusalIn, refusedKeyText } from '../target/ask.ts';
import { isSubmission } from '../target/routes.ts';
import { liveKeyRefusal } from '../target/target.ts';
import { clockAheadBy } from './drivers/clock-driver.ts';
import type { AccountChange, AccountDrivers, CreditChange, Faults, JobPlan } from './drivers/drivers.ts';
import type { Effects } from './effects.ts';
import type { Exchange, OutgoingRequest } from './http/exchange.ts';
import { headerOf } from './http/headers.ts';
import { hookEffects, type LiveParts } from './live-hooks.ts';
import { clockOutput, driveOutcome, StopInstance } from './untestable.ts';

/** Effects on a real target, within the allowance of the run. */
export function liveEffects(parts: LiveParts): Omit<Effects, 'position'> {
  const { client, mask, offered, drivers, keys, clockAhead = 0, allowance, hangs, room } = parts;
  const driven = offered.includes('clock') ? (drivers?.clock ?? null) : null;
  const clock = driven && clockAheadBy(driven, clockAhead);
  return {
    send: async (request, stopped = null) => {
      if (stopped !== null) throw new StopInstance(stopped, 'the run was stopped');
      refuseSpending(request, parts);
      hangs.refuse(request);
      room.refuse();
      allowance.count(request);
      const wasOver = allowance.signal.aborted;
      const timeout = allowance.within(request.timeout);
      const heard = await sendPlainly(client, { ...asItCame(request, parts), timeout });
      const exchange = hangs.noted({ ...request, timeout }, heard);
      // If we stopped waiting, the missing answer says nothing about the target.
      if (exchange.answer === null && allowance.signal.aborted && !wasOver)
        throw new StopInstance('interrupted', 'the run was interrupted');
      stopWhereRefused(request, exchange, parts);
      return { exchange: mask.exchange(asItWasMeant(exchange, request)), index: -1 };
    },
    wait: async (milliseconds, on) => {
      if (on === 'target' && clock !== null) {
        await clockOutput(() => clock.advance({ by: Math.ceil(milliseconds) }));
        return 'done';
      }
      return (await allowance.wait(milliseconds)) ? 'done' : 'too_long';
    },
    now: async () => (clock === null ? Date.now() : clockOutput(() => clock.now())),
    drive: async (call, input) =>
      mask.drive(await driveOutcome(() => performDrive(drivers, call, mask.unmasked(input), keys))),
    ...hookEffects(parts, clock),
  };
}

/**
 * Scenarios use keys of several roles. A submission that would spend someone's credits is refused, whatever the role of
 * its key.
 */
function refuseSpending({ method, url, headers }: OutgoingRequest, { target, offered }: LiveParts): void {
  if (!isSubmission(method, url)) return;
  const secret = headerOf(Object.entries(headers), 'X-API-Key') ?? '';
  const refusal = liveKeyRefusal(target, secret, offered.includes('tenants'));
  if (refusal !== null) throw new StopInstance('needs-key', refusal);
}

/** If the server refuses the key in general, an answer to it says nothing about the tested rule. */
function stopWhereRefused(
  { headers }: OutgoingRequest,
  exchange: Exchange,
  { target, refusal = null }: LiveParts,
): void {
  if (refusal === null || headerOf(Object.entries(headers), 'X-API-Key') !== target.keys.primary?.secret) return;
  if (refusalIn(exchange) === refusal) throw new StopInstance('needs-key', refusedKeyText(refusal));
}

/** What the target wrote is sent back to it unmasked, and to no one else. */
function asItCame(request: OutgoingRequest, { mask }: LiveParts): OutgoingRequest {
  const { url, headers, body } = request;
  if (!/^\/(?!\/)/.test(url)) return request;
  const { url: path, ...more } = mask.unmasked({ url, headers, ...(typeof body === 'string' && { body }) });
  return { ...request, ...more, url: path };
}

/** Records the exchange with the original request, since a replay sends the same. */
function asItWasMeant(exchange: Exchange, { url, headers, body }: OutgoingRequest): Exchange {
  const { request } = exchange;
  const text =
    typeof body === 'string' && request.body.kind === 'text' ? { kind: 'text' as const, text: body } : request.body;
  return { ...exchange, request: { ...request, url, headers, body: text } };
}

/** A request that cannot be encoded is a mistake of the scenario, and is reported as such. */
async function sendPlainly(client: LiveParts['client'], request: OutgoingRequest) {
  try {
    return await client.send(request);
  } catch (error) {
    throw new StopInstance(
      'setup',
      `${request.method} ${request.url}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

type Given = Readonly<Record<string, unknown>>;

/** The driver calls by their names in scenarios. */
const CALLS: Record<string, (drivers: AccountDrivers, given: Given, key?: string) => Promise<unknown>> = {
  'jobs.script': ({ jobs }, { next }, key) => jobs.plan(next as JobPlan, key),
  'jobs.forget': ({ jobs }) => jobs.clearPlans(),
  'jobs.read': ({ jobs }, { job }, key) => jobs.read(String(job), key),
  'jobs.release': ({ jobs }, { job }, key) => jobs.release(String(job), key),
  'jobs.step': ({ jobs }, { job }, key) => jobs.step(String(job), key),
  'clock.advance': ({ clock }, { by, to }) =>
    clock.advance(to === undefined ? { by: Number(by) } : { to: Date.parse(String(to)) }),
  'tenants.change': ({ tenants }, given) => tenants.change(given as AccountChange),
  'credits.change': ({ credits }, given) => credits.change(given as CreditChange),
  'faults.set': ({ faults }, given) => faults.set(given as Faults),
  'webhooks.rotate': ({ webhooks }, { endpoint, keep_previous_for }) =>
    webhooks.rotate(String(endpoint), { keep_previous_for: (keep_previous_for ?? '24h') as string | number }),
  'webhooks.ping': ({ webhooks }, { endpoint }) => webhooks.ping(String(endpoint)),
  'webhooks.enable': ({ webhooks }, { endpoint }) => webhooks.enable(String(endpoint)),
  'webhooks.disable': ({ webhooks }, { endpoint }) => webhooks.disable(String(endpoint)),
  'webhooks.endpoint': ({ webhooks }, { endpoint }) => webhooks.read(String(endpoint)),
  'webhooks.deliveries': ({ webhooks }, { endpoint }) => webhooks.deliveries(String(endpoint)),
  'webhooks.resend': ({ webhooks }, { delivery }) => webhooks.resend(String(delivery)),
};

type Keys = Readonly<Record<string, { secret: string } | undefined>>;

/**
 * Returns null instead of undefined, so that recorded and returned values are equal. `key` in `given` is a role, since
 * secrets are not recorded.
 */
async function performDrive(drivers: AccountDrivers | null, call: string, given: Given, keys: Keys): Promise<unknown> {
  const perform = CALLS[call];
  if (drivers === null || perform === undefined) throw new Error(`there is no driver for ${call}`);
  return (await perform(drivers, given, keys[String(given['key'])]?.secret)) ?? null;
}
