import * as z from 'zod';
import type { Stage } from '../../domain/job.ts';
import { PLACES } from '../../domain/values/place.ts';
import { ENVIRONMENTS, JOB_STATUSES, OPERATIONS } from '../../domain/vocabulary.ts';
import { DELIVERY_STATES, EVENT_TYPES } from '../../domain/webhook.ts';
import type { AdvanceReport } from '../../runtime/advance-report.ts';
import { CLOCK_MODES } from '../../runtime/clock.ts';
import { replySchema } from '../../webhooks/receiver.ts';
import type { DeliveryReport, EndpointReport } from '../../webhooks/reports.ts';
import type { ClockReport } from '../clock-control.ts';
import type { DeviationReport } from '../deviation-control.ts';
import type { FaultReport } from '../fault-control.ts';
import type { JobReport } from '../job-control.ts';
import type { ReadingReport } from '../reading-control.ts';
import type { PlanReport } from '../reports.ts';
import type { LoadReport, SnapshotReport } from '../snapshot-control.ts';
import type { SwitchesReport } from '../switch-control.ts';

/** The schemas of control answers, for the OpenAPI document: made on request, since few runs need them. */

const text = () => z.string();
export const instant = () => z.iso.datetime().meta({ title: 'instant' });
const count = () => z.int().min(0);
const place = () => z.enum(PLACES).describe('why it is tried when it is: the table of the order names the places');

export function clockShape() {
  return z
    .strictObject({
      now: instant().describe('the present instant of the world'),
      mode: z.enum(CLOCK_MODES).describe('how time passes'),
      rate: z.number().describe('while running: how many seconds pass in one'),
    })
    .meta({ title: 'ClockReport' }) satisfies z.ZodType<ClockReport>;
}

export function advanceShape() {
  const fired = z.strictObject({
    at: instant().describe('when it fell due'),
    kind: text().describe('what it was'),
    ref: text().describe('the id of what it was about'),
  });
  return z
    .strictObject({
      from: instant().describe('the instant at which it began'),
      now: instant().describe('the instant that was reached'),
      fired: z.array(fired).describe('the work that fell due on the way, in order'),
      walked: z.record(z.string(), count()).describe('how often each kind of work fell due on the way'),
      next_due: instant().nullable().describe('when the next work falls due; null where there is none'),
    })
    .meta({ title: 'AdvanceReport' }) satisfies z.ZodType<AdvanceReport>;
}

export function worldShape() {
  const key = (environment: string) =>
    text().nullable().describe(`its first ${environment} key; null where it has none`);
  return z
    .strictObject({
      name: text().describe('its name'),
      keys: z.strictObject({ live: key('live'), test: key('test') }).describe('keys that lead clients into it'),
      clock: clockShape().describe('its clock'),
    })
    .meta({ title: 'WorldReport' });
}

export function planShape() {
  return z
    .strictObject({
      id: text().describe('its id'),
      place: place(),
      matched: count().describe('how many jobs it has matched'),
      used: count().describe('how many jobs it has decided'),
      spent: z.boolean().describe('whether it decides no more'),
      plan: z.unknown().describe('the plan itself'),
    })
    .meta({ title: 'PlanReport' }) satisfies z.ZodType<Omit<PlanReport, 'plan'>>;
}

export function faultShape() {
  return z
    .strictObject({
      id: text().describe('its id'),
      effect: z.looseObject({ kind: text().describe('its kind') }).describe('what it does'),
      place: place(),
      matched: count().describe('how many requests it has matched'),
      hits: count().describe('how many requests it has harmed'),
      spent: z.boolean().describe('whether it harms no more'),
      fault: z.unknown().describe('which requests it matches, when, and what it does'),
    })
    .meta({ title: 'FaultReport' }) satisfies z.ZodType<Omit<FaultReport, 'effect' | 'fault'>>;
}

