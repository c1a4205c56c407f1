import { describe, expect, it } from 'vitest';
import { emulatorFor } from '../testing/client.ts';
import { endJob, onlyDelivery, openReceivingServer } from '../testing/receiving-server.ts';

/** The control API of an emulator, called over HTTP. */
async function controlled() {
  const { emulator, client } = await emulatorFor();
  const control = (method: string, path: string, json?: unknown) =>
    client.call(method, `/_emulator/v1${path}`, { key: null, ...(json !== undefined && { json }) });
  return { emulator, client, control };
}

const DEAD = 'http://127.0.0.1:9/';

describe('/_emulator/v1/endpoints', () => {
  it.each([
    ['POST', '/endpoints', { url: 7 }, 'url'],
    ['POST', '/endpoints', { url: DEAD, events: ['job.succeeded', 'test.pong'] }, 'events[1]'],
    ['POST', '/endpoints', { url: DEAD, environment: 'prod' }, 'environment'],
    ['POST', '/endpoints', { url: DEAD, secret: 'whsec_' }, 'secret'],
    ['POST', '/endpoints', { url: DEAD, secrt: 'whsec_a' }, 'secrt'],
    ['PATCH', '/endpoints/:id', { url: 'ftp://example.test/' }, 'url'],
    ['PATCH', '/endpoints/:id', { enabled: false }, 'enabled'],
    ['POST', '/endpoints/:id/rotate', { keep_previous_for: '7d1s' }, 'keep_previous_for'],
    ['POST', '/endpoints/:id/rotate', { secret: 'plain' }, 'secret'],
    ['POST', '/journal/wait', { delivery: { state: 'lost' } }, 'delivery.state'],
  ])('refuses %s %s with %j and names the field', async (method, path, json, field) => {
    const { emulator, control } = await controlled();
    const { id } = emulator.webhooks.register({ url: DEAD });
    const before = emulator.webhooks.list();
    const { status, body } = await control(method, path.replace(':id', id), json);
    expect([status, body.error.problems.map((problem: { path: string }) => problem.path)]).toEqual([400, [field]]);
    expect(emulator.webhooks.list()).toEqual(before);
  });
});

describe('journal.wait for a delivery', () => {
  it('answers at once if there is one already', async () => {
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

  it('answers when one arrives', async () => {
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

  it('reports what there is instead when the time is over', async () => {
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
