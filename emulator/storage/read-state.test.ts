import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { openWorld } from '../testing/open-world.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';
import type { WorldState } from '../world/state.ts';
import { stateFrom } from './read-state.ts';
import { captureState, rowsOf } from './state-rows.ts';

const { path } = scratchFolder();

/** A world with rows in most tables: a finished job, a job in each of two stages, and pending deliveries. */
async function worked(dataDir?: string) {
  const opened = await openWorld(dataDir === undefined ? {} : { dataDir });
  const { emulator, client, host } = opened;
  emulator.webhooks.register({ url: 'http://127.0.0.1:9/' });
  emulator.plans.add({ nth: 9 });
  emulator.faults.add({ nth: 9, effect: { kind: 'delay', by: '5ms' } });
  await client.submitOn('skin.analyze');
  await emulator.clock.advance('5s');
  await client.submitOn('makeup.apply');
  await emulator.clock.advance('2s');
  await client.submitOn('hair.try_on');
  return { ...opened, state: host.world.state };
}

/** The rows of a state after a modification, as stored in a file. */
function rowsWith(state: WorldState, change: (state: WorldState) => void): unknown[] {
  const changed = structuredClone(state);
  change(changed);
  return JSON.parse(JSON.stringify([...rowsOf(captureState(changed))]));
}

/** Changes the fields of the first row of a table, or of the first matching row. */
const row =
  (table: keyof WorldState, fields: object, fits: (row: never) => boolean = () => true) =>
  (state: WorldState) => {
    const rows = state[table] as Map<unknown, object>;
    const [key, found] = [...rows].find(([, one]) => fits(one as never)) ?? [];
    rows.set(key, { ...found, ...fields });
  };
const atWork = ({ stage }: { stage: string }) => stage === 'processing';

const { state } = await worked();

