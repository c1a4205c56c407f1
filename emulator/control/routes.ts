import { choicesSchema } from '../domain/readings.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import { endpointChangeSchema, endpointSchema, rotationSchema } from '../webhooks/endpoint-input.ts';
import { receiverRepliesSchema, receiverSchema } from '../webhooks/scripted-receivers.ts';
import { type AuditInput, auditSchema } from './audit-control.ts';
import { advanceSchema, clockChangeSchema } from './clock-control.ts';
import { deviationsSchema, parseDeviations } from './deviation-control.ts';
import { addedFaultSchema } from './fault-control.ts';
import { COVERAGE_ROUTE } from './inspect/coverage-route.ts';
import { INSPECT_ROUTES } from './inspect/routes.ts';
import { jobFilterSchema } from './job-control.ts';
import { journalPageSchema, verifySchema, waitSchema } from './journal-control.ts';
import { addedPlanSchema } from './plan-control.ts';
import { type ControlRoute, formerPath, get, post, remove, route } from './route.ts';
import {
  addedKeySchema,
  creditChangeSchema,
  keyChangeSchema,
  tenantChangeSchema,
  tenantSchema,
} from './schemas/tenant-input.ts';
import { namedWorldSchema } from './schemas/world-input.ts';
import { switchesSchema } from './switch-control.ts';
import type { WorldControl } from './world-control.ts';

