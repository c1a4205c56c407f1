import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator, type EmulatorOptions } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';

type Headers = Record<string, string>;
type Answer = { status: number; body: { error?: { code?: string; message: string }; status?: string } };

/** A call over a socket with any headers, including those that `fetch` does not let a page set. */
function callWith(url: string, headers: Headers, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    outgoing.on('error', reject).end();
  });
}

const opened: Emulator[] = [];
afterAll(() => Promise.all(opened.map((emulator) => emulator.close())));
async function open(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await createEmulator(options);
  opened.push(emulator);
  return emulator;
}

const clockOf = (emulator: Emulator, headers: Headers, method?: string) =>
  callWith(`${emulator.url}/_emulator/v1/clock`, headers, method);
const at = (host: string) => ({ Host: host });
const AT_HOME = at('localhost:4010');
const pageAt = (host: string) => ({ Host: host, Origin: `http://${host}` });
const bearer = (token: string | null) => ({ Authorization: `Bearer ${token}` });

const loopback = await open();
const withToken = await open({ token: 'secret' });
const offLoopback = await open({ host: '0.0.0.0', token: 'my-own' });
const allowing = await open({ allowHosts: ['Team-Box'] });
const allowingOff = await open({ host: '0.0.0.0', token: 'my-own', allowHosts: ['team-box'] });

const BY_HOST = /^control calls for the host .* are refused: .* --allow-host \S+$/;
const BY_TOKEN = /Authorization: Bearer TOKEN/;
const BY_PAGE =
  /^control calls of pages at the host attacker.example:4010 are refused: .* --allow-host attacker.example$/;
const from = (origin: string) => new RegExp(`^control calls from the origin ${origin} are refused$`);
const ACROSS = /^control calls across sites are refused$/;
const OWN = bearer('my-own');
const ATTACKER = { ...OWN, ...at('attacker.example:4010') };

