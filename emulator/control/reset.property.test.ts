import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../domain/vocabulary.ts';
import { takeSnapshot } from '../runtime/snapshots.ts';
import { facePng, REQUESTS } from '../testing/client.ts';
import { createFakeWallClock } from '../testing/fake-wall-clock.ts';
import { openWorld } from '../testing/open-world.ts';

type Opened = Awaited<ReturnType<typeof openOnWall>>;
/** Anything that can be done to a world; `which` selects an existing object. */
type Action = { does: keyof typeof ACTIONS; which: number };

async function openOnWall() {
  const wall = createFakeWallClock();
  const base64 = Buffer.from(await facePng()).toString('base64');
  const config = {
    clock: 'auto' as const,
    assets: [{ key: 'pk_live_demo', base64 }],
    plans: [{ nth: 2, outcome: { status: 'failed' as const, code: 'PROCESSING_FAILED' as const } }],
    faults: [{ every: 7, times: null, effect: { kind: 'commit_then_error' as const } }],
  };
  const opened = await openWorld(config, { wall });
  const underWay: Promise<unknown>[] = [];
  return { ...opened, wall, underWay };
}

const KEYS = ['pk_live_demo', 'pk_test_demo', 'pk_live_shop', 'pk_live_nobody'];
const pick = <Thing>(things: readonly Thing[], which: number): Thing | undefined => things[which % things.length];
const keyOf = (which: number) => ({ key: pick(KEYS, which) ?? '' });
const jobOf = ({ host }: Opened, which: number) => pick([...host.world.state.jobs.values()], which);
const secretOf = ({ host }: Opened, owner: string | undefined) =>
  [...host.world.state.keys.values()].find((key) => `${key.account}/${key.environment}` === owner)?.secret ?? 'none';

function onJob(method: string, suffix: string) {
  return (opened: Opened, which: number) => {
    const job = jobOf(opened, which);
    return opened.client.call(method, `/v1/jobs/${job?.id}${suffix}`, { key: secretOf(opened, job?.owner) });
  };
}

const ACTIONS = {
  upload: ({ client }: Opened, which: number) => client.upload(keyOf(which)),
  submit: async (opened: Opened, which: number) => {
    const { path, body } = REQUESTS[pick(OPERATIONS, which) ?? 'skin.analyze'];
    const asset = pick([...opened.host.world.state.assets.values()], which);
    const inputs = [{ asset_id: asset?.id ?? 'asset_none', role: 'source' }];
    const options = { key: secretOf(opened, asset?.owner), idempotencyKey: `order-${which % 9}` };
    return opened.client.submit(path, { inputs, ...body }, options);
  },
  poll: onJob('GET', ''),
  cancel: onJob('POST', '/cancel'),
  deleteJob: onJob('DELETE', ''),
  deleteAsset: (opened: Opened, which: number) => {
    const asset = pick([...opened.host.world.state.assets.values()], which);
    return opened.client.call('DELETE', `/v1/assets/${asset?.id}`, { key: secretOf(opened, asset?.owner) });
  },
  list: ({ client }: Opened, which: number) => client.get(which % 2 ? '/v1/jobs' : '/v1/assets', keyOf(which)),
  advance: ({ emulator }: Opened, which: number) => emulator.clock.advance(which * 37),
  advanceFar: ({ emulator }: Opened, which: number) => emulator.clock.advance(`${which % 9}d`),
  advanceUnawaited: ({ emulator, underWay }: Opened) => void underWay.push(emulator.clock.advance('1h')),
  step: ({ emulator, host }: Opened, which: number) => {
    const id = pick([...host.world.state.jobs.keys()], which);
    return id === undefined ? undefined : which % 2 ? emulator.jobs.step(id) : emulator.jobs.release(id);
  },
  plan: ({ emulator }: Opened, which: number) =>
    emulator.plans.add({
      nth: 1 + (which % 3),
      ...(which % 2 && { hold_at: 'processing' }),
      stages: { queued: which },
    }),
  fault: ({ emulator }: Opened, which: number) =>
    emulator.faults.add({
      effect: { kind: pick(['error', 'commit_then_drop', 'reset', 'truncate'], which) ?? 'reset' },
    }),
  clear: ({ emulator }: Opened, which: number) => (which % 2 ? emulator.plans.clear() : emulator.faults.clear()),
  makeTenant: ({ emulator }: Opened) => {
    if (!emulator.accounts.list().includes('shop'))
      emulator.accounts.create({ id: 'shop', credits: 3, keys: { live: { secret: 'pk_live_shop' } } });
  },
  removeTenant: ({ emulator }: Opened, which: number) => {
    const id = pick(emulator.accounts.list(), which);
    if (id !== undefined) emulator.accounts.remove(id);
  },
  credits: ({ emulator }: Opened, which: number) => {
    const id = pick(emulator.accounts.list(), which);
    if (id !== undefined) emulator.accounts.credits(id, { adjust: which - 50, enforced: which % 2 === 0 });
  },
  switches: ({ emulator }: Opened, which: number) =>
    emulator.switches.set(which % 2 ? { ledger_unreadable: true } : { admission_per_minute: which % 3 }),
  clock: ({ emulator }: Opened, which: number) =>
    emulator.clock.change({ mode: pick(['auto', 'frozen', 'running'], which) ?? 'auto', rate: 1 + which }),
  machine: ({ wall }: Opened, which: number) => wall.moveBy(which * 100),
  save: ({ emulator }: Opened, which: number) => emulator.snapshots.save(`kept-${which % 2}`),
  load: ({ emulator }: Opened, which: number) => {
    const name = `kept-${which % 2}`;
    if (emulator.snapshots.list().some((snapshot) => snapshot.name === name)) emulator.snapshots.load(name);
  },
};

