import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from '../../effects/http/exchange.ts';
import { traceOf } from '../testing/trace-of.ts';
import type { Trace } from '../trace.ts';

const SCENARIO = `scenario: a/b
covers: [FIRST-RULE]
steps:
  - {id: made, call: POST /v1/skin/analyses, json: {}}
  - {id: balance, call: GET /v1/credits/balance, expect: {FIRST-RULE: {body.available_units: 1}}}
`;
const ACCEPTED = { id: 'job_1', created_at: '2026-01-01T00:00:05.000Z', updated_at: '2026-01-01T00:00:06.000Z' };

/** A server whose balance becomes one second fresher with each read. */
const catchingUp = (first: number, step = 1) => {
  let reads = 0;
  return ({ method }: OutgoingRequest) => {
    if (method === 'POST') return { status: 202, json: ACCEPTED };
    const at = first + step * reads++;
    return { json: { as_of: new Date(at * 1000 + Date.parse('2026-01-01')).toISOString(), available_units: 1 } };
  };
};

const reads = ({ moments }: Trace) =>
  moments.filter((moment) => moment.kind === 'answer' && moment.exchange.request.method === 'GET').length;
const passedOver = ({ moments }: Trace) =>
  moments.flatMap((moment) => (moment.kind === 'passed over' ? [`${moment.reason}: ${moment.detail}`] : []));

describe('A balance that is older than what the scenario has seen', () => {
  it('is read again until it is current, since later holds and refunds are not included', async () => {
    const trace = await traceOf(SCENARIO, catchingUp(3));
    expect([reads(trace), passedOver(trace)]).toEqual([4, []]);
  });

  it('is accepted if it has the same time', async () => {
    expect(reads(await traceOf(SCENARIO, catchingUp(6)))).toBe(1);
  });

  it('does not count as evidence if it stays old', async () => {
    const trace = await traceOf(SCENARIO, catchingUp(3, 0));
    expect(passedOver(trace)).toEqual([
      'deadline: the balance is still that of 2026-01-01T00:00:03.000Z, before 2026-01-01T00:00:06.000Z',
    ]);
  });

  it('is the answer if the step disables retries', async () => {
    const trace = await traceOf(SCENARIO.replace('balance,', 'balance, retry: false,'), catchingUp(3));
    expect(reads(trace)).toBe(1);
  });
});