describe('a control call', () => {
  it.each<[string, Emulator, Headers, RegExp]>([
    ...['attacker.example', 'attacker.example:4010', 'localhost.attacker.example', 'notlocalhost', '0.0.0.0'].map(
      (host) => [`for the host ${host}`, loopback, at(host), BY_HOST] as [string, Emulator, Headers, RegExp],
    ),
    ...['127.0.0.1.attacker.example', '128.0.0.1', '192.168.1.7:4010', '[::2]'].map(
      (host) => [`for the host ${host}`, loopback, at(host), BY_HOST] as [string, Emulator, Headers, RegExp],
    ),
    [
      'from another site',
      loopback,
      { ...AT_HOME, Origin: 'https://attacker.example' },
      from('https://attacker.example'),
    ],
    ['from another port', loopback, { ...AT_HOME, Origin: 'http://localhost:9' }, from('http://localhost:9')],
    ['from no origin', loopback, { ...AT_HOME, Origin: 'null' }, from('null')],
    ['from an empty origin', loopback, { ...AT_HOME, Origin: '' }, from('')],
    ['across sites', loopback, { ...AT_HOME, 'Sec-Fetch-Site': 'cross-site' }, ACROSS],
    ['across one site', loopback, { ...AT_HOME, 'Sec-Fetch-Site': 'same-site' }, ACROSS],
    ['without the token that is given', withToken, {}, BY_TOKEN],
    ['off loopback without a token', offLoopback, {}, BY_TOKEN],
    ['off loopback with a wrong token', offLoopback, bearer('wrong'), BY_TOKEN],
    ['off loopback with no token behind Bearer', offLoopback, { Authorization: 'bearer' }, BY_TOKEN],
    ['off loopback with an empty token', offLoopback, { Authorization: 'Bearer ' }, BY_TOKEN],
    ['off loopback with another scheme', offLoopback, { Authorization: 'Basic c2VjcmV0' }, BY_TOKEN],
    ['off loopback with an API key', offLoopback, { 'X-API-Key': 'pk_live_demo' }, BY_TOKEN],
    ['of another site with the token', offLoopback, { ...OWN, Origin: 'https://attacker.example' }, /refused/],
    [
      'of a page that has pointed its name here',
      offLoopback,
      { ...ATTACKER, Origin: 'http://attacker.example:4010' },
      BY_PAGE,
    ],
    ['of such a page within its site', offLoopback, { ...ATTACKER, 'Sec-Fetch-Site': 'same-origin' }, BY_PAGE],
    ['of a page below an allowed name', allowing, pageAt('team-box.attacker.example'), /refused/],
    ['of a page whose name ends as an allowed one', allowing, pageAt('my-team-box'), /refused/],
    [
      'of another page to an allowed name',
      allowing,
      { ...at('team-box'), Origin: 'http://attacker.example' },
      /refused/,
    ],
    ['of a page at an allowed name, without the token', allowingOff, pageAt('team-box:4010'), BY_TOKEN],
  ])('%s is refused', async (_, emulator, headers, message) => {
    const { status, body } = await clockOf(emulator, headers);
    expect([status, body]).toEqual([403, { error: { message: expect.stringMatching(message), problems: [] } }]);
    expect(JSON.stringify(body)).not.toContain('my-own');
  });

  it.each<[string, Emulator, Headers]>([
    ...[
      'localhost',
      'localhost:4010',
      'LOCALHOST',
      'app.localhost:80',
      '127.0.0.1',
      '127.8.9.1:1',
      '[::1]',
      '[::1]:4010',
    ].map((host) => [`for the host ${host}`, loopback, at(host)] as [string, Emulator, Headers]),
    ['from its own origin', loopback, { ...AT_HOME, Origin: 'http://localhost:4010' }],
    ['from its own site', loopback, { ...AT_HOME, 'Sec-Fetch-Site': 'same-origin' }],
    ['from no site', loopback, { ...AT_HOME, 'Sec-Fetch-Site': 'none' }],
    ['with the token', withToken, bearer('secret')],
    ['with the token behind a small bearer', withToken, { Authorization: 'bearer secret' }],
    ['off loopback with the token', offLoopback, OWN],
    ['off loopback with the token, for any host', offLoopback, { ...OWN, ...at('build-7.internal:4010') }],
    ['off loopback of its own page', offLoopback, { ...OWN, ...pageAt('localhost:4010') }],
    ['of a page at an allowed name', allowing, pageAt('team-box')],
    ['of a page at an allowed name on any port', allowing, pageAt('TEAM-BOX:80')],
    ['off loopback of a page at an allowed name, with the token', allowingOff, { ...pageAt('team-box:4010'), ...OWN }],
  ])('%s is answered', async (_, emulator, headers) => {
    expect((await clockOf(emulator, headers)).status).toBe(200);
  });

  it('that is refused changes nothing', async () => {
    loopback.plans.add({});
    await callWith(`${loopback.url}/_emulator/v1/plans`, { Origin: 'https://attacker.example' }, 'DELETE');
    expect(loopback.plans.list()).toHaveLength(1);
    expect((await clockOf(loopback, at('attacker.example'), 'PATCH')).status).toBe(403);
  });

  it('is served over IPv4 and IPv6', async () => {
    const { port } = new URL(loopback.url);
    const urls = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`, `http://localhost:${port}`];
    const answers = await Promise.all(urls.map((url) => fetch(`${url}/_emulator/v1/clock`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('for health needs no token, and /v1 never needs one', async () => {
    const health = await callWith(`${offLoopback.url}/_emulator/v1/health`, at('attacker.example'));
    expect(health).toMatchObject({ status: 200, body: { status: 'ok' } });
    const headers = { 'X-API-Key': 'pk_live_demo', ...at('attacker.example') };
    expect((await callWith(`${offLoopback.url}/v1/usage`, headers)).status).toBe(200);
  });
});

describe('the token', () => {
  it.each(['127.0.0.1', '::1', 'localhost'])('is null if the host is %s', async (host) => {
    const { token, url } = await open({ host });
    expect([token, (await fetch(`${url}/_emulator/v1/clock`)).status]).toEqual([null, 200]);
  });

  it('is different each time, also if the host only begins like a loopback address', async () => {
    const hosts = ['0.0.0.0', '0.0.0.0', '127.0.0.1.attacker.example'];
    const tokens = await Promise.all(hosts.map(async (host) => (await open({ host, listen: false })).token));
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/);
    expect(new Set(tokens).size).toBe(3);
    expect([loopback.token, offLoopback.token]).toEqual([null, 'my-own']);
  });
});

describe('control: false', () => {
  it.each(['', '/', '/v1/health', '/profile', '/v1/clock'])('makes /_emulator%s an unknown path', async (path) => {
    const { client } = await emulatorFor({ control: false });
    const masked = ({ status, headers, body }: Awaited<ReturnType<typeof client.get>>) => ({
      status,
      type: headers.get('content-type'),
      error: { ...body.error, request_id: '' },
    });
    for (const method of ['GET', 'POST']) {
      const unknown = await client.call(method, '/v1/nothing');
      expect(masked(await client.call(method, `/_emulator${path}`))).toEqual(masked(unknown));
      expect(unknown.body.error.code).toBe('NOT_FOUND');
    }
  });

  it('does not change the controls in code', async () => {
    const { emulator } = await emulatorFor({ control: false });
    expect((await emulator.clock.advance('1s')).now).toBe('2026-01-01T00:00:01.000Z');
  });
});
