import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { certify } from '../../adapters/tls/certificate.ts';
import { writeTrustFiles } from '../../adapters/tls/trust-files.ts';
import { openTunnelProxy, type Way } from '../../adapters/tunnel-proxy.ts';
import { runCli } from '../../testing/run-cli.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { proxiedRun } from './proxied-run.ts';

const { read, write } = scratchFolder();
const NOW = Date.now();

/** Runs a shell script with an emulator that acts as `api.example.com`. */
const exec = (script: string, env: NodeJS.ProcessEnv = {}) =>
  runCli(['exec', '--proxy', '--service-host', 'api.example.com', '--audit', '--', 'sh', '-c', script], env);

async function listening<T extends Server>(server: T): Promise<T & { port: number } & AsyncDisposable> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return Object.assign(server, { port, [Symbol.asyncDispose]: close });
}

/** Everything that a proxy answers to these bytes. */
async function answerOf(url: string, sent: string, localAddress?: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', ...(localAddress && { localAddress }) });
  socket.end(sent);
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

it('curl reaches the emulator under the name of the service, over any port, and its exit code is passed on', async () => {
  const file = write('answers.txt', '');
  const curl = `curl -s -w '%{http_code} ' -H "X-API-Key: $TRYON_TEST_KEY" -o /dev/null`;
  const urls = 'https://api.example.com/v1/usage https://API.example.com:8443/v1/usage';
  const script = `for url in ${urls}; do ${curl} $url; done > ${file}; printenv SSL_CERT_FILE >> ${file}; exit 7`;
  expect(await exec(script, { NO_PROXY: '.example.com,internal.test' })).toMatchObject({ code: 7, err: '' });
  const [statuses, bundle = ''] = read('answers.txt').split(/(?<= )(?=\/)|\n/);
  expect(statuses).toBe('200 200 ');
  expect(bundle).toContain('tryon-tls-');
  expect(existsSync(dirname(bundle))).toBe(false);
});

it('Another host keeps its own certificate, and is reached through the proxy of the environment', async () => {
  const own = certify(['127.0.0.1', 'other.test'], NOW);
  const ca = write('own-ca.pem', own.ca);
  await using other = await listening(createSecureServer(own, (_, outgoing) => outgoing.end('the other server')));
  const asked: (string | undefined)[] = [];
  const outer = createHttpServer();
  outer.on('connect', ({ url, headers }, client) => {
    asked.push(url, headers['proxy-authorization']);
    const far = connect(other.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(far).pipe(client);
    });
  });
  await using upstream = await listening(outer);
  const file = write('others.txt', '');
  const direct = `curl -s --noproxy '' --cacert ${ca} https://127.0.0.1:${other.port}/`;
  const refused = `curl -s --noproxy '' https://127.0.0.1:${other.port}/ ; echo " $?"`;
  const through = `curl -s --cacert ${ca} https://other.test/`;
  await exec(`(${direct}; ${refused}; ${through}) > ${file}`, {
    HTTPS_PROXY: `http://me:secret@127.0.0.1:${upstream.port}`,
  });
  expect(read('others.txt')).toBe('the other server 60\nthe other server');
  expect(asked).toEqual(['other.test:443', `Basic ${Buffer.from('me:secret').toString('base64')}`]);
});

it('A tunnel closes each direction separately, and passes on what was sent before it was open', async () => {
  const echo = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => socket.end(`all of ${text}`));
  });
  await using far = await listening(echo);
  const proxy = await openTunnelProxy((): Way => ({ host: '127.0.0.1', port: far.port }));
  const answer = await answerOf(proxy.url, 'CONNECT some.test:443 HTTP/1.1\r\nHost: some.test:443\r\n\r\nearly bytes');
  expect(answer).toBe('HTTP/1.1 200 Connection established\r\n\r\nall of early bytes');
  await proxy.close();
});

it('A tunnel stays open for the client after the other side has closed', async () => {
  let hear: (text: string) => void = () => {};
  const heard = new Promise<string>((resolve) => {
    hear = resolve;
  });
  const ended = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => {}).on('close', () => hear(text));
    socket.end('bye');
  });
  await using far = await listening(ended);
  const proxy = await openTunnelProxy((): Way => ({ host: '127.0.0.1', port: far.port }));
  const client = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1', allowHalfOpen: true });
  client.on('end', () => client.end('late bytes')).on('error', () => {});
  client.resume().write('CONNECT some.test:443 HTTP/1.1\r\nHost: some.test:443\r\n\r\n');
  expect(await heard).toBe('late bytes');
  await proxy.close();
});

