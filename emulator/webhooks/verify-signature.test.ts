import { execFileSync } from 'node:child_process';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, verifySignature } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import {
  endJob,
  headerOf,
  openReceivingServer,
  type ReceivedRequest,
  type ReceivingServer,
} from '../testing/receiving-server.ts';

let emulator: Emulator;
let server: ReceivingServer;
let request: ReceivedRequest;
let header = '';
const SECRET = 'whsec_shared-with-the-receiver_1';

beforeAll(async () => {
  server = await openReceivingServer();
  ({ emulator } = await emulatorFor());
  emulator.webhooks.register({ url: server.url, secret: SECRET });
  await endJob(emulator, { operation: 'skin.analyze' });
  const [first] = server.received;
  if (first === undefined) throw new Error('no delivery came');
  request = first;
  header = headerOf(request, 'Service-Signature');
});
afterAll(async () => {
  await emulator.close();
  await server.close();
});

const changed = () => {
  const body = Buffer.from(request.body);
  body.writeUInt8(body.readUInt8(20) ^ 1, 20);
  return body;
};
const signedTime = () => Number(/^t=(\d+),/.exec(header)?.[1]);

describe('verifySignature', () => {
  it('accepts a received delivery, as bytes and as text, and returns the event', () => {
    const event = JSON.parse(request.body.toString());
    const expected = { ok: true, timestamp: signedTime(), event };
    expect(verifySignature({ body: request.body, header, secret: SECRET })).toEqual(expected);
    expect(verifySignature({ body: request.body.toString(), header, secret: ['whsec_x', SECRET] })).toEqual(expected);
  });

  it('accepts another tolerance', () => {
    const now = new Date((signedTime() + 11) * 1_000);
    const delivery = { body: request.body, header, secret: SECRET, now };
    expect(verifySignature({ ...delivery, toleranceSeconds: 11 }).ok).toBe(true);
    expect(verifySignature({ ...delivery, toleranceSeconds: 10 })).toEqual({ ok: false, reason: 'stale' });
  });
});

describe('6.4 independent verifiers', () => {
  const { webhooks } = new Stripe('sk_test_x');
  const verify = (body: Buffer | string, receivedAt?: number) =>
    webhooks.constructEvent(body, header, SECRET, undefined, undefined, receivedAt);

  it('stripe accepts a delivery, as bytes and as text', () => {
    const event = JSON.parse(request.body.toString());
    expect(verify(request.body)).toMatchObject({ id: event.id, type: 'job.succeeded' });
    expect(verify(request.body.toString())).toMatchObject({ id: event.id });
  });

  it('stripe refuses a changed byte', () => {
    expect(() => verify(changed())).toThrow('No signatures found matching the expected signature');
  });

  it('stripe refuses another secret', () => {
    expect(() => webhooks.constructEvent(request.body, header, `${SECRET}x`)).toThrow('No signatures found matching');
  });

  it('stripe refuses a stale time', () => {
    const seconds = (offset: number) => (signedTime() + offset) * 1_000;
    expect(verify(request.body, seconds(300))).toMatchObject({ object: 'event' });
    expect(() => verify(request.body, seconds(301))).toThrow('Timestamp outside the tolerance zone');
  });

  it('openssl computes the same digest of the raw bytes that a receiver got', () => {
    const input = Buffer.concat([Buffer.from(`${signedTime()}.`), request.body]);
    const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', SECRET], { input }).toString();
    expect(header).toBe(`t=${signedTime()},v1=${output.trim().split(' ').at(-1)}`);
  });
});
