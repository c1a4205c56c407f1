import { afterEach, describe, expect, it } from 'vitest';
import { startOtherServer } from '../start.ts';
import type { FreshBreach } from './fresh-breaches.ts';
import { close, type Row, seenOf } from './testing/opened.ts';

afterEach(close);

const ROWS: readonly [name: FreshBreach, ...Row][] = [
  [
    'assets created at created_lt are listed',
    async ({ call, upload }) => {
      const { body: asset } = await call(`GET /v1/assets/${await upload()}`);
      return (await call(`GET /v1/assets?created_lt=${asset.created_at}`)).body.data.length;
    },
    0,
    1,
  ],
  [
    'a page loses what has the same instant',
    async ({ call, upload }) => {
      for (let count = 0; count < 3; count += 1) await upload();
      const { body: page } = await call('GET /v1/assets?limit=2');
      return (await call(`GET /v1/assets?cursor=${page.next_cursor}`)).body.data.length;
    },
    1,
    0,
  ],
  [
    'a concern twice is noticed side by side',
    async ({ upload, skin }) => (await skin(await upload(), { concerns: ['acne', 'pore', 'acne'] })).status,
    400,
    202,
  ],
  [
    'a conflict takes the key over',
    async ({ upload, skin }) => {
      const asset = await upload();
      await skin(asset, {});
      await skin(asset, { concerns: ['pore'] });
      return (await skin(asset, {})).status;
    },
    200,
    409,
  ],
  [
    'a failed job can be cancelled',
    async ({ call, upload, skin, fail }) => {
      await fail();
      const { body: job } = await skin(await upload(), {});
      return (await call(`POST /v1/jobs/${job.id}/cancel`)).status;
    },
    409,
    200,
  ],
  [
    'a deletion leaves the second result',
    async ({ call, upload, skin }) => {
      const visualizations = ['mask', 'visual'].map((kind) => ({ concern: 'acne', kind }));
      const { body: accepted } = await skin(await upload(), { visualizations });
      const { body: job } = await call(`GET /v1/jobs/${accepted.id}`);
      await call(`DELETE /v1/jobs/${job.id}`);
      return (await call(`GET ${job.output.visualizations[1].href}`)).status;
    },
    404,
    200,
  ],
];

describe('A fresh breach shows, and only where it is switched on:', () => {
  it.each(ROWS)('%s', async (name, ...row) => {
    const [, lawful, broken] = row;
    expect(await seenOf(name, row)).toEqual({ lawful, broken });
  });

  it('one that does not exist is refused', async () => {
    await expect(startOtherServer({ broken: 'no such thing' as FreshBreach })).rejects.toThrow('no breach');
  });
});
