import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTES, type RouteId } from '../domain/routes.ts';
import type { Behaviour, Emulator, WorldControl } from '../index.ts';
import { type Client, clientOf, emulatorFor, REQUESTS } from '../testing/client.ts';
import { catalogue } from './catalogue.ts';

let emulator: Emulator;
beforeAll(async () => {
  ({ emulator } = await emulatorFor());
});
afterAll(() => emulator.close());

const WITH_CODE = catalogue().filter(({ code }) => code !== null);

it.each(WITH_CODE.map((one) => [one.id, one] as const))('%s is met by its line of code', async (_, behaviour) => {
  const world = await emulator.worlds.create({ clock: 'frozen' });
  try {
    const things = await prepare(world, behaviour);
    await run(behaviour, world);
    await use(behaviour, world, things);
    const { behaviours } = await world.coverage();
    expect(behaviours.find(({ id }) => id === behaviour.id)?.state).not.toBe('never');
  } finally {
    await emulator.worlds.remove(world.name);
  }
});

/** Runs the code as a user does who has copied it. */
async function run({ code }: Behaviour, world: WorldControl): Promise<void> {
  await new Function('emulator', `return (async () => { ${code} })();`)(world);
}

type Things = Pick<WorldControl, 'clock'> & { client: Client; asset: string; job: string; result: string };

/**
 * Creates an upload and a finished job. Uses the live key, since test keys are not charged; a receiver gets the events
 * of test jobs.
 */
async function prepare(world: WorldControl, { topic }: Behaviour): Promise<Things> {
  const { live, test } = world.keys;
  const client = clientOf({ keys: { live, test: topic === 'webhooks' ? test : live }, fetch: emulator.fetch });
  const { body } = await client.submitOn('makeup.apply', { idempotencyKey: 'before' });
  await world.clock.advance('1m');
  const ended = await client.get(`/v1/jobs/${body.id}`);
  expect([test !== null, ended.body.status]).toEqual([true, 'succeeded']);
  return {
    client,
    clock: world.clock,
    asset: body.inputs[0].asset_id,
    job: body.id,
    result: ended.body.output.image.id,
  };
}

/** What a client does afterwards: it calls the route, or creates a job and reads it at every stage. */
async function use({ topic, id }: Behaviour, world: WorldControl, things: Things): Promise<void> {
  const route = Object.values(ROUTES).find(({ name }) => id.startsWith(`${name} `));
  if (topic === 'operations') await callRoute(route?.id ?? 'readUsage', things);
  else if (topic === 'faults') await things.client.get('/v1/usage').catch(() => null);
  else if (id.startsWith('asset ')) await things.client.get(`/v1/assets/${things.asset}`);
  else await useJob(id, world, things);
}

async function callRoute(route: RouteId, { client, clock, asset, job, result }: Things): Promise<void> {
  const { method, path, submits } = ROUTES[route];
  const ids: Partial<Record<RouteId, string>> = { downloadAsset: result, readAsset: asset, deleteAsset: asset };
  const target = path.replace(':id', ids[route] ?? job);
  if (submits !== null) {
    const inputs = [{ asset_id: asset, role: 'source' }];
    const again = () => client.submit(path, { inputs, ...REQUESTS[submits].body }, { idempotencyKey: 'twice' });
    await again().catch(() => null);
    await again();
  } else if (route === 'uploadAsset') await client.upload();
  else if (route === 'cancelJob' || route === 'deleteJob') {
    const { body } = await client.submitOn('makeup.apply');
    await clock.advance('1m');
    for (const id of [body?.id ?? job, job]) await client.call(method, path.replace(':id', id));
  } else await client.call(method, target);
}

async function useJob(id: string, world: WorldControl, { client, job }: Things): Promise<void> {
  await client.get(`/v1/jobs/${job}`);
  const { body } = await client.submitOn('makeup.apply');
  await client.get(`/v1/jobs/${body.id}`);
  if (id.includes('cancelled')) await client.call('POST', `/v1/jobs/${body?.id}/cancel`);
  await world.clock.advance('10s');
  await client.get(`/v1/jobs/${body?.id}`);
  if (id.includes('deleted job')) await client.call('DELETE', `/v1/jobs/${body?.id}`);
  await world.clock.advance('25h');
}
