import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTROL_ROUTES } from '../control/routes.ts';
import { createEmulator, type Emulator, type WorldControl } from '../index.ts';
import { clientOf } from '../testing/client.ts';
import { type ControlCall, callControl, RemoteError } from './control-call.ts';
import { createRemoteWorld, listWorlds, type RemoteControls, remoteControls } from './remote-controls.ts';

let here: Emulator;
let there: Emulator;
let remote: RemoteControls;
const called = new Set<string>();

beforeAll(async () => {
  // Two emulators with the same seed: calls in code to the one and over HTTP to the other have the same results.
  [here, there] = await Promise.all([createEmulator({ clock: 'frozen' }), createEmulator({ clock: 'frozen' })]);
  remote = remoteControls(callIn());
});
afterAll(() => Promise.all([here.close(), there.close()]));

function callIn(world?: string): ControlCall {
  return (method, path, body, signal) => {
    called.add(`${method} ${path.replace(/\?.*/, '')}`);
    return callControl({ url: there.url, world }, method, path, body, signal);
  };
}

/** Makes the same call to both, and expects the same answer or refusal. */
async function bothSay<Answer>(say: (control: WorldControl | RemoteControls) => Answer): Promise<Awaited<Answer>> {
  const outcomeOf = async (control: WorldControl | RemoteControls) => {
    try {
      return { answer: await say(control) };
    } catch (error) {
      return { refusal: (error as Error).message };
    }
  };
  const [inCode, overHttp] = [await outcomeOf(here), await outcomeOf(remote)];
  expect(overHttp).toEqual(inCode);
  return inCode.answer as Awaited<Answer>;
}

const submitToBoth = async () => {
  const [job] = await Promise.all([here, there].map((emulator) => clientOf(emulator).submitOn('makeup.apply')));
  return job?.body.id as string;
};

