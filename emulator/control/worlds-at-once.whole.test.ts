import { describe, expect, it } from 'vitest';
import { createSharpImages } from '../adapters/images/sharp-images.ts';
import { createEmulator, type Emulator, type NamedWorldInput, type WorldControl } from '../index.ts';
import { type Client, clientOf, facePng, REQUESTS, type Reply } from '../testing/client.ts';
import { openWorld } from '../testing/open-world.ts';
import { deferred } from '../testing/receiving-server.ts';

const WORLDS = 64;
const OPERATIONS = Object.values(REQUESTS);
const names = Array.from({ length: WORLDS }, (_, index) => `w${index}`);

/** Neighboring worlds differ in seed, time, pace and product; some have the same seed. */
function worldOf(index: number): NamedWorldInput {
  const start = new Date(Date.UTC(2026, index % 12, 1 + (index % 28))).toISOString();
  const credits = { granted: 100 + index };
  const account = { name: 'shop', credits, keys: [{ secret: `pk_live_${index}` }] };
  return { name: `w${index}`, seed: `seed-${index % 8}`, clock: { mode: 'frozen', start }, accounts: [account] };
}

/** A client as its author wrote it: it knows only an address and a key. Returns all answers that it gets. */
async function dayOfAClient(client: Client, index: number, world: WorldControl): Promise<unknown[]> {
  const seen: unknown[] = [];
  const key = `pk_live_${index}`;
  const note = ({ status, headers, body }: Reply) => {
    seen.push({ status, now: headers.get('Emulator-Now'), body });
    return body;
  };
  const get = async (path: string) => note(await client.get(path, { key }));
  const submitOn = async (assetId: string, number: number) => {
    const { path, body } = OPERATIONS[(index + number) % OPERATIONS.length] ?? REQUESTS['makeup.apply'];
    return note(await client.submit(path, { inputs: [{ asset_id: assetId, role: 'source' }], ...body }, { key }));
  };

  const asset = note(await client.upload({ key }));
  let job = await submitOn(asset.id, 1);
  while (job.status === 'queued' || job.status === 'running') {
    await world.clock.advance(400 + 37 * index);
    job = await get(`/v1/jobs/${job.id}`);
  }
  expect(job.status).toBe('succeeded');
  const second = await submitOn(asset.id, 2);
  const cancelled = note(await client.call('POST', `/v1/jobs/${second.id}/cancel`, { key }));
  expect(cancelled.status).toBe('cancelled');
  await get('/v1/jobs');
  await get('/v1/assets');
  await get('/v1/credits/balance');
  return seen;
}

/** The process's own `fetch` with the emulator's port. */
function overSocket({ url, keys }: Emulator): Client {
  return clientOf({ keys, fetch: (path, init) => fetch(url + path, init) });
}

async function open(listen: boolean, worlds: readonly NamedWorldInput[]): Promise<Emulator> {
  const emulator = await createEmulator({ listen });
  for (const world of worlds) await emulator.worlds.create(world);
  return emulator;
}

function worldNamed(emulator: Emulator, name: string): WorldControl {
  const world = emulator.worlds.get(name);
  if (world === undefined) throw new Error(`${name} was not made`);
  return world;
}

describe(`${WORLDS} worlds on one port`, () => {
  it('serve as many unmodified clients at the same time as if each were alone', async () => {
    await using shared = await open(
      true,
      names.map((_, index) => worldOf(index)),
    );
    const together = await Promise.all(
      names.map((name, index) => dayOfAClient(overSocket(shared), index, worldNamed(shared, name))),
    );
    const alone = await Promise.all(
      names.map(async (name, index) => {
        await using emulator = await open(false, [worldOf(index)]);
        return await dayOfAClient(clientOf(emulator), index, worldNamed(emulator, name));
      }),
    );
    expect(together).toEqual(alone);
    expect(new Set(together.map((seen) => JSON.stringify(seen))).size).toBe(WORLDS);
    expect(shared.jobs.list()).toEqual([]);
    for (const name of names) expect(worldNamed(shared, name).jobs.list()).toHaveLength(2);
  });
});

describe('A world that is being created', () => {
  it('keeps its pictures, even if another world drops the same ones', async () => {
    const images = createSharpImages();
    const face = Buffer.from(await facePng());
    const other = Buffer.concat([face, Buffer.from([1])]);
    const [asked, gate] = [deferred<void>(), deferred<void>()];
    const inspect = async (bytes: Uint8Array, digest: string) => {
      if (bytes.byteLength !== other.byteLength) return images.inspect(bytes, digest);
      asked.resolve();
      await gate.promise;
      return images.inspect(bytes, digest);
    };
    const { emulator, client } = await openWorld({}, { images: { ...images, inspect } });
    const { body: asset } = await client.upload();
    const assets = [face, other].map((bytes) => ({ key: 'pk_test_side', base64: bytes.toString('base64') }));
    const making = emulator.worlds.create({ name: 'side', assets, readings: { input_content: 'serve' } });
    await asked.promise;
    await client.call('DELETE', `/v1/assets/${asset.id}`);
    gate.resolve();
    await making;
    const key = 'pk_test_side';
    const { body: listed } = await client.get('/v1/assets', { key });
    const contents = listed.data.map(({ id }: { id: string }) => client.get(`/v1/assets/${id}/content`, { key }));
    expect((await Promise.all<Reply>(contents)).map(({ status }) => status)).toEqual([200, 200]);
  });
});