describe('a state that is read from a file', () => {
  it('equals what was written', () => {
    expect(stateFrom(rowsWith(state, () => {}))).toEqual(structuredClone(state));
  });

  it.each<[what: string, change: (state: WorldState) => void, says: RegExp]>([
    ['a field of another type', row('assets', { width: '64' }), /^row \d+: assets "asset_\w+": width: must be/],
    ['a field too many', row('assets', { more: 1 }), /assets "asset_\w+": more: is not a known field/],
    ['a field too few', row('jobs', { view: undefined }), /jobs "job_\w+": view: /],
    ['an instant that is no date', row('jobs', { createdAt: 8.64e15 }), /jobs "job_\w+": createdAt: must be at most/],
    ['half a millisecond', row('timers', { due: 0.5 }), /timers \d+: due: must be/],
    ['no address', row('endpoints', { url: 'nowhere' }), /endpoints "we_\w+": url: must be an address/],
    ['no network', row('keys', { networks: ['10/8'] }), /keys "pk_\w+": networks\[0\]: must be an address or a CIDR/],
    [
      'a view that is no JSON',
      row('jobs', { view: { json: '{', etag: '', terminal: true } }),
      /view.json: must be JSON/,
    ],
    [
      'a key that is not its own',
      (to) => to.assets.set('other', [...to.assets.values()][0] as never),
      /"other": the key is not that of the row/,
    ],
    ['no digest', (to) => void to.blobUses.set('../mine', 1), /blobUses "..\/mine": the key is none of this table/],
    [
      'values of other names',
      (to) => Object.assign(to.switches, { other: true }),
      /row 1: \[1\]\.switches\.other: is not a known field/,
    ],
    [
      'a delay that lasts',
      ({ faults: [fault] }) => Object.assign(fault?.effect ?? {}, { milliseconds: 1e9 }),
      /faults\[0\]\.effect\.milliseconds: must be at most 60000/,
    ],
    [
      'a list with a key of another type',
      ({ timerOrder }) => timerOrder.chunks.push([['soon', 1] as never]),
      /row \d+: \[3\]\[0\]\[0\]: must be/,
    ],
  ])('is refused with its place if a row has %s', (_, change, says) => {
    expect(() => stateFrom(rowsWith(state, change))).toThrow(says);
  });

  it.each<[what: string, change: (state: WorldState) => void, says: RegExp]>([
    [
      'an account that is not there',
      row('jobs', { owner: 'none/test' }),
      /^row \d+: jobs "job_\w+": owner names the account "none", which is not there/,
    ],
    ['the account of a key', row('keys', { account: 'none' }), /keys "pk_\w+": account names the account "none"/],
    [
      'a timer without its job',
      row('timers', { ref: 'job_none' }, ({ kind }: { kind: string }) => kind === 'stage'),
      /timers \d+: ref names "job_none", which has no such timer \(stage\)/,
    ],
    [
      'a timer of another kind',
      row('timers', { kind: 'stage' }, ({ kind }: { kind: string }) => kind === 'job-expiry'),
      /which has no such timer \(stage\)/,
    ],
    [
      'no timer of its own',
      row('assets', { timer: 0 }, ({ timer }: { timer: number | null }) => timer === null),
      /assets "asset_\w+": timer is no timer of the asset/,
    ],
    ['a number that is given again', (to) => to.serials.set('timer', 1), /timers \d+: serial is not below the count/],
    [
      'work on a job that is over',
      (to) => {
        to.effects.set(90, { serial: 90, kind: 'process', job: [...to.jobs.keys()][0] ?? '' });
        to.serials.set('effect', 100);
      },
      /effects \d+: job names "job_\w+", which is not being processed/,
    ],
    ['no pictures at its end', row('jobs', { processed: null }, atWork), /jobs "job_\w+": processed is null/],
    [
      'more pixels than there are',
      row('jobs', { snapshot: [{ role: 'source', digest: 'A'.repeat(43), width: 60_000, height: 60_000 }] }, atWork),
      /has a picture of more than/,
    ],
    ['a list that is not sorted', ({ timerOrder: { chunks } }) => chunks[0]?.reverse(), /timerOrder "": is not sorted/],
    [
      'a list with another row',
      (to) => to.assetOrder.values().next().value?.chunks[0]?.push([to.now, 'asset_none']),
      /assetOrder "demo\/\w+\/\w+": names "asset_none", which does not belong there/,
    ],
    ['a list without a row', ({ jobOrder }) => jobOrder.clear(), /jobOrder "": leaves out rows that are there/],
    [
      'a timer without its order',
      ({ timerOrder }) => timerOrder.chunks.splice(0),
      /timerOrder "": leaves out timers that are there/,
    ],
    [
      'a delivery of no event',
      row('deliveries', { event: 'evt_none' }),
      /deliveries "del_\w+": event names the event "evt_none"/,
    ],
    [
      'a pending delivery that is not listed',
      ({ pendingDeliveries }) => pendingDeliveries.clear(),
      /is not in pendingDeliveries exactly while/,
    ],
    [
      'a picture that is not counted',
      ({ blobUses }) => blobUses.clear(),
      /blobUses "[\w-]+": counts fewer rows than the \d+ that need/,
    ],
  ])('is refused if rows contradict each other: %s', (_, change, says) => {
    expect(() => stateFrom(rowsWith(state, change))).toThrow(says);
  });

  it.each<[what: string, rows: unknown[], says: RegExp]>([
    ['no rows', [], /there is no row of values/],
    ['rows of something else', [['more', 1]], /row 1: is no row of a state/],
    ['rows of no table', [['table', '__proto__', []]], /row 1: \[1\]: must be one of/],
    [
      'a row twice',
      [
        ['table', 'serials', [['job', 1]]],
        ['table', 'serials', [['job', 2]]],
      ],
      /row 2: serials "job": the key is there already/,
    ],
  ])('is refused if there are %s', (_, rows, says) => {
    expect(() => stateFrom(rows)).toThrow(says);
  });

  it('is refused at the start of a data directory, with exit code 2', async () => {
    const dataDir = path('data');
    const { emulator, state: kept } = await worked(dataDir);
    await emulator.data?.synced();
    row('jobs', { owner: 'none/test' })(kept);
    await emulator.close();
    await expect(createEmulator({ listen: false, dataDir })).rejects.toThrow(
      /is damaged: .* jobs "job_\w+": owner names/,
    );
    const { code, err } = await runCli(['start', '--port', '0', '--data-dir', dataDir]);
    expect([code, err]).toEqual([2, expect.stringMatching(/^tryon-emulator: .*owner names the account "none"/)]);
    expect(err).not.toMatch(/\n\s+at /);
  });
});