/** The control API below /_emulator/v1: each call is a call of the same name in code. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  get('/capabilities', 'Which parts of the driver contract are served', () => ({
    drivers: ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'],
    clock: { per_tenant: true },
  })),

  get('/worlds', 'The worlds', ({ worlds }) => worlds.list().map(worldReport)),
  post(
    '/worlds',
    'Makes a world with accounts, keys, clock and seed of its own',
    { body: namedWorldSchema, status: 201 },
    async ({ worlds, body }) => worldReport(await worlds.create(body)),
  ),
  remove('/worlds/:name', 'Ends a world', ({ worlds, params }) => worlds.remove(params['name'] ?? '')),
  post('/reset', 'Puts the world back to the state in which it was made', { status: 204 }, ({ world }) =>
    world.reset(),
  ),

  get('/clock', 'What time it is in the world', ({ world }) => world.clock.read()),
  route('PATCH', '/clock', 'Changes how time passes', { body: clockChangeSchema }, ({ world, body }) =>
    world.clock.change(body),
  ),
  post(
    '/clock/advance',
    'Lets time pass; answers when all that came of it is done',
    { body: advanceSchema },
    ({ world, body }) => world.clock.advance(parseInput('The advance', advanceSchema, body)),
  ),

  get('/plans', 'What becomes of jobs, and which plans were used, in the order in which they are tried', ({ world }) =>
    world.plans.list(),
  ),
  post('/plans', 'Decides the jobs to come that match', { body: addedPlanSchema, status: 201 }, ({ world, body }) => ({
    id: world.plans.add(body),
  })),
  remove('/plans', 'Removes all plans', ({ world }) => world.plans.clear()),
  remove('/plans/:id', 'Removes a plan', ({ world, params }) => world.plans.remove(params['id'] ?? '')),

  get('/faults', 'What goes wrong, and how often it did, in the order in which it is tried', ({ world }) =>
    world.faults.list(),
  ),
  post(
    '/faults',
    'Harms the requests to come that match',
    { body: addedFaultSchema, status: 201 },
    ({ world, body }) => ({ id: world.faults.add(body) }),
  ),
  remove('/faults', 'Removes all faults', ({ world }) => world.faults.clear()),
  remove('/faults/:id', 'Removes a fault', ({ world, params }) => world.faults.remove(params['id'] ?? '')),

  get('/deviations', 'The rules that can be broken and the lawful variants, and which are on', ({ world }) =>
    world.deviations.list(),
  ),
  post('/deviations', 'Switches deviations on, beside those that are', { body: deviationsSchema }, ({ world, body }) =>
    world.deviations.on(...parseDeviations(body)),
  ),
  remove('/deviations', 'Switches all deviations off', ({ world }) => world.deviations.off()),
  remove('/deviations/:id', 'Switches a deviation off', ({ world, params }) =>
    world.deviations.off(params['id'] ?? ''),
  ),

  get('/readings', 'What the specification leaves open, and what this world does there', ({ world }) =>
    world.readings.read(),
  ),
  route('PATCH', '/readings', 'Chooses what is named and leaves the rest', { body: choicesSchema }, ({ world, body }) =>
    world.readings.set(body),
  ),

  get('/switches', 'Which stores cannot be read, and limits that can be set while it runs', ({ world }) =>
    world.switches.read(),
  ),
  route('PATCH', '/switches', 'Sets what is named and leaves the rest', { body: switchesSchema }, ({ world, body }) =>
    world.switches.set(body),
  ),

  get('/jobs', 'Every job of the world with its inner stage', ({ world, query }) => world.jobs.list(query), {
    query: jobFilterSchema,
  }),
  get('/jobs/:id', 'A job with its inner stage', ({ world, params }) => world.jobs.read(params['id'] ?? '')),
  post('/jobs/:id/step', 'Takes a job over its next boundary now', {}, ({ world, params }) =>
    world.jobs.step(params['id'] ?? ''),
  ),
  post('/jobs/:id/release', 'Lets a held job go on', {}, ({ world, params }) => world.jobs.release(params['id'] ?? '')),

  get('/accounts', 'The accounts of the world', ({ world }) => world.accounts.list()),
  post(
    '/accounts',
    'Makes an account with keys of every kind',
    { body: tenantSchema, status: 201 },
    ({ world, body }) => world.accounts.create(body),
  ),
  remove(
    '/accounts/:id',
    'Takes an account away with all that it owns, its world too where it has one',
    ({ world, params }) => world.accounts.remove(params['id'] ?? ''),
  ),
  route(
    'PATCH',
    '/accounts/:id',
    'Changes an account that is there; what is not named stays',
    { body: tenantChangeSchema },
    ({ world, params, body }) => world.accounts.change(params['id'] ?? '', body),
  ),
  get('/accounts/:id', 'An account with its keys, as they are now', ({ world, params }) =>
    world.accounts.read(params['id'] ?? ''),
  ),
  get('/accounts/:id/keys', 'The keys of an account', ({ world, params }) => world.accounts.keys(params['id'] ?? '')),
  post(
    '/accounts/:id/keys',
    'Another key beside those that are there; answers its secret, this once',
    { body: addedKeySchema, status: 201 },
    ({ world, params, body }) => world.accounts.addKey(params['id'] ?? '', body),
  ),
  route(
    'PATCH',
    '/accounts/:id/keys/:key',
    'Revokes a key, lets it expire, or changes what it may do; it is named by its name or its id',
    { body: keyChangeSchema },
    ({ world, params, body }) => world.accounts.changeKey(params['id'] ?? '', params['key'] ?? '', body),
  ),
  post(
    '/accounts/:id/credits',
    'Changes the credits of an account; answers its balance',
    { body: creditChangeSchema },
    ({ world, params, body }) => world.accounts.credits(params['id'] ?? '', body),
  ),

  get('/endpoints', 'The webhook endpoints', ({ world }) => world.webhooks.list()),
  post(
    '/endpoints',
    'Registers an endpoint; answers its secret, this once',
    { body: endpointSchema, status: 201 },
    ({ world, body }) => world.webhooks.register(body),
  ),
  get('/endpoints/:id', 'An endpoint', ({ world, params }) => world.webhooks.read(params['id'] ?? '')),
  route(
    'PATCH',
    '/endpoints/:id',
    'Changes where an endpoint is, or what it is told',
    { body: endpointChangeSchema },
    ({ world, params, body }) => world.webhooks.update(params['id'] ?? '', body),
  ),
  remove('/endpoints/:id', 'Removes an endpoint', ({ world, params }) => world.webhooks.remove(params['id'] ?? '')),
  post('/endpoints/:id/enable', 'Enables an endpoint, its failures forgotten', {}, ({ world, params }) =>
    world.webhooks.enable(params['id'] ?? ''),
  ),
  post(
    '/endpoints/:id/disable',
    'Disables an endpoint; what it still had to get it never gets',
    {},
    ({ world, params }) => world.webhooks.disable(params['id'] ?? ''),
  ),
  post(
    '/endpoints/:id/rotate',
    'Makes a new secret; answers it, this once',
    { body: rotationSchema },
    ({ world, params, body }) => world.webhooks.rotate(params['id'] ?? '', body),
  ),
  post('/endpoints/:id/ping', 'Sends a test event, once', {}, ({ world, params }) =>
    world.webhooks.ping(params['id'] ?? ''),
  ),
  get('/endpoints/:id/deliveries', 'Every delivery of an endpoint with its attempts', ({ world, params }) =>
    world.webhooks.deliveries(params['id'] ?? ''),
  ),
  post('/deliveries/:id/resend', 'Sends an event again under the same id', {}, ({ world, params }) =>
    world.webhooks.resend(params['id'] ?? ''),
  ),

  get('/receivers', 'The scripted receivers', ({ world }) => world.webhooks.receivers.list()),
  post(
    '/receivers',
    'Opens a receiver of webhooks that answers by a script; it is registered as an endpoint',
    { body: receiverSchema, status: 201 },
    ({ world, body }) => world.webhooks.receivers.open(body),
  ),
  get('/receivers/:id', 'A receiver with what it received', ({ world, params }) =>
    world.webhooks.receivers.read(params['id'] ?? ''),
  ),
  post('/receivers/:id/replies', 'Adds replies to a script', { body: receiverRepliesSchema }, (call) =>
    call.world.webhooks.receivers.reply(call.params['id'] ?? '', call.body),
  ),
  remove('/receivers/:id', 'Closes a receiver and removes its endpoint', ({ world, params }) =>
    world.webhooks.receivers.close(params['id'] ?? ''),
  ),

  get('/journal', 'The exchanges that match, oldest first', ({ world, query }) => world.journal.find(query), {
    query: journalPageSchema,
  }),
  post('/journal/verify', 'Counts the exchanges that match', { body: verifySchema }, ({ world, body }) =>
    world.journal.check(body),
  ),
  post(
    '/journal/wait',
    'Answers when a request has come or a job has got to a status',
    { body: waitSchema },
    ({ world, body, signal }) => world.journal.wait(body, { signal }),
  ),
  get('/journal/explain/:request_id', 'Why a request was refused', ({ world, params }) =>
    world.journal.explain(params['request_id'] ?? ''),
  ),
  get('/audit', 'What the client did wrong', ({ world, query }) => world.audit.findings(ignoredIn(query)), {
    query: auditSchema,
  }),

  COVERAGE_ROUTE,

  ...INSPECT_ROUTES,

  get('/snapshots', 'The snapshots of the world', ({ world }) => world.snapshots.list()),
  post('/snapshots/:name', 'Keeps all that the world is', { status: 201 }, ({ world, params }) =>
    world.snapshots.save(params['name'] ?? ''),
  ),
  post('/snapshots/:name/load', 'Puts the world back', {}, ({ world, params }) =>
    world.snapshots.load(params['name'] ?? ''),
  ),
  remove('/snapshots/:name', 'Forgets a snapshot', ({ world, params }) => world.snapshots.remove(params['name'] ?? '')),
];

/** All that is served: what was `/tenants` before it was `/accounts`, and still is in the driver contract, by both names. */
export const SERVED_ROUTES: readonly ControlRoute[] = CONTROL_ROUTES.flatMap((route) => {
  const former = formerPath(route.path);
  return former === null ? [route] : [route, { ...route, path: former }];
});

function worldReport(world: WorldControl) {
  return { name: world.name, keys: world.keys, clock: world.clock.read() };
}

/** `?ignore=etag-ignored,poll-too-soon` */
function ignoredIn(query: Record<string, string>): AuditInput {
  return {
    ...query,
    ...(query['ignore'] !== undefined && { ignore: query['ignore'].split(',') as NonNullable<AuditInput['ignore']> }),
  };
}
