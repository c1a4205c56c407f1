import { HOOK, type Of, type Operation } from '../operation.ts';
import { ifThere, pathOf, stepId, type WrittenStep } from './places-in-steps.ts';

/** What drivers bring about, and what came to the receiver. */
export function drivenSteps(own: WrittenStep, operation: Operation): WrittenStep[] {
  switch (operation.does) {
    case 'wait':
      return [{ wait: { for: operation.for } }];
    case 'wait for its end':
      return [waitForEnd(operation)];
    case 'wait for midnight':
      return [waitForMidnight(operation)];
    case 'credits':
      return [{ drive: 'credits.change', ...operation.change }];
    case 'units for':
      return [unitsFor(operation)];
    case 'limit':
      return [{ drive: 'faults.set', ...operation.change }];
    case 'without a feature':
      return [
        { drive: 'tenants.change', features: { [operation.feature]: false } },
        ...(operation.whole ? allOfFeature(operation) : []),
        { ...own, retry: false, ...callOfFeature(operation) },
        { drive: 'tenants.change', features: { [operation.feature]: true } },
      ];
    case 'with a fault':
      return [
        { drive: 'faults.set', [operation.fault]: true },
        ...(operation.whole ? callsUnderFault(operation) : []).map((call) => ({ retry: false, ...call })),
        { ...own, retry: false, ...callUnderFault(operation) },
        { drive: 'faults.set', [operation.fault]: false },
      ];
    case 'receive':
      return receivingSteps(own, operation);
    case 'rotate':
      return rotationSteps(stepId(operation.nth));
    case 'resend':
      return resendSteps(stepId(operation.nth), operation.of);
    case 'ping':
      return [{ drive: 'webhooks.ping', hook: HOOK }];
    case 'endpoint':
      return [{ drive: `webhooks.${operation.change}`, hook: HOOK }];
    default:
      return [];
  }
}

function waitForEnd({ of, by }: Of<'wait for its end'>): WrittenStep {
  const end = `${stepId(of)}.body.expires_at`;
  return { if: `defined(instant(${end}))`, wait: { until: around(`instant(${end})`, by) } };
}

function waitForMidnight({ of, by }: Of<'wait for midnight'>): WrittenStep {
  const begun = `${stepId(of)}.body.created_at`;
  return { if: `defined(instant(${begun}))`, wait: { until: around(`instant(day(${begun})) + 24h`, by) } };
}

function around(instant: string, seconds: number): string {
  return `\${${instant} ${seconds < 0 ? '-' : '+'} ${Math.abs(seconds)}s}`;
}

/** How long the previous secret stays valid after a rotation. */
const KEPT = '2h';

/** What the last rotation left behind: how many deliveries had come by then, when it was, and the secret before it. */
export const UNROTATED: readonly WrittenStep[] = [{ let: { from: 0, rotated: null, old: null } }];

/** Checks the deliveries so far, which only one secret has signed. A test event shows the time of the server. */
function rotationSteps(id: string): WrittenStep[] {
  const before = `${id}_before`;
  const pings = (all: string) => `having(${all}, 'json.type', 'test.ping')`;
  const isDated = `len(${pings(id)}) > len(${pings(before)})`;
  return [
    { id: before, receive: HOOK, settle: '10s' },
    { drive: 'webhooks.ping', hook: HOOK },
    { id, receive: HOOK, settle: '5s' },
    inForm(`slice(${id}, from, len(${id}))`, HOOK),
    { let: { from: `\${len(${id})}`, old: `\${${HOOK}.secret}` } },
    { let: { rotated: `\${${isDated} ? instant(last(${pings(id)}).at) : null}` } },
    { drive: 'webhooks.rotate', hook: HOOK, keep_previous_for: KEPT },
  ];
}

/** The event of a job again, where one has come. */
function resendSteps(id: string, of: number): WrittenStep[] {
  const job = `${stepId(of)}.body.id`;
  const [before, read, log] = [`${id}_before`, `${id}_read`, `${id}_log`];
  const entries = `having(${log}, 'event.id', ${before}[0].json.id)`;
  const where = { 'json.data.object.id': `\${${job}}` };
  const hasCome = { if: `len(default(${before}, [])) > 0` };
  return [
    { id: before, ...ifThere(of), receive: HOOK, where, settle: '0s' },
    { ...hasCome, drive: 'webhooks.deliveries', hook: HOOK, as: log },
    { id: read, ...hasCome, call: `GET /v1/jobs/\${${job}}` },
    {
      if: `len(default(${before}, [])) > 0 && len(${entries}) > 0`,
      drive: 'webhooks.resend',
      delivery: `\${${entries}[0].id}`,
    },
    {
      id,
      ...hasCome,
      ...{ receive: HOOK, where, settle: '5s' },
      expect: {
        'WH-RESEND-ID': {
          if: `${read}.status == 200 && len(${entries}) > 0`,
          count: { ge: `\${len(${before}) + 1}` },
          'each.json.id': `\${${before}[0].json.id}`,
        },
      },
    },
  ];
}

function inForm(deliveries: string, hook: string, env?: 'live' | 'test'): WrittenStep {
  return {
    ...{ if: `len(${deliveries}) > 0`, use: 'lib/in-form', deliveries: `\${${deliveries}}` },
    ...{ sink: `\${${hook}}`, secret: `\${${hook}.secret}`, ...(env !== undefined && { env }) },
  };
}

