import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { hookViewOf } from '../http/view.ts';
import { openReceiver, type Receiver, type ReceiverOptions } from './receiver.ts';
import { replyText } from './reply.ts';

const closing: Receiver[] = [];
afterEach(async () => {
  for (const receiver of closing.splice(0)) await receiver.close();
});

async function open(options?: ReceiverOptions): Promise<Receiver> {
  const receiver = await openReceiver(options);
  closing.push(receiver);
  return receiver;
}

/** Opens a receiver with one hook, `sink`. */
async function opened(options?: Parameters<Receiver['open']>[1]) {
  const receiver = await open();
  return { receiver, ...receiver.open('sink', options) };
}

/** Asynchronous, so that the request is sent immediately, not when its result is awaited. */
async function post(url: string, body: string | Uint8Array = '{}', headers: Record<string, string> = {}) {
  const { origin, pathname, search } = new URL(url);
  return await request(origin).post(`${pathname}${search}`).set(headers).send(Buffer.from(body));
}

describe('A hook', () => {
  it('keeps its deliveries, with their bytes and headers', async () => {
    const { receiver, url } = await opened();
    await post(`${url}?a=1`, '{"id": "evt_1" }', { 'Service-Event-Id': 'evt_1' });
    const [delivery, ...others] = receiver.received('sink');
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ hook: 'sink', method: 'POST', raw: { text: '{"id": "evt_1" }' }, reply: '200' });
    expect(delivery?.path).toMatch(/^\/hooks\/[\w-]{24}\?a=1$/);
    expect(delivery?.headers).toContainEqual(['Service-Event-Id', 'evt_1']);
    expect(delivery?.target_at).toBe(delivery?.at);
  });

  it('keeps bytes that are not text as Base64', async () => {
    const receiver = await open();
    await post(receiver.open('sink').url, Uint8Array.of(255, 0));
    expect(receiver.received('sink')[0]?.raw).toEqual({ base64: '/wA=' });
  });

  it('does not receive the deliveries of another hook', async () => {
    const receiver = await open();
    const urls = ['a', 'b'].map((name) => receiver.open(name).url);
    expect(new Set(urls).size).toBe(2);
    await post(urls[0] ?? '');
    expect(['a', 'b'].map((name) => receiver.received(name).length)).toEqual([1, 0]);
  });

  it('is reset and gets another path if it is opened again', async () => {
    const receiver = await open();
    const old = receiver.open('sink').url;
    await post(old);
    const { url } = receiver.open('sink');
    expect((await post(old)).status).toBe(410);
    expect((await post(url)).status).toBe(200);
    expect(receiver.received('sink')).toHaveLength(1);
  });

  it('answers 410 after it was shut, and is then unknown', async () => {
    const { receiver, url } = await opened();
    receiver.shut('sink');
    expect((await post(url)).status).toBe(410);
    expect(() => receiver.received('sink')).toThrow('there is no hook sink');
  });

  it('can receive deliveries for no known hook', async () => {
    const receiver = await open();
    const { url } = receiver.open('own');
    receiver.open('registered', { anywhere: true, replies: 202 });
    const root = new URL('/some/where', url).href;
    expect((await post(root)).status).toBe(202);
    expect((await post(url)).status).toBe(200);
    expect(['own', 'registered'].map((name) => receiver.received(name).length)).toEqual([1, 1]);
  });
});

describe('An invalid delivery', () => {
  it.each([
    ['larger', ' '.repeat(2_000_000), 'it is larger than 1 MiB'],
    ['deeper', '['.repeat(300_000), 'it is nested deeper than 200 levels'],
    ['more', `[${'1,'.repeat(200_000)}1]`, 'it has more than 100000 values'],
  ])('is cut if it is %s', async (_, body, why) => {
    const receiver = await open();
    expect((await post(receiver.open('sink').url, body)).status).toBe(200);
    const [delivery] = receiver.received('sink');
    expect(delivery?.raw).toEqual({ text: `${body.slice(0, 1000)}… (cut: ${why})` });
    expect(delivery && hookViewOf(delivery).json).toBeUndefined();
  });
});

