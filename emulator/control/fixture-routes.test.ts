import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { digestOf } from '../domain/values/digest.ts';
import { emulatorFor } from '../testing/client.ts';

describe('/_emulator/fixtures', () => {
  it('lists every face and magic image, and serves each with the stated digest', async () => {
    const { emulator, client } = await emulatorFor();
    const { body } = await client.get('/_emulator/fixtures');
    expect(body.faces.map(({ name }: { name: string }) => name)).toEqual(fixtures.faces().map(({ name }) => name));
    expect(body.magic).toHaveLength(fixtures.magic().length);
    const listed = [...body.faces.flatMap(({ files }: { files: unknown[] }) => files), ...body.magic];
    expect(listed).toHaveLength(3 * fixtures.faces().length + fixtures.magic().length);
    for (const { href, digest, media_type, size_bytes } of listed) {
      const answer = await emulator.fetch(href);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const served = [answer.headers.get('Content-Type'), bytes.byteLength, digestOf(bytes)];
      expect(served).toEqual([media_type, size_bytes, digest]);
    }
  });

  it.each(['magic/none.png', 'faces/afro.json', 'faces/..%2Findex.ts'])('answers 404 at %s', async (path) => {
    const { client } = await emulatorFor();
    const { status, body } = await client.get(`/_emulator/fixtures/${path}`);
    expect(status).toBe(404);
    expect(body.error.message).toContain('/_emulator/fixtures lists them');
  });
});
