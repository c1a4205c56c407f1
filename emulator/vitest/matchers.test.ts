import { describe } from 'vitest';
import { clientOf } from '../testing/client.ts';
import { expect, type TestWorld, test } from './index.ts';

/** A client of the world of a test, over a socket. */
const callerOf = ({ keys, url }: TestWorld) =>
  clientOf({ keys, fetch: (path, init) => fetch(new URL(path, url), init) });

const messageOf = (assertion: () => void): string => {
  try {
    assertion();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was wrong');
};

describe('toHaveReceived', () => {
  const request = { route: 'POST /v1/skin/analyses', status: 202 };

  test('counts the matching requests', async ({ world }) => {
    expect(world).not.toHaveReceived(request);
    await callerOf(world).submitOn('skin.analyze');
    expect(world).toHaveReceived(request);
    expect(world).toHaveReceived(request, { exactly: 1 });
    expect(world).not.toHaveReceived(request, { at_least: 2 });
    expect(world).toHaveReceived({ route: 'DELETE /v1/jobs/:id' }, { exactly: 0 });
  });

  test('shows the nearest requests, how they differ, and why they were refused', async ({ world }) => {
    const { submit, upload } = callerOf(world);
    const asset = await upload();
    const body = { inputs: [{ asset_id: asset.body.id, role: 'source' }], concerns: ['acne', 'acne'] };
    await submit('/v1/skin/analyses', body, { idempotencyKey: 'order-1' });
    const message = messageOf(() => expect(world).toHaveReceived({ ...request, idempotency_key: 'order-2' }));
    expect(message).toBe(`Error: expect(world).toHaveReceived(request)

expected  at least 1 of {"route":"POST /v1/skin/analyses","status":202,"idempotency_key":"order-2"}
found     0
the nearest:
  POST /v1/skin/analyses -> 400 INVALID_REQUEST
    SKIN-CONCERNS-SET-400 (spec 4.2): concerns[1] names acne a second time
    status: expected 202, seen 400
    idempotency_key: expected "order-2", seen "order-1"
  POST /v1/assets -> 201
    route: expected "POST /v1/skin/analyses", seen "POST /v1/assets"
    status: expected 202, seen 201
    idempotency_key: expected "order-2", seen none`);
  });

  test('shows the requests that should not have come', async ({ world }) => {
    await callerOf(world).submitOn('skin.analyze');
    expect(
      messageOf(() => expect(world).not.toHaveReceived(request)),
    ).toBe(`Error: expect(world).not.toHaveReceived(request)

expected  none of {"route":"POST /v1/skin/analyses","status":202}
found     1:
  POST /v1/skin/analyses -> 202 queued`);
    expect(messageOf(() => expect(world).not.toHaveReceived(request, { exactly: 1 }))).toContain(
      'expected  anything but exactly 1 of',
    );
  });

  test('shows the last of many, and no near ones if there are too many requests', async ({ world }) => {
    const { get } = callerOf(world);
    for (let times = 0; times < 8; times += 1) await get(`/v1/jobs?limit=${times + 1}`);
    const message = messageOf(() => expect(world).toHaveReceived({ route: 'GET /v1/jobs' }, { at_most: 7 }));
    expect(message).toContain('expected  0 to 7 of {"route":"GET /v1/jobs"}\nfound     8, the last of them:');
    expect(message.match(/GET \/v1\/jobs\?limit=\d -> 200/g)).toHaveLength(6);
    expect(message).not.toContain('the nearest');
  });

  test('escapes control characters', async ({ world }) => {
    await callerOf(world).submit('/v1/skin/analyses', { name: '\u202e\u009b31m' }, { idempotencyKey: 'a\u009b2Jb' });
    const wanted = { route: 'POST /v1/skin/analyses', status: 202, body_contains: 'x', idempotency_key: 'y' };
    const message = messageOf(() => expect(world).toHaveReceived(wanted));
    expect(message).toContain('seen "a\\u009b2Jb"');
    expect(message).toContain('\\u202e\\u009b31m');
    expect(message).not.toMatch(/[\u009b\u202e]/);
  });

  test('reports that no request has come', ({ world }) => {
    expect(messageOf(() => expect(world).toHaveReceived(request))).toMatch(/nothing else has reached this world$/);
  });

  test('reports what is wrong with its arguments', ({ world }) => {
    // @ts-expect-error: no such part of a request
    expect(() => expect(world).toHaveReceived({ rute: 'GET /v1/usage' })).toThrow('did you mean route?');
    // @ts-expect-error: the counts are those of journal.verify
    expect(() => expect(world).toHaveReceived(request, { atLeast: 2 })).toThrow('did you mean at_least?');
    expect(() => expect(world).not.toHaveReceived({ route: 'POST /v1/hair/tryons' })).toThrow(
      'route: is not a route; did you mean POST /v1/hair/try-ons?',
    );
    expect(() => expect(world.url).toHaveReceived(request)).toThrow(
      'toHaveReceived is asked of a world or an emulator: expect(world).toHaveReceived(…), and got string',
    );
    expect(() => expect(null).toHaveCleanAudit()).toThrow(/and got null$/);
    expect(() => expect({}).toHaveCleanAudit()).toThrow(/and got another object$/);
  });
});

describe('toHaveDelivered', () => {
  test.override({ worldOptions: { clock: 'frozen' } });

  test('finds deliveries by event, job, endpoint, state and attempts', async ({ world }) => {
    const good = await world.webhooks.receiver({ environment: 'test' });
    const bad = await world.webhooks.receiver({ environment: 'test', replies: [500, 'timeout'] });
    const { body } = await callerOf(world).submitOn('skin.analyze');
    await world.clock.advance('1h');
    await expect(world).toHaveDelivered({ type: 'job.succeeded', job: body.id }, { exactly: 2 });
    await expect(world).toHaveDelivered({ endpoint: good, attempts: 1 }, { exactly: 1 });
    await expect(world).toHaveDelivered({ endpoint: bad.endpoint, attempts: 3 }, { exactly: 1 });
    await expect(world).toHaveDelivered({ endpoint: world.webhooks.read(bad), attempts: 3 }, { exactly: 1 });
    await expect(world).not.toHaveDelivered({ endpoint: bad, attempts: 1 });
    await expect(world).not.toHaveDelivered({ type: 'job.failed' });
    await expect(world).not.toHaveDelivered({ state: 'pending' });
  });

  test('waits until everything that is due has been answered', async ({ world }) => {
    const receiver = await world.webhooks.receiver({ environment: 'test' });
    void world.webhooks.ping(receiver.endpoint);
    await expect(world).toHaveDelivered({ type: 'test.ping' }, { exactly: 1 });
  });

  test('shows the nearest delivery with its attempts', async ({ world }) => {
    const receiver = await world.webhooks.receiver({ environment: 'test', replies: [500, 'reset'], otherwise: 503 });
    const { body } = await callerOf(world).submitOn('skin.analyze');
    await world.clock.advance('2m');
    const next = world.webhooks.deliveries()[0]?.next_attempt_at;
    await expect(expect(world).toHaveDelivered({ job: body.id, endpoint: receiver })).rejects.toThrow(
      `expect(world).toHaveDelivered(delivery)

expected  at least 1 of {"job":"${body.id}","endpoint":"${receiver.endpoint}","state":"delivered"}
found     0
the nearest:
  job.succeeded of ${body.id} to ${receiver.url} (${receiver.endpoint}): pending, answered 500, connection, the next one at ${next}
    state: expected "delivered", seen "pending"`,
    );
  });

  test('explains why there is none: there is no endpoint, or nothing has ended', async ({ world }) => {
    const nothing = () => expect(world).toHaveDelivered();
    await expect(nothing()).rejects.toThrow('no endpoint is registered in this world: webhooks.receiver() and');
    await world.webhooks.receiver({ environment: 'test' });
    await expect(nothing()).rejects.toThrow('nothing else was sent: there is no job in this world');
    const { body } = await callerOf(world).submitOn('skin.analyze');
    await expect(nothing()).rejects.toThrow(`nothing else was sent: ${body.id} is queued`);
  });

  test('reports that there is no endpoint for the environment of the job', async ({ world }) => {
    await world.webhooks.receiver();
    const { body } = await callerOf(world).submitOn('skin.analyze', { key: world.keys.live });
    await world.clock.advance('1h');
    await expect(expect(world).toHaveDelivered()).rejects.toThrow(
      `the endpoints get events of test jobs, and ${body.id} is a live one: register with environment: 'live'`,
    );
  });

  test('reports what is wrong with its argument', async ({ world }) => {
    // @ts-expect-error: no such event
    await expect(expect(world).toHaveDelivered({ type: 'job.done' })).rejects.toThrow(
      'The delivery is not valid:\n  type:',
    );
    await expect(expect(world).not.toHaveDelivered({ job: 'job_1' })).rejects.toThrow('job: is no job of this world');
    await expect(expect(world).not.toHaveDelivered({ endpoint: 'http://127.0.0.1:9/' })).rejects.toThrow(
      'endpoint: must be the id of an endpoint, such as we_…',
    );
  });

  test('accepts a job that was deleted', async ({ world }) => {
    const { submitOn, call } = callerOf(world);
    const { body } = await submitOn('skin.analyze');
    await world.clock.advance({ until: 'idle' });
    expect((await call('DELETE', `/v1/jobs/${body.id}`)).status).toBe(204);
    await expect(world).not.toHaveDelivered({ job: body.id });
  });
});

describe('toHaveCleanAudit', () => {
  test.override({ worldOptions: { clock: 'frozen' } });

  test('reports what the client did wrong, except what is ignored', async ({ world }) => {
    expect(world).toHaveCleanAudit();
    expect(() => expect(world).not.toHaveCleanAudit()).toThrow('the client made no mistake');
    const { get, submitOn } = callerOf(world);
    const { body } = await submitOn('skin.analyze');
    await get(`/v1/jobs/${body.id}`);
    const { headers } = await get(`/v1/jobs/${body.id}`);
    expect(world).toHaveCleanAudit({ ignore: ['poll-too-soon'] });
    expect(() => expect(world).toHaveCleanAudit()).toThrow(
      `the client made 1 mistake:\n  poll-too-soon: polled /v1/jobs/${body.id} after 0 ms, but had to wait ${headers.get('Retry-After')} s.`,
    );
  });
});
