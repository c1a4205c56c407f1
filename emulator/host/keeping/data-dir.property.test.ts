import { afterAll, describe, expect, it } from 'vitest';
import { createSharpImages } from '../../adapters/images/sharp-images.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { assembleEmulator } from '../../create.ts';
import { uniform } from '../../domain/values/random.ts';
import { clientOf, REQUESTS } from '../../testing/client.ts';
import { type LosingFiles, losingFiles } from '../../testing/losing-files.ts';

const RUNS = Number(process.env['RUNS'] ?? 6);
const LIVES = 3;
/** About the number of bytes that a life writes: it ends anywhere within them, or not at all. */
const MOST_BYTES = 60_000;

const sharp = createSharpImages();
const images = { ...sharp, close: async () => {} };
afterAll(() => sharp.close());

/** What answers and completed waits have promised. */
type Acknowledged = {
  /** Their representation in answers. */
  assets: Map<string, string>;
  /** The source of each job, and the key with which it was submitted. */
  jobs: Map<string, { asset: string; key: string }>;
  deleted: Set<string>;
  accounts: Set<string>;
  snapshots: Set<string>;
  now: string;
};

type Draw = (end: number) => number;

async function begin(dataFiles: LosingFiles) {
  const { emulator, keeping, ring } = await assembleEmulator(
    { clock: 'frozen', listen: false, onUnexpected: () => {} },
    { wall: wallClock, images, dataFiles, onWarning: () => {} },
  );
  const checkpoint = async () => keeping?.data.checkpoint();
  return { emulator, client: clientOf(emulator), checkpoint, state: () => ring.defaultHost().world.state };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Performs actions, several at the same time, and records what was acknowledged. */
async function live({ emulator, client, checkpoint }: Begun, known: Acknowledged, draw: Draw): Promise<void> {
  const upload = await client.upload();
  const asset: string = upload.body.id;
  known.assets.set(asset, upload.text);
  const kept = async (act: () => unknown) => {
    await act();
    await emulator.data?.synced();
  };
  const { path, body } = REQUESTS['skin.analyze'];
  const submit = async () => {
    const key = `key-${draw(1e9)}`;
    const inputs = [{ asset_id: asset, role: 'source' }];
    const answer = await client.submit(path, { inputs, ...body }, { idempotencyKey: key });
    if (answer.status === 202) known.jobs.set(answer.body.id, { asset, key });
  };
  const others = [
    async () => {
      const id = [...known.jobs.keys()][draw(known.jobs.size)];
      if (id !== undefined && (await client.call('DELETE', `/v1/jobs/${id}`)).status === 204) known.deleted.add(id);
    },
    async () => {
      let now = '';
      await kept(async () => {
        ({ now } = await emulator.clock.advance('3s'));
      });
      if (now > known.now) known.now = now;
    },
    async () => {
      const id = `tenant-${draw(1e9)}`;
      await kept(() => emulator.tenants.create({ id, own_clock: draw(2) === 0 }));
      known.accounts.add(id);
    },
    async () => {
      const name = `saved-${draw(1e9)}`;
      await kept(() => emulator.snapshots.save(name));
      known.snapshots.add(name);
    },
    checkpoint,
  ];
  for (let round = 0; round < 5; round += 1)
    await Promise.all([submit(), submit(), others[draw(others.length)]?.(), others[draw(others.length)]?.()]);
}

/** Everything that was promised exists once, and everything that exists can be read. */
async function check({ emulator, client, state }: Begun, known: Acknowledged): Promise<void> {
  expect(emulator.clock.now() >= known.now).toBe(true);
  for (const [id, text] of known.assets) expect((await client.get(`/v1/assets/${id}`)).text).toBe(text);
  for (const id of known.jobs.keys())
    expect(`${id} ${(await client.get(`/v1/jobs/${id}`)).status}`).toBe(`${id} ${known.deleted.has(id) ? 404 : 200}`);
  expect(emulator.snapshots.list().map(({ name }) => name)).toEqual(expect.arrayContaining([...known.snapshots]));
  const accounts = [...emulator.tenants.list(), ...emulator.worlds.list().map(({ name }) => name)];
  expect(accounts).toEqual(expect.arrayContaining([...known.accounts]));
  const keys = [...state().jobs.values()].map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { id, results } of state().jobs.values()) {
    expect((await client.get(`/v1/jobs/${id}`)).status).toBe(200);
    for (const result of results) expect((await client.get(`/v1/assets/${result}/content`)).status).toBe(200);
  }
}

/**
 * Several lives, each of which continues with what the previous one has left. Resolves with the number of lives that
 * were cut off.
 */
async function livesOf(run: number): Promise<number> {
  let drawn = 0;
  const draw: Draw = (end) => {
    drawn += 1;
    return Math.floor(uniform(`crash ${run}`, drawn) * end);
  };
  const known: Acknowledged = {
    assets: new Map(),
    jobs: new Map(),
    deleted: new Set(),
    accounts: new Set(),
    snapshots: new Set(),
    now: '',
  };
  let [there, deaths] = [new Map<string, Uint8Array>(), 0];
  for (let life = 0; life < LIVES; life += 1) {
    const files = losingFiles(there);
    if (life < LIVES - 1) files.dieAfter(draw(MOST_BYTES));
    const lived = begin(files).then(async (begun) => {
      await check(begun, known);
      await live(begun, known, draw);
    });
    const died = await Promise.race([lived.then(() => false), files.died.then(() => true)]);
    if (died) deaths += 1;
    there = files.afterwards((path) => uniform(`${run} ${life} ${path}`, 0));
  }
  return deaths;
}

describe('everything that was acknowledged', () => {
  it(`exists after a crash at any byte, in ${RUNS} runs of ${LIVES} lives`, async () => {
    let deaths = 0;
    for (let run = 0; run < RUNS; run += 1)
      deaths += await livesOf(run).catch((error) => {
        throw new Error(`run ${run}: ${error.message}`, { cause: error });
      });
    if (process.env['RUNS'] !== undefined)
      console.log(`${RUNS} runs, ${deaths} crashes: 0 lost, 0 doubled, 0 unreadable`);
    expect(deaths).toBeGreaterThan(RUNS / 2);
  });
});
