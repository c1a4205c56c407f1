import { describe, expect, it } from 'vitest';
import { DAY } from '../../domain/values/time.ts';
import { outcomeOf, type SmallWorld, smallWorld } from '../../testing/small-world.ts';

describe('4.1 A delete of an asset', () => {
  it.each<[what: string, find: (small: SmallWorld) => string, outcome: string | undefined]>([
    ['that is there', (small) => small.upload().id, undefined],
    ['that was deleted', deleted, undefined],
    ['that has expired', expired, undefined],
    ['that a job works on', submitted, undefined],
    ['that a job has made', result, 'asset_owned_by_job'],
    ['whose job was deleted (reading 63)', orphan, undefined],
    ['that never was', () => 'asset_none', 'asset_not_found'],
    ['that is a job', (small) => small.submit().job.id, 'asset_not_found'],
  ])('%s: %s', (_, find, outcome) => {
    const small = smallWorld();
    const asset = find(small);
    expect(outcomeOf(() => small.make('delete_asset', { caller: small.caller, asset }))).toBe(outcome);
    if (outcome === undefined) expect(small.state.assets.has(asset)).toBe(false);
  });

  it('leaves a job that was admitted with it what it needs', () => {
    const small = smallWorld();
    const input = small.upload();
    const { job } = small.submit({ submission: small.skin(input.id) });
    small.make('delete_asset', { caller: small.caller, asset: input.id });
    expect(small.state.blobUses.get(input.digest)).toBe(1);
    expect(small.takeTo(job, 'succeeded').stage).toBe('succeeded');
  });
});

function deleted(small: SmallWorld): string {
  const { id } = small.upload();
  small.make('delete_asset', { caller: small.caller, asset: id });
  return id;
}

function expired(small: SmallWorld): string {
  const { id } = small.upload();
  small.pass(DAY);
  return id;
}

function submitted(small: SmallWorld): string {
  return small.submit().job.inputs[0]?.assetId ?? '';
}

function result(small: SmallWorld): string {
  return small.takeTo(small.submit().job, 'succeeded').results[0] ?? '';
}

function orphan(small: SmallWorld): string {
  const job = small.takeTo(small.submit().job, 'succeeded');
  small.make('delete_job', { caller: small.caller, job: job.id });
  return job.results[0] ?? '';
}