it('A proxy answers 502 if a host is unreachable, 400 without a host and a port, and 405 if no tunnel is requested', async () => {
  const closed = await listening(createServer());
  await closed[Symbol.asyncDispose]();
  const proxy = await openTunnelProxy((host, port) => ({ host, port }));
  const head = (line: string) => answerOf(proxy.url, `${line} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const status = async (line: string) => (await head(line)).split('\r\n')[0];
  expect(await status(`CONNECT 127.0.0.1:${closed.port}`)).toBe('HTTP/1.1 502 Bad Gateway');
  expect(await status('CONNECT nowhere')).toBe('HTTP/1.1 400 Bad Request');
  expect(await status('CONNECT nowhere:0')).toBe('HTTP/1.1 400 Bad Request');
  expect(await head('GET http://api.example.com/v1/usage')).toMatch(
    /^HTTP\/1.1 405 Method Not Allowed\r\n(?:.*\r\n)*Allow: CONNECT\r\n/,
  );
  await proxy.close();
});

it('A proxy opens no tunnel for another machine, and none stays open when it is closed', async () => {
  await using far = await listening(createServer((socket) => socket.on('error', () => {})));
  const proxy = await openTunnelProxy((): Way => ({ host: '127.0.0.1', port: far.port }));
  expect(new URL(proxy.url).hostname).toBe('127.0.0.1');
  const request = 'CONNECT some.test:443 HTTP/1.1\r\nHost: some.test:443\r\n\r\n';
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal);
  if (outside !== undefined) expect(await answerOf(proxy.url, request, outside.address).catch(() => '')).toBe('');
  const open = connect(Number(new URL(proxy.url).port), '127.0.0.1');
  open.write(request);
  await new Promise((resolve) => open.once('data', resolve));
  const ended = new Promise((resolve) => open.once('close', resolve));
  open.on('error', () => {}).resume();
  await proxy.close();
  await ended;
});

it('Programs trust what they trusted before, and the certificate authority of the run', async () => {
  const { ca } = certify(['localhost'], NOW);
  const mine = write('mine.pem', 'MINE\n');
  const system = write('system.pem', 'SYSTEM\n');
  const { env, remove } = writeTrustFiles(ca, { NODE_EXTRA_CA_CERTS: mine, REQUESTS_CA_BUNDLE: mine }, [system]);
  const texts = Object.entries(env).map(([name, file = '']) => [name, readFileSync(file, 'utf8')]);
  expect(Object.fromEntries(texts)).toEqual({
    NODE_EXTRA_CA_CERTS: `MINE\n${ca}`,
    REQUESTS_CA_BUNDLE: `MINE\n${ca}`,
    SSL_CERT_FILE: `SYSTEM\n${ca}`,
    CURL_CA_BUNDLE: `SYSTEM\n${ca}`,
  });
  expect(statSync(dirname(env['SSL_CERT_FILE'] ?? '')).mode & 0o777).toBe(0o700);
  remove();
});

it('The command gets both spellings of the variables, and loopback and other exceptions bypass the proxy', async () => {
  const before = { NO_PROXY: '*,.example.com,internal.test', HTTP_PROXY: 'http://proxy.test' };
  const run = proxiedRun({ 'service-host': ['API.example.com.'] }, before);
  const env = await run.open('https://127.0.0.1:9');
  expect(env).toMatchObject({
    HTTPS_PROXY: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    https_proxy: env['HTTPS_PROXY'],
    NO_PROXY: 'localhost,127.0.0.1,::1,internal.test',
    no_proxy: env['NO_PROXY'],
    NODE_USE_ENV_PROXY: '1',
  });
  expect(env).not.toHaveProperty('HTTP_PROXY');
  await run.end();
  expect(existsSync(env['SSL_CERT_FILE'] ?? '')).toBe(false);
});

it('exec --proxy exits with 2 and the remedy without a service host, and with an unusable proxy', async () => {
  const words = ['--', 'true'];
  const missing = await runCli(['exec', '--proxy', ...words]);
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('--proxy needs --service-host NAME') });
  const alone = await runCli(['exec', '--service-host', 'api.example.com', ...words]);
  expect(alone).toMatchObject({ code: 2, err: expect.stringContaining('--service-host needs --proxy') });
  const odd = await exec('true', { HTTPS_PROXY: 'socks5://127.0.0.1:1' });
  expect(odd).toMatchObject({ code: 2, err: expect.stringContaining('HTTPS_PROXY is not the URL of an HTTP proxy') });
  const overTls = await exec('true', { HTTPS_PROXY: 'https://127.0.0.1:1' });
  expect(overTls).toMatchObject({ code: 2, err: expect.stringContaining('write its http:// address') });
});
