import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { emulatorFor } from '../testing/client.ts';
import { endJob, onlyDelivery, openReceivingServer } from '../testing/receiving-server.ts';

/** The control API of an emulator, as something without code speaks to it. */
async function controlled() {
  const { emulator, client } = await emulatorFor();
  const control = (method: string, path: string, json?: unknown) =>
    client.call(method, `/_emulator/v1${path}`, { key: null, ...(json !== undefined && { json }) });
  return { emulator, client, control };
}

const DEAD = 'http://127.0.0.1:9/';

describe('/_emulator/v1/endpoints', () => {
  it('registers, lists, reads, changes and removes', async () => {
    const { emulator, control } = await controlled();
    const made = await control('POST', '/endpoints', { url: DEAD, environment: 'live', events: ['job.failed'] });
    expect(made.status).toBe(201);
    const { secret, ...report } = made.body;
    expect(secret).toMatch(/^whsec_/);
    expect(report).toEqual({
      id: expect.stringMatching(/^we_/),
      account: 'demo',
      environment: 'live',
      url: DEAD,
      events: ['job.failed'],
      enabled: true,
      failing: null,
      previous_secret_until: null,
      created_at: emulator.clock.now(),
    });
    expect(await control('GET', '/endpoints')).toMatchObject({ status: 200, body: [report] });
    expect((await control('GET', `/endpoints/${report.id}`)).body).toEqual(report);
    const changed = await control('PATCH', `/endpoints/${report.id}`, { events: ['job.cancelled'] });
    expect([changed.status, changed.body]).toEqual([200, { ...report, events: ['job.cancelled'] }]);
    expect(await control('DELETE', `/endpoints/${report.id}`)).toMatchObject({ status: 204, text: '' });
    expect((await control('GET', '/endpoints')).body).toEqual([]);
  });

  it('disables, enables, rotates, pings and resends', async () => {
    await using server = await openReceivingServer();
    const { emulator, control } = await controlled();
    const { id, secret } = (await control('POST', '/endpoints', { url: server.url })).body;
    const post = (path: string, json?: unknown) => control('POST', `/endpoints/${id}/${path}`, json);

    expect(await post('disable')).toMatchObject({ status: 200, body: { id, enabled: false } });
    expect(await post('ping')).toMatchObject({ status: 409, body: { error: { problems: [] } } });
    expect(await post('enable')).toMatchObject({ status: 200, body: { id, enabled: true } });
    const rotated = await post('rotate', { keep_previous_for: '1h' });
    expect(rotated).toMatchObject({ status: 200, body: { previous_secret_until: '2026-01-01T01:00:00.000Z' } });
    expect(rotated.body.secret).not.toBe(secret);

    const ping = await post('ping');
    expect(ping).toMatchObject({
      status: 200,
      body: { endpoint: id, state: 'delivered', event: { type: 'test.ping' } },
    });
    const resent = await control('POST', `/deliveries/${ping.body.id}/resend`);
    expect(resent).toMatchObject({ status: 200, body: { resend: true, event: ping.body.event } });
    const log = await control('GET', `/endpoints/${id}/deliveries`);
    expect([log.status, log.body]).toEqual([200, [ping.body, resent.body]]);
    expect(log.body).toEqual(emulator.webhooks.deliveries(id));
    expect(server.received).toHaveLength(2);
  });

  it.each([
    ['POST', '/endpoints', {}, 'url'],
    ['POST', '/endpoints', { url: 7 }, 'url'],
    ['POST', '/endpoints', { url: 'nowhere' }, 'url'],
    ['POST', '/endpoints', { url: DEAD, events: ['job.succeeded', 'test.pong'] }, 'events[1]'],
    ['POST', '/endpoints', { url: DEAD, events: [] }, 'events'],
    ['POST', '/endpoints', { url: DEAD, environment: 'prod' }, 'environment'],
    ['POST', '/endpoints', { url: DEAD, secret: 'whsec_' }, 'secret'],
    ['POST', '/endpoints', { url: DEAD, secrt: 'whsec_a' }, 'secrt'],
    ['POST', '/endpoints', [], 'body'],
    ['PATCH', '/endpoints/:id', { url: 'ftp://example.test/' }, 'url'],
    ['PATCH', '/endpoints/:id', { enabled: false }, 'enabled'],
    ['PATCH', '/endpoints/:id', { events: ['*'] }, 'events[0]'],
    ['POST', '/endpoints/:id/rotate', { keep_previous_for: '8d' }, 'keep_previous_for'],
    ['POST', '/endpoints/:id/rotate', { keep_previous_for: -1 }, 'keep_previous_for'],
    ['POST', '/endpoints/:id/rotate', { secret: 'plain' }, 'secret'],
    ['POST', '/endpoints/:id/rotate', { keep: '1h' }, 'keep'],
    ['POST', '/journal/wait', { delivery: { state: 'lost' } }, 'delivery.state'],
    ['POST', '/journal/wait', { delivery: { jobs: 'x' } }, 'delivery.jobs'],
    ['POST', '/journal/wait', { delivery: {}, timeout: '6m' }, 'timeout'],
  ])('%s %s with %j answers 400 and names the place', async (method, path, json, place) => {
    const { emulator, control } = await controlled();
    const { id } = emulator.webhooks.register({ url: DEAD });
    const before = emulator.webhooks.list();
    const { status, body } = await control(method, path.replace(':id', id), json);
    expect(status).toBe(400);
    expect(body.error.problems.map((problem: { path: string }) => problem.path)).toEqual([place]);
    expect(emulator.webhooks.list()).toEqual(before);
  });

  it('answers 400 to a body that is not JSON', async () => {
    const { client } = await controlled();
    const { status, body } = await client.call('POST', '/_emulator/v1/endpoints', { key: null, body: '{' });
    expect([status, body.error.problems]).toEqual([400, [{ path: 'body', problem: 'is not JSON' }]]);
  });

  it.each([
    ['GET', '/endpoints/we_none'],
    ['PATCH', '/endpoints/we_none'],
    ['DELETE', '/endpoints/we_none'],
    ['POST', '/endpoints/we_none/enable'],
    ['POST', '/endpoints/we_none/disable'],
    ['POST', '/endpoints/we_none/rotate'],
    ['POST', '/endpoints/we_none/ping'],
    ['GET', '/endpoints/we_none/deliveries'],
    ['POST', '/deliveries/del_none/resend'],
  ])('%s %s answers 404', async (method, path) => {
    const { control } = await controlled();
    const { status, body } = await control(method, path, method === 'GET' ? undefined : {});
    expect(status).toBe(404);
    expect(body.error.message).toMatch(/there is no (endpoint we_none|delivery del_none) in the world default/);
  });

  it('answers 404 for an account that is not there', async () => {
    const { control } = await controlled();
    const { status, body } = await control('POST', '/endpoints', { url: DEAD, account: 'nobody' });
    expect([status, body.error.message]).toEqual([404, 'there is no account nobody in the world default']);
  });

  it('is served over a socket too, with and without a body of a stated length', async () => {
    await using emulator = await createEmulator({ clock: 'frozen' });
    const base = `${emulator.url}/_emulator/v1/endpoints`;
    const chunked = new Blob([JSON.stringify({ url: DEAD })]).stream();
    const made = await fetch(base, { method: 'POST', body: chunked, duplex: 'half' });
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    expect((await fetch(`${base}/${id}/rotate`, { method: 'POST' })).status).toBe(200);
    expect((await fetch(`${base}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(emulator.webhooks.list()).toEqual([]);
  });

  it('speaks of the world that the call names', async () => {
    const { emulator, client } = await controlled();
    const other = await emulator.worlds.create({ name: 'other' });
    const headers = { 'Emulator-World': 'other' };
    const made = await client.call('POST', '/_emulator/v1/endpoints', { key: null, headers, json: { url: DEAD } });
    expect(made).toMatchObject({ status: 201, body: { account: 'other' } });
    expect([emulator.webhooks.list().length, other.webhooks.list().length]).toEqual([0, 1]);
  });
});

describe('journal.wait for a delivery', () => {
  it('answers at once where there is one already', async () => {
    await using server = await openReceivingServer();
    const { emulator, control } = await controlled();
    const { id: endpoint } = emulator.webhooks.register({ url: server.url });
    const job = await endJob(emulator);
    const wanted = { job, endpoint, state: 'delivered' } as const;
    const delivery = onlyDelivery(emulator);
    expect(await emulator.journal.wait({ delivery: wanted, timeout: '0s' })).toEqual(delivery);
    expect(await control('POST', '/journal/wait', { delivery: wanted })).toMatchObject({ status: 200, body: delivery });
    expect(await emulator.journal.wait({ delivery: {} })).toEqual(delivery);
  });

  it('answers when one comes', async () => {
    await using server = await openReceivingServer();
    const { emulator, client, control } = await controlled();
    emulator.webhooks.register({ url: server.url });
    const { body: job } = await client.submitOn('makeup.apply');
    const inCode = emulator.journal.wait({ delivery: { job: job.id, state: 'delivered' } });
    const overHttp = control('POST', '/journal/wait', { delivery: { job: job.id, state: 'delivered' } });
    await emulator.clock.advance('4s');
    expect(await inCode).toEqual(onlyDelivery(emulator));
    expect((await overHttp).body).toEqual(onlyDelivery(emulator));
  });

  it('answers when it gets to the state', async () => {
    await using server = await openReceivingServer(500);
    const { emulator } = await controlled();
    emulator.webhooks.register({ url: server.url });
    await endJob(emulator);
    const exhausted = emulator.journal.wait({ delivery: { state: 'exhausted' } });
    await emulator.clock.advance('25h');
    expect(await exhausted).toMatchObject({ state: 'exhausted', next_attempt_at: null });
  });

  it('tells at the end of the time what there is instead', async () => {
    await using server = await openReceivingServer(500);
    const { emulator, control } = await controlled();
    const { id: endpoint } = emulator.webhooks.register({ url: server.url });
    const job = await endJob(emulator);
    const { id } = onlyDelivery(emulator);
    const late = await control('POST', '/journal/wait', { delivery: { job, state: 'delivered' }, timeout: '1ms' });
    expect([late.status, late.body.error.message]).toEqual([
      408,
      `no delivery {"job":"${job}","state":"delivered"} in time: ${id} is pending after 1 attempt`,
    ]);
    await expect(emulator.journal.wait({ delivery: { job: 'job_x', endpoint }, timeout: 1 })).rejects.toMatchObject({
      status: 408,
      message: `no delivery {"job":"job_x","endpoint":"${endpoint}"} in time: there is none of this job and endpoint`,
    });
  });
});
