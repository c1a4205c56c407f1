import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { clientOf, emulatorFor } from '../testing/client.ts';
import { openReceivingServer } from '../testing/receiving-server.ts';

const AT_ONCE = { queued: 0, picked_up: 0, preparing: 0, processing: 0 };

describe('a job that takes no time', () => {
  it.each(['frozen', 'auto'] as const)('has ended when it is first read, with a clock that is %s', async (clock) => {
    const { client } = await emulatorFor({ clock, stages: AT_ONCE });
    const submitted = await client.submitOn('skin.analyze');
    expect([submitted.status, submitted.body.status]).toEqual([202, 'queued']);
    const { body, headers } = await client.get(`/v1/jobs/${submitted.body.id}`);
    expect([body.status, body.completed_at]).toEqual(['succeeded', submitted.body.created_at]);
    expect(headers.get('Emulator-Now')).toBe(body.completed_at);
    expect((await client.call('POST', `/v1/jobs/${submitted.body.id}/cancel`)).status).toBe(409);
  });

  it('can also be requested with the old name', async () => {
    const { client } = await emulatorFor({ clock: 'frozen', deviate: ['jobs-at-once'] });
    const { id } = (await client.submitOn('makeup.apply')).body;
    expect((await client.get(`/v1/jobs/${id}`)).body.status).toBe('succeeded');
  });

  it('does not wait for a receiver that reads a job itself', async () => {
    await using emulator = await createEmulator({ clock: 'frozen', stages: AT_ONCE });
    const client = clientOf(emulator);
    const asked: number[] = [];
    await using server = await openReceivingServer(async (response) => {
      asked.push((await client.submitOn('skin.analyze')).status);
      response.writeHead(200).end();
    });
    const { id } = emulator.webhooks.register({ url: server.url, events: ['job.cancelled'] });
    await emulator.webhooks.ping(id);
    expect(asked).toEqual([202]);
  });
});

describe('Emulator-Now of a poll with an auto clock', () => {
  it('is the instant of the body, not a later one', async () => {
    const { client } = await emulatorFor({ clock: 'auto' });
    const { id } = (await client.submitOn('skin.analyze')).body;
    const seen: [string | null, string][] = [];
    while (seen.at(-1)?.[1] !== 'succeeded') {
      const { headers, body } = await client.get(`/v1/jobs/${id}`);
      seen.push([headers.get('Emulator-Now'), body.status]);
    }
    expect(seen.map(([at, status]) => `${at?.slice(17, 19)} ${status}`)).toEqual([
      '00 queued',
      '01 queued',
      '02 running',
      '03 running',
      '04 succeeded',
    ]);
  });
});