export function deviationShape() {
  const state = {
    on: z.boolean().describe('whether it is on'),
    fired: count().describe('how often it changed something since it was switched on'),
  };
  const deviation = z
    .strictObject({
      kind: z.literal('deviation'),
      id: text().describe('its id'),
      rule: text().describe('the rule that it breaks'),
      also: z.array(text()).describe('rules that are broken with it'),
      about: text().describe('what the emulator does then'),
      subtle: z.boolean().describe('whether it is hard to see'),
      ...state,
    })
    .describe('it breaks a rule');
  const variant = z
    .strictObject({
      kind: z.literal('variant'),
      id: text().describe('its id'),
      cites: text().describe('why it is lawful'),
      about: text().describe('what the emulator does then'),
      choices: z.array(text()).describe('the choices of open questions that it stands for'),
      ...state,
    })
    .describe('a lawful difference');
  return z.union([deviation, variant]).meta({ title: 'DeviationReport' }) satisfies z.ZodType<DeviationReport>;
}

export function readingShape() {
  return z
    .strictObject({
      name: text().describe('its name under readings of a configuration'),
      section: text().describe('the section of the specification in which it comes up'),
      reading: count().nullable().describe('the number of the reading; null where it has none'),
      ask: text().describe('what is left open'),
      choices: text().describe('the lawful choices'),
      choice: z.unknown().describe('what this world does'),
      default: z.unknown().describe('what it does unless told otherwise'),
      fired: count().describe('how often the choice made a difference'),
    })
    .meta({ title: 'ReadingReport' }) satisfies z.ZodType<ReadingReport>;
}

export function switchesShape() {
  const limit = () => count().nullable();
  return z
    .strictObject({
      key_store_unreadable: z.boolean().describe('keys cannot be checked: 503'),
      ledger_unreadable: z.boolean().describe('credits cannot be read: 503'),
      admission_per_minute: limit().describe('jobs that one key may submit in a minute; null is unlimited'),
      daily_quota: limit().describe('jobs of each operation a UTC day; null is what the readings say'),
      webhook_timeout: limit().describe('milliseconds that receivers may take; null is what the configuration says'),
    })
    .meta({ title: 'SwitchesReport' }) satisfies z.ZodType<SwitchesReport>;
}

const STAGES = ['queued', 'picked_up', 'preparing', 'processing', 'succeeded', 'failed', 'cancelled'] as const;

export function jobShape() {
  return z
    .strictObject({
      id: text().describe('its id'),
      status: z.enum(JOB_STATUSES).describe('what the API shows'),
      stage: z.enum(STAGES satisfies readonly Stage[]).describe('the inner stage, which the API does not show'),
      held: z.boolean().describe('whether only a release or a step ends this stage'),
      environment: z.enum(ENVIRONMENTS).describe('that of the key which submitted it'),
      cancel_requested: z.boolean().describe('whether it ends at the next boundary'),
      operation: z.enum(OPERATIONS).describe('what it does'),
      account: text().describe('the account that owns it'),
      created_at: instant().describe('when it was submitted'),
      updated_at: instant().describe('when it changed last'),
      completed_at: instant().nullable().describe('when it ended; null until then'),
    })
    .meta({ title: 'JobReport' }) satisfies z.ZodType<JobReport>;
}

export function balanceShape() {
  return z
    .strictObject({
      object: z.literal('credit_balance').describe('what it is'),
      as_of: instant().describe('when it was read'),
      settled_units: z.int().describe('grants and adjustments minus captured charges'),
      held_units: count().describe('units held by unsettled jobs'),
      available_units: z.int().describe('settled minus held'),
      test_funded_units: count().describe('not spendable while enforced'),
      spendable_units: z.int().describe('what a submission may spend'),
      enforced: z.boolean().describe('whether a submission that the units do not cover is refused'),
      low_balance: z.boolean().describe('whether the threshold is reached'),
      unit_costs: z.record(z.enum(OPERATIONS), count()).describe('units that an accepted job costs'),
    })
    .meta({ title: 'CreditBalance' });
}

