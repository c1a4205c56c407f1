import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../fixtures/index.ts';
import { createEmulator } from '../index.ts';
import { playSession } from '../replay/play-session.ts';
import { clientOf } from '../testing/client.ts';
import { readSession } from './read-session.ts';
import { createSecrets } from './redact.ts';

const SECRETS = { key: 'pk_live_of-a-person', hook: 'whsec_of-a-person', token: 'token-of-a-person' };
const ACCOUNTS = [{ name: 'shop', keys: [{ name: 'one', secret: SECRETS.key }] }];

/** An imitated photo of a person that consists only of skin. */
const photo = () =>
  sharp({ create: { width: 300, height: 400, channels: 3, background: '#c9a083' } })
    .jpeg()
    .toBuffer();

async function redactedSession(): Promise<{ text: string; bytes: Uint8Array; photo: Buffer; made: string }> {
  const emulator = await createEmulator({ listen: false, clock: 'frozen', accounts: ACCOUNTS, token: SECRETS.token });
  const recording = await emulator.record({ redact: true });
  const client = clientOf({ keys: { live: SECRETS.key, test: SECRETS.key }, fetch: emulator.fetch });
  const face = await photo();
  const control = { Authorization: `Bearer ${SECRETS.token}` };
  await client.call('POST', '/_emulator/v1/endpoints', {
    json: { url: 'https://a.test/', secret: SECRETS.hook },
    headers: control,
  });
  const asset = await client.upload({ body: face, type: 'image/jpeg' });
  const magic = fixtures.magicImage('no-face');
  await client.upload({ body: magic.bytes(), type: magic.mediaType });
  const inputs = [{ asset_id: asset.body.id, role: 'source' }];
  const job = await client.submit('/v1/makeup/try-ons', {
    inputs,
    products: [{ category: 'lipstick', color: '#a1304a' }],
  });
  await emulator.clock.advance('4s');
  const done = await client.get(`/v1/jobs/${job.body.id}`);
  await client.get(`/v1/jobs/${job.body.id}`, { headers: { 'If-None-Match': done.headers.get('etag') ?? '' } });
  await client.get(done.body.output.image.href);
  const made = Object.values(emulator.tenants.create({ credits: 1 }).keys)[0]?.secret ?? '';
  await client.get('/v1/credits/balance', { key: made });
  await client.get('/v1/usage', { key: 'pk_test_of-nobody' });
  await client.get(`/v1/assets?api_key=${SECRETS.key.replace(/_/g, '%5F')}`, { key: SECRETS.key });
  await client.call('GET', '/_emulator/v1/journal', { headers: control });
  const world = await client.call('GET', '/_emulator/v1/file', { headers: control });
  await client.call('POST', '/_emulator/v1/file', { body: world.text, headers: control });
  await emulator.files.import(await emulator.files.export());
  await client.get('/v1/assets');
  await recording.stop();
  await emulator.close();
  const bytes = await recording.read();
  return { text: Buffer.from(bytes).toString(), bytes, photo: face, made };
}

describe('a redacted session', () => {
  it('contains no key, secret, signature or picture, and replays to the same statuses', async () => {
    const { text, bytes, photo: face, made } = await redactedSession();
    for (const secret of [...Object.values(SECRETS), made, 'pk_test_of-nobody']) expect(text).not.toContain(secret);
    expect(text).not.toContain('of-a-person');
    expect(text).not.toContain(face.toString('base64').slice(0, 400));
    expect(text).not.toMatch(/v1=(?!0{64})[0-9a-f]{64}/);
    const session = readSession('redacted', bytes);
    expect(session.head.redacted).toBe(true);
    const shown = await Promise.all([...session.bytes.values()].map((one) => sharp(one).metadata()));
    expect(shown.map(({ format, width, height }) => [format, width, height])).toContainEqual(['jpeg', 300, 400]);
    const magic = fixtures.magicImage('no-face').bytes();
    expect([...session.bytes.values()].some((one) => magic.equals(one))).toBe(true);
    const played = await playSession(session);
    await played.close();
    expect(played).toMatchObject({ difference: null, exchanges: 18 });
  });

  it('differs if a status or the code of a refusal differs', async () => {
    const { text } = await redactedSession();
    const other = text.replace('INVALID_API_KEY', 'INSUFFICIENT_SCOPE');
    expect(other).not.toBe(text);
    const played = await playSession(readSession('redacted', Buffer.from(other)));
    await played.close();
    expect(played.difference?.recorded).toEqual(['status 401', 'code: INSUFFICIENT_SCOPE']);
  });

  it('replaces equal texts by equal ones of the same form', () => {
    const { find, hide } = createSecrets();
    find({ headers: { 'x-api-key': 'pk_live_a', authorization: 'Bearer pk_live_ab' }, body: '{"secret":"hush"}' });
    expect(hide('pk_live_ab hush pk_live_a, pk_test_…3d4e')).toBe(
      'pk_live_redacted2x redacted3x pk_live_redacted1x, pk_test_…',
    );
  });
});
