import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../effects/http/http-client.ts';
import { startEmulator } from '../run/self-test.ts';
import type { Asked, Said, Send } from './ask.ts';
import { probe } from './probe.ts';
import { targetFromFlags } from './target-from-flags.ts';

const TARGET = targetFromFlags({ base_url: 'http://t', keys: { primary: 'pk_live_a' } });
type Unknown = ReturnType<typeof errorOf>;
type Reply = { status: number; body?: unknown; type?: string };

/** A server that answers some paths; all others are unknown. */
function serverOf(known: Record<string, Reply>, unknown: (asked: Asked) => Reply): { send: Send; asked: string[] } {
  const asked: string[] = [];
  const send: Send = async (request) => {
    asked.push(`${request.method} ${request.url}`);
    const name = Object.keys(known).find((one) => `${request.method} ${request.url}`.startsWith(one));
    return saidOf((name === undefined ? undefined : known[name]) ?? unknown(request));
  };
  return { send, asked };
}

function saidOf({ status, body, type = 'application/json' }: Reply): Said {
  const text = JSON.stringify(body ?? {});
  const headers: [string, string][] = [['Content-Type', type]];
  return { answer: { status, headers, body: { kind: 'text', text } }, silence: null, detail: null };
}

let requests = 0;
const errorOf = (code: string, message: string) => {
  requests += 1;
  return { error: { code, message, request_id: `req_${requests}` } };
};
const plain404 = ({ method, url }: Asked): Reply => ({
  status: 404,
  body: errorOf('NOT_FOUND', `there is no ${method} ${url}`),
});

