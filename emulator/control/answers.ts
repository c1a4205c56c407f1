import * as z from 'zod';
import {
  accountStoryShape,
  agendaShape,
  ledgerShape,
  requestShape,
  storyShape,
  summaryShape,
} from './inspect/shapes.ts';
import { type ControlRoute, presentPath } from './route.ts';
import {
  accountShape,
  changedAccountShape,
  keyShape,
  keyWithSecretShape,
  tenantShape,
} from './schemas/account-shapes.ts';
import {
  advanceShape,
  balanceShape,
  clockShape,
  deliveryShape,
  deviationShape,
  endpointShape,
  endpointWithSecretShape,
  faultShape,
  jobShape,
  loadShape,
  planShape,
  readingShape,
  receiverShape,
  snapshotShape,
  switchesShape,
  worldShape,
} from './schemas/answer-shapes.ts';
import { coverageShape } from './schemas/coverage-shapes.ts';
import { exchangeShape, explanationShape, findingShape, verificationShape } from './schemas/journal-shapes.ts';

/** What a route answers; null where it answers nothing. */
export function answerOf({ method, path, status }: ControlRoute): z.ZodType | null {
  if (status === 204) return null;
  const name = `${method} ${presentPath(path)}`;
  const make = ANSWERS[name];
  if (make === undefined) throw new Error(`${name} has no answer in answers.ts`);
  return make();
}

const ANSWERS: Readonly<Record<string, () => z.ZodType>> = {
  'GET /capabilities': capabilitiesShape,
  'GET /worlds': () => z.array(worldShape()),
  'POST /worlds': worldShape,
  'GET /clock': clockShape,
  'PATCH /clock': clockShape,
  'POST /clock/advance': advanceShape,
  'GET /plans': () => z.array(planShape()),
  'POST /plans': idShape,
  'GET /faults': () => z.array(faultShape()),
  'POST /faults': idShape,
  'GET /deviations': () => z.array(deviationShape()),
  'POST /deviations': () => z.array(deviationShape()),
  'GET /readings': () => z.array(readingShape()),
  'PATCH /readings': () => z.array(readingShape()),
  'GET /switches': switchesShape,
  'PATCH /switches': switchesShape,
  'GET /jobs': () => z.array(jobShape()),
  'GET /jobs/:id': jobShape,
  'POST /jobs/:id/step': jobShape,
  'POST /jobs/:id/release': jobShape,
  'GET /accounts': () => z.array(z.string()).describe('the ids of the accounts'),
  'POST /accounts': tenantShape,
  'PATCH /accounts/:id': changedAccountShape,
  'GET /accounts/:id': accountShape,
  'GET /accounts/:id/keys': () => z.array(keyShape()),
  'POST /accounts/:id/keys': keyWithSecretShape,
  'PATCH /accounts/:id/keys/:key': keyShape,
  'POST /accounts/:id/credits': balanceShape,
  'GET /endpoints': () => z.array(endpointShape()),
  'POST /endpoints': endpointWithSecretShape,
  'GET /endpoints/:id': endpointShape,
  'PATCH /endpoints/:id': endpointShape,
  'POST /endpoints/:id/enable': endpointShape,
  'POST /endpoints/:id/disable': endpointShape,
  'POST /endpoints/:id/rotate': endpointWithSecretShape,
  'POST /endpoints/:id/ping': deliveryShape,
  'GET /endpoints/:id/deliveries': () => z.array(deliveryShape()),
  'POST /deliveries/:id/resend': deliveryShape,
  'GET /journal': () => z.array(exchangeShape()),
  'POST /journal/verify': verificationShape,
  'POST /journal/wait': () =>
    z.union([
      exchangeShape(),
      deliveryShape(),
      z.looseObject({ status: z.string().describe('its status') }).meta({ title: 'Job' }),
    ]),
  'GET /journal/explain/:request_id': explanationShape,
  'GET /audit': () => z.array(findingShape()),
  'GET /coverage': coverageShape,
  'GET /summary': summaryShape,
  'GET /agenda': () => z.array(agendaShape()),
  'GET /jobs/:id/story': storyShape,
  'GET /accounts/:id/story': accountStoryShape,
  'GET /accounts/:id/ledger': () => z.array(ledgerShape()),
  'GET /deliveries': () => z.array(deliveryShape()),
  'GET /deliveries/:id/requests': () => z.array(requestShape()),
  'GET /receivers': () => z.array(receiverShape()),
  'POST /receivers': receiverShape,
  'GET /receivers/:id': receiverShape,
  'POST /receivers/:id/replies': receiverShape,
  'GET /snapshots': () => z.array(snapshotShape()),
  'POST /snapshots/:name': snapshotShape,
  'POST /snapshots/:name/load': loadShape,
};

function capabilitiesShape() {
  return z
    .strictObject({
      drivers: z.array(z.string()).describe('the parts of the driver contract'),
      clock: z
        .strictObject({ per_tenant: z.boolean().describe('whether a tenant may have a clock of its own') })
        .describe('what its clock can do'),
    })
    .meta({ title: 'Capabilities' });
}

function idShape() {
  return z.strictObject({ id: z.string().describe('its id') }).meta({ title: 'Made' });
}
