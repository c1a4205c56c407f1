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
  route('GET /capabilities', null, 'Lists the supported parts of the driver contract', {
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
  route('POST /worlds', 'worlds.create', 'Creates a world with its own accounts, keys, clock and seed', {
    status: 201,
    body: namedWorldSchema,
    answer: worldShape,
    handle: async ({ worlds, body }) => worldReport(await worlds.create(body)),
  }),
  route('DELETE /worlds/:name', 'worlds.remove', 'Ends a world', {
    handle: ({ worlds, ids: [name = ''] }) => worlds.remove(name),
  }),
  route('POST /reset', 'reset', 'Resets the world to its initial state'),

  route('GET /clock', 'clock.read', 'Reads the clock of the world', { answer: clockShape }),
  route('PATCH /clock', 'clock.change', 'Changes the mode of the clock', {
    body: clockChangeSchema,
    answer: clockShape,
  }),
  route('POST /clock/advance', 'clock.advance', 'Advances the clock; answers when all due work is done', {
    body: advanceSchema,
    answer: advanceShape,
    handle: ({ world, body }) => world.clock.advance(parseInput('The advance', advanceSchema, body)),
  }),

  route('GET /plans', 'plans.list', 'Lists the plans and their uses, in the order in which they are tried', {
    answer: listOf(planShape),
  }),
  route('POST /plans', 'plans.add', 'Adds a plan, which decides the outcome of the next matching jobs', {
    status: 201,
    body: addedPlanSchema,
    answer: idShape,
    member: 'id',
  }),
  route('DELETE /plans', 'plans.clear', 'Removes all plans'),
  route('DELETE /plans/:id', 'plans.remove', 'Removes a plan'),

  route('GET /faults', 'faults.list', 'Lists the faults and their uses, in the order in which they are tried', {
    answer: listOf(faultShape),
  }),
  route('POST /faults', 'faults.add', 'Adds a fault, which makes the next matching requests fail', {
    status: 201,
    body: addedFaultSchema,
    answer: idShape,
    member: 'id',
  }),
  route('DELETE /faults', 'faults.clear', 'Removes all faults'),
  route('DELETE /faults/:id', 'faults.remove', 'Removes a fault'),

  route('GET /deviations', 'deviations.list', 'Lists deviations and lawful variants, and which are on', {
    answer: listOf(deviationShape),
  }),
  route('POST /deviations', 'deviations.on', 'Switches on more deviations', {
    body: deviationsSchema,
    answer: listOf(deviationShape),
    handle: ({ world, body }) => world.deviations.on(...parseDeviations(body)),
  }),
  route('DELETE /deviations', 'deviations.off', 'Switches off all deviations'),
  route('DELETE /deviations/:id', 'deviations.off', 'Switches off a deviation'),

  route(
    'GET /readings',
    'readings.read',
    'Lists the open questions of the specification, and the choices of this world',
    { answer: listOf(readingShape) },
  ),
  route('PATCH /readings', 'readings.set', 'Changes the named readings; the others keep their values', {
    body: choicesSchema,
    answer: listOf(readingShape),
  }),

  route('GET /switches', 'switches.read', 'Reads the stores that are down, and the limits that can change at runtime', {
    answer: switchesShape,
  }),
  route('PATCH /switches', 'switches.set', 'Changes the named switches; the others keep their values', {
    body: switchesSchema,
    answer: switchesShape,
  }),

  route('GET /jobs', 'jobs.list', 'Lists the jobs of the world with their internal stages', {
    query: jobFilterSchema,
    answer: listOf(jobShape),
  }),
  route('GET /jobs/:id', 'jobs.read', 'Reads a job with its internal stage', { answer: jobShape }),
  route('POST /jobs/:id/step', 'jobs.step', 'Moves a job to its next stage now', { answer: jobShape }),
  route('POST /jobs/:id/release', 'jobs.release', 'Releases a held job', { answer: jobShape }),

  route('GET /accounts', 'accounts.list', 'Lists the accounts of the world', {
    answer: () => z.array(text()).describe('the ids of the accounts'),
  }),
  route('POST /accounts', 'accounts.create', 'Creates an account with keys of every kind', {
    status: 201,
    body: newAccountSchema,
    answer: account.madeAccountShape,
  }),
  route(
    'DELETE /accounts/:id',
    'accounts.remove',
    'Removes an account with all its data, and with its world if it has one',
  ),
  route('PATCH /accounts/:id', 'accounts.change', 'Changes an account; fields that are not named keep their values', {
    body: accountChangeSchema,
    answer: account.changedAccountShape,
  }),
  route('GET /accounts/:id', 'accounts.read', 'Reads an account with its keys', { answer: account.accountShape }),
  route('GET /accounts/:id/keys', 'accounts.keys', 'Lists the keys of an account', {
    answer: listOf(account.keyShape),
  }),
  route('POST /accounts/:id/keys', 'accounts.addKey', 'Adds a key; only this answer contains its secret', {
    status: 201,
    body: addedKeySchema,
    answer: account.keyWithSecretShape,
  }),
  route(
    'PATCH /accounts/:id/keys/:key',
    'accounts.changeKey',
    'Revokes a key, sets its expiry or changes its permissions; identify it by name or id',
    { body: keyChangeSchema, answer: account.keyShape },
  ),
  route('POST /accounts/:id/credits', 'accounts.credits', 'Changes the credits of an account; answers the balance', {
    body: creditChangeSchema,
    answer: account.balanceShape,
  }),

  route('GET /endpoints', 'webhooks.list', 'Lists the webhook endpoints', { answer: listOf(webhook.endpointShape) }),
  route('POST /endpoints', 'webhooks.register', 'Registers an endpoint; only this answer contains its secret', {
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
  route('POST /endpoints/:id/enable', 'webhooks.enable', 'Enables an endpoint and resets its failures', {
    answer: webhook.endpointShape,
  }),
  route('POST /endpoints/:id/disable', 'webhooks.disable', 'Disables an endpoint; its pending deliveries are dropped', {
    answer: webhook.endpointShape,
  }),
  route('POST /endpoints/:id/rotate', 'webhooks.rotate', 'Rotates the secret; only this answer contains the new one', {
    body: webhook.rotationSchema,
    answer: webhook.endpointWithSecretShape,
  }),
  route('POST /endpoints/:id/ping', 'webhooks.ping', 'Sends a test event, once', { answer: webhook.deliveryShape }),
  route(
    'GET /endpoints/:id/deliveries',
    'webhooks.deliveries',
    'Lists the deliveries of an endpoint with their attempts',
    { answer: listOf(webhook.deliveryShape) },
  ),
  route('POST /deliveries/:id/resend', 'webhooks.resend', 'Sends an event again with the same id', {
    answer: webhook.deliveryShape,
  }),

  route('GET /receivers', 'webhooks.receivers.list', 'Lists the scripted receivers', {
    answer: listOf(webhook.receiverShape),
  }),
  route(
    'POST /receivers',
    'webhooks.receivers.open',
    'Opens a scripted webhook receiver, and registers it as an endpoint',
    { status: 201, body: webhook.receiverSchema, answer: webhook.receiverShape },
  ),
  route('GET /receivers/:id', 'webhooks.receivers.read', 'Reads a receiver with its deliveries', {
    answer: webhook.receiverShape,
  }),
  route('POST /receivers/:id/replies', 'webhooks.receivers.reply', 'Adds replies to a script', {
    body: webhook.receiverRepliesSchema,
    answer: webhook.receiverShape,
  }),
  route('DELETE /receivers/:id', 'webhooks.receivers.close', 'Closes a receiver and removes its endpoint'),

  route('GET /journal', 'journal.find', 'Lists the matching exchanges, oldest first', {
    query: journal.journalPageSchema,
    answer: listOf(exchangeShape),
  }),
  route('POST /journal/verify', 'journal.check', 'Counts the matching exchanges', {
    body: journal.verifySchema,
    answer: journal.verificationShape,
  }),
  route('POST /journal/wait', 'journal.wait', 'Waits for a request, or for a job to reach a status', {
    body: journal.waitSchema,
    answer: journal.waitedShape,
    handle: ({ world, body, gone }) => world.journal.wait(body, { signal: gone() }),
  }),
  route('GET /journal/explain/:request_id', 'journal.explain', 'Explains why a request was refused', {
    answer: journal.explanationShape,
  }),
  route('GET /audit', 'audit.findings', 'Lists the mistakes of the client', {
    query: journal.auditSchema,
    answer: listOf(findingShape),
    handle: ({ world, query }) => world.audit.findings(withLists(query)),
  }),

  route('GET /coverage', 'coverage', 'Reads which behaviors of the service the clients have covered', {
    query: coverageSchema,
    answer: coverageShape,
    handle: ({ world, worlds, query }) => {
      const given = parseInput('The query', coverageSchema, query);
      return given.worlds === 'all' ? worlds.coverage() : world.coverage();
    },
  }),

  route('GET /summary', 'inspect.summary', 'Reads a summary of the world', { answer: inspect.summaryShape }),
  route('GET /agenda', 'inspect.agenda', 'Lists due work, the next first', {
    query: inspect.agendaSchema,
    answer: listOf(inspect.agendaShape),
  }),
  route('GET /jobs/:id/story', 'inspect.job', 'Reads everything about a job', { answer: inspect.storyShape }),
  route('GET /accounts/:id/story', 'inspect.account', 'Reads an account with its credits and its unmasked keys', {
    answer: inspect.accountStoryShape,
  }),
  route('GET /accounts/:id/ledger', 'inspect.ledger', 'Lists the credit transactions of an account', {
    query: inspect.ledgerSchema,
    answer: listOf(inspect.ledgerShape),
  }),
  route('GET /deliveries', 'inspect.deliveries', 'Lists the matching deliveries, oldest first', {
    query: inspect.deliveryFilterSchema,
    answer: listOf(webhook.deliveryShape),
  }),
  route('GET /deliveries/:id/requests', 'inspect.requests', 'Lists the sent requests of a delivery', {
    answer: listOf(inspect.requestShape),
  }),

  route('GET /snapshots', 'snapshots.list', 'Lists the snapshots of the world', { answer: listOf(snapshotShape) }),
  route('POST /snapshots/:name', 'snapshots.save', 'Saves the world as a snapshot', {
    status: 201,
    answer: snapshotShape,
  }),
  route('POST /snapshots/:name/load', 'snapshots.load', 'Restores a snapshot', { answer: loadShape }),
  route('DELETE /snapshots/:name', 'snapshots.remove', 'Forgets a snapshot'),
];

/** All served routes. `/accounts` was formerly `/tenants`, which the driver contract still uses. */
export const SERVED_ROUTES: readonly ControlRoute[] = CONTROL_ROUTES.flatMap((route) => {
  const former = formerPath(route.path);
  return former === null ? [route] : [route, { ...route, path: former }];
});

function worldReport(world: WorldControl) {
  return { name: world.name, keys: world.keys, clock: world.clock.read() };
}

/** Lists in a query are comma-separated: `?ignore=poll-too-soon,retry-too-soon`. */
function withLists(query: Record<string, string>) {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value.split(',')]));
}
