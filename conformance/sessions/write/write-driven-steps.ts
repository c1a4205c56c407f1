import type { Of, Operation } from '../operation.ts';
import { ifThere, pathOf, stepId, type WrittenStep } from './places-in-steps.ts';

/** What drivers bring about, and what came to the receiver. */
export function drivenSteps(own: WrittenStep, operation: Operation): WrittenStep[] {
  switch (operation.does) {
    case 'wait':
      return [{ wait: { for: operation.for } }];
    case 'wait for its end':
      return [waitForEnd(operation)];
    case 'credits':
      return [{ drive: 'credits.change', ...operation.change }];
    case 'without a feature':
      return [
        { drive: 'tenants.change', features: { [operation.feature]: false } },
        { ...own, retry: false, ...callOfFeature(operation) },
        { drive: 'tenants.change', features: { [operation.feature]: true } },
      ];
    case 'with a fault':
      return [
        { drive: 'faults.set', [operation.fault]: true },
        { ...own, retry: false, ...callUnderFault(operation) },
        { drive: 'faults.set', [operation.fault]: false },
      ];
    case 'receive':
      return receivingSteps(own, operation.jobs);
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
  return {
    if: `defined(instant(${end}))`,
    wait: { until: `\${instant(${end}) ${by < 0 ? '-' : '+'} ${Math.abs(by)}s}` },
  };
}

export const HOOK = 'sink';

/** All that comes within the time in which attempts are made, and what every delivery must be like. */
function receivingSteps(own: WrittenStep, jobs: readonly number[]): WrittenStep[] {
  const { id } = own;
  const triesAt = (nth: number) => `having(${id}, 'json.data.object.id', ${stepId(nth)}.body.id)`;
  return [
    { ...own, collect: HOOK, until: { elapsed: '50h' } },
    {
      if: `len(${id}) > 0`,
      use: 'lib/in-form',
      deliveries: `\${${id}}`,
      sink: `\${${HOOK}}`,
      secret: `\${${HOOK}.secret}`,
    },
    ...jobs.map((nth) => ({
      if: `defined(${stepId(nth)}.body.id) && len(${triesAt(nth)}) > 0`,
      use: 'lib/on-schedule',
      attempts: `\${${triesAt(nth)}}`,
      sink: `\${${HOOK}}`,
    })),
  ];
}

function callOfFeature({ feature, of }: Of<'without a feature'>): WrittenStep {
  if (feature === 'lists') return { call: 'GET /v1/assets' };
  if (feature === 'credits') return { call: 'GET /v1/credits/balance' };
  const job = of === undefined ? {} : ifThere(of);
  const path = pathOf('job', of ?? 'unknown');
  return { ...job, call: feature === 'cancel' ? `POST ${path}/cancel` : `DELETE ${path}` };
}

function callUnderFault({ fault, of }: Of<'with a fault'>): WrittenStep {
  if (fault === 'ledger_unreadable') return { call: 'GET /v1/credits/balance' };
  return of === undefined ? { call: 'GET /v1/usage' } : { ...ifThere(of), call: `GET ${pathOf('job', of)}` };
}
