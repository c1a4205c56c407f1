import * as z from 'zod';
import { choicesSchema } from '../domain/readings.ts';
import { findingShape } from '../domain/test-control/audit.ts';
import { coverageSchema, coverageShape } from '../domain/test-control/coverage.ts';
import { exchangeShape } from '../domain/test-control/exchange.ts';
import { parseInput } from '../domain/values/bad-input.ts';
import { text } from '../domain/values/shapes.ts';
import { advanceShape } from '../runtime/advance-report.ts';
import * as webhook from '../webhooks/shapes.ts';
import { parseDeviations } from './deviation-control.ts';
import * as inspect from './inspect/shapes.ts';
import { type ControlRoute, formerPath, route } from './route.ts';
import {
  accountChangeSchema,
  addedKeySchema,
  creditChangeSchema,
  keyChangeSchema,
  newAccountSchema,
} from './schemas/account-input.ts';
import * as account from './schemas/account-shapes.ts';
import { advanceSchema, clockChangeSchema, clockShape } from './schemas/clock.ts';
import { addedFaultSchema, faultShape } from './schemas/fault.ts';
import { jobFilterSchema, jobShape } from './schemas/job.ts';
import * as journal from './schemas/journal.ts';
import { addedPlanSchema, planShape } from './schemas/plan.ts';
import { deviationShape, deviationsSchema, readingShape, switchesSchema, switchesShape } from './schemas/settings.ts';
import { namedWorldSchema } from './schemas/world-input.ts';
import { capabilitiesShape, idShape, loadShape, snapshotShape, worldShape } from './schemas/world-shapes.ts';
import type { WorldControl } from './world-control.ts';

const listOf =
  <Shape extends z.ZodType>(shape: () => Shape) =>
  () =>
    z.array(shape());

