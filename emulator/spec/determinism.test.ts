import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { mixedRequests, overSocket } from '../testing/mixed-requests.ts';

const COUNT = 500;
const CONFIG = { clock: 'frozen', seed: 'determinism' } as const;
const JOB_IDS = /job_[0-9a-z]{16}/g;

async function withoutSocket(seed: string = CONFIG.seed) {
  const emulator = await createEmulator({ clock: 'frozen', seed, listen: false });
  return mixedRequests(emulator, COUNT);
}

/** The run with which all others are compared. */
const reference = withoutSocket();

async function withSocket() {
  await using emulator = await createEmulator(CONFIG);
  return await mixedRequests(overSocket(emulator), COUNT);
}

describe('the same seed and the same requests', () => {
  it('cover every kind of answer', async () => {
    const statuses = new Set((await reference).map(({ status }) => status));
    expect([...statuses].toSorted()).toEqual(expect.arrayContaining([200, 201, 202, 204, 400, 401, 404, 409, 410]));
  });

  it('result in the same statuses, headers and bytes twice without a socket', async () => {
    expect(await reference).toHaveLength(COUNT);
    expect(await withoutSocket()).toEqual(await reference);
  });

  it('result in the same statuses, headers and bytes over a socket, twice, as without one', async () => {
    const first = await withSocket();
    expect(await withSocket()).toEqual(first);
    expect(first).toEqual(await reference);
  });

  it('result in other ids with another seed', async () => {
    const [one, other] = [await reference, await withoutSocket('other')].map(
      (exchanges) => new Set(JSON.stringify(exchanges).match(JOB_IDS)),
    ) as [Set<string>, Set<string>];
    expect(one.size).toBeGreaterThan(20);
    expect(other.size).toBeGreaterThan(20);
    expect([...one].filter((id) => other.has(id))).toEqual([]);
  });
});