export function endpointShape() {
  return endpointFields().meta({ title: 'EndpointReport' });
}

export function endpointWithSecretShape() {
  const secret = text().describe('what deliveries are signed with, shown this once');
  return endpointFields().extend({ secret }).meta({ title: 'EndpointWithSecret' });
}

function endpointFields() {
  const failing = z.strictObject({
    count: count().describe('failed attempts in a row'),
    since: instant().describe('when the first of them was'),
  });
  return z.strictObject({
    id: text().describe('its id'),
    account: text().describe('whose events it gets'),
    environment: z.enum(ENVIRONMENTS).describe('the environment whose jobs it is told of'),
    url: text().describe('where events are sent'),
    events: z.array(z.enum([...EVENT_TYPES, 'test.ping'])).describe('the types of event that are sent'),
    enabled: z.boolean().describe('whether it gets anything'),
    failing: failing.nullable().describe('the failures that are going on; null after a success'),
    previous_secret_until: instant()
      .nullable()
      .describe('how long the secret before signs too; null where there is none'),
    created_at: instant().describe('when it was registered'),
  }) satisfies z.ZodType<Omit<EndpointReport, 'events'>>;
}

export function deliveryShape() {
  const event = z.strictObject({
    id: text().describe('the same in every delivery of the event'),
    type: text().describe('its type'),
    created: instant().describe('when it came about'),
    job: text().nullable().describe('the job that it tells of; null of a ping'),
  });
  const attempt = z.strictObject({
    number: z.int().min(1).describe('counted from 1'),
    at: instant().describe('when it began'),
    status: z.int().nullable().describe('what the receiver answered; null where it did not'),
    failure: z.enum(['timeout', 'connection', 'tls']).nullable().describe('why there was no answer'),
    took: z.number().describe('real milliseconds'),
    answer: text().describe('the beginning of the body of the answer'),
  });
  return z
    .strictObject({
      id: text().describe('its id'),
      endpoint: text().describe('where it goes'),
      event: event.describe('what it tells'),
      state: z.enum(DELIVERY_STATES).describe('what became of it'),
      resend: z.boolean().describe('whether it was sent again by hand'),
      attempts: z.array(attempt).describe('what was tried'),
      next_attempt_at: instant().nullable().describe('when it is tried again; null where it is not'),
    })
    .meta({ title: 'DeliveryReport' }) satisfies z.ZodType<DeliveryReport>;
}

export function loadShape() {
  const journal = z.literal('kept').describe('the journal goes on: no restore undoes what clients did');
  return snapshotShape().extend({ journal }).meta({ title: 'LoadReport' }) satisfies z.ZodType<LoadReport>;
}

export function snapshotShape() {
  return z
    .strictObject({
      name: text().describe('its name'),
      at: instant().describe('the instant of the world that it keeps'),
      jobs: count().describe('how many jobs are in it'),
      assets: count().describe('how many assets are in it'),
    })
    .meta({ title: 'SnapshotReport' }) satisfies z.ZodType<SnapshotReport>;
}

export function receiverShape() {
  const received = z.strictObject({
    at: instant().describe('when it came, on the clock of the world'),
    attempt: z.int().describe('the number of the attempt'),
    headers: z.record(z.string(), z.string()).describe('its headers'),
    body: text().describe('its raw body'),
    verified: z.boolean().describe('whether its signature is right'),
    reason: text().nullable().describe('why it is not; null where it is'),
    reply: replySchema.describe('what was answered'),
  });
  return z
    .strictObject({
      id: text().describe('its id'),
      url: text().describe('where it listens'),
      endpoint: text().describe('the id of its endpoint'),
      received: z.array(received).describe('what it received, in order'),
    })
    .meta({ title: 'ReceiverReport' });
}
