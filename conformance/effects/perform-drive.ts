import type { AccountChange, AccountDrivers, CreditChange, Faults, JobPlan } from './drivers/drivers.ts';

type Given = Readonly<Record<string, unknown>>;

/** Calls of drivers by the names that the language has for them. */
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
 * Nothing that a driver answers is undefined, so that what was kept and what was seen are the same. `key` in what is given is a
 * role: the secrets are not kept.
 */
export async function performDrive(
  drivers: AccountDrivers | null,
  call: string,
  given: Given,
  keys: Keys,
): Promise<unknown> {
  const perform = CALLS[call];
  if (drivers === null || perform === undefined) throw new Error(`there is no driver for ${call}`);
  return (await perform(drivers, given, keys[String(given['key'])]?.secret)) ?? null;
}