/** The control API below /_emulator/v1: each call is a call in code. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  route('GET /capabilities', null, 'Which parts of the driver contract are served', {
    answer: capabilitiesShape,
    handle: () => ({
      drivers: ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'],
      clock: { per_tenant: true },
    }),
  }),

  route('GET /worlds', 'worlds.list', 'The worlds', {
    answer: listOf(worldShape),
    handle: ({ worlds }) => worlds.list().map(worldReport),
  }),
  route('POST /worlds', 'worlds.create', 'Makes a world with accounts, keys, clock and seed of its own', {
    status: 201,
    body: namedWorldSchema,
    answer: worldShape,
    handle: async ({ worlds, body }) => worldReport(await worlds.create(body)),
  }),
  route('DELETE /worlds/:name', 'worlds.remove', 'Ends a world', {
    handle: ({ worlds, params }) => worlds.remove(params['name'] ?? ''),
  }),
  route('POST /reset', 'reset', 'Puts the world back to the state in which it was made'),

  route('GET /clock', 'clock.read', 'What time it is in the world', { answer: clockShape }),
  route('PATCH /clock', 'clock.change', 'Changes how time passes', { body: clockChangeSchema, answer: clockShape }),
  route('POST /clock/advance', 'clock.advance', 'Lets time pass; answers when all that came of it is done', {
    body: advanceSchema,
    answer: advanceShape,
    handle: ({ world, body }) => world.clock.advance(parseInput('The advance', advanceSchema, body)),
  }),

  route(
    'GET /plans',
    'plans.list',
    'What becomes of jobs, and which plans were used, in the order in which they are tried',
    { answer: listOf(planShape) },
  ),
  route('POST /plans', 'plans.add', 'Decides the jobs to come that match', {
    status: 201,
    body: addedPlanSchema,
    answer: idShape,
    member: 'id',
  }),
  route('DELETE /plans', 'plans.clear', 'Removes all plans'),
  route('DELETE /plans/:id', 'plans.remove', 'Removes a plan'),

  route('GET /faults', 'faults.list', 'What goes wrong, and how often it did, in the order in which it is tried', {
    answer: listOf(faultShape),
  }),
  route('POST /faults', 'faults.add', 'Harms the requests to come that match', {
    status: 201,
    body: addedFaultSchema,
    answer: idShape,
    member: 'id',
  }),
  route('DELETE /faults', 'faults.clear', 'Removes all faults'),
  route('DELETE /faults/:id', 'faults.remove', 'Removes a fault'),

  route(
    'GET /deviations',
    'deviations.list',
    'The rules that can be broken and the lawful variants, and which are on',
    { answer: listOf(deviationShape) },
  ),
  route('POST /deviations', 'deviations.on', 'Switches deviations on, beside those that are', {
    body: deviationsSchema,
    answer: listOf(deviationShape),
    handle: ({ world, body }) => world.deviations.on(...parseDeviations(body)),
  }),
  route('DELETE /deviations', 'deviations.off', 'Switches all deviations off'),
  route('DELETE /deviations/:id', 'deviations.off', 'Switches a deviation off'),

  route('GET /readings', 'readings.read', 'What the specification leaves open, and what this world does there', {
    answer: listOf(readingShape),
  }),
  route('PATCH /readings', 'readings.set', 'Chooses what is named and leaves the rest', {
    body: choicesSchema,
    answer: listOf(readingShape),
  }),

  route('GET /switches', 'switches.read', 'Which stores cannot be read, and limits that can be set while it runs', {
    answer: switchesShape,
  }),
  route('PATCH /switches', 'switches.set', 'Sets what is named and leaves the rest', {
    body: switchesSchema,
    answer: switchesShape,
  }),

  route('GET /jobs', 'jobs.list', 'Every job of the world with its inner stage', {
    query: jobFilterSchema,
    answer: listOf(jobShape),
  }),
  route('GET /jobs/:id', 'jobs.read', 'A job with its inner stage', { answer: jobShape }),
  route('POST /jobs/:id/step', 'jobs.step', 'Takes a job over its next boundary now', { answer: jobShape }),
  route('POST /jobs/:id/release', 'jobs.release', 'Lets a held job go on', { answer: jobShape }),

  route('GET /accounts', 'accounts.list', 'The accounts of the world', {
    answer: () => z.array(text()).describe('the ids of the accounts'),
  }),
  route('POST /accounts', 'accounts.create', 'Makes an account with keys of every kind', {
    status: 201,
    body: newAccountSchema,
    answer: account.madeAccountShape,
  }),
  route(
    'DELETE /accounts/:id',
    'accounts.remove',
    'Takes an account away with all that it owns, its world too where it has one',
  ),
  route('PATCH /accounts/:id', 'accounts.change', 'Changes an account that is there; what is not named stays', {
    body: accountChangeSchema,
    answer: account.changedAccountShape,
  }),
  route('GET /accounts/:id', 'accounts.read', 'An account with its keys, as they are now', {
    answer: account.accountShape,
  }),
  route('GET /accounts/:id/keys', 'accounts.keys', 'The keys of an account', { answer: listOf(account.keyShape) }),
  route(
    'POST /accounts/:id/keys',
    'accounts.addKey',
    'Another key beside those that are there; answers its secret, this once',
    { status: 201, body: addedKeySchema, answer: account.keyWithSecretShape },
  ),
  route(
    'PATCH /accounts/:id/keys/:key',
    'accounts.changeKey',
    'Revokes a key, lets it expire, or changes what it may do; it is named by its name or its id',
    { body: keyChangeSchema, answer: account.keyShape },
  ),
  route('POST /accounts/:id/credits', 'accounts.credits', 'Changes the credits of an account; answers its balance', {
    body: creditChangeSchema,
    answer: account.balanceShape,
  }),

  route('GET /endpoints', 'webhooks.list', 'The webhook endpoints', { answer: listOf(webhook.endpointShape) }),
  route('POST /endpoints', 'webhooks.register', 'Registers an endpoint; answers its secret, this once', {
    status: 201,
    body: webhook.endpointSchema,
    answer: webhook.endpointWithSecretShape,
  }),
  route('GET /endpoints/:id', 'webhooks.read', 'An endpoint', { answer: webhook.endpointShape }),
  route('PATCH /endpoints/:id', 'webhooks.update', 'Changes the URL or the event types of an endpoint', {
    body: webhook.endpointChangeSchema,
    answer: webhook.endpointShape,
  }),
  route('DELETE /endpoints/:id', 'webhooks.remove', 'Removes an endpoint'),
  route('POST /endpoints/:id/enable', 'webhooks.enable', 'Enables an endpoint, its failures forgotten', {
    answer: webhook.endpointShape,
  }),
  route(
    'POST /endpoints/:id/disable',
    'webhooks.disable',
    'Disables an endpoint; what it still had to get it never gets',
    { answer: webhook.endpointShape },
  ),
  route('POST /endpoints/:id/rotate', 'webhooks.rotate', 'Makes a new secret; answers it, this once', {
    body: webhook.rotationSchema,
    answer: webhook.endpointWithSecretShape,
  }),
  route('POST /endpoints/:id/ping', 'webhooks.ping', 'Sends a test event, once', { answer: webhook.deliveryShape }),
  route('GET /endpoints/:id/deliveries', 'webhooks.deliveries', 'Every delivery of an endpoint with its attempts', {
    answer: listOf(webhook.deliveryShape),
  }),
  route('POST /deliveries/:id/resend', 'webhooks.resend', 'Sends an event again under the same id', {
    answer: webhook.deliveryShape,
  }),

  route('GET /receivers', 'webhooks.receivers.list', 'The scripted receivers', {
    answer: listOf(webhook.receiverShape),
  }),
  route(
    'POST /receivers',
    'webhooks.receivers.open',
    'Opens a receiver of webhooks that answers by a script; it is registered as an endpoint',
    { status: 201, body: webhook.receiverSchema, answer: webhook.receiverShape },
  ),
  route('GET /receivers/:id', 'webhooks.receivers.read', 'A receiver with what it received', {
    answer: webhook.receiverShape,
  }),
  route('POST /receivers/:id/replies', 'webhooks.receivers.reply', 'Adds replies to a script', {
    body: webhook.receiverRepliesSchema,
    answer: webhook.receiverShape,
  }),
  route('DELETE /receivers/:id', 'webhooks.receivers.close', 'Closes a receiver and removes its endpoint'),

  route('GET /journal', 'journal.find', 'The exchanges that match, oldest first', {
    query: journal.journalPageSchema,
    answer: listOf(exchangeShape),
  }),
  route('POST /journal/verify', 'journal.check', 'Counts the exchanges that match', {
    body: journal.verifySchema,
    answer: journal.verificationShape,
  }),
  route('POST /journal/wait', 'journal.wait', 'Answers when a request has come or a job has got to a status', {
    body: journal.waitSchema,
    answer: journal.waitedShape,
    handle: ({ world, body, signal }) => world.journal.wait(body, { signal }),
  }),
  route('GET /journal/explain/:request_id', 'journal.explain', 'Why a request was refused', {
    answer: journal.explanationShape,
  }),
  route('GET /audit', 'audit.findings', 'What the client did wrong', {
    query: journal.auditSchema,
    answer: listOf(findingShape),
    handle: ({ world, query }) => world.audit.findings(withLists(query)),
  }),

  route('GET /coverage', 'coverage', 'What the clients have met of the service, and what not', {
    query: coverageSchema,
    answer: coverageShape,
    handle: ({ world, worlds, query }) => {
      const given = parseInput('The query', coverageSchema, query);
      return given.worlds === 'all' ? worlds.coverage() : world.coverage();
    },
  }),

  route('GET /summary', 'inspect.summary', 'A world in a few numbers', { answer: inspect.summaryShape }),
  route('GET /agenda', 'inspect.agenda', 'What falls due, the next first', {
    query: inspect.agendaSchema,
    answer: listOf(inspect.agendaShape),
  }),
  route('GET /jobs/:id/story', 'inspect.job', 'All that there is to know of a job', { answer: inspect.storyShape }),
  route('GET /accounts/:id/story', 'inspect.account', 'An account with its credits, and its keys whole', {
    answer: inspect.accountStoryShape,
  }),
  route('GET /accounts/:id/ledger', 'inspect.ledger', 'What jobs did to the credits of an account', {
    query: inspect.ledgerSchema,
    answer: listOf(inspect.ledgerShape),
  }),
  route('GET /deliveries', 'inspect.deliveries', 'Deliveries that match, oldest first', {
    query: inspect.deliveryFilterSchema,
    answer: listOf(webhook.deliveryShape),
  }),
  route('GET /deliveries/:id/requests', 'inspect.requests', 'The requests of a delivery as they went out', {
    answer: listOf(inspect.requestShape),
  }),

  route('GET /snapshots', 'snapshots.list', 'The snapshots of the world', { answer: listOf(snapshotShape) }),
  route('POST /snapshots/:name', 'snapshots.save', 'Keeps all that the world is', {
    status: 201,
    answer: snapshotShape,
  }),
  route('POST /snapshots/:name/load', 'snapshots.load', 'Puts the world back', { answer: loadShape }),
  route('DELETE /snapshots/:name', 'snapshots.remove', 'Forgets a snapshot'),
];

/** All that is served: what was `/tenants` before it was `/accounts`, and still is in the driver contract, by both names. */
export const SERVED_ROUTES: readonly ControlRoute[] = CONTROL_ROUTES.flatMap((route) => {
  const former = formerPath(route.path);
  return former === null ? [route] : [route, { ...route, path: former }];
});

function worldReport(world: WorldControl) {
  return { name: world.name, keys: world.keys, clock: world.clock.read() };
}

/** Lists in an address have commas between their values: `?ignore=etag-ignored,poll-too-soon`. */
function withLists(query: Record<string, string>) {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value.split(',')]));
}
