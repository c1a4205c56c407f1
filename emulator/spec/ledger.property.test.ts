import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Emulator } from '../index.ts';
import { type Client, emulatorFor, REQUESTS } from '../testing/client.ts';

type Operation = keyof typeof REQUESTS;

const KEYS = { live: 'pk_live_demo', test: 'pk_test_demo' } as const;
const COSTS: Record<Operation, number> = { 'hair.try_on': 3, 'makeup.apply': 1, 'skin.analyze': 2 };

/** Ages at which a job that is not cancelled leaves its stages, in milliseconds (reading 34 and the default stages). */
const PICKED_UP = 1_000;
const PREPARING = 1_500;
const PROCESSING = 2_000;
const ENDED = 4_000;

/** What the ledger needs to know about a job: when it began and, once that is decided, when and how it ends. */
type ModelJob = {
  id: string;
  units: number;
  began: number;
  endsAt: number;
  ends: 'captured' | 'released';
  deleted: boolean;
};

type Step =
  | { do: 'submit'; operation: Operation; environment: keyof typeof KEYS }
  | { do: 'cancel' | 'delete'; job: number }
  | { do: 'advance'; milliseconds: number }
  | { do: 'adjust'; units: number }
  | { do: 'fail_next' };

type Terms = { granted: number; test_funded: number; enforced: boolean; low_balance_at: number | null };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      operation: fc.constantFrom(...(Object.keys(COSTS) as Operation[])),
      environment: fc.constantFrom('live' as const, 'live' as const, 'test' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'delete' as const), job: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      milliseconds: fc.constantFrom(0, 1, 499, 500, 501, 999, 1_000, 1_500, 2_000, 5_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('adjust' as const), units: fc.integer({ min: -8, max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail_next' as const) }) },
);

const terms: fc.Arbitrary<Terms> = fc.record({
  granted: fc.integer({ min: 0, max: 20 }),
  test_funded: fc.nat({ max: 4 }),
  enforced: fc.boolean(),
  low_balance_at: fc.option(fc.integer({ min: -2, max: 10 })),
});

/** The ledger as described in sections 2.5 and 3, computed only from the jobs. */
function createModel({ granted, test_funded, enforced, low_balance_at }: Terms) {
  const jobs: ModelJob[] = [];
  let now = 0;
  let adjusted = 0;
  const unitsOf = (wanted: (job: ModelJob) => boolean) =>
    jobs.filter(wanted).reduce((sum, { units }) => sum + units, 0);

  function balance() {
    const captured = unitsOf(({ endsAt, ends }) => endsAt <= now && ends === 'captured');
    const settled = granted + adjusted - captured;
    const held = unitsOf(({ endsAt }) => endsAt > now);
    const spendable = settled - held - (enforced ? test_funded : 0);
    return {
      object: 'credit_balance',
      settled_units: settled,
      held_units: held,
      available_units: settled - held,
      test_funded_units: test_funded,
      spendable_units: spendable,
      enforced,
      low_balance: low_balance_at !== null && spendable <= low_balance_at,
      unit_costs: COSTS,
    };
  }

  /** Returns the status that a cancel answers, and moves the end of the job to where the cancel takes effect. */
  function cancel(job: ModelJob): number {
    if (job.deleted) return 404;
    if (job.endsAt <= now) return job.ends === 'released' ? 200 : 409;
    const age = now - job.began;
    if (age >= PROCESSING) return 202;
    const boundary = [PICKED_UP, PREPARING, PROCESSING].find((at) => age < at) ?? ENDED;
    job.ends = 'released';
    job.endsAt = boundary === PICKED_UP ? now : job.began + boundary;
    return boundary === PICKED_UP ? 200 : 202;
  }

  function remove(job: ModelJob): number {
    if (job.endsAt > now) return 409;
    job.deleted = true;
    return 204;
  }

  return {
    jobs,
    balance,
    cancel,
    remove,
    isAffordable: (units: number) => units === 0 || !enforced || balance().spendable_units >= units,
    submit: (id: string, units: number) =>
      jobs.push({ id, units, began: now, endsAt: now + ENDED, ends: 'captured', deleted: false }),
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    adjust: (units: number) => {
      adjusted += units;
    },
  };
}

/** The ledger of an emulator and that of a model, to which the same steps are applied. */
async function ledgerPair(given: Terms) {
  const keys = Object.values(KEYS).map((secret) => ({ secret }));
  const accounts = [{ name: 'demo', keys, credits: { ...given, unit_costs: COSTS } }];
  const { emulator, client } = await emulatorFor({ accounts });
  const assets = { live: await assetOf(client, 'live'), test: await assetOf(client, 'test') };
  const model = createModel(given);
  const keyOf = (job: ModelJob) => (job.id.startsWith('live ') ? KEYS.live : KEYS.test);
  const idOf = (job: ModelJob) => job.id.slice(5);

  async function submit(operation: Operation, environment: keyof typeof KEYS): Promise<void> {
    const units = environment === 'live' ? COSTS[operation] : 0;
    const refused = !model.isAffordable(units);
    const { path, body } = REQUESTS[operation];
    const inputs = [{ asset_id: assets[environment], role: 'source' }];
    const reply = await client.submit(path, { inputs, ...body }, { key: KEYS[environment] });
    expect([reply.status, reply.body.error?.code]).toEqual(refused ? [402, 'INSUFFICIENT_CREDITS'] : [202, undefined]);
    if (!refused) model.submit(`${environment} ${reply.body.id}`, units);
  }

  async function change(what: 'cancel' | 'delete', index: number): Promise<void> {
    const job = model.jobs[index % Math.max(1, model.jobs.length)];
    if (job === undefined) return;
    const expected = what === 'cancel' ? model.cancel(job) : model.remove(job);
    const path = `/v1/jobs/${idOf(job)}`;
    const options = { key: keyOf(job) };
    const reply = await (what === 'cancel'
      ? client.call('POST', `${path}/cancel`, options)
      : client.call('DELETE', path, options));
    expect(reply.status).toBe(expected);
  }

  const take = async (taken: Step): Promise<unknown> => {
    switch (taken.do) {
      case 'submit':
        return submit(taken.operation, taken.environment);
      case 'advance':
        model.advance(taken.milliseconds);
        return emulator.clock.advance(taken.milliseconds);
      case 'adjust':
        model.adjust(taken.units);
        return emulator.credits.adjust({ units: taken.units });
      case 'fail_next':
        return failNext(emulator);
      default:
        return change(taken.do, taken.job);
    }
  };
  return { emulator, client, model, take };
}

async function assetOf(client: Client, environment: keyof typeof KEYS): Promise<string> {
  return (await client.upload({ key: KEYS[environment] })).body.id;
}

function failNext(emulator: Emulator): string {
  return emulator.plans.add({ outcome: { status: 'failed', code: 'PROCESSING_FAILED' } });
}

describe('2.5 the credit balance', () => {
  it('agrees with the model after every step of any sequence', async () => {
    await fc.assert(
      fc.asyncProperty(terms, fc.array(step, { maxLength: 30, size: 'max' }), async (given, steps) => {
        const { emulator, client, model, take } = await ledgerPair(given);
        for (const taken of steps) {
          await take(taken);
          for (const key of Object.values(KEYS)) {
            const { status, body } = await client.get('/v1/credits/balance', { key });
            expect(status).toBe(200);
            expect(body).toEqual({ ...model.balance(), as_of: emulator.clock.now() });
            expect(body.held_units).toBeGreaterThanOrEqual(0);
          }
        }
        await take({ do: 'advance', milliseconds: ENDED });
        const { body } = await client.get('/v1/credits/balance');
        expect(body).toMatchObject(model.balance());
        expect(body.held_units).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});
