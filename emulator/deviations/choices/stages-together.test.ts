import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../create.ts';
import { emulatorFor } from '../../testing/client.ts';

const LIVE = 'pk_live_demo';

async function endedJob(readings: EmulatorOptions['readings']) {
  const { emulator, client } = await emulatorFor({ readings });
  const { body: submitted } = await client.submitOn('makeup.apply', { key: LIVE });
  await emulator.clock.advance('4s');
  const read = async () => (await client.get(`/v1/jobs/${submitted.id}`, { key: LIVE })).body;
  return { client, read };
}

describe('jobs under several choices', () => {
  it('show times that lose their digits later by the same clock as the others', async () => {
    const { read } = await endedJob({
      later_time_digits: 'whole_seconds',
      clock_ahead_seconds: 3600,
      time_offset: 'zero_offset',
    });
    const { created_at, completed_at } = await read();
    expect(Date.parse(completed_at) - Date.parse(created_at)).toBe(4000);
    expect([created_at, completed_at]).toEqual([
      expect.stringMatching(/T\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      expect.stringMatching(/T\d\d:\d\d:\d\d\+00:00$/),
    ]);
  });

  it('lose inputs of another role as any', async () => {
    const { client, read } = await endedJob({ job_inputs_role: 'other', job_inputs_after_deletion: 'emptied' });
    const [input] = (await read()).inputs;
    const { status } = await client.call('DELETE', `/v1/assets/${input.asset_id}`, { key: LIVE });
    expect([input.role, status, (await read()).inputs]).toEqual(['photo', 204, []]);
  });

  it('leave no result behind its retention, whatever id its href names', async () => {
    const { emulator, client } = await emulatorFor({
      readings: { result_href: 'other_id', content_of_unknown_asset: 410, job_retention: '1h' },
    });
    const { body: submitted } = await client.submitOn('makeup.apply', { key: LIVE });
    await emulator.clock.advance('4s');
    const { output } = (await client.get(`/v1/jobs/${submitted.id}`, { key: LIVE })).body;
    const downloads = async () => (await client.get(output.image.href, { key: LIVE })).status;
    expect(await downloads()).toBe(200);
    await emulator.clock.advance('2h');
    expect(await downloads()).toBe(404);
  });
});
