import { X509Certificate } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { Agent, fetch as fetchBy } from 'undici';
import { expect, it } from 'vitest';
import { openTlsFolder } from '../../adapters/tls/tls-folder.ts';
import { createEmulator } from '../../index.ts';
import { launch } from '../../testing/launch.ts';
import { runCli } from '../../testing/run-cli.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';

const { path, read, write } = scratchFolder();
const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();

type Asked = { ca?: string; servername?: string; path?: string };

/** The status of an answer over TLS, or the code of the error. */
function statusOf(
  url: string,
  { path: wanted = '/v1/usage', ...options }: Asked,
): Promise<number | string | undefined> {
  const headers = { 'X-API-Key': 'pk_test_demo' };
  return new Promise((resolve) => {
    get(new URL(wanted, url), { ...options, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}

const modeOf = (name: string) => statSync(path(name)).mode & 0o777;

it('start --https answers only clients that trust its CA, under each of its names', async () => {
  const flags = ['--https', '--port', '0', '--https-port', '0', '--service-host', 'api.example.com', '--json'];
  const { child, lines, ended } = launch(['start', ...flags, '--data-dir', path('data')]);
  const [line = ''] = await lines(1);
  const { https } = JSON.parse(line);
  expect(https).toEqual({ url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/), ca: path('data/tls/ca.pem') });
  const ca = read('data/tls/ca.pem');
  const { port } = new URL(https.url);
  expect(await statusOf(https.url, { ca })).toBe(200);
  expect(await statusOf(`https://localhost:${port}`, { ca })).toBe(200);
  expect(await statusOf(`https://[::1]:${port}`, { ca })).toBe(200);
  expect(await statusOf(https.url, { ca, servername: 'api.example.com' })).toBe(200);
  expect(await statusOf(https.url, {})).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  child.kill('SIGINT');
  const { code, out, err } = await ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).not.toContain('PRIVATE KEY');
});

it('The key of the certificate is readable by its owner alone, and neither printed nor served', async () => {
  const { key, cert, ca, caFile } = await openTlsFolder(path('private'), [], NOW);
  expect(caFile).toBe(path('private/ca.pem'));
  expect([modeOf('private'), modeOf('private/server.pem'), modeOf('private/ca.pem')]).toEqual([0o700, 0o600, 0o600]);
  expect(read('private/ca.pem')).toBe(ca);
  await using emulator = await createEmulator({ https: { key, cert } });
  const secret = key.split('\n')[1] ?? '';
  expect(secret).toMatch(/^[\w+/]{64}$/);
  const paths = ['health', 'profile', 'snapshot', 'export', 'worlds', 'journal', 'openapi.json'];
  for (const path of paths) {
    const answer = await fetch(`${emulator.url}/_emulator/v1/${path}`);
    expect(await answer.text()).not.toContain(secret);
  }
  expect(JSON.stringify(emulator)).not.toContain(secret);
});

it('A certificate is kept, and replaced when it lacks a name or expires within a week', async () => {
  const at = (days: number, ...names: string[]) => openTlsFolder(path('renewed'), names, NOW + days * DAY);
  const first = await at(0);
  expect(await at(300)).toEqual(first);
  const named = await at(0, 'api.example.com');
  expect(named.cert).not.toBe(first.cert);
  expect(read('renewed/ca.pem')).toBe(named.ca + first.ca);
  expect(await at(389)).toEqual(named);
  const renewed = await at(391);
  expect(renewed.cert).not.toBe(named.cert);
  expect(read('renewed/ca.pem')).toBe(renewed.ca + named.ca);
  const leaf = new X509Certificate(renewed.cert);
  expect(leaf.checkHost('api.example.com')).toBe('api.example.com');
  expect(leaf.verify(new X509Certificate(renewed.ca).publicKey)).toBe(true);
  expect(new X509Certificate(read('renewed/ca.pem')).ca).toBe(true);
});

it('A certificate that is damaged, or that others could read, is replaced', async () => {
  const open = () => openTlsFolder(path('damaged'), [], NOW);
  const first = await open();
  chmodSync(path('damaged/server.pem'), 0o644);
  const second = await open();
  expect(second.cert).not.toBe(first.cert);
  writeFileSync(path('damaged/server.pem'), second.key + first.cert + first.ca);
  expect((await open()).cert).not.toBe(first.cert);
  expect(modeOf('damaged/server.pem')).toBe(0o600);
});

it('Several processes that create the first certificate at once use the same one', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => openTlsFolder(path('at-once'), [], NOW)));
  expect(new Set(made.map(({ cert }) => cert)).size).toBe(1);
  expect(readFileSync(path('at-once/ca.pem'), 'utf8')).toBe(made[0]?.ca);
});

