import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { judged } from './testing/judged.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const WAITS = [60, 300, 1800, 3600, 10_800, 21_600, 43_200];
const JOB = { id: 'job_1', status: 'succeeded', updated_at: '2026-01-01T00:00:00Z', output: { type: 'x' } };

/** Deliveries as a right server makes them, at these seconds after the event. */
function deliveries(count: number, stretch = 1) {
  let last = 0;
  const later = WAITS.map((wait) => {
    last += wait * stretch;
    return last;
  });
  const seconds = [0, ...later].slice(0, count);
  return seconds.map((second, index) => {
    const at = new Date(START + second * 1000).toISOString();
    const t = Math.floor(START / 1000 + second);
    const text = JSON.stringify({
      id: 'evt_1',
      type: 'job.succeeded',
      created: '2026-01-01T00:00:00Z',
      data: { object: JOB },
    });
    const v1 = createHmac('sha256', 'whsec').update(`${t}.${text}`).digest('hex');
    const header = {
      'service-event-id': 'evt_1',
      'service-delivery-attempt': String(index + 1),
      'service-signature': `t=${t},v1=${v1}`,
    };
    return { header, json: JSON.parse(text), text, raw: { text }, at, received_at: at };
  });
}

describe('the retry schedule of a delivery', () => {
  const tries = deliveries(8);
  const names = {
    ...{ tries, done: { body: JOB }, observed_until: '2026-01-02T06:00:00Z' },
    ...{ arm: { time: 'target', name: 'virtual' }, driver: { webhooks: { secret: 'whsec' } } },
  };

  it.each([
    '{first.json.data.object: {same_as: "${done.body}"}}',
    '{distinct: {of: header.Service-Event-Id, is: 1}}',
    '{column: header.Service-Delivery-Attempt, is: {counting_from: 1}}',
    '{each: {signed_by: "${driver.webhooks.secret}", skew: {le: 300s, clock: "${arm.time}"}}}',
    '{gaps_of: at, near: {nominal: [1m, 5m, 30m, 1h, 3h, 6h, 12h], jitter: 20%, slack: 15s}}',
    '{any_of: [{count: 8}, {count: 7, and: "tries[6].at - tries[0].json.created > 9h36m"}]}',
    '{last.at: {le: "${tries[0].json.created + 24h}", slack: 15s}}',
    `{needs: "arm.name == 'virtual'", none_after: {index: last, for: 2h}}`,
    '{distinct: {of: json.id, is: 1}, each.json.type: "job.${done.body.status}"}',
  ])('%s holds of a right server', (text) => {
    expect(judged(text, tries, { names })).toEqual({ outcome: 'held' });
  });

  it('may stop after seven where the eighth would come too late, and only there', () => {
    const text = '{any_of: [{count: 8}, {count: 7, and: "tries[6].at - tries[0].json.created > 9h36m"}]}';
    const [late, early] = [deliveries(7), deliveries(7, 0.8)];
    expect(judged(text, late, { names: { tries: late } }).outcome).toBe('held');
    expect(judged(text, early, { names: { tries: early } }).outcome).toBe('violated');
    expect(judged(text, tries.slice(0, 6), { names: { tries: tries.slice(0, 6) } }).outcome).toBe('violated');
  });

  it('is violated by a wait too many, and by one that is too long', () => {
    const text = '{gaps_of: at, near: {nominal: [1m, 5m, 30m, 1h, 3h, 6h, 12h], jitter: 20%, slack: 15s}}';
    expect(judged(text, deliveries(8, 1.2)).outcome).toBe('held');
    expect(judged(text, deliveries(8, 1.3)).outcome).toBe('violated');
  });
});

describe('a replay, a race and a cancel', () => {
  const job = { ...JOB, status: 'queued', output: null };
  const first = { status: 202, header: { location: '/v1/jobs/job_1', 'retry-after': '1' }, body: job };
  const before = { body: { available_units: 10, held_units: 0 } };

  it.each([
    ['{status: 202, header.Location: {path: "/v1/jobs/${first.body.id}"}, header.Retry-After: {int: ">=0"}}', first],
    ['{body: {progress_of: "${first.body}"}}', { body: JOB }],
    ['{body: {progress_of: previous}}', { body: JOB }],
    [
      '{each.status: {in: [200, 202, 429, 503]}, distinct: {of: body.id, is: 1}}',
      [first, { status: 429, body: { error: {} } }],
    ],
    [
      '{body.available_units: {fell_by: "${len(jobs)}", since: "${before.body.available_units}"}}',
      { body: { available_units: 9 } },
    ],
    [
      '{body.output: null, body.completed_at: {is: datetime}}',
      { body: { output: null, completed_at: '2026-01-01T00:00:00Z' } },
    ],
    [
      '{if: "first.status != 409 && first.body.updated_at == first.body.updated_at", body: "${first.body}"}',
      { header: {}, body: { ...job } },
    ],
    ['{body.held_units: "${before.body.held_units}"}', { body: { held_units: 0 } }],
  ])('%s holds of a right server', (text, subject) => {
    expect(judged(text, subject, { names: { first, before, previous: job, jobs: ['job_1'] } })).toEqual({
      outcome: 'held',
    });
  });
});
