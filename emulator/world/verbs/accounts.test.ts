import { describe, expect, it } from 'vitest';
import { smallWorld } from '../../testing/small-world.ts';

describe('An account that is removed', () => {
  it('leaves nothing behind, whatever its jobs were about to do', () => {
    const small = smallWorld();
    const { caller, make, state } = small;
    make('register_endpoint', {
      owner: caller.owner,
      url: 'https://one.test/',
      events: ['job.succeeded'],
      secret: null,
    });
    for (const stage of ['queued', 'processing', 'succeeded'] as const)
      small.takeTo(small.submit({ idempotencyKey: stage }).job, stage);
    const waiting = [...state.effects.values()];
    make('remove_account', { account: 'small' });
    for (const { serial, kind } of waiting) {
      if (kind === 'process') make('processed', { effect: serial, result: { images: [] } });
      else make('attempted', { effect: serial, outcome: null, endedAt: state.now });
    }
    const { serials: _, switches: __, now: ___, plans, faults, ...tables } = state;
    const left = Object.entries(tables).filter(([, table]) => 'size' in table && table.size > 0);
    const orders = ['assetOrder', 'jobOrder'];
    expect(left.map(([name]) => name).filter((name) => !orders.includes(name))).toEqual([]);
    expect([...plans, ...faults]).toEqual([]);
  });

  it('releases the bytes of pictures that arrive too late', () => {
    const small = smallWorld();
    const job = small.takeTo(small.submit().job, 'preparing');
    small.make('step_job', { job: job.id });
    const [effect] = small.state.effects.values();
    small.make('remove_account', { account: 'small' });
    const image = {
      mediaType: 'image/png',
      sizeBytes: 1,
      width: 1,
      height: 1,
      role: 'mask.acne',
      digest: 'late',
    } as const;
    small.make('processed', { effect: effect?.serial ?? -1, result: { images: [image] } });
    expect(small.world.freed).toContain('late');
  });
});