describe('The replies', () => {
  it('are used one after the other, and the last one is repeated', async () => {
    const { receiver, url } = await opened({ replies: [500, { status: 429, body: 'later' }] });
    const seen: [number, string][] = [];
    for (let n = 0; n < 3; n += 1) {
      const answer = await post(url);
      seen.push([answer.status, answer.text]);
    }
    receiver.setReplies('sink', 204);
    seen.push([(await post(url)).status, '']);
    expect(seen).toEqual([
      [500, ''],
      [429, 'later'],
      [429, 'later'],
      [204, ''],
    ]);
  });

  it('can redirect, and have headers', async () => {
    const { url } = await opened({ replies: { redirect: 'https://a.test/', headers: { 'X-A': 'b' } } });
    const answer = await post(url);
    expect([answer.status, answer.headers['location'], answer.headers['x-a']]).toEqual([302, 'https://a.test/', 'b']);
  });

  it.each([200, 299, 500, { status: 206, body: 'größer' }, { status: 301, redirect: '/x' }])(
    'state their length, as the simplest clients need it: %j',
    async (replies) => {
      const { url } = await opened({ replies });
      const { headers, text } = await post(url);
      expect([headers['content-length'], headers['transfer-encoding']]).toEqual([
        String(Buffer.byteLength(text)),
        undefined,
      ]);
    },
  );

  it.each([100, 102, 103])('can be preceded by %i', async (early) => {
    const { url } = await opened({ replies: { early, status: 204 } });
    const seen: (number | undefined)[] = [];
    const sent = httpRequest(url, { method: 'POST' }).on('information', ({ statusCode }) => seen.push(statusCode));
    sent.on('continue', () => seen.push(100)).end('{}');
    const [answer] = await once(sent, 'response');
    expect([...new Set([...seen, answer.resume().statusCode])]).toEqual([early, 204]);
  });

  it('can break the connection', async () => {
    const { receiver, url } = await opened({ replies: { reset: true } });
    await expect(post(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(receiver.received('sink')).toHaveLength(1);
  });

  it('can be late, and are cancelled when the receiver closes', async () => {
    const { receiver, url } = await opened({ replies: [{ delay: 20, status: 201 }, { delay: 60_000 }] });
    expect((await post(url)).status).toBe(201);
    const pending = post(url).then(
      () => 'answered',
      () => 'broken',
    );
    await receiver.waitFor('sink', ({ reply }) => reply === '200 after 60000 ms', 1_000);
    await receiver.close();
    expect(await pending).toBe('broken');
  });

  it.each([
    [500, '500'],
    [{ status: 204, delay: 30 }, '204 after 30 ms'],
    [{ reset: true }, 'reset'],
    [{ redirect: '/x' }, '302 to /x'],
    [{ early: 103, status: 204 }, '103, 204'],
  ])('are recorded: %j as %s', (reply, text) => expect(replyText(reply)).toBe(text));
});

describe('The target’s clock', () => {
  it('is read before the reply, so that it has not moved on', async () => {
    const receiver = await open();
    let now = 1_000;
    const { url } = receiver.open('sink', { clock: async () => now });
    await post(url);
    now = 2_000;
    await post(url);
    expect(receiver.received('sink').map(({ target_at }) => target_at)).toEqual([1_000, 2_000]);
    const [first] = receiver.received('sink');
    expect(first && hookViewOf(first)).toMatchObject({ at: '1970-01-01T00:00:01.000Z', json: {} });
  });

  it('can fail, which is recorded and does not delay others', async () => {
    const receiver = await open();
    const clock = () => Promise.reject(new Error('gone'));
    const { url } = receiver.open('sink', { clock });
    expect((await post(url)).status).toBe(200);
    const [delivery] = receiver.received('sink');
    expect(delivery).toMatchObject({ clock_failed: 'gone', target_at: delivery?.at });
  });

  it('measures the duration of a late reply without delaying it', async () => {
    const receiver = await open();
    const answers: ((now: number) => void)[] = [];
    const clock = () => new Promise<number>((resolve) => answers.push(resolve));
    const { url } = receiver.open('sink', { clock, replies: { delay: 30 } });
    const sent = post(url);
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.(1_000);
    await expect.poll(() => answers.length).toBe(2);
    expect((await sent).status).toBe(200);
    answers[1]?.(21_000);
    await receiver.replied('sink');
    expect(receiver.received('sink')[0]?.answered_after?.target).toBe(20_000);
    const [delivery] = receiver.received('sink');
    expect(delivery && hookViewOf(delivery).answered_after).toEqual(delivery?.answered_after);
  });

  it('does not change the order of deliveries', async () => {
    const receiver = await open();
    const answers: ((now: number) => void)[] = [];
    const clock = () => new Promise<number>((resolve) => answers.push(resolve));
    const { url } = receiver.open('sink', { clock });
    const first = post(url, '1');
    await expect.poll(() => answers.length).toBe(1);
    const second = post(url, '2');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.(20);
    await second;
    answers[0]?.(10);
    await first;
    expect(receiver.received('sink').map(({ target_at }) => target_at)).toEqual([10, 20]);
  });
});

describe('Waiting', () => {
  it('ends with a delivery that has already arrived, or with the next one', async () => {
    const { receiver, url } = await opened();
    await post(url, '1');
    expect((await receiver.waitFor('sink', () => true, 1_000))?.raw).toEqual({ text: '1' });
    const second = receiver.waitFor('sink', ({ raw }) => 'text' in raw && raw.text === '2', 1_000);
    await post(url, '2');
    expect((await second)?.raw).toEqual({ text: '2' });
  });

  it('ends with null if nothing arrives in time', async () => {
    const receiver = await open();
    receiver.open('sink');
    expect(await receiver.waitFor('sink', () => true, 5)).toBe(null);
  });
});

describe('The address', () => {
  it.each(['/hooked', ''])('can be public, even if its path becomes %s on the way', async (kept) => {
    const receiver = await open({ public_url: 'https://public.test/hooked/' });
    const { url } = receiver.open('sink');
    expect(url).toMatch(/^https:\/\/public\.test\/hooked\/hooks\/[\w-]{24}$/);
    const local = (await open()).open('x').url;
    expect(local).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hooks\//);
    const other = await openReceiver({ public_url: null });
    closing.push(other);
    const inner = other.open('sink').url;
    const token = inner.split('/').at(-1);
    expect((await post(new URL(`${kept}/deep/${token}/?q=1`, inner).href)).status).toBe(200);
  });

  it('that is in use is reported with a remedy', async () => {
    const receiver = await open();
    const port = Number(new URL(receiver.open('x').url).port);
    await expect(openReceiver({ port })).rejects.toThrow(/cannot listen on 127\.0\.0\.1:\d+ .*choose another/);
  });
});
