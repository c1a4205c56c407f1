import { readFileSync } from 'node:fs';
import type { Started } from './browser.ts';

/**
 * Fills the world with something to look at: jobs that ended in every way, deliveries that failed first, refusals and
 * findings.
 */
export async function tellStory({
  url,
  keys,
}: Started): Promise<{ skin: string; makeup: string; delivery: string; refusal: number }> {
  const control = (method: string, path: string, body?: object) =>
    send(`${url}/_emulator/v1${path}`, method, {}, body && JSON.stringify(body));
  await control('PATCH', '/clock', { mode: 'frozen' });
  await control('POST', '/receivers', { replies: [500, 500, 'timeout', 503, 503], environment: 'live' });
  const upload = async (key: string, file: string) => {
    const bytes = readFileSync(`fixtures/faces/${file}`);
    return (await send(`${url}/v1/assets`, 'POST', { 'X-API-Key': key, 'Content-Type': 'image/webp' }, bytes))
      .id as string;
  };
  const submit = async (key: string, path: string, asset: string, body: object, name: string): Promise<string> => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': name };
    const answer = await send(
      `${url}${path}`,
      'POST',
      headers,
      JSON.stringify({ inputs: [{ asset_id: asset, role: 'source' }], ...body }),
    );
    return answer.id as string;
  };
  const asset = await upload(keys.live, FACE);
  const lips = { products: [{ category: 'lipstick', color: '#b3123b', opacity: 0.8 }] };
  const concerns = ['redness', 'wrinkles', 'pore', 'moisture'];
  const looked = { concerns, visualizations: concerns.slice(0, 3).map((concern) => ({ concern, kind: 'mask' })) };
  const makeup = await submit(keys.live, '/v1/makeup/try-ons', asset, lips, 'order-1');
  const skin = await submit(keys.live, '/v1/skin/analyses', asset, looked, 'order-2');
  await control('POST', '/clock/advance', { by: '40s' });
  const gradient = {
    color_gradient: { dark: { color: '#3b1f5c', opacity: 0.8 }, light: { color: '#8e5bd0', opacity: 0.8 } },
  };
  await submit(keys.live, '/v1/hair/try-ons', asset, gradient, 'order-3');
  await control('POST', '/clock/advance', { by: '1h' });
  await control('POST', '/plans', {
    match: { operation: 'skin.analyze' },
    outcome: { status: 'failed', code: 'PROCESSING_FAILED' },
    times: 1,
  });
  await control('POST', '/plans', { match: { operation: 'makeup.apply' }, hold_at: 'preparing', times: 2 });
  await control('POST', '/faults', { match: { route: 'GET /v1/usage' }, effect: { kind: 'error' }, times: 1 });
  await submit(keys.live, '/v1/skin/analyses', asset, looked, 'order-4');
  const held = await submit(keys.live, '/v1/makeup/try-ons', asset, lips, 'order-5');
  await control('POST', '/clock/advance', { by: '5s' });
  await submit(
    keys.live,
    '/v1/makeup/try-ons',
    asset,
    { products: [{ category: 'foundation', color: '#d9a07a' }] },
    'order-5',
  );
  for (let poll = 0; poll < 3; poll += 1) await send(`${url}/v1/jobs/${held}`, 'GET', { 'X-API-Key': keys.live });
  await send(`${url}/v1/usage`, 'GET', { 'X-API-Key': keys.live });
  const cancelled = await submit(keys.live, '/v1/skin/analyses', asset, looked, 'order-6');
  await send(`${url}/v1/jobs/${cancelled}/cancel`, 'POST', { 'X-API-Key': keys.live });
  const [delivery] = (await control('GET', `/deliveries?job=${makeup}`)) as unknown as { id: string }[];
  const [refusal] = (await control('GET', '/journal?status=409&limit=1')) as unknown as { serial: number }[];
  return { skin, makeup, delivery: delivery?.id ?? '', refusal: refusal?.serial ?? 0 };
}

const FACE = 'afro.webp';

/** Returns the answer as JSON. A refused request is not an error, because refusals are part of the story. */
export async function send(
  address: string,
  method: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
): Promise<Record<string, unknown>> {
  const response = await fetch(address, { method, headers, ...(body !== undefined && { body: body as string }) });
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}