it('An invalid request over TLS gets the same answer as without TLS', async () => {
  const { key, cert, ca } = await openTlsFolder(path('malformed'), [], NOW);
  await using emulator = await createEmulator({ https: { key, cert } });
  const socket = connect({ port: Number(new URL(emulator.httpsUrl ?? '').port), host: '127.0.0.1', ca });
  socket.end('NONSENSE\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"INVALID_REQUEST"/s);
});

it('An absolute Location has the scheme of its request, also in a replay', async () => {
  const { key, cert, ca } = await openTlsFolder(path('location'), [], NOW);
  const record = path('session.jsonl');
  const readings = { location_form: 'absolute' } as const;
  const emulator = await createEmulator({ https: { key, cert }, readings, record, clock: 'frozen' });
  const face = await (await fetch(`${emulator.url}/_emulator/fixtures/faces/afro.png`)).arrayBuffer();
  const dispatcher = new Agent({ connect: { ca } });
  const locations = [];
  for (const url of [emulator.url, emulator.httpsUrl ?? '']) {
    const post = (call: string, type: string, body: string | ArrayBuffer) => {
      const headers = { 'X-API-Key': 'pk_test_demo', 'Content-Type': type, 'Idempotency-Key': `for-${url}` };
      return fetchBy(`${url}${call}`, { method: 'POST', headers, body, dispatcher });
    };
    const { id } = (await (await post('/v1/assets', 'image/png', face)).json()) as { id: string };
    const order = JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], concerns: ['acne'] });
    const { headers } = await post('/v1/skin/analyses', 'application/json', order);
    locations.push(new URL(headers.get('location') ?? '').origin);
  }
  expect(locations).toEqual([emulator.url, emulator.httpsUrl]);
  await dispatcher.close();
  await emulator.close();
  expect(await runCli(['replay', record])).toMatchObject({ code: 0 });
});

it('An emulator can close although a client has not started the TLS handshake', { timeout: 60_000 }, async () => {
  const { key, cert } = await openTlsFolder(path('silent'), [], NOW);
  const emulator = await createEmulator({ https: { key, cert } });
  const { port } = new URL(emulator.httpsUrl ?? '');
  const closed = await new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    socket.destroy();
    import('node:net').then(({ connect: plainly }) => {
      const silent = plainly(Number(port), '127.0.0.1', () => emulator.close().then(() => resolve('closed'), reject));
      silent.on('error', () => {});
    });
  });
  expect(closed).toBe('closed');
});

it('start --https exits with 2 and the remedy if the port is in use, the folder unusable or a name not a host', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const start = async (...flags: string[]) => {
    const { code, err } = await runCli(['start', '--port', '0', ...flags]);
    expect(err).not.toMatch(/\n\s+at /);
    return `${code} ${err}`;
  };
  const folder = ['--https', '--tls-dir', path('mistakes')];
  expect(await start(...folder, '--https-port', port)).toContain(
    `2 tryon-emulator: port ${port} is in use: choose another with --https-port, or 0 for a free one`,
  );
  server.close();
  const file = write('a-file', '');
  expect(await start('--https', '--tls-dir', file)).toContain(
    `2 tryon-emulator: the TLS folder ${file} cannot be used`,
  );
  expect(await start('--https', '--tls-dir', '/proc/tls')).toMatch(/^2 .*\/proc\/tls cannot be used: .*--tls-dir/);
  chmodSync(path('mistakes'), 0o755);
  expect(await start(...folder)).toMatch(/^2 .* other users can open the TLS folder .*chmod 700/);
  expect(await start(...folder, '--service-host', 'https://api.example.com')).toMatch(/^2 .*--service-host must be/);
  expect(await start('--tls-dir', path('x'))).toContain('2 tryon-emulator: --tls-dir needs --https');
});