describe('Probing', () => {
  it('finds what is on and off in the emulator, and changes nothing there', async () => {
    const features = { live: { lists: false, cancel: false, delete: true, credits: true }, test: {} };
    const keys = [{ secret: 'pk_live_mine' }, { secret: 'pk_test_mine' }];
    const server = await startEmulator({ clock: 'frozen', accounts: [{ name: 'mine', features, keys }] });
    const http = createHttpClient(server);
    const given = { base_url: server.base_url, keys: { primary: 'pk_live_mine', other_env: 'pk_test_mine' } };
    const found = await probe(targetFromFlags(given), (request) => http.send(request));
    expect(found).toMatchObject({ reachable: true, key_works: true, unknown_path: { status: 404 } });
    expect(found.features).toEqual({
      ...{ lists: false, 'job.list': false, 'job.cancel': false, 'job.delete': true },
      ...{ 'asset.delete': true, 'credits.balance': true },
      ...{ webhooks: null, 'test-mode': true, 'live-mode': null, skin: true, makeup: true, hair: true },
    });
    const jobs = { method: 'GET', base_url: server.driver_url, url: '/jobs', headers: {}, body: null, timeout: 5_000 };
    expect((await http.send(jobs)).answer?.body).toEqual({ kind: 'text', text: '[]' });
    await http.close();
    await server.close();
  });

  it.each([
    [['skin'], { skin: true, makeup: false, hair: false }],
    [['makeup', 'hair'], { skin: false, makeup: true, hair: true }],
    // A server without any product does not count as one.
    [[], { skin: null, makeup: null, hair: false }],
  ])('finds the available products: %j', async (products, expected) => {
    const refused: Reply = { status: 400, body: { error: { code: 'INVALID_REQUEST' } } };
    const known = Object.fromEntries(products.map((product) => [`POST /v1/${product}/`, refused]));
    const { send } = serverOf({ 'GET /v1/usage': { status: 200 }, ...known }, plain404);
    expect((await probe(TARGET, send)).features).toMatchObject(expected);
  });

  it('reports the cause if there is no answer, and sends no further requests', async () => {
    let asked = 0;
    const found = await probe(TARGET, async () => {
      asked += 1;
      return { answer: null, silence: 'refused', detail: 'ECONNREFUSED' };
    });
    expect(found).toMatchObject({ reachable: false, detail: 'ECONNREFUSED', key_works: null, unknown_path: null });
    expect(new Set(Object.values(found.features))).toEqual(new Set([null]));
    expect(asked).toBe(1);
  });

  it('without a key only finds out whether there is an answer', async () => {
    const { send, asked } = serverOf({}, plain404);
    const found = await probe(targetFromFlags({ base_url: 'http://t' }), send);
    expect([found.reachable, found.key_works, found.features.lists]).toEqual([true, null, null]);
    expect(asked.every((line) => line.startsWith('GET /v1/unknown-'))).toBe(true);
  });

  it('finds nothing behind a refused key or a busy server', async () => {
    const refused = serverOf({}, () => ({ status: 401, body: errorOf('INVALID_API_KEY', 'no') }));
    const found = await probe(TARGET, refused.send);
    expect([found.key_works, found.features.lists, found.features['job.cancel']]).toEqual([false, null, null]);
    const busy = serverOf({ 'GET /v1/credits': { status: 503 } }, plain404);
    expect((await probe(TARGET, busy.send)).features['credits.balance']).toBeNull();
  });

  it('finds nothing if everything is forbidden, but treats an individual refusal as a sign of the feature', async () => {
    const forbidden = { status: 403, body: errorOf('INSUFFICIENT_SCOPE', 'no') };
    const { send } = serverOf({}, () => forbidden);
    expect((await probe(TARGET, send)).features.hair).toBeNull();
    const scoped = serverOf({ 'POST /v1/hair': forbidden }, plain404);
    expect((await probe(TARGET, scoped.send)).features.hair).toBe(true);
  });

  it.each<[string, (unknown: Unknown) => Reply, boolean]>([
    ['nothing but its path', (body) => ({ status: 404, body }), false],
    ['another code', ({ error }) => ({ status: 404, body: { error: { ...error, code: 'JOB_NOT_FOUND' } } }), true],
    ['a member more', ({ error }) => ({ status: 404, body: { error: { ...error, details: {} } } }), true],
    ['a member less', ({ error: { message, ...error } }) => ({ status: 404, body: { error } }), true],
    ['another type', (body) => ({ status: 404, body, type: 'text/plain' }), true],
    ['another status', (body) => ({ status: 405, body }), true],
  ])('classifies a feature that differs from an unknown path in %s', async (_, reply, found) => {
    const body = errorOf('NOT_FOUND', 'there is no GET /v1/assets');
    const { send } = serverOf({ 'GET /v1/assets': reply(body) }, plain404);
    expect((await probe(TARGET, send)).features.lists).toBe(found);
  });

  it('with a valid key treats another 404 of a read without an id as a feature that is off, and reports that', async () => {
    const known = {
      'GET /v1/usage': { status: 200, body: {} },
      'GET /v1/assets': { status: 404, body: errorOf('OFF', 'lists are not enabled') },
      'POST /v1/jobs': { status: 404, body: errorOf('JOB_NOT_FOUND', 'no such job') },
    };
    const { features, differs } = await probe(TARGET, serverOf(known, plain404).send);
    expect([features.lists, features['job.cancel'], differs]).toEqual([false, true, ['lists']]);
  });

  it('is not misled by values that change with each answer', async () => {
    let count = 0;
    const { send } = serverOf({ 'GET /v1/assets': { status: 200, body: { data: [] } } }, () => {
      count += 1;
      return { status: 404, body: { error: { ...errorOf('NOT_FOUND', 'no').error, details: { at: count } } } };
    });
    const { features } = await probe(TARGET, send);
    expect([features.lists, features['credits.balance'], features['job.delete']]).toEqual([true, false, false]);
  });

  it('finds test mode only if a key of each environment is accepted', async () => {
    const usage = { 'GET /v1/usage': { status: 200 } };
    const both = targetFromFlags({ base_url: 'http://t', keys: { primary: 'pk_test_a', other_env: 'pk_live_a' } });
    const found = async (target: typeof TARGET, known: Record<string, Reply>) =>
      (await probe(target, serverOf(known, plain404).send)).features['test-mode'];
    expect([await found(both, usage), await found(TARGET, usage), await found(both, {})]).toEqual([true, null, null]);
  });
});
