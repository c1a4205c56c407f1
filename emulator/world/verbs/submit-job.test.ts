import { describe, expect, it } from 'vitest';
import { DAY } from '../../domain/values/time.ts';
import { outcomeOf, type SmallWorld, smallWorld } from '../../testing/small-world.ts';
import { copyState } from '../state.ts';

const unitsOf = ({ state }: SmallWorld) => state.accounts.get('small')?.ledger;

describe('A submission', () => {
  it('holds its units, counts for the day, claims its key and keeps its own copy of the input', () => {
    const small = smallWorld();
    const asset = small.upload();
    const { replayed, job } = small.submit({ submission: small.skin(asset.id), idempotencyKey: 'one' });
    expect(replayed).toBe(false);
    expect(job).toMatchObject({ stage: 'queued', charge: { units: 1, state: 'held' }, results: [] });
    expect(unitsOf(small)).toMatchObject({ settled: 10, held: 1 });
    expect([...small.state.usage.values()]).toEqual([expect.objectContaining({ accepted: 1 })]);
    expect(small.state.quotaUses.size).toBe(1);
    expect([...small.state.claims.values()]).toEqual([expect.objectContaining({ job: job.id })]);
    expect(small.state.blobUses.get(asset.digest)).toBe(2);
  });

  it.each<[why: string, prepare: (small: SmallWorld) => string | undefined, kind: string]>([
    ['its input never was', () => 'asset_none', 'asset_not_found'],
    ['its input was deleted', deletedInput, 'asset_not_found'],
    ['its input has expired', expiredInput, 'asset_expired'],
    ['its input is a result', resultOf, 'invalid_request'],
    ['the units do not suffice', spendAll, 'insufficient_credits'],
    ['the ledger cannot be read', unreadable, 'service_unavailable'],
    ['the quota of the day is used up', (small) => limit(small, { dailyQuota: 0 }), 'rate_limited'],
    ['the key has had its jobs of this minute', (small) => limit(small, { admissionPerMinute: 0 }), 'rate_limited'],
    ['several things are wrong: the input comes first (reading 20)', allWrong, 'asset_not_found'],
  ])('is refused if %s, and changes nothing', (_, prepare, kind) => {
    const small = smallWorld();
    const submission = small.skin(prepare(small) ?? small.upload().id);
    const before = copyState(small.state);
    expect(outcomeOf(() => small.submit({ submission, idempotencyKey: 'one' }))).toBe(kind);
    expect(small.state).toEqual(before);
  });
});

function spendAll(small: SmallWorld): undefined {
  small.make('change_credits', { account: 'small', change: { adjust: -10, enforced: true } });
}

function deletedInput(small: SmallWorld): string {
  const { id } = small.upload();
  small.make('delete_asset', { caller: small.caller, asset: id });
  return id;
}

function expiredInput(small: SmallWorld): string {
  const { id } = small.upload();
  small.pass(DAY);
  return id;
}

function resultOf(small: SmallWorld): string {
  return small.takeTo(small.submit().job, 'succeeded').results[0] ?? '';
}

function unreadable(small: SmallWorld): undefined {
  small.make('set_switches', { switches: { ledgerUnreadable: true } });
}

function limit(small: SmallWorld, switches: { dailyQuota?: number; admissionPerMinute?: number }): undefined {
  small.make('set_switches', { switches });
}

function allWrong(small: SmallWorld): string {
  spendAll(small);
  limit(small, { dailyQuota: 0, admissionPerMinute: 0 });
  return 'asset_none';
}
