import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpClient } from '../../conformance/effects/http/http-client.ts';
import { viewOf } from '../../conformance/effects/http/view.ts';
import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import { KINDS, settingsOf } from './kinds.ts';
import { startDisguise } from './proxy.ts';

/** The families that change nothing in the values of these answers. */
const SAME =
  /^(?:order|spacing|escapes|numbers|header\w*|content_type|date|framing|coding|http|connection|interim|pieces|reason)$/;
let inner: TestServer;
beforeAll(async () => {
  inner = await startEmulator();
});
afterAll(() => inner.close());

it.each(KINDS.filter(({ family }) => SAME.test(family)))('With $name, clients read the same answers', async (kind) => {
  const settings = settingsOf([kind]) ?? expect.fail();
  const server = await startDisguise({ ...inner, close: async () => {} }, settings, 'test');
  const client = createHttpClient({ base_url: server.base_url });
  const read = async (base_url: string, url: string) => {
    const request = { method: 'GET', base_url, url, headers: {}, body: null, timeout: 5_000 };
    const { status, body } = viewOf(await client.send(request));
    return { status, body };
  };
  try {
    for (const path of ['/capabilities', '/worlds', '/nowhere'])
      expect(await read(server.driver_url, path)).toEqual(await read(inner.driver_url, path));
  } finally {
    await client.close();
    await server.close();
  }
});
