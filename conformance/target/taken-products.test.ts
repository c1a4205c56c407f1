import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../effects/http/http-client.ts';
import { startEmulator } from '../run/self-test.ts';
import { probe } from './probe.ts';
import { targetFromFlags } from './target-from-flags.ts';

type Readings = NonNullable<NonNullable<Parameters<typeof startEmulator>[0]>['readings']>;

async function productsAt(readings: Readings, data = {}) {
  const keys = [{ secret: 'pk_test_mine' }];
  const server = await startEmulator({ clock: 'frozen', accounts: [{ name: 'mine', keys }], readings });
  const http = createHttpClient(server);
  const target = targetFromFlags({ base_url: server.base_url, keys: { primary: 'pk_test_mine' } });
  const found = await probe({ ...target, data: { ...target.data, ...data } }, (request) => http.send(request));
  await http.close();
  await server.close();
  return found.products;
}

describe('The products to try on', () => {
  it.each([
    ['hex_without_mark', ['caa184', 'a1304a']],
    ['rgb_function', ['rgb(202, 161, 132)', 'rgb(161, 48, 74)']],
  ] as const)('have colors that the server accepts: %s', async (color_format, colors) => {
    expect(await productsAt({ color_format })).toMatchObject(colors.map((color) => ({ color })));
  });

  const RGB = { color_format: 'rgb_function' } as const;
  it.each<[what: string, readings: Readings, data?: object]>([
    ['the usual ones are taken', {}],
    ['the target has its own', RGB, { products: [{ category: 'lipstick', color: 'red' }] }],
    ['another thing is looked at first', { ...RGB, check_order: { form_and_input: 'input_first' } }],
  ])('are not probed if %s', async (_, readings, data) => {
    expect(await productsAt(readings, data)).toBeNull();
  });
});
