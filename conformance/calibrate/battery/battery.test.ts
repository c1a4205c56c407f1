import { beforeAll, describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../emulator/index.ts';
import { openSuite } from '../../certify.ts';
import { createAllowance } from '../../effects/allowance.ts';
import { startEmulator } from '../../run/self-test.ts';
import { shippedFixture } from '../../target/pictures/fixture.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { differencesOf } from '../facts/differences.ts';
import { type Battery, PARTS, partOf, playBattery } from './battery.ts';
import { refuseLate } from './place.ts';

const loaded = openSuite();
const { signal } = new AbortController();

async function played(options: EmulatorOptions, only: readonly string[], hasDrivers = true): Promise<Battery> {
  const server = await startEmulator({ ...options, onUnexpected: () => {} });
  const how = hasDrivers ? { drivers: { url: server.driver_url } } : { keys: { primary: 'pk_test_demo' } };
  const target = targetFromFlags({ base_url: server.base_url, ...how });
  return playBattery(loaded, target, { signal, nonce: 'test', only }).finally(server.close);
}

const SOME = ['access', 'cancels'];
const LATER = ['retries'];
let usual: Battery;
beforeAll(async () => {
  usual = await played({}, [...SOME, ...LATER]);
});

describe('The battery', () => {
  it('reads the same facts from the same server when it is played again', async () => {
    const { facts, missed } = await played({}, SOME);
    expect(missed).toEqual([]);
    expect(differencesOf(usual.facts, facts).differ).toEqual([]);
  });

  it.each([
    [{ job_etag: 'weak' }, 'header etag', 'strong', 'weak'],
    [{ codes: { not_found: 'NO_ROUTE' } }, 'error.code', 'NOT_FOUND', 'NO_ROUTE'],
  ] as const)('finds no other differences than %j when that choice is changed', async (readings, feature, was, is) => {
    const { facts } = await played({ readings }, SOME);
    const { differ } = differencesOf(usual.facts, facts);
    expect(differ.length).toBeGreaterThan(0);
    for (const { place, a, b } of differ) expect([place.split(' | ')[1], a, b]).toEqual([feature, was, is]);
  });

  it.each([
    [{ event_receivers: 'at_delivery' }, 'to an endpoint registered after the event', 0, 1],
    [{ event_receivers: 'at_submission' }, 'to an endpoint registered after the submission', 1, 0],
    [{ resend_retries: 'never' }, 'a resend that fails', 'is retried', 'is not retried'],
  ] as const)('shows %j in later delivery attempts', async (readings, name, was, is) => {
    const noted = [usual, await played({ readings }, LATER)].map(({ facts }) => facts.notes.get(`retries | ${name}`));
    expect(noted).toEqual([was, is]);
  });

  it('notes whether an endpoint can be registered without https', async () => {
    const of = async (readings: EmulatorOptions['readings']) => {
      const { facts } = await played({ ...(readings && { readings }) }, ['events']);
      return facts.notes.get('events | endpoint without https');
    };
    expect([await of(undefined), await of({ webhook_urls: 'strict' })]).toEqual(['registered', 'refused']);
  });

  it('reports what a part that cannot be played would need', async () => {
    const { missed } = await played({}, ['stages', 'quota'], false);
    expect(missed).toEqual([
      { part: 'stages', why: 'it needs the drivers clock, jobs' },
      { part: 'quota', why: 'it needs the drivers tenants, clock, faults' },
    ]);
  });

  it('begins nothing after the time limit', () => {
    const allowance = createAllowance({ wall: 0, jobs: null, credit_units: null }, signal);
    expect(() => refuseLate({ allowance })).toThrow('more time (--wall, or budget.wall of the target)');
  });

  it('collects facts even from a server that gives no useful answers', async () => {
    const server = await scriptedServer(() => ({ status: 200, json: { id: 7, data: 'no list' } }));
    const target = targetFromFlags({ base_url: server.base_url, keys: { primary: 'pk_test_a' } });
    const { facts, missed } = await playBattery(loaded, target, { signal, nonce: 'odd', only: SOME });
    await server.close();
    expect(facts.answers.size).toBeGreaterThan(0);
    expect(missed.map(({ part }) => part)).toEqual(SOME);
  });

  it('deletes only what it has created', async () => {
    const server = await startEmulator();
    const key = { 'X-API-Key': 'pk_test_demo' };
    const { bytes, media_type } = shippedFixture('afro.png');
    const headers = { ...key, 'Content-Type': media_type };
    const body = new Uint8Array(bytes);
    const made = await fetch(`${server.base_url}/v1/assets`, { method: 'POST', headers, body });
    const { id } = (await made.json()) as { id: string };
    const target = targetFromFlags({ base_url: server.base_url, keys: { primary: 'pk_test_demo' } });
    await playBattery(loaded, target, { signal, nonce: 'own', only: ['uploads'] });
    const list = await fetch(`${server.base_url}/v1/assets`, { headers: key });
    await server.close();
    const { data } = (await list.json()) as { data: { id: string }[] };
    expect(data.map((asset) => asset.id)).toEqual([id]);
  });

  it('finds the part that each label belongs to', () => {
    const labels = [...usual.facts.answers.keys()];
    expect(new Set(labels.map(partOf))).toEqual(new Set(SOME));
    expect(Object.keys(PARTS)).toContain(partOf('job that waits in the queue'));
  });
});
