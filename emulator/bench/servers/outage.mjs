import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';

/** So many deliveries to a receiver that is down for a day. Prints how long their attempts took, and ends. */
const [url, count] = [process.argv[2], Number(process.argv[3])];
const emulator = await createEmulator({ listen: false, clock: 'frozen', journal_limit: 0 });
const headers = { 'X-API-Key': emulator.keys.test };
const endpoint = emulator.webhooks.register({ url });

const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
  .png()
  .toBuffer();
const upload = await emulator.fetch('/v1/assets', {
  method: 'POST',
  headers: { ...headers, 'Content-Type': 'image/png' },
  body: face,
});
const { id } = await upload.json();
const body = JSON.stringify({
  inputs: [{ asset_id: id, role: 'source' }],
  products: [{ category: 'lipstick', color: '#a1304a' }],
});
for (let job = 0; job < count; job += 1) {
  const json = { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': `job-${job}` };
  await emulator.fetch('/v1/makeup/try-ons', { method: 'POST', headers: json, body });
}

const began = performance.now();
await emulator.clock.advance('25h');
const milliseconds = performance.now() - began;
const deliveries = emulator.webhooks.deliveries(endpoint.id);
const attempts = deliveries.reduce((sum, { attempts: made }) => sum + made.length, 0);
const wrong = deliveries.filter(({ state, attempts: made }) => state !== 'exhausted' || made.length < 7);
if (deliveries.length !== count || wrong.length > 0) {
  throw new Error(
    `${wrong.length} of ${deliveries.length} deliveries did not end as they should: ${JSON.stringify(wrong[0])}`,
  );
}

console.log(JSON.stringify({ attempts, milliseconds, perSecond: (attempts / milliseconds) * 1_000 }));
await emulator.close();