/** All that comes within the time in which attempts are made, and what every delivery must be like. */
function receivingSteps(own: WrittenStep, { jobs, world: { primary, others = [] } }: Of<'receive'>): WrittenStep[] {
  const { id } = own;
  const triesAt = (nth: number) => `having(${id}, 'json.data.object.id', ${stepId(nth)}.body.id)`;
  return [
    { ...own, collect: HOOK, until: { elapsed: '50h' } },
    inForm(`slice(${id}, from, len(${id}))`, HOOK, primary),
    { id: `${id}_signed`, value: `\${${id}}`, expect: SIGNED_WHILE_ROTATING },
    { id: `${id}_anew`, value: `\${slice(${id}, from, len(${id}))}`, expect: signedAnew(id) },
    ...others.flatMap(({ hook, environment }) => [
      { id: `${id}_${hook}`, receive: hook, settle: '1s' },
      inForm(`${id}_${hook}`, hook, environment),
    ]),
    ...jobs.map((nth) => ({
      if: `defined(${stepId(nth)}.body.id) && len(${triesAt(nth)}) > 0`,
      use: 'lib/on-schedule',
      attempts: `\${${triesAt(nth)}}`,
      sink: `\${${HOOK}}`,
    })),
  ];
}

/** An expired secret may be removed a while later. */
const SIGNED_WHILE_ROTATING = {
  'WH-ROTATION': {
    each: {
      if: `rotated != null && index >= from && it.at < rotated + ${KEPT} - 10m`,
      signed_by: `\${[old, ${HOOK}.secret]}`,
      skew: { le: '90000h' },
    },
  },
  'WH-ROTATION-PERIOD': {
    each: {
      if: `rotated != null && index >= from && it.at > rotated + ${KEPT} + 100m`,
      not: { signed_by: '${old}', skew: { le: '90000h' } },
    },
  },
};

/** Each attempt is signed with its own time; the time of the event, or the signature of its first attempt, only warns. */
function signedAnew(id: unknown): Record<string, unknown> {
  const signed = { signed_by: `\${${HOOK}.secret}`, skew: { le: '90000h' } };
  const header = "it.header['service-signature']";
  const time = `instant(number(split(split(${header}, 't=')[1], ',')[0]) * 1000)`;
  const first = `having(${id}, 'json.id', it.json.id)[0].header['service-signature']`;
  const spares = [`abs(${time} - it.json.created) <= 5m`, `${header} == ${first}`].map((and) => ({
    ...{ 'header.Service-Signature': { present: true }, ...signed, and },
  }));
  return { 'WH-SIGNATURE-TIME': { each: { ...signed, skew: { le: '300s', clock: 'target' } }, spares } };
}

function callOfFeature({ feature, of }: Of<'without a feature'>): WrittenStep {
  if (feature === 'lists') return { call: 'GET /v1/assets' };
  if (feature === 'credits') return { call: 'GET /v1/credits/balance' };
  const job = of === undefined ? {} : ifThere(of);
  const path = pathOf('job', of ?? 'unknown');
  return { ...job, call: feature === 'cancel' ? `POST ${path}/cancel` : `DELETE ${path}` };
}

function callUnderFault(operation: Of<'with a fault'>): WrittenStep {
  const calls = callsUnderFault(operation);
  return calls[operation.nth % calls.length] ?? {};
}

function callsUnderFault({ fault, of }: Of<'with a fault'>): WrittenStep[] {
  if (fault === 'ledger_unreadable') return [{ call: 'GET /v1/credits/balance' }];
  const path = pathOf('job', of ?? 'unknown');
  const ofJob = [`GET ${path}`, `POST ${path}/cancel`, `DELETE ${path}`];
  const there = of === undefined ? {} : ifThere(of);
  return [
    { ...there, call: 'POST /v1/assets', body: { fixture: 'face' } },
    ...['GET /v1/usage', 'GET /v1/assets', 'GET /v1/jobs'].map((call) => ({ ...there, call })),
    ...(of === undefined ? [] : ofJob).map((call) => ({ ...there, call })),
  ];
}

/** Units that are at the edge of what a job costs. */
function unitsFor({ of, product, by }: Of<'units for'>): WrittenStep {
  const { body, cost } = { body: `${stepId(of)}.body`, cost: `${stepId(of)}.body.unit_costs['${product}']` };
  return {
    if: `defined(${cost})`,
    ...{ drive: 'credits.change', adjust: `\${${cost} + ${by} - ${body}.spendable_units}` },
  };
}

/** Unknown paths, and each operation of the feature, with keys and parameters that matter only where it is on. */
function allOfFeature({ feature, of }: Of<'without a feature'>): WrittenStep[] {
  const [job, nothing] = [pathOf('job', of ?? 'unknown'), pathOf('job', 'unknown')];
  const there = of === undefined ? {} : ifThere(of);
  const ofOne: Readonly<Record<typeof feature, WrittenStep[]>> = {
    lists: [{ call: 'GET /v1/jobs' }, { call: 'GET /v1/assets', query: { limit: 0 } }],
    credits: [{ call: 'GET /v1/credits/balance', key: 'no_scope' }],
    cancel: [
      { call: `POST ${nothing}/cancel` },
      ...['primary', 'no_scope'].map((key) => ({ ...there, key, call: `POST ${job}/cancel` })),
    ],
    delete: [{ call: `DELETE ${pathOf('asset', 'unknown')}` }, { call: `DELETE ${nothing}` }],
  };
  const [{ call = '' } = {}] = ofOne[feature];
  const [method = 'GET'] = String(call).split(' ');
  const unknown = ['no-such-thing', 'nor-such-thing'].map((path) => ({ call: `${method} /v1/${path}` }));
  return [...unknown, ...ofOne[feature]].map((step) => ({ retry: false, ...step }));
}
