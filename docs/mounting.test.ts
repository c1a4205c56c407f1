import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Emulator } from '../emulator/index.ts';
import { launch } from '../emulator/testing/launch.ts';
import { scratchFolder } from '../emulator/testing/scratch-folder.ts';
import { SHIPPED } from '../emulator/testing/shipped-package.ts';

const { createEmulator } = (await import(new URL('index.js', SHIPPED).href)) as typeof import('../emulator/index.ts');
const { path } = scratchFolder();

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator();
});
afterAll(() => emulator.close());

const withKey = () => ({ 'X-API-Key': emulator.keys.test ?? '' });

type Listening = { address(): unknown; close(done?: () => void): unknown };
const portOf = (server: Listening) => (server.address() as AddressInfo).port;
const closed = (server: Listening) => new Promise<void>((resolve) => void server.close(() => resolve()));

/** Writes a key and a self-signed certificate to files. */
function ownCertificate() {
  const [key, cert] = [path('key.pem'), path('cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert), file: cert };
}

describe('the guide “In a server of your own”', () => {
  it('works with supertest, for the address and the listener', async () => {
    await request(emulator.url).get('/v1/usage').set(withKey()).expect(200);
    await request(emulator.listener).get('/v1/usage').set(withKey()).expect(200);
    await request(emulator.listener).get('/v1/usage').expect(401);
    await request(emulator.listener).get('/_emulator/v1/clock').expect(200);
  });

  it("works with a user's http server, which serves all other paths itself", async () => {
    const server = createServer((incoming, outgoing) => {
      if (incoming.url?.startsWith('/v1/')) emulator.listener(incoming, outgoing);
      else outgoing.end('mine');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${portOf(server)}`;
    expect((await fetch(`${url}/v1/usage`, { headers: withKey() })).status).toBe(200);
    expect(await (await fetch(`${url}/else`)).text()).toBe('mine');
    await closed(server);
  });

  it("works with a user's Hono app, and with CORS for a browser app", async () => {
    const app = new Hono();
    app.use('/v1/*', cors({ origin: 'http://localhost:5173', allowHeaders: ['X-API-Key', 'Content-Type'] }));
    app.all('/v1/*', (context) => emulator.fetch(context.req.raw));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    const answer = await fetch(`http://127.0.0.1:${portOf(server)}/v1/usage`, {
      headers: { ...withKey(), Origin: 'http://localhost:5173' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const plain = await fetch(`${emulator.url}/v1/usage`, {
      headers: { ...withKey(), Origin: 'http://localhost:5173' },
    });
    expect(plain.headers.get('access-control-allow-origin')).toBeNull();
    await closed(server);
  });

  it('works with https and a self-signed certificate', async () => {
    const pem = ownCertificate();
    const server = createSecureServer(pem, emulator.listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const options = { ca: pem.cert, headers: withKey(), agent: false } as const;
    const status = await new Promise((resolve, reject) => {
      get(`https://127.0.0.1:${portOf(server)}/v1/usage`, options, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).once('error', reject);
    });
    expect(status).toBe(200);
    await closed(server);
  });

  it('works with a receiver that has a self-signed certificate', async () => {
    const pem = ownCertificate();
    const receiver = createSecureServer(pem, (incoming, outgoing) => {
      incoming.resume();
      outgoing.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => receiver.once('listening', resolve));
    const attempts = async (env: NodeJS.ProcessEnv) => {
      const { child, ended, lines } = launch(['start', '--port', '0', '--json'], env);
      const { url } = JSON.parse((await lines(1))[0] ?? '');
      const say = async (call: string, body: object = {}) => {
        const answer = await fetch(`${url}/_emulator/v1${call}`, { method: 'POST', body: JSON.stringify(body) });
        return (await answer.json()) as { id: string; attempts: { status: number | null; failure: string | null }[] };
      };
      const { id } = await say('/endpoints', { url: `https://127.0.0.1:${portOf(receiver)}/hooks` });
      const { attempts: made } = await say(`/endpoints/${id}/ping`);
      child.kill('SIGINT');
      await ended;
      return made.map(({ status, failure }) => status ?? failure);
    };
    expect(await Promise.all([attempts({}), attempts({ NODE_EXTRA_CA_CERTS: pem.file })])).toEqual([['tls'], [200]]);
    await closed(receiver);
  });
});