async function perform(opened: Opened, { does, which }: Action): Promise<void> {
  try {
    await ACTIONS[does](opened, which);
  } catch (error) {
    const isFaultOfNetwork = error instanceof TypeError && ['terminated', 'fetch failed'].includes(error.message);
    if (!isFaultOfNetwork) throw error;
  }
}

/** A day of requests and control calls; every byte of it is returned. */
async function dayOf({ emulator, client }: Opened): Promise<unknown[]> {
  const seen: unknown[] = [];
  const note = <Answer extends { status: number; headers: Headers; text: string }>(answer: Answer): Answer => {
    seen.push([answer.status, Object.fromEntries(answer.headers), answer.text]);
    return answer;
  };
  const live = { key: 'pk_live_demo' };
  const asset = note(await client.upload(live));
  for (const operation of OPERATIONS) {
    const { path, body } = REQUESTS[operation];
    const inputs = [{ asset_id: asset.body.id, role: 'source' }];
    note(await client.submit(path, { inputs, ...body }, { ...live, idempotencyKey: operation }));
  }
  for (const { id } of emulator.jobs.list())
    for (let poll = 0; poll < 3; poll += 1) note(await client.get(`/v1/jobs/${id}`, live));
  note(await client.get('/v1/jobs/job_none'));
  seen.push(
    emulator.accounts.create(),
    emulator.plans.add({}),
    emulator.faults.add({ effect: { kind: 'error' }, nth: 2 }),
  );
  for (const path of ['/v1/jobs', '/v1/assets', '/v1/usage', '/v1/credits/balance']) note(await client.get(path, live));
  seen.push(await emulator.clock.advance('30d'), emulator.jobs.list(), emulator.plans.list(), emulator.faults.list());
  seen.push(emulator.journal.find(), emulator.audit.findings(), emulator.switches.read());
  return seen;
}

/** Everything that a reset must restore. */
function wholeOf({ host, emulator, kept }: Opened) {
  const { state, clock, requests } = takeSnapshot(host);
  return {
    state,
    clock,
    requests,
    journal: emulator.journal.find(),
    audit: emulator.audit.findings(),
    kept: [...kept],
  };
}

const actions = fc.array(
  fc.record({ does: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])), which: fc.nat(100) }),
  { minLength: 1, maxLength: 30 },
);

describe('A reset after any use', () => {
  it('restores the initial state, and the same requests get the same bytes', async () => {
    const fresh = await openOnWall();
    const day = await dayOf(fresh);
    await fc.assert(
      fc.asyncProperty(actions, async (used: Action[]) => {
        const opened = await openOnWall();
        const before = structuredClone(wholeOf(opened));
        for (const action of used) await perform(opened, action);
        for (const { name } of opened.emulator.snapshots.list()) opened.emulator.snapshots.remove(name);
        opened.emulator.reset();
        await Promise.all(opened.underWay);
        expect(wholeOf(opened)).toEqual(before);
        expect(await dayOf(opened)).toEqual(day);
        expect(opened.unexpected).toEqual([]);
      }),
      { numRuns: 20, seed: 20260101 },
    );
  });
});
