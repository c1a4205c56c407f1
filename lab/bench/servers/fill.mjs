import sharp from 'sharp';

/** Most pictures that one job can make: every concern, shown in both ways. */
const CONCERNS = [
  'acne',
  'dark_circle',
  'eye_bag',
  'redness',
  'oiliness',
  'wrinkles',
  'firmness',
  'moisture',
  'pore',
  'tear_trough',
  'hyper_pigmentation',
  'droopy_upper_eyelid',
];
const VISUALIZATIONS = CONCERNS.flatMap((concern) => [
  { concern, kind: 'mask' },
  { concern, kind: 'visual' },
]);
/** Gives the emulator a number of assets: one input, and the results of as few jobs as can make the rest. */
export async function fillWith(emulator, wanted) {
  const face = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
    .png()
    .toBuffer();
  const { id } = await post(emulator, '/v1/assets', { 'Content-Type': 'image/png' }, face);
  for (let made = 1; made < wanted; made += VISUALIZATIONS.length) {
    const visualizations = VISUALIZATIONS.slice(0, wanted - made);
    const body = { inputs: [{ asset_id: id, role: 'source' }], concerns: CONCERNS, visualizations };
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `fill-${made}` };
    await post(emulator, '/v1/skin/analyses', headers, JSON.stringify(body));
  }
  await emulator.clock.advance('1s');
}

async function post(emulator, path, headers, body) {
  const answer = await emulator.fetch(path, {
    method: 'POST',
    headers: { 'X-API-Key': emulator.keys.live, ...headers },
    body,
  });
  if (!answer.ok) throw new Error(`the world could not be filled: ${path} ${answer.status} ${await answer.text()}`);
  return answer.json();
}