describe('a world that is controlled over HTTP', () => {
  it('keeps time as in code', async () => {
    await bothSay(({ clock }) => clock.read());
    await bothSay(({ clock }) => clock.advance('90s'));
    await bothSay(({ clock }) => clock.advance(500));
    await bothSay(({ clock }) => clock.advance({ to: new Date('2026-01-01T01:00:00Z') }));
    expect(await bothSay(({ clock }) => clock.now())).toBe('2026-01-01T01:00:00.000Z');
    await bothSay(({ clock }) => clock.advance({ to: '2025-01-01T00:00:00Z' }));
    await bothSay(({ clock }) => clock.advance('soon'));
    expect(await bothSay(({ clock }) => clock.change({ rate: 3 }))).toMatchObject({ mode: 'frozen', rate: 3 });
  });

  it('accepts plans, and reports unused ones', async () => {
    const id = await bothSay(({ plans }) => plans.add({ hold_at: 'queued' }));
    await bothSay(({ plans }) => plans.list());
    await bothSay(({ plans }) => plans.assertAllUsed());
    const job = await submitToBoth();
    await bothSay(({ jobs }) => jobs.list());
    await bothSay(({ jobs }) => jobs.list({ limit: 1 }));
    await bothSay(({ jobs }) => jobs.step(job));
    await bothSay(({ jobs }) => jobs.release(job));
    expect(await bothSay(({ jobs }) => jobs.read(job))).toMatchObject({ held: false });
    await bothSay(({ plans }) => plans.assertAllUsed());
    expect(await bothSay(({ plans }) => plans.unused())).toEqual([]);
    await bothSay(({ plans }) => plans.remove(id));
    await bothSay(({ plans }) => plans.remove(id));
    await bothSay(({ plans }) => plans.clear());
  });

  it('accepts readings of what the specification leaves open', async () => {
    await bothSay(({ readings }) => readings.read());
    const now = await bothSay(({ readings }) => readings.set({ wrong_method: 405, codes: { not_found: 'NO_ROUTE' } }));
    const chosen = now.filter(({ choice, default: usual }) => choice !== usual && typeof choice !== 'object');
    expect(chosen.map(({ name }) => name)).toEqual(expect.arrayContaining(['wrong_method', 'codes.not_found']));
    await bothSay(({ readings }) => readings.set({ wrong_method: 404, codes: { not_found: 'NOT_FOUND' } }));
  });

  it('accepts faults and switches', async () => {
    const route = 'GET /v1/usage';
    const id = await bothSay(({ faults }) => faults.add({ match: { route }, effect: { kind: 'error' } }));
    await bothSay(({ faults }) => faults.list());
    await bothSay(({ faults }) => faults.add({ match: { route: 'GET /v1/usages' }, effect: { kind: 'reset' } }));
    await bothSay(({ faults }) => faults.remove(id));
    await bothSay(({ faults }) => faults.clear());
    await bothSay(({ switches }) => switches.set({ daily_quota: 3 }));
    expect(await bothSay(({ switches }) => switches.read())).toMatchObject({ daily_quota: 3 });
  });

  it('breaks rules on request', async () => {
    const isOn = async () => (await bothSay(({ deviations }) => deviations.list())).filter(({ on }) => on).length;
    await bothSay(({ deviations }) => deviations.on('replay-answers-202', 'tag-stale-304'));
    await bothSay(({ deviations }) => deviations.on('replay-answers-203'));
    await bothSay(({ deviations }) => deviations.off('tag-stale-304'));
    expect(await isOn()).toBe(1);
    await bothSay(({ deviations }) => deviations.off());
    expect(await isOn()).toBe(0);
  });

  it('creates accounts, gives them credits and switches their features', async () => {
    const account = await bothSay(({ accounts }) => accounts.create({ credits: 2, keys: { office: {} } }));
    await bothSay(({ accounts }) => accounts.create());
    await bothSay(({ accounts }) => accounts.credits(account.id, { adjust: 5 }));
    await bothSay(({ accounts }) => accounts.change(account.id, { features: { lists: false } }));
    await bothSay(({ accounts }) => accounts.addKey(account.id, { name: 'next' }));
    await bothSay(({ accounts }) => accounts.changeKey(account.id, 'office', { expires_in: '24h' }));
    await bothSay(({ accounts }) => accounts.changeKey(account.id, 'nobody', {}));
    await bothSay(({ accounts }) => accounts.keys(account.id));
    await bothSay(({ accounts }) => accounts.read(account.id));
    await bothSay(({ accounts }) => accounts.list());
    await bothSay(({ accounts }) => accounts.remove(account.id));
    await bothSay(({ accounts }) => accounts.remove('nobody/else'));
  });

  it('shows which requests came, which are missing and what the client did wrong', async () => {
    const key = 'pk_test_nobody';
    for (const emulator of [here, there]) {
      for (const _ of [1, 2]) await clientOf(emulator).get('/v1/usage', { key });
    }
    const [first] = await bothSay(({ journal }) => journal.find({ status: 401, route: 'GET /v1/usage' }));
    await bothSay(({ journal }) => journal.find());
    await bothSay(({ journal }) => journal.check({ request: { path: '/v1/usage' }, exactly: 2 }));
    await bothSay(({ journal }) => journal.verify({ request: { status: 401 }, exactly: 2 }));
    await bothSay(({ journal }) => journal.verify({ request: { status: 418, path: '/v1/usage' } }));
    await bothSay(({ journal }) => journal.wait({ request: { status: 401 } }));
    const gone = AbortSignal.abort(new Error('gone home'));
    await bothSay(({ journal }) => journal.wait({ request: { status: 418 } }, { signal: gone }));
    expect(await bothSay(({ journal }) => journal.explain(first?.requestId ?? ''))).toMatchObject({ status: 401 });
    expect(await bothSay(({ audit }) => audit.findings())).toMatchObject([
      { rule: 'refused-request', status: 401 },
      { rule: 'refused-key-retried' },
    ]);
    expect(await bothSay(({ audit }) => audit.findings({ expect: [401, 404], ignore: [] }))).toHaveLength(1);
    await bothSay(({ audit }) => audit.assertClean());
    await bothSay(({ audit }) => audit.assertClean({ ignore: ['refused-key-retried'] }));
  });

  it('is saved, restored and reset', async () => {
    await bothSay(({ snapshots }) => snapshots.save('paid'));
    await bothSay(({ clock }) => clock.advance('1h'));
    await bothSay(({ snapshots }) => snapshots.load('paid'));
    await bothSay(({ snapshots }) => snapshots.load('un/paid'));
    await bothSay(({ snapshots }) => snapshots.list());
    await bothSay(({ snapshots }) => snapshots.remove('paid'));
    await bothSay((control) => control.reset());
    expect(await bothSay(({ clock }) => clock.now())).toBe('2026-01-01T00:00:00.000Z');
  });

  it('can be exported as one file, now and as of an earlier time', async () => {
    await bothSay(({ snapshots }) => snapshots.save('kept'));
    const file = await bothSay(({ files }) => files.export().then((bytes) => Buffer.from(bytes).toString()));
    expect(file).toContain('tryon-kit world');
    const bytes = await remote.files.export({ snapshot: 'kept' });
    expect(bytes).toBeInstanceOf(Uint8Array);
    await bothSay(({ files }) => files.import(bytes, { snapshot: 'again' }));
    await bothSay(({ files }) => files.import(bytes));
    await bothSay(({ files }) => files.import(Buffer.from('no file')));
    await bothSay(({ files }) => files.export({ snapshot: 'none' }).then(String));
    for (const name of ['kept', 'again']) await bothSay(({ snapshots }) => snapshots.remove(name));
  });

  it('sends webhooks', async () => {
    const url = 'http://127.0.0.1:9/hooks';
    const { id } = await bothSay(({ webhooks }) => webhooks.register({ url }));
    await bothSay(({ webhooks }) => webhooks.update(id, { events: ['job.failed', 'job.cancelled'] }));
    await bothSay(({ webhooks }) => webhooks.rotate(id));
    await bothSay(({ webhooks }) => webhooks.read(id));
    await bothSay(({ webhooks }) => webhooks.disable(id));
    await bothSay(({ webhooks }) => webhooks.ping(id));
    await bothSay(({ webhooks }) => webhooks.enable(id));
    await bothSay(({ webhooks }) => webhooks.list());
    const ping = await remote.webhooks.ping(id);
    expect(await remote.webhooks.resend(ping.id)).toMatchObject({ resend: true, event: { id: ping.event.id } });
    expect(await remote.webhooks.deliveries(id)).toHaveLength(2);
    await bothSay(({ webhooks }) => webhooks.remove(id));
  });

  it('is one of many, which can be created and removed remotely', async () => {
    const world = await createRemoteWorld(callIn, { name: 'side', clock: 'frozen' });
    await world.clock.advance('1h');
    expect(there.worlds.get('side')?.clock.now()).toBe(await world.clock.now());
    expect(there.clock.now()).toBe('2026-01-01T00:00:00.000Z');
    expect(world.keys).toEqual(there.worlds.get('side')?.keys);
    expect((await listWorlds(callIn())).map(({ name }) => name)).toEqual(['default', 'side']);
    await world.dispose();
    expect(there.worlds.list()).toHaveLength(1);
    await expect(world.clock.now()).rejects.toThrow('there is no world side');
    await expect(createRemoteWorld(callIn, { name: 'default' })).rejects.toThrow('the world default already exists');
    {
      await using _ = await createRemoteWorld(callIn);
      expect(there.worlds.list()).toHaveLength(2);
    }
    expect(there.worlds.list()).toHaveLength(1);
  });

  it('shows the same to a person', async () => {
    const job = await submitToBoth();
    await bothSay(({ inspect }) => inspect.summary());
    await bothSay(({ inspect }) => inspect.agenda({ limit: 2 }));
    await bothSay(({ inspect }) => inspect.job(job));
    await bothSay(({ inspect }) => inspect.account('demo'));
    await bothSay(({ inspect }) => inspect.ledger('demo', { limit: 1 }));
    await bothSay(({ inspect }) => inspect.deliveries({ job }));
    await bothSay(({ inspect }) => inspect.requests('del_none'));
  });

  it('opens receivers that follow a script', async () => {
    const { receivers } = remote.webhooks;
    const { id, endpoint } = await receivers.open({ replies: [503] });
    await receivers.reply(id, { replies: [500] });
    expect((await receivers.list()).map((one) => one.endpoint)).toEqual([endpoint]);
    expect((await receivers.read(id)).received).toEqual([]);
    await receivers.close(id);
    expect(await receivers.list()).toEqual([]);
  });

  it('reports coverage of the service', async () => {
    const report = await remote.coverage();
    expect(report.behaviours.find(({ id }) => id === 'POST /v1/makeup/try-ons 202')?.state).not.toBe('never');
    expect((await remote.coverage({ worlds: 'all' })).total).toBe(report.total);
    await expect(remote.coverage({ worlds: 'some' as 'all' })).rejects.toThrow('worlds');
  });

  it('supports every call of the control API', () => {
    const isCalled = (method: string, path: string) => {
      const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, '[^/]+')}$`);
      return [...called].some((call) => pattern.test(call));
    };
    const missing = CONTROL_ROUTES.filter(({ method, path }) => !isCalled(method, path)).map(({ path }) => path);
    expect(missing).toEqual(['/capabilities']);
  });
});

describe('an emulator that does not answer correctly', () => {
  it('is reported with the cause: nothing answers, a token is missing, or it is not an emulator', async () => {
    const unanswered = callControl({ url: 'http://127.0.0.1:1' }, 'GET', '/clock');
    await expect(unanswered).rejects.toThrow(new RemoteError(null, 'no emulator answers at http://127.0.0.1:1'));
    await using guarded = await createEmulator({ token: 'my-own' });
    const { url } = guarded;
    await expect(callControl({ url }, 'GET', '/clock')).rejects.toThrow('need the header Authorization: Bearer TOKEN');
    expect(await callControl({ url, token: 'my-own' }, 'GET', '/plans')).toEqual([]);
    await using closed = await createEmulator({ control: false });
    await expect(callControl({ url: closed.url }, 'GET', '/clock')).rejects.toMatchObject({ status: 404 });
  });
});
