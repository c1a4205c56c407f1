import { expect, it } from 'vitest';
import type { ReceivedHook } from '../effects/http/exchange.ts';
import { findingsOfDeliveries } from './deliveries.ts';
import { type JobStatus, nothingKnown } from './known.ts';

const DONE = { id: 'job_1', operation: 'skin.analyze', status: 'succeeded' };

type Told = { id?: string; type?: string; object?: Record<string, unknown> };

function delivery({ id = 'evt_1', type = 'job.succeeded', object = DONE }: Told): ReceivedHook {
  const text = JSON.stringify({ id, type, data: { object } });
  return { hook: 'sink', method: 'POST', path: '/', headers: [], raw: { text }, at: 0, target_at: 0, reply: '204' };
}

/** What these deliveries break, of a job of a live key. */
function rules(
  deliveries: readonly Told[],
  status: JobStatus = 'succeeded',
  environment: 'live' | 'test' = 'live',
): string[] {
  const known = nothingKnown();
  const job = {
    kind: 'job' as const,
    id: 'job_1',
    owner: 'own live' as const,
    by: 'primary',
    operation: 'skin.analyze',
  };
  known.jobs.set('job_1', { ...job, submission: null, status, isDeleted: false, mayBeCancelledLate: false });
  const inbox = { environment, received: deliveries.map(delivery), position: 9 };
  return findingsOfDeliveries([inbox], known).map(({ rule, mismatch }) => `${rule} ${mismatch.pointer}`);
}

it.each<[string, string[], string[]]>([
  ['the event of its end, however often', rules([{}, {}]), []],
  ['the event of another end', rules([{ type: 'job.failed' }]), ['EVENT-SUCCEEDED /received/0/json/type']],
  ['an event before its end was seen', rules([{ type: 'job.failed' }], 'running'), []],
  ['two events', rules([{}, { id: 'evt_2' }]), ['EVENT-ONE-TERMINAL /received/1/json/id']],
  [
    'an event at an endpoint of the other environment',
    rules([{}], 'succeeded', 'test'),
    ['WH-OWN-ENVIRONMENT /received/0/json'],
  ],
  [
    'an event with another product',
    rules([{ object: { ...DONE, operation: 'makeup.apply' } }]),
    ['WH-BODY-IS-JOB /received/0/json/data/object/operation'],
  ],
  ['an event after its deletion', rules([{ object: { id: 'job_1', object: 'job', deleted: true } }]), []],
  ['an event of a job that is not known', rules([{ object: { ...DONE, id: 'job_2', operation: 'x' } }]), []],
])('a job has %s', (_, found, expected) => expect(found).toEqual(expected));
