import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEmulator, type WorldControl } from '../index.ts';
import { type Client, clientOf, facePng, REQUESTS } from '../testing/client.ts';

const ROUTES = ['makeup.apply', 'hair.try_on'] as const;

type Trigger = { nth?: number; every?: number; times?: number | null };
/** A plan or a fault; `of` is the kind of request that it applies to, null for any. */
type Row = { trigger: Trigger; of: 0 | 1 | null };
type Step =
  | { does: 'add'; row: Row; prepend: boolean }
  | { does: 'request'; of: 0 | 1 }
  | { does: 'put back' | 'reset' };

const rows = fc.record<Row>({
  trigger: fc.oneof(
    fc.constant({}),
    fc.record({ nth: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ every: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ times: fc.option(fc.integer({ min: 1, max: 2 })) }),
    fc.record({ every: fc.integer({ min: 1, max: 2 }), times: fc.integer({ min: 1, max: 2 }) }),
  ),
  of: fc.constantFrom(0, 1, null),
});
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ does: fc.constant('add' as const), row: rows, prepend: fc.boolean() }),
    fc.record({ does: fc.constant('request' as const), of: fc.constantFrom(0 as const, 1 as const) }),
    fc.record({ does: fc.constantFrom('put back' as const, 'reset' as const) }),
  ),
  { maxLength: 10 },
);

const ANY: Row = { trigger: {}, of: null };

type Modelled = Row & { added: number | null; prepend: boolean; matched: number; used: number };

const plain = (row: Row, added: number | null, prepend = false): Modelled => {
  const isUnsaid = row.trigger.nth === undefined && row.trigger.every === undefined && row.trigger.times === undefined;
  return { ...row, trigger: isUnsaid ? { times: 1 } : row.trigger, added, prepend, matched: 0, used: 0 };
};

/** The rank by the table of the documentation: its row, and the position within it (newest or oldest first). */
function standing({ trigger, added, prepend }: Modelled, index: number): [number, number] {
  if (added === null) return [4, index];
  if (prepend) return [1, -added];
  const endsByItself = trigger.nth !== undefined || (trigger.times ?? null) !== null;
  return endsByItself ? [2, added] : [3, -added];
}

function inOrder(model: readonly Modelled[]): Modelled[] {
  const ranked = model.map((row, index) => ({ row, rank: standing(row, index) }));
  return ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]).map(({ row }) => row);
}

function meet(model: readonly Modelled[], of: 0 | 1): void {
  const meant = inOrder(model).filter((row) => row.of === null || row.of === of);
  const chosen = meant.find(({ trigger: { nth, every, times = null }, matched, used }) => {
    const isNth = nth === undefined || matched + 1 === nth;
    const isEvery = every === undefined || (matched + 1) % every === 0;
    return isNth && isEvery && (times === null || used < times);
  });
  for (const row of meant) row.matched += 1;
  if (chosen !== undefined) chosen.used += 1;
}

type Kind = {
  config(rows: readonly Row[]): object;
  add(world: WorldControl, row: Row, prepend: boolean): void;
  /** How often each has matched and has taken effect, in the order of the list. */
  counts(world: WorldControl): [number, number][];
};

const planOf = ({ trigger, of }: Row) => ({ ...trigger, match: { operation: of === null ? null : ROUTES[of] } });
const faultOf = ({ trigger, of }: Row) => ({
  ...trigger,
  match: { method: 'POST' as const, route: of === null ? null : `POST ${REQUESTS[ROUTES[of]].path}` },
  effect: { kind: 'commit_then_error' as const },
});

const KINDS: Record<'plans' | 'faults', Kind> = {
  plans: {
    config: (given) => ({ plans: given.map(planOf) }),
    add: (world, row, prepend) => void world.plans.add({ ...planOf(row), prepend }),
    counts: (world) => world.plans.list().map(({ matched, used }) => [matched, used]),
  },
  faults: {
    config: (given) => ({ faults: given.map(faultOf) }),
    add: (world, row, prepend) => void world.faults.add({ ...faultOf(row), prepend }),
    counts: (world) => world.faults.list().map(({ matched, hits }) => [matched, hits]),
  },
};

async function submitWith({ submit }: Client, asset_id: string, of: 0 | 1): Promise<void> {
  const { path, body } = REQUESTS[ROUTES[of]];
  await submit(path, { inputs: [{ asset_id, role: 'source' }], ...body });
}

type Played = { world: WorldControl; client: Client; asset: string; model: Modelled[]; begin(): Modelled[] };

/** Performs one step on the world and on the model. */
async function play(kind: Kind, played: Played, step: Step, index: number): Promise<void> {
  const { world, model } = played;
  switch (step.does) {
    case 'add':
      kind.add(world, step.row, step.prepend);
      model.push(plain(step.row, index, step.prepend));
      return;
    case 'request':
      await submitWith(played.client, played.asset, step.of);
      return meet(model, step.of);
    case 'reset':
      world.reset();
      played.model = played.begin();
      return;
    case 'put back':
      world.snapshots.save('now');
      kind.add(world, ANY, true);
      world.snapshots.load('now');
  }
}

describe.each(Object.entries(KINDS))('The %s of a world', (_, kind) => {
  it('are tried and listed in the order of the table', async () => {
    await using emulator = await createEmulator({ listen: false });
    const assets = [{ key: 'pk_live_one', base64: Buffer.from(await facePng()).toString('base64') }];
    const accounts = [{ name: 'one', keys: [{ secret: 'pk_live_one' }] }];
    const property = fc.asyncProperty(fc.array(rows, { maxLength: 3 }), steps, async (configured, done) => {
      const world = await emulator.worlds.create({ clock: 'frozen', accounts, assets, ...kind.config(configured) });
      const client = clientOf({ keys: { live: null, test: world.keys.live }, fetch: emulator.fetch });
      const { body } = await client.get('/v1/assets');
      const begin = () => configured.map((row) => plain(row, null));
      const played: Played = { world, client, asset: body.data[0].id, model: begin(), begin };
      for (const [index, step] of done.entries()) {
        await play(kind, played, step, index);
        expect(kind.counts(world)).toEqual(inOrder(played.model).map(({ matched, used }) => [matched, used]));
      }
    });
    await fc.assert(
      property.afterEach(async () => {
        for (const { name } of emulator.worlds.list().slice(1)) await emulator.worlds.remove(name);
      }),
      { numRuns: 40 },
    );
  });
});
