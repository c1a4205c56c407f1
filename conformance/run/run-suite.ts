import { type Allowance, createAllowance } from '../effects/allowance.ts';
import { connectDrivers } from '../effects/drivers/contract-client.ts';
import { DriverFailed, type Drivers } from '../effects/drivers/drivers.ts';
import { createHttpClient, type HttpClient } from '../effects/http/http-client.ts';
import { receiverSource } from '../effects/receiver/receiver-source.ts';
import type { Secret } from '../effects/secrets/secret-index.ts';
import type { Evidence } from '../judge/evidence.ts';
import { featureFacts } from '../plan/feature-facts.ts';
import { nothingFrom, planScenario, tellNotRun } from '../plan/plan-scenarios.ts';
import { runAll, shuffled, type Work } from '../plan/schedule.ts';
import { seededDraws } from '../plan/seeded-draws.ts';
import type { Reason } from '../suite/reasons.ts';
import type { CheckedScenarios } from '../suite/scenario/check-scenarios.ts';
import type { Instance } from '../suite/scenario/scenario.ts';
import type { Scenario, Suite } from '../suite/scenario/suite.ts';
import type { DriverName } from '../suite/vocabulary.ts';
import { type Probe, probe } from '../target/probe.ts';
import { secretsOf, type Target } from '../target/target.ts';
import { runOne } from './lease-and-run.ts';
import type { Collected, RunOptions, Session, SuiteRun } from './session.ts';

/** After so many instances in a row that got no answer at all, nobody else tries. */
const HOPELESS = 6;

/** Runs scenarios on a target. What it gives says everything and judges nothing as a whole. */
export async function runSuite(
  { suite, context, scenarios }: CheckedScenarios,
  target: Target,
  options: RunOptions,
): Promise<SuiteRun> {
  const started = Date.now();
  const allowance = createAllowance(target.budget, options.signal);
  const client = createHttpClient({ base_url: target.base_url });
  options.signal.addEventListener('abort', client.interrupt, { once: true });
  const secrets: Secret[] = secretsOf(target);
  const receivers = receiverSource(target.drivers.receiver, target.keys.primary?.environment ?? null);
  try {
    const inTime = withinBudget(client, allowance);
    const { drivers, found } = await discover(target, inTime, secrets);
    const offered = offeredBy(target, drivers);
    const known = { ...found.features, webhooks: offered.includes('webhooks') ? true : found.features.webhooks };
    const features = featureFacts(target, known, found.differs);
    const session: Session = {
      suite,
      context,
      target,
      options,
      allowance,
      client,
      drivers,
      receivers,
      jobTimes: [],
      features,
      offered,
      secrets,
    };
    const collected = found.reachable
      ? await runScenarios(session, scenarios)
      : nothingFrom(scenarios, 'unreachable', found.detail ?? 'no answer');
    const covered = new Set(scenarios.flatMap(({ covers }) => covers.map(({ rule }) => rule)));
    const isAsked = (rule: string) => suite.registry.has(rule) && (options.only.length === 0 || covered.has(rule));
    const own = features.evidence.filter(({ rule }) => isAsked(rule));
    return {
      ...collected,
      evidence: found.reachable ? [...own, ...collected.evidence] : collected.evidence,
      scenarios,
      features,
      offered,
      secrets,
      probe: found,
      requests: allowance.requests(),
      started,
      took: Date.now() - started,
    };
  } finally {
    options.signal.removeEventListener('abort', client.interrupt);
    await receivers.close();
    await client.close();
  }
}

/** Nobody waits for an answer longer than the run may take. */
function withinBudget({ send }: HttpClient, { within }: Allowance): Pick<HttpClient, 'send'> {
  return { send: (request) => send({ ...request, timeout: within(request.timeout) }) };
}

type Discovered = { drivers: Drivers; found: Probe };

/** Drivers that are named and do not answer are as a target that does not: nothing can be tested. */
async function discover(target: Target, client: Pick<HttpClient, 'send'>, secrets: Secret[]): Promise<Discovered> {
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
async function probeWith(
  target: Target,
  drivers: Drivers,
  client: Pick<HttpClient, 'send'>,
  secrets: Secret[],
): Promise<Probe> {
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

async function runScenarios(session: Session, scenarios: readonly Scenario[]): Promise<Collected> {
  const { options, allowance, suite } = session;
  const collected: Collected = { evidence: [], observations: [], ran: [], leftovers: [] };
  const planned = scenarios.flatMap((scenario) => planScenario(scenario, session, collected));
  if (suite.shapes.areWanted()) await suite.shapes.prepare();
  const rounds = Array.from({ length: options.repeat }, (_, round) => round).flatMap((round) =>
    planned.map((instance) => (round === 0 ? instance : { ...instance, id: `${instance.id}#${round + 1}` })),
  );
  const order = shuffled(rounds, seededDraws(options.seed));
  const ordered = [...order.filter(({ slow }) => slow), ...order.filter(({ slow }) => !slow)];
  const progress = { total: ordered.length, done: 0, running: 0, failures: 0, last: null as string | null };
  const streak = { silent: 0 };
  const stopped = (): Reason | null => {
    if (options.signal.aborted) return 'interrupted';
    if (streak.silent >= HOPELESS) return 'unreachable';
    return allowance.isOver() ? 'budget' : null;
  };
  const work = ordered.map(
    (instance): Work => ({
      alone: runsAlone(instance, session),
      run: async () => {
        const result = await runOne(instance, session, stopped, collected);
        streak.silent = result.reason === 'unreachable' ? streak.silent + 1 : 0;
        progress.done += 1;
        progress.last = instance.id;
        if (hasFailed(result.evidence, suite)) progress.failures += 1;
        options.onProgress?.({ ...progress });
      },
    }),
  );
  await runAll(work, {
    atOnce: options.atOnce,
    isStopped: () => stopped() !== null,
    onChange: (running) => {
      progress.running = running;
      options.onProgress?.({ ...progress });
    },
  });
  tellNotRun(ordered, stopped() ?? 'interrupted', collected);
  return collected;
}

function hasFailed(evidence: readonly Evidence[], { registry }: Suite): boolean {
  return evidence.some(({ outcome, rule }) => outcome === 'violated' && registry.get(rule)?.level === 'must');
}

/** On an account that others use too, what counts credits or moves a common clock has it to itself. */
function runsAlone({ exclusive, given, steps }: Instance, { drivers, receivers }: Session): boolean {
  const hasOwnAccount = drivers.offered.has('tenants');
  const hasOwnClock = hasOwnAccount && drivers.clockPerTenant;
  if (drivers.offered.has('clock') && !hasOwnClock) return true;
  // At an address that several share, a delivery would get the reply that another scenario wants.
  if (receivers.shared !== null && [...given, ...steps].some(({ kind }) => kind === 'hook')) return true;
  return exclusive.length > 0 && !hasOwnAccount;
}
