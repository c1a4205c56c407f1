import { describe, expect, it } from 'vitest';
import { AdvanceFailed } from '../index.ts';
import { openWorld } from '../testing/open-world.ts';
import { createInstantImages } from '../testing/pictures/gated-images.ts';

const START = Date.UTC(2026, 0, 1);
const at = (milliseconds: number) => new Date(START + milliseconds).toISOString();

/** A world with a job that cannot end until `mend` is called, and its control API. */
async function withBreakingEnd(clock: 'frozen' | 'auto' = 'frozen') {
  const opened = await openWorld({ clock }, { images: createInstantImages() });
  const { client, host, emulator } = opened;
  if (clock === 'frozen') emulator.plans.add({ hold_at: 'preparing' });
  const { body: job } = await client.submitOn('makeup.apply');
  const { rules } = host.world;
  const output = () => {
    throw new Error('the picture has no frame\n    at frame.ts:1:1');
  };
  host.world.rules = { ...rules, output };
  const mend = () => {
    host.world.rules = rules;
  };
  const control = (method: string, path: string, json?: unknown) =>
    client.call(method, `/_emulator/v1${path}`, json === undefined ? {} : { json });
  return { ...opened, job, mend, control };
}

describe('a control call that advances time while work fails', () => {
  it('is answered with 500, what failed, when, and how far it came; the world reports the same', async () => {
    const { control, job, mend, unexpected } = await withBreakingEnd();
    await control('POST', `/jobs/${job.id}/release`);
    const { status, text, body } = await control('POST', '/clock/advance', { by: '1h' });
    expect(status).toBe(500);
    const message = [
      `time stopped at ${at(4_000)}: stage of ${job.id}, due at ${at(4_000)}, could not be done: the picture has no frame`,
      'work that had fired by then, and stays so: 3',
      'what is left is still due, and another advance tries it again',
    ].join('; ');
    const fired = [1_000, 1_500, 2_000].map((due) => ({ at: at(due), kind: 'stage', ref: job.id }));
    expect(body).toMatchObject({
      error: { message, problems: [], advance: { now: at(4_000), fired, next_due: at(4_000) } },
    });
    expect(text).not.toContain('.ts');
    expect(unexpected).toEqual([expect.any(AdvanceFailed)]);
    expect((await control('GET', '/clock')).body.now).toBe(at(4_000));
    expect((await control('GET', `/jobs/${job.id}`)).body).toMatchObject({ status: 'running', stage: 'processing' });
    mend();
    expect((await control('POST', '/clock/advance', { by: '1s' })).body).toMatchObject({
      now: at(5_000),
      fired: [{ at: at(4_000), kind: 'stage', ref: job.id }],
    });
  });

  it('is also answered with 500 if a step fails', async () => {
    const { control, job, mend } = await withBreakingEnd();
    await control('POST', '/clock/advance', { by: '2s' });
    await control('POST', `/jobs/${job.id}/step`);
    const broken = await control('POST', `/jobs/${job.id}/step`);
    const message = `step_job of ${job.id}, due at ${at(2_000)}, could not be done: the picture has no frame`;
    const failed = {
      error: { message: `the emulator failed: ${message}; please report what it printed`, problems: [] },
    };
    expect([broken.status, broken.body]).toEqual([500, failed]);
    expect((await control('GET', `/jobs/${job.id}`)).body).toMatchObject({ stage: 'processing' });
    mend();
    expect((await control('POST', `/jobs/${job.id}/step`)).body).toMatchObject({ status: 'succeeded' });
  });
});

describe('a poll that moves an auto clock while work fails', () => {
  it('is answered with 500, and returns the job once the work is possible', async () => {
    const { client, job, mend, host } = await withBreakingEnd('auto');
    const poll = async () => {
      const { status, body } = await client.get(`/v1/jobs/${job.id}`);
      return [status, body.error?.code ?? body.status];
    };
    for (const seen of ['queued', 'queued', 'running']) expect(await poll()).toEqual([200, seen]);
    expect(await poll()).toEqual([500, 'INTERNAL_ERROR']);
    expect(host.journal.find({ status: 500 })).toHaveLength(1);
    mend();
    expect(await poll()).toEqual([200, 'running']);
    expect(await poll()).toEqual([200, 'succeeded']);
  });

  it('is answered even if it waits for a limit to pass', async () => {
    const { client, mend, emulator } = await withBreakingEnd('auto');
    emulator.switches.set({ admission_per_minute: 1 });
    const refused = await client.submitOn('makeup.apply');
    expect([refused.status, refused.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
    mend();
    expect((await client.submitOn('makeup.apply')).status).toBe(429);
    expect((await client.submitOn('makeup.apply')).status).toBe(202);
  });
});
