import sharp from 'sharp';
import { createEmulator } from '../../../dist/index.js';
import { attend } from './child.mjs';
import { longestSliceDuring } from './longest-slice.mjs';

const [task, dataDir, count] = process.argv.slice(2);
const SKIN = { concerns: ['acne', 'redness'], visualizations: [{ concern: 'acne', kind: 'mask' }] };
const AT_ONCE = 64;

/** Jobs stay queued, with their hold; where there is no folder, nothing is kept. */
const emulator = await createEmulator({
  clock: 'running',
  stages: { queued: '12h' },
  listen: task === 'serve',
  accounts: [
    {
      name: 'bench',
      credits: { granted: 1_000_000_000 },
      keys: [{ secret: 'pk_live_bench' }, { secret: 'pk_test_bench' }],
    },
  ],
  ...(dataDir && { dataDir }),
});

if (task === 'serve') attend(new URL(emulator.url).port);
else await fill(Number(count));

/** Prints how long it did one thing at the longest while so many jobs were written whole, and is killed then. */
async function fill(jobs) {
  const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
    .png()
    .toBuffer();
  const { id } = await post('/v1/assets', { 'Content-Type': 'image/png' }, face);
  const body = JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], ...SKIN });
  let made = 0;
  const submit = async () => {
    while (made < jobs) {
      made += 1;
      await post('/v1/skin/analyses', { 'Content-Type': 'application/json', 'Idempotency-Key': `fill-${made}` }, body);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, submit));
  const begin = performance.now();
  const slice = await longestSliceDuring(() => emulator.data.compact());
  console.log(JSON.stringify({ ...slice, tookMs: performance.now() - begin }));
  process.exit(0);
}

async function post(path, headers, body) {
  const answer = await emulator.fetch(path, {
    method: 'POST',
    headers: { 'X-API-Key': emulator.keys.live, ...headers },
    body,
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return answer.json();
}
