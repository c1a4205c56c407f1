import { describe, expect, it } from 'vitest';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import { whyNotComeAbout } from './came-about.ts';
import { formsIn } from './forms.ts';
import { NOTHING_SEEN, type Seen, type SeenDelivery } from './seen.ts';
import { seenOf } from './testing/seen-of.ts';

const JOB = { id: 'job_01ab', created_at: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-02T00:00:00.000Z' };
const answer = (more: object = {}) => seenOf({ status: 200, responseBody: JSON.stringify({ ...JOB, ...more }) });
const PLAIN = answer();
const whyNot = (sets: object, ran: Seen, ...plain: Seen[]) =>
  whyNotComeAbout({ sets: { ...NO_VARIATION, ...sets } }, ran, {
    seen: PLAIN,
    forms: (plain.length > 0 ? plain : [PLAIN]).map(formsIn),
  });
const READING = { readings: { upload_status: 200 } };
const SAME = /^in its run every answer and every webhook was as/;

const DELIVERY: SeenDelivery = {
  ...{ world: 'default', type: 'job.succeeded', attempt: 1, body: '{"id":"evt_1"}', secret: 'whsec_ and 9 of a-z 0-9' },
  headers: { 'Service-Signature': `t=1767225600,v1=${'a'.repeat(64)}` },
};
const delivered = (...more: Partial<SeenDelivery>[]): Seen => ({
  ...NOTHING_SEEN,
  deliveries: [DELIVERY, ...more.map((one) => ({ ...DELIVERY, ...one }))],
});

describe('a choice of a server occurred', () => {
  it('if an answer has a form that it never had before', () => {
    expect(whyNot(READING, answer({ extra: 1 }))).toBeNull();
    expect(whyNot(READING, seenOf({ status: 201, responseBody: JSON.stringify(JOB) }))).toBeNull();
    expect(whyNot(READING, answer({ id: '01AB-job' }))).toBeNull();
    expect(whyNot(READING, answer({ created_at: '2026-01-01T00:00:00Z' }))).toBeNull();
  });

  it('if an answer lacks a form that each run had before', () => {
    const two = { ...PLAIN, exchanges: [...PLAIN.exchanges, ...answer({ status: 'running' }).exchanges] };
    expect(whyNot(READING, PLAIN, two)).toBeNull();
    expect(whyNot(READING, PLAIN, two, PLAIN)).toMatch(SAME);
  });

  it('but not because of values that differ between runs anyway', () => {
    const [created_at, expires_at] = ['2026-03-03T01:02:03.004Z', '2026-03-04T01:02:03.010Z'];
    expect(whyNot(READING, answer({ id: 'job_99zz', created_at, expires_at }))).toMatch(SAME);
    expect(whyNot(READING, answer({ dice: 2 }), PLAIN, answer({ dice: 2 }))).toMatch(SAME);
  });

  it('if something expires later or sooner', () => {
    expect(whyNot(READING, answer({ expires_at: '2026-01-01T01:00:00.000Z' }))).toBeNull();
  });

  it('if a webhook differs from before', () => {
    const signed = (v1: string) => ({ headers: { 'Service-Signature': `t=1767225999,v1=${v1}` } });
    const differing = (more: Partial<SeenDelivery>) => whyNot(READING, delivered(more), delivered());
    expect(differing({ attempt: 2 })).toBeNull();
    expect(differing({ secret: '64 of a-f 0-9' })).toBeNull();
    expect(differing(signed('A'.repeat(64)))).toBeNull();
    expect(differing({ ...signed('b'.repeat(64)), body: '{"id":"evt_2"}' })).toMatch(SAME);
  });

  it('about how answers are sent, if it changes one of them', () => {
    const answered = (requestHeaders: Record<string, string>) =>
      seenOf({ requestHeaders, responseHeaders: { 'Content-Type': 'application/json' } });
    const gzip = { readings: { compression: 'gzip' } };
    expect(whyNot(gzip, answered({ 'accept-encoding': 'br, gzip' }))).toBeNull();
    expect(whyNot(gzip, answered({}))).toBe('in its run there was no answer that it changes');
    expect(whyNot({ deviate: ['headers-in-lower-case'] }, PLAIN)).toBeNull();
    expect(whyNot({ deviate: ['instants-differ'] }, PLAIN)).toBeNull();
  });
});

describe('a misfortune occurred', () => {
  const FAULT = { faults: [{}] };

  it('if a request got its fault, and not one of the suite itself', () => {
    expect(whyNot(FAULT, seenOf({ fault: 'fault_1' }))).toBeNull();
    expect(whyNot(FAULT, seenOf({}))).toBe('in its run no request met it');
    const own = { seen: seenOf({ fault: 'fault_9' }), forms: [] };
    expect(whyNotComeAbout({ sets: { ...NO_VARIATION, ...FAULT } }, own.seen, own)).toBe(
      'in its run no request met it',
    );
  });

  it('if a webhook was sent late, or after a later one', () => {
    const late = { deliveries: 'late' };
    expect(whyNot(late, { ...delivered(), deliveredOtherwise: 1 })).toBeNull();
    expect(whyNot(late, delivered())).toBe('in its run no webhook went out in this way');
  });

  it('if every part of it did', () => {
    const both = { ...FAULT, ...READING };
    expect(whyNot(both, seenOf({ fault: 'fault_1', status: 503 }))).toBeNull();
    expect(whyNot(both, answer({ extra: 1 }))).toBe('in its run no request met it');
    const same = {
      ...PLAIN,
      exchanges: PLAIN.exchanges.map((one) => ({ ...one, exchange: { ...one.exchange, fault: 'f' } })),
    };
    expect(whyNot(both, same)).toMatch(SAME);
  });
});
