import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MEMORY_KINDS } from '../domain/memory/memory.ts';
import { AdvanceFailed, BadInput, ControlRefusal, type MemoryReport, type WorldControl } from '../index.ts';
import { exchangeBytes } from '../runtime/journal.ts';
import { type Client, clientOf, facePng, REQUESTS } from '../testing/client.ts';
import { openWorld } from '../testing/open-world.ts';
import { recordsIn } from '../world/state.ts';

const FACE = await facePng();
const BOUNDS = {
  worlds: 4,
  snapshots: 3,
  records: 110,
  picture_bytes: 3_000,
  journal_entries: 25,
  journal_bytes: 30_000,
};
const NAMES = ['default', 'left', 'right', 'far', 'near'];

async function open() {
  const digests = new Set<string>();
  const opened = await openWorld({ memory: BOUNDS, journal_limit: 15 });
  const { put } = opened.blobs;
  Object.assign(opened.host.ports.blobs, {
    put: (...args: Parameters<typeof put>) => {
      digests.add(args[0]);
      put(...args);
    },
  });
  /** The number of records in each snapshot, by world and name. */
  const saved = new Map<string, Map<string, number>>();
  return { ...opened, digests, saved };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Counts everything in memory, one by one. */
function countAll({ emulator, ring, digests, blobs, saved }: Opened) {
  const hosts = emulator.worlds.list().flatMap(({ name }) => ring.hostFor(undefined, name) ?? []);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const exchanges = hosts.flatMap(({ journal }) => journal.find({}));
  const snapshots = hosts.flatMap(({ name }) => [...(saved.get(name)?.values() ?? [])]);
  const states = hosts.flatMap(({ world, ready }) => [world.state, ready.state]);
  return {
    worlds: hosts.length,
    snapshots: snapshots.length,
    records: sum(states.map(recordsIn)) + sum(snapshots),
    picture_bytes: sum([...digests].map((digest) => blobs.get(digest)?.byteLength ?? 0)),
    journal_entries: exchanges.length,
    journal_bytes: sum(exchanges.map(exchangeBytes)),
  };
}

type Scene = { opened: Opened; world: WorldControl; client: Client; which: number };

const pick = <Value>(values: readonly Value[], which: number): Value | undefined => values[which % values.length];

let keys = 0;

function nextKey(): { idempotencyKey: string } {
  keys += 1;
  return { idempotencyKey: `key-${keys}` };
}

const ACTIONS = {
  upload: async ({ client, which }: Scene) => {
    await client.upload({ body: Buffer.concat([FACE, Buffer.alloc(which)]) });
  },
  submit: async ({ client, which }: Scene) => {
    const { body } = await client.get('/v1/assets?purpose=input');
    const asset = pick<{ id: string }>(body.data ?? [], which);
    const operation = pick(['skin.analyze', 'makeup.apply'] as const, which) ?? 'skin.analyze';
    const { path, body: more } = REQUESTS[operation];
    if (asset !== undefined)
      await client.submit(path, { inputs: [{ asset_id: asset.id, role: 'source' }], ...more }, nextKey());
  },
  job: async ({ client, world, which }: Scene) => {
    const { path, body: more } = REQUESTS[pick(['makeup.apply', 'skin.analyze'] as const, which) ?? 'makeup.apply'];
    const { body } = await client.upload({ body: Buffer.concat([FACE, Buffer.alloc(which)]) });
    await client.submit(path, { inputs: [{ asset_id: body.id ?? 'asset_none', role: 'source' }], ...more }, nextKey());
    await world.clock.advance('10s');
  },
  read: async ({ client, which }: Scene) => {
    const { body } = await client.get('/v1/assets?purpose=result');
    const asset = pick<{ id: string }>(body.data ?? [], which);
    if (asset !== undefined) expect((await client.get(`/v1/assets/${asset.id}/content`)).status).toBe(200);
  },
  remove: async ({ client, world, which }: Scene) => {
    const { body } = await client.get('/v1/assets?purpose=input');
    const asset = pick<{ id: string }>(body.data ?? [], which);
    const job = pick(world.jobs.list(), which);
    if (asset !== undefined && which % 2 === 0) await client.call('DELETE', `/v1/assets/${asset.id}`);
    if (job !== undefined) await client.call('POST', `/v1/jobs/${job.id}/cancel`);
    if (job !== undefined && which % 3 > 0) await client.call('DELETE', `/v1/jobs/${job.id}`);
  },
  pass: async ({ world, which }: Scene) => {
    await world.clock.advance(pick(['1s', '5s', '1h', '25h', '8d'], which) ?? '1s');
  },
  save: ({ opened, world, which }: Scene) => {
    const name = `kept-${which % 3}`;
    world.snapshots.save(name);
    const host = opened.ring.hostFor(undefined, world.name);
    const ofWorld = opened.saved.get(world.name) ?? new Map<string, number>();
    opened.saved.set(world.name, ofWorld);
    if (host !== null) ofWorld.set(name, recordsIn(host.world.state));
  },
  load: ({ world, which }: Scene) => {
    const snapshot = pick(world.snapshots.list(), which);
    if (snapshot !== undefined) world.snapshots.load(snapshot.name);
  },
  forget: ({ opened, world, which }: Scene) => {
    const snapshot = pick(world.snapshots.list(), which);
    if (snapshot === undefined) return;
    world.snapshots.remove(snapshot.name);
    opened.saved.get(world.name)?.delete(snapshot.name);
  },
  reset: ({ world }: Scene) => world.reset(),
  account: ({ world, which }: Scene) => {
    const account = pick(world.accounts.list().slice(1), which);
    if (account === undefined || which % 2 === 0) world.accounts.create({ own_clock: which % 3 === 0 });
    else world.accounts.remove(account);
  },
  world: async ({ opened, which }: Scene) => {
    const name = pick(NAMES.slice(1), which) ?? 'left';
    if (opened.emulator.worlds.get(name) === undefined) {
      const asset = { key: `pk_live_${name}`, base64: Buffer.from(FACE).toString('base64') };
      await opened.emulator.worlds.create({
        name,
        clock: 'frozen',
        journal_limit: 15,
        assets: which % 2 ? [asset] : [],
      });
    } else {
      opened.saved.delete(name);
      await opened.emulator.worlds.remove(name);
    }
  },
};

type Action = { does: keyof typeof ACTIONS; which: number; where: number };

async function perform(opened: Opened, { does, which, where }: Action): Promise<void> {
  const { emulator } = opened;
  const world = pick(emulator.worlds.list(), where) ?? emulator;
  const fetch: typeof emulator.fetch = (input, init) =>
    emulator.fetch(input, { ...init, headers: { ...init?.headers, 'Emulator-World': world.name } });
  const client = clientOf({ keys: world.keys, fetch });
  try {
    await ACTIONS[does]({ opened, world, client, which });
  } catch (error) {
    // A stored snapshot may contain the key of a removed account.
    const isFull = [ControlRefusal, AdvanceFailed, BadInput].some((kind) => error instanceof kind);
    if (!isFull) throw error;
  }
}

/** Mostly what fills the memory, and mostly in few worlds, so that the limits are reached. */
const KINDS = ['upload', 'upload', 'upload', 'job', 'job', 'job', ...Object.keys(ACTIONS)] as (keyof typeof ACTIONS)[];
const action = fc.record({ does: fc.constantFrom(...KINDS), which: fc.nat(60), where: fc.constantFrom(0, 0, 0, 1, 2) });
const actions = fc.array(action, { minLength: 30, maxLength: 60, size: 'max' });

/** Only records that complete started work may exceed their limit. */
function kindsBeyond({ held, bounds }: MemoryReport): string[] {
  return MEMORY_KINDS.filter((kind) => kind !== 'records' && held[kind] > bounds[kind]);
}

async function emptied({ emulator }: Opened): Promise<void> {
  for (const { name } of emulator.worlds.list()) if (name !== 'default') await emulator.worlds.remove(name);
  for (const { name } of emulator.snapshots.list()) emulator.snapshots.remove(name);
  emulator.reset();
}

describe('The memory that an emulator reports', () => {
  it('equals the objects, counted one by one, after any use', async () => {
    await fc.assert(
      fc.asyncProperty(actions, async (used: Action[]) => {
        const opened = await open();
        const { memory } = opened.emulator;
        const before = memory.read().held;
        for (const action of used) {
          await perform(opened, action);
          expect([action.does, memory.read().held]).toEqual([action.does, countAll(opened)]);
          expect(kindsBeyond(memory.read())).toEqual([]);
        }
        await emptied(opened);
        expect(memory.read()).toMatchObject({ held: before, given_up: { pictures: 0, bytes: 0 } });
      }),
      { numRuns: Number(process.env['RUNS'] ?? 12), seed: 20260101 },
    );
  });
});
