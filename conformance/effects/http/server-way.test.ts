import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../emulator/testing/scratch-folder.ts';
import { type Connection, PLAIN_CONNECTION } from '../../target/connection.ts';
import type { Exchange } from './exchange.ts';
import { createHttpClient } from './http-client.ts';
import { viewOf } from './view.ts';

const { folder, path, write } = scratchFolder();

let child: ChildProcess;
let ports = { plain: 0, secure: 0, proxy: 0 };

beforeAll(async () => {
  makeCertificates();
  const script = fileURLToPath(new URL('testing/far-servers.mjs', import.meta.url));
  child = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  ports = await new Promise((done) => child.stdout?.once('data', (line) => done(JSON.parse(String(line)))));
});
afterAll(() => void child.stdin?.end());

function makeCertificates(): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  write('names', 'subjectAltName=DNS:far.example.test,IP:127.0.0.1');
  openssl('req', '-x509', ...key, '-subj', '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.pem');
  for (const name of ['server', 'client']) {
    openssl('req', ...key.slice(0, 5), '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
    openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`);
  }
}

async function ask(base_url: string, connection: Partial<Connection>, headers = {}, other?: string): Promise<Exchange> {
  const client = createHttpClient({ base_url, connection: { ...PLAIN_CONNECTION, ...connection } });
  const request = { method: 'GET', url: '/v1/usage?a=1', headers, body: null, timeout: 2_000 };
  return client.send({ ...request, ...(other !== undefined && { base_url: other }) }).finally(() => client.close());
}

const pem = (name: string) => readFileSync(path(name), 'utf8');
const tls = (over: Partial<Connection['tls']>) => ({ tls: { ...PLAIN_CONNECTION.tls, ...over } });
const secure = () => `https://127.0.0.1:${ports.secure}`;
const through = (who = '') => {
  const proxy = `http://${who}127.0.0.1:${ports.proxy}`;
  return { proxy: { http: proxy, https: proxy, no: ['inner.example.test'] } };
};

describe('A server with TLS', () => {
  it('is trusted only with its certificate authority', async () => {
    expect(await ask(secure(), {})).toMatchObject({ answer: null, silence: 'tls' });
    expect(viewOf(await ask(secure(), tls({ ca: pem('ca.pem') }))).body).toMatchObject({ client: null });
  });

  it('receives the certificate of the tester', async () => {
    const own = tls({ ca: pem('ca.pem'), cert: pem('client.pem'), key: pem('client.key') });
    expect(viewOf(await ask(secure(), own)).body).toMatchObject({ client: 'client' });
  });

  it('is accepted with any certificate if the target says insecure; other servers are not', async () => {
    expect(await ask(secure(), tls({ insecure: true }))).toMatchObject({ answer: { status: 200 } });
    const elsewhere = await ask('http://127.0.0.1:9', tls({ insecure: true }), {}, secure());
    expect(elsewhere).toMatchObject({ silence: 'tls' });
  });
});

describe('A header for every request', () => {
  const headers = { 'X-Gateway': 'open-sesame', Authorization: 'Basic Zm9v' };

  it('is sent to the server unless a scenario sets it, and is not recorded', async () => {
    const exchange = await ask(`http://127.0.0.1:${ports.plain}`, { headers }, { authorization: 'Bearer own' });
    const got = { 'x-gateway': 'open-sesame', authorization: 'Bearer own' };
    expect(viewOf(exchange).body).toMatchObject({ headers: got });
    expect(exchange.request.headers).toEqual({ authorization: 'Bearer own' });
  });

  it('is not sent to another server', async () => {
    const exchange = await ask('http://127.0.0.1:9', { headers }, {}, `http://127.0.0.1:${ports.plain}`);
    expect(viewOf(exchange).body).not.toHaveProperty('headers.x-gateway');
  });
});

describe('A proxy', () => {
  it('receives the full address of a plain server, and its credentials', async () => {
    const exchange = await ask('http://far.example.test/api', through('me:se%40cret@'));
    const { headers, url } = Object(viewOf(exchange).body);
    expect({ url, host: headers.host }).toEqual({ url: '/api/v1/usage?a=1', host: 'far.example.test' });
    const asked = await fetch(`http://127.0.0.1:${ports.proxy}/asked`).then((answer) => answer.json());
    const as = `Basic ${Buffer.from('me:se@cret').toString('base64')}`;
    expect(asked).toContainEqual({ method: 'GET', url: 'http://far.example.test/api/v1/usage?a=1', as });
  });

  it('connects to a server with TLS without seeing the content', async () => {
    const ca = tls({ ca: pem('ca.pem'), cert: pem('client.pem'), key: pem('client.key') });
    const exchange = await ask('https://far.example.test', { ...ca, ...through(), headers: { 'X-Gateway': 'sesame' } });
    const got = { client: 'client', headers: { host: 'far.example.test', 'x-gateway': 'sesame' } };
    expect(viewOf(exchange).body).toMatchObject(got);
  });

  it('that refuses is reported as refusing', async () => {
    const exchange = await ask('https://closed.example.test', through());
    expect(exchange).toMatchObject({ silence: 'refused', detail: expect.stringContaining('proxy answers 403') });
  });

  it('is not used for hosts in NO_PROXY, or on this machine', async () => {
    expect(await ask('http://inner.example.test', through())).toMatchObject({ answer: null });
    expect(await ask(`http://127.0.0.1:${ports.plain}`, through())).toMatchObject({ answer: { status: 200 } });
  });
});
