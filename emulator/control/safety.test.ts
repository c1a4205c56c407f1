import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createEmulator, type Emulator, type EmulatorOptions } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';

type Answer = { status: number; body: { error?: { code?: string; message: string }; status?: string } };

/** A call over a socket with any headers at all, which `fetch` does not let a page write. */
function callWith(url: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    outgoing.on('error', reject).end();
  });
}

const clockOf = (emulator: Emulator, headers: Record<string, string>, method?: string) =>
  callWith(`${emulator.url}/_emulator/v1/clock`, headers, method);

describe('control calls on loopback', () => {
  it.each([
    'attacker.example',
    'attacker.example:4010',
    'localhost.attacker.example',
    'notlocalhost',
    '127.0.0.1.attacker.example',
    '128.0.0.1',
    '192.168.1.7:4010',
    '0.0.0.0',
    '[::2]',
  ])('are refused for the host %s, by which a page may have reached loopback', async (host) => {
    await using emulator = await createEmulator();
    expect(await clockOf(emulator, { Host: host })).toEqual({
      status: 403,
      body: {
        error: {
          message: expect.stringMatching(/^control calls for the host .* are refused: .* --allow-host \S+$/),
          problems: [],
        },
      },
    });
    const change = await clockOf(emulator, { Host: host }, 'PATCH');
    expect(change.status).toBe(403);
  });

  it.each([
    'localhost',
    'localhost:4010',
    'LOCALHOST',
    'app.localhost:80',
    '127.0.0.1',
    '127.8.9.1:1',
    '[::1]',
    '[::1]:4010',
  ])('are answered for the host %s', async (host) => {
    await using emulator = await createEmulator();
    expect((await clockOf(emulator, { Host: host })).status).toBe(200);
  });

  it.each([
    [{ Origin: 'https://attacker.example' }, 'control calls from the origin https://attacker.example are refused'],
    [{ Origin: 'http://localhost:9' }, 'control calls from the origin http://localhost:9 are refused'],
    [{ Origin: 'null' }, 'control calls from the origin null are refused'],
    [{ Origin: '' }, 'control calls from the origin  are refused'],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 'control calls across sites are refused'],
    [{ 'Sec-Fetch-Site': 'same-site' }, 'control calls across sites are refused'],
  ])('with %j are refused', async (headers, message) => {
    await using emulator = await createEmulator();
    expect(await clockOf(emulator, { Host: 'localhost:4010', ...headers })).toEqual({
      status: 403,
      body: { error: { message, problems: [] } },
    });
  });

  it.each([{ Origin: 'http://localhost:4010' }, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }])(
    'with %j are answered',
    async (headers) => {
      await using emulator = await createEmulator();
      expect((await clockOf(emulator, { Host: 'localhost:4010', ...headers })).status).toBe(200);
    },
  );

  it('that are refused change nothing', async () => {
    await using emulator = await createEmulator();
    emulator.plans.add({});
    await callWith(`${emulator.url}/_emulator/v1/plans`, { Origin: 'https://attacker.example' }, 'DELETE');
    expect(emulator.plans.list()).toHaveLength(1);
  });

  it('need no token, and are served on both families of addresses', async () => {
    await using emulator = await createEmulator();
    expect(emulator.token).toBeNull();
    const { port } = new URL(emulator.url);
    const urls = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`, `http://localhost:${port}`];
    const answers = await Promise.all(urls.map((url) => fetch(`${url}/_emulator/v1/clock`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it.each(['127.0.0.1', '::1', 'localhost'])('need no token where the host is %s either', async (host) => {
    await using emulator = await createEmulator({ host });
    expect(emulator.token).toBeNull();
    expect((await fetch(`${emulator.url}/_emulator/v1/clock`)).status).toBe(200);
  });

  it('need one where the host only begins as loopback does', async () => {
    await using emulator = await createEmulator({ host: '127.0.0.1.attacker.example', listen: false });
    expect(emulator.token).toMatch(/^[\w-]{32}$/);
  });

  it('need a token where one is given', async () => {
    await using emulator = await createEmulator({ token: 'secret' });
    expect((await clockOf(emulator, {})).status).toBe(403);
    expect((await clockOf(emulator, { Authorization: 'Bearer secret' })).status).toBe(200);
    expect((await clockOf(emulator, { Authorization: 'bearer secret' })).status).toBe(200);
  });
});

describe('control calls off loopback', () => {
  it.each([
    [{}],
    [{ Authorization: 'Bearer wrong' }],
    [{ Authorization: 'bearer' }],
    [{ Authorization: 'Bearer ' }],
    [{ Authorization: 'Basic c2VjcmV0' }],
    [{ 'X-API-Key': 'pk_live_demo' }],
  ])('with %j are refused', async (headers) => {
    await using emulator = await createEmulator({ host: '0.0.0.0' });
    const answer = await clockOf(emulator, headers);
    expect(answer.status).toBe(403);
    expect(answer.body.error?.message).toContain('Authorization: Bearer TOKEN');
    expect(JSON.stringify(answer)).not.toContain(emulator.token);
  });

  it('are answered with the token, which is another one each time', async () => {
    await using one = await createEmulator({ host: '0.0.0.0' });
    await using two = await createEmulator({ host: '0.0.0.0' });
    expect(one.token).toMatch(/^[\w-]{32}$/);
    expect(one.token).not.toBe(two.token);
    const bearer = { Authorization: `Bearer ${one.token}` };
    expect((await clockOf(one, bearer)).status).toBe(200);
    expect((await clockOf(one, { ...bearer, Host: 'build-7.internal:4010' })).status).toBe(200);
    expect((await clockOf(one, { ...bearer, Origin: 'https://attacker.example' })).status).toBe(403);
    expect((await clockOf(two, bearer)).status).toBe(403);
  });

  it('are refused to a page that has pointed its own name at the emulator, also with the token', async () => {
    await using emulator = await createEmulator({ host: '0.0.0.0', token: 'my-own' });
    const bearer = { Authorization: 'Bearer my-own', Host: 'attacker.example:4010' };
    expect((await clockOf(emulator, bearer)).status).toBe(200);
    const refused =
      'control calls of pages at the host attacker.example:4010 are refused: where this name is yours, start the emulator with --allow-host attacker.example';
    for (const sign of [{ Origin: 'http://attacker.example:4010' }, { 'Sec-Fetch-Site': 'same-origin' }])
      expect((await clockOf(emulator, { ...bearer, ...sign })).body.error?.message).toBe(refused);
    const own = { ...bearer, Host: 'localhost:4010', Origin: 'http://localhost:4010' };
    expect((await clockOf(emulator, own)).status).toBe(200);
  });

  it('take the token that was given', async () => {
    await using emulator = await createEmulator({ host: '0.0.0.0', token: 'my-own' });
    expect(emulator.token).toBe('my-own');
    expect((await clockOf(emulator, { Authorization: 'Bearer my-own' })).status).toBe(200);
  });

  it('need none for health, and /v1 needs none at all', async () => {
    await using emulator = await createEmulator({ host: '0.0.0.0' });
    const health = await callWith(`${emulator.url}/_emulator/v1/health`, { Host: 'attacker.example' });
    expect(health).toMatchObject({ status: 200, body: { status: 'ok' } });
    const usage = await callWith(`${emulator.url}/v1/usage`, { 'X-API-Key': 'pk_live_demo', Host: 'attacker.example' });
    expect(usage.status).toBe(200);
  });
});

describe('control calls of pages at a name that is allowed', () => {
  const pageAt = (host: string) => ({ Host: host, Origin: `http://${host}` });

  it('are answered at that name on any port, and at no other', async () => {
    await using emulator = await createEmulator({ allowHosts: ['Team-Box'] });
    for (const host of ['team-box', 'team-box:4010', 'TEAM-BOX:80'])
      expect((await clockOf(emulator, pageAt(host))).status).toBe(200);
    for (const host of ['team-box.attacker.example', 'my-team-box', 'attacker.example'])
      expect((await clockOf(emulator, pageAt(host))).status).toBe(403);
    expect((await clockOf(emulator, { Host: 'team-box', Origin: 'http://attacker.example' })).status).toBe(403);
  });

  it('need the token all the same off loopback', async () => {
    await using emulator = await createEmulator({ host: '0.0.0.0', token: 'my-own', allowHosts: ['team-box'] });
    expect((await clockOf(emulator, pageAt('team-box:4010'))).status).toBe(403);
    const bearer = { Authorization: 'Bearer my-own' };
    expect((await clockOf(emulator, { ...pageAt('team-box:4010'), ...bearer })).status).toBe(200);
  });
});

describe('control: false', () => {
  const PATHS = ['/_emulator', '/_emulator/', '/_emulator/v1/health', '/_emulator/profile', '/_emulator/v1/clock'];
  it.each(PATHS)('makes %s an unknown path like any other', async (path) => {
    const options: EmulatorOptions = { control: false };
    const { client } = await emulatorFor(options);
    const masked = ({ status, headers, body }: Awaited<ReturnType<typeof client.get>>) => ({
      status,
      type: headers.get('content-type'),
      error: { ...body.error, request_id: '' },
    });
    for (const method of ['GET', 'POST']) {
      const unknown = await client.call(method, '/v1/nothing');
      expect(masked(await client.call(method, path))).toEqual(masked(unknown));
      expect(unknown.body.error.code).toBe('NOT_FOUND');
    }
  });

  it('leaves the controls in code as they are', async () => {
    const { emulator } = await emulatorFor({ control: false });
    expect((await emulator.clock.advance('1s')).now).toBe('2026-01-01T00:00:01.000Z');
  });
});
