import { describe, expect, it } from 'vitest';
import { type Call, emulatorFor } from '../testing/client.ts';

const SECRETS = ['pk_live_51HxQ9vZrk2eYpTn0f3a9', 'pk_test_demo2', 'pk_live_unknown_to_all', 'pk_test_ab-cd_ef12'];
const ACCOUNTS = [
  { name: 'a', keys: [{ secret: SECRETS[0] ?? '' }, { secret: SECRETS[1] ?? '' }, { secret: SECRETS[3] ?? '' }] },
];

const hexOf = (char: string) => char.charCodeAt(0).toString(16);
const percentEncoded = (text: string) => text.replace(/./g, (char) => `%${hexOf(char)}`);
const jsonEscaped = (text: string) => text.replace(/./g, (char) => `\\u00${hexOf(char)}`);

const PLACES: Record<string, (secret: string) => { path: string; call?: Call; method?: string }> = {
  'in X-API-Key': (key) => ({ path: '/v1/usage', call: { key } }),
  'in the query': (key) => ({ path: `/v1/assets?api_key=${key}`, call: { key: SECRETS[1] ?? '' } }),
  'in the name of a parameter': (key) => ({ path: `/v1/assets?${key}=1`, call: { key: SECRETS[1] ?? '' } }),
  'in the path': (key) => ({ path: `/v1/jobs/${key}`, call: { key: SECRETS[1] ?? '' } }),
  'in an unknown path': (key) => ({ path: `/v1/${key}` }),
  'in a header that is kept': (key) => ({
    path: '/v1/usage',
    call: { headers: { 'User-Agent': `curl ${key}`, 'If-None-Match': key, 'Idempotency-Key': key } },
  }),
  'in the body': (key) => ({
    method: 'POST',
    path: '/v1/skin/analyses',
    call: { key: SECRETS[1] ?? '', json: { [key]: key, inputs: [key], concerns: [key] } },
  }),
  'percent-encoded in the query': (key) => ({ path: `/v1/assets?api_key=${percentEncoded(key)}&limit=100%` }),
  'percent-encoded in the path': (key) => ({ path: `/v1/jobs/${percentEncoded(key)}` }),
  'percent-encoded here and there': (key) => ({ path: `/v1/assets?api_key=${key.replace(/_/g, '%5F')}` }),
  'escaped in the body': (key) => ({
    method: 'POST',
    path: '/v1/skin/analyses',
    call: { headers: { 'Content-Type': 'application/json' }, body: `{"inputs": "${jsonEscaped(key)}"}` },
  }),
  'as the id of an input': (key) => ({
    method: 'POST',
    path: '/v1/skin/analyses',
    call: {
      key: SECRETS[1] ?? '',
      headers: { 'Idempotency-Key': 'a' },
      json: { inputs: [{ asset_id: key, role: 'source' }], concerns: ['acne'] },
    },
  }),
  'in the type of an upload': (key) => ({
    method: 'POST',
    path: '/v1/assets',
    call: { key: SECRETS[1] ?? '', headers: { 'Content-Type': key }, body: 'no image' },
  }),
};

describe('the journal', () => {
  it.each(Object.entries(PLACES))('shows no whole key that was sent %s', async (_, place) => {
    const { emulator, client } = await emulatorFor({ accounts: ACCOUNTS });
    for (const secret of SECRETS) {
      const { method = 'GET', path, call } = place(secret);
      await client.call(method, path, call);
    }
    const { body: har } = await client.get('/_emulator/v1/journal.har');
    const shown = JSON.stringify([emulator.journal.find(), har]);
    const decoded = shown.replace(/(?:%|\\+u00)([0-9a-f]{2})/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    expect(emulator.journal.find()).toHaveLength(SECRETS.length);
    expect(SECRETS.filter((secret) => shown.includes(secret) || decoded.includes(secret))).toEqual([]);
    expect(shown).toMatch(/pk_live_…/);
  });

  it('shows no key in an explanation, a finding or a failed verification either', async () => {
    const secret = SECRETS[0] ?? '';
    const { emulator, client } = await emulatorFor({ accounts: ACCOUNTS });
    const refused = await client.get(`/v1/assets?api_key=${secret}`, { key: secret });
    await client.get(`/v1/jobs/${secret}`, { key: secret });
    const shown = [
      emulator.journal.explain(refused.body.error.request_id),
      emulator.audit.findings(),
      emulator.journal.check({ request: { status: 500 } }),
    ];
    expect(emulator.audit.findings().map(({ rule }) => rule)).toContain('key-in-url');
    expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('answers the caller with what it sent, unmasked', async () => {
    const { client } = await emulatorFor({ accounts: ACCOUNTS });
    const { text } = await client.get(`/v1/assets?${SECRETS[0]}=1`, { key: SECRETS[0] ?? '' });
    expect(text).toContain(`${SECRETS[0]}: is not a parameter of this list`);
  });
});
