import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../domain/test-control/exchange.ts';
import { readClientReport } from '../client-report.ts';
import type { Seen } from '../seen.ts';
import { seenOf, underKey } from '../testing/seen-of.ts';
import { judgeDuties } from './duties.ts';

type Part = Partial<Exchange> & { world?: string };
type Case = {
  seen: Part[];
  plain?: Part[];
  wrote?: object[];
  passed?: boolean;
  /** The ids of jobs for which the plain run sent an event. */
  events?: string[];
  /** Answers of receivers, in this run and in the plain one, as `forgery status` or `event status`. */
  answers?: string[];
  answersOfPlain?: string[];
  section?: string;
  /** The occurrences of the variation. */
  deviate?: string[];
  /** The ids of jobs for which this run sent an event. */
  delivered?: string[];
};

const LOST = { fault: 'fault_1', because: null };
const RESET = {
  fault: 'fault_1',
  status: 500,
  because: { rule: 'FAULT', section: '-', compared: { effect: 'reset' } },
};
const job = (status: string, part = '') => `{"id":"job_1","status":"${status}"${part}}`;
const SUBMIT = { responseBody: job('queued') };
const AGAIN = { ...SUBMIT, status: 200 };
const OTHER = { ...SUBMIT, ...underKey('two'), requestBody: '{"inputs":[{"asset_id":"asset_2"}]}' };
const readOf = (status: string, part = ''): Part => ({
  ...{ method: 'GET', route: 'GET /v1/jobs/:id', path: '/v1/jobs/job_1', requestHeaders: {}, requestBody: null },
  ...{ status: 200, responseBody: job(status, part) },
});
const CANCEL: Part = {
  ...readOf('running'),
  ...{ method: 'POST', route: 'POST /v1/jobs/:id/cancel', path: '/v1/jobs/job_1/cancel', status: 202 },
};
const DOWNLOAD: Part = {
  ...readOf(''),
  ...{ route: 'GET /v1/assets/:id/content', path: '/v1/assets/asset_9/content', responseBody: null },
};
const GONE = { ...DOWNLOAD, status: 404 };
const CUT = { ...DOWNLOAD, ...LOST };
const OFF: Part = {
  ...{ ...readOf(''), route: 'GET /v1/assets', path: '/v1/assets', status: 404, responseBody: '{"error":{}}' },
  because: { rule: 'FEATURE-OFF-404', section: '1', compared: {} },
};
const listed = (body: string): Part => ({ ...readOf(''), route: 'GET /v1/jobs', path: '/v1/jobs', responseBody: body });
const ENDS = { reports: ['ends'] };
const ended = (how: string) => ({ job: 'job_1', ended: how });
const DISAGREES = { deviate: ['event-disagrees'], delivered: ['job_1'] };
const BALANCE: Part = {
  ...{ ...readOf(''), route: 'GET /v1/credits/balance', path: '/v1/credits/balance' },
  responseBody: '{"enforced":true,"spendable_units":9}',
};
const NO_UNITS = { ...BALANCE, responseBody: '{"enforced":true,"spendable_units":0}' };
const [DONE, LOST_READ] = [readOf('succeeded'), { ...readOf('running'), ...RESET }];
const ORDER = [SUBMIT, DONE];
const PAID = [BALANCE, ...ORDER];
const PACED = { ...readOf('running'), responseHeaders: { 'Retry-After': '2' } };
const NOT_ENFORCED = { ...BALANCE, responseBody: '{"enforced":false,"spendable_units":0}' };
const UNKNOWN = readOf('succeeded', ',"output":{"type":"skin.report"}');

function withReported(seen: Seen, wrote: object[]): Seen {
  return { ...seen, reported: readClientReport(wrote.map((line) => `${JSON.stringify(line)}\n`).join('')) };
}

function answersOf(lines: string[] = []) {
  return lines.map((line) => {
    const [what = '', status] = line.split(' ');
    const isGenuine = what.startsWith('evt_');
    return {
      url: 'http://r/',
      event: isGenuine ? what : 'evt',
      forged: isGenuine ? null : what,
      status: Number(status),
    };
  });
}

function deliveriesOf(ids: string[]) {
  return ids.map((id) => ({
    ...{ world: 'default', type: 'job.succeeded', attempt: 1, headers: {}, secret: '' },
    body: `{"data":{"object":{"id":"${id}"}}}`,
  }));
}

function judged({
  seen,
  plain = [SUBMIT, DONE],
  wrote = [],
  passed = false,
  events = [],
  section = '6.2',
  deviate = [],
  delivered = [],
  ...given
}: Case) {
  const run = {
    seen: {
      ...withReported(seenOf(...seen), wrote),
      ...{ deliveries: deliveriesOf(delivered), answers: answersOf(given.answers) },
    },
    plain: { ...seenOf(...plain), deliveries: deliveriesOf(events), answers: answersOf(given.answersOfPlain) },
    ...{ passed, section, deviate },
  };
  const { proofs, open } = judgeDuties(run, []);
  return [...proofs.map(({ kind }) => `broken ${kind}`), ...open.map(({ kind }) => `open ${kind}`)];
}

describe('about duties, the exchanges show', () => {
  it.each<[string, Case, string[]]>([
    ['a lost submission that is repeated', { seen: [{ ...SUBMIT, ...LOST }, AGAIN, DONE] }, []],
    ['a lost submission', { seen: [{ ...SUBMIT, ...LOST }, OTHER] }, ['broken lost-submission-dropped']],
    [
      'a lost submission that a test ends, beside one that is repeated',
      { seen: [{ ...SUBMIT, ...LOST }, AGAIN, DONE, { ...OTHER, ...LOST }] },
      [],
    ],
    ['a reset submission', { seen: [{ ...SUBMIT, ...RESET }] }, ['broken lost-submission-dropped']],
    [
      'a repeated submission whose job is not followed',
      { seen: [{ ...SUBMIT, ...LOST }, AGAIN] },
      ['broken replay-not-followed'],
    ],
    ['the same where the plain run follows none', { seen: [{ ...SUBMIT, ...LOST }, AGAIN], plain: [SUBMIT] }, []],
    ['a lost read that is repeated', { seen: [SUBMIT, LOST_READ, DONE] }, []],
    [
      'a lost read of an ended job',
      { seen: [SUBMIT, readOf('failed'), { ...readOf('failed'), ...RESET }], passed: true },
      [],
    ],
    ['a lost read', { seen: [SUBMIT, LOST_READ] }, ['broken job-given-up']],
    ['a lost read that was lost again when it was repeated', { seen: [SUBMIT, LOST_READ, LOST_READ] }, []],
    ['a lost read of a job whose event came', { seen: [SUBMIT, LOST_READ], delivered: ['job_1'] }, []],
    ['a lost read, if a plain test stops polling', { seen: [SUBMIT, LOST_READ], plain: [SUBMIT, CANCEL] }, []],
    [
      'a lost read, and a suite that passes all the same',
      { seen: [SUBMIT, LOST_READ], passed: true },
      ['broken job-given-up', 'broken job-not-followed'],
    ],
  ])('%s', (_, given, wanted) => {
    expect(judged(given)).toEqual(wanted);
  });
});

describe('about duties, the tests show', () => {
  const failed = [SUBMIT, readOf('failed')];
  const late = [SUBMIT, CANCEL, DONE];
  const other = (status: string) => job(status).replace('job_1', 'job_2');
  const failedOther = { ...readOf('failed'), path: '/v1/jobs/job_2' };
  it.each<[string, Case, string[]]>([
    ['a failed job', { seen: failed }, ['open failed-job-unnoticed']],
    ['a failed job, if a test of the plain run met one', { seen: failed, plain: failed }, []],
    ['a failed job that is reported', { seen: failed, wrote: [ended('failed')] }, []],
    [
      'a failed job that is taken for a success',
      { seen: failed, wrote: [ended('succeeded')] },
      ['broken failed-job-unnoticed'],
    ],
    ['a failed job that is not reported', { seen: failed, wrote: [ENDS] }, ['broken failed-job-unnoticed']],
    [
      'a failed job of which the same id succeeds in another world',
      { seen: [...failed, { ...SUBMIT, world: 'b' }, { ...DONE, world: 'b' }], wrote: [ended('succeeded')] },
      [],
    ],
    [
      'two failed jobs, of which one is reported before the test ends',
      {
        seen: [
          ...failed,
          { ...OTHER, responseBody: other('queued') },
          { ...failedOther, responseBody: other('failed') },
        ],
        wrote: [ENDS, ended('failed')],
      },
      ['open failed-job-unnoticed'],
    ],
    ['an expired picture', { seen: [GONE] }, ['open error-taken-for-picture']],
    ['an expired picture, if a test of the plain run met one', { seen: [GONE], plain: [GONE] }, []],
    ['an expired picture of a suite that reports pictures', { seen: [GONE], wrote: [{ reports: ['pictures'] }] }, []],
    [
      'an expired picture that is stored',
      { seen: [GONE], wrote: [{ asset: 'asset_9', bytes: 80 }] },
      ['broken error-taken-for-picture'],
    ],
    [
      'a part of a picture that is stored',
      { seen: [CUT], wrote: [{ asset: 'asset_9', bytes: 20 }] },
      ['broken error-taken-for-picture'],
    ],
    [
      'a picture that is whole the second time',
      { seen: [CUT, DOWNLOAD], wrote: [{ asset: 'asset_9', bytes: 80 }] },
      [],
    ],
    ['a job without the event of the plain run', { seen: [SUBMIT], events: ['job_1'] }, ['open waits-for-webhook']],
    [
      'the same in a suite that reports ends',
      { seen: [SUBMIT], events: ['job_1'], wrote: [ENDS] },
      ['broken waits-for-webhook'],
    ],
    ['the same, polled', { seen: [SUBMIT, DONE], events: ['job_1'] }, []],
    [
      'the same, polled in a test that ends before it reports',
      { seen: [SUBMIT, DONE], events: ['job_1'], wrote: [ENDS] },
      [],
    ],
    ['an event that polling contradicts', { seen: [SUBMIT], ...DISAGREES }, ['open webhook-over-polling']],
    ['the same, polled', { seen: [SUBMIT, DONE], ...DISAGREES, wrote: [ended('succeeded')] }, []],
    ['the same, believed', { seen: [SUBMIT], ...DISAGREES, wrote: [ended('failed')] }, ['broken webhook-over-polling']],
    [
      'the same, polled and believed',
      { seen: [SUBMIT, DONE], ...DISAGREES, wrote: [ended('failed')] },
      ['broken webhook-over-polling'],
    ],
    [
      'the same, beside a job of that id in another world that did fail',
      {
        seen: [SUBMIT, DONE, { ...SUBMIT, world: 'b' }, { ...readOf('failed'), world: 'b' }],
        ...DISAGREES,
        wrote: [ended('succeeded'), ended('failed')],
      },
      [],
    ],
    [
      'a poll without a wait',
      { seen: [SUBMIT, PACED, DONE], wrote: [{ reports: ['waits'] }] },
      ['broken wait-too-short'],
    ],
    ['an order without units', { seen: [NO_UNITS, ...ORDER], plain: PAID }, ['open balance-misread']],
    ['the same in a suite that passes', { seen: [NO_UNITS, ...ORDER], plain: PAID, passed: true }, []],
    ['no order without units', { seen: [NO_UNITS], plain: PAID }, []],
    ['no order where units are not enforced', { seen: [NOT_ENFORCED], plain: PAID }, ['open balance-misread']],
    ['an order where units are not enforced', { seen: [NOT_ENFORCED, ...ORDER], plain: PAID }, []],
    ['a balance that is only shown', { seen: [...ORDER, NOT_ENFORCED], plain: [...ORDER, BALANCE] }, []],
    ['a cancel that is answered with 202', { seen: [SUBMIT, CANCEL] }, ['open cancel-taken-for-end']],
    ['the same, followed to the end', { seen: late }, []],
    ['the same, followed in a test that ends before it reports', { seen: late, wrote: [ENDS] }, []],
    [
      'the same, whose end a list says',
      { seen: [SUBMIT, CANCEL, listed(`{"data":[${job('succeeded')}]}`)], wrote: [ENDS, ended('succeeded')] },
      [],
    ],
    ['the same, reported as cancelled', { seen: late, wrote: [ended('cancelled')] }, ['broken cancel-taken-for-end']],
    ['an output of an unknown type', { seen: [SUBMIT, UNKNOWN] }, ['open output-not-kept']],
    ['the same, kept', { seen: [SUBMIT, UNKNOWN], wrote: [ENDS, ended('succeeded')] }, []],
    ['the same, not reported', { seen: [SUBMIT, UNKNOWN], wrote: [ENDS] }, ['broken output-not-kept']],
    ['an operation that is not enabled', { seen: [OFF] }, ['open refusal-not-reported']],
    ['the same in a suite that passes', { seen: [OFF], passed: true }, []],
    ['the same as in the plain run', { seen: [OFF], plain: [OFF] }, []],
    ['the same, reported', { seen: [OFF], wrote: [{ refused: 'GET /v1/assets' }] }, []],
    ['the same, not reported', { seen: [OFF], wrote: [{ reports: ['refusals'] }] }, ['broken refusal-not-reported']],
    [
      'a forged webhook that is acknowledged',
      { seen: [], answers: ['stale 204', 'no-v1 400'] },
      ['broken forged-webhook-accepted'],
    ],
    ['a forged webhook that is acknowledged once', { seen: [], answers: ['stale 204', 'stale 400'] }, []],
    ['forged webhooks that are all refused', { seen: [], answers: ['stale 401', 'no-v1 400'] }, []],
    [
      'a receiver that acknowledges everything',
      { seen: [], answers: ['stale 204', 'no-v1 204'] },
      ['open forged-webhook-accepted'],
    ],
    ['a genuine webhook that is refused', { seen: [], answers: ['evt_1 400'] }, ['broken genuine-webhook-refused']],
    ['the same in the plain run', { seen: [], answers: ['evt_1 400'], answersOfPlain: ['evt_2 400'] }, []],
    [
      'a genuine webhook that is refused beside one that is taken',
      { seen: [], answers: ['evt_1 400', 'evt_2 200'] },
      [],
    ],
    [
      'a genuine webhook that is refused where it comes at another time',
      { seen: [], answers: ['evt_1 400'], section: '6.5' },
      [],
    ],
    ['a genuine webhook that is taken later', { seen: [], answers: ['evt_1 400', 'evt_1 200'] }, []],
    ['a genuine webhook that comes too early', { seen: [], answers: ['evt_1 503', 'evt_2 404'] }, []],
    ['a list of another shape', { seen: [listed('[ ]')], plain: [listed('{"data":[]}')] }, ['open list-shape-assumed']],
    ['a list of the same shape', { seen: [listed('{ "data":[]}')], plain: [listed('{"data":[]}')] }, []],
  ])('%s', (_, given, wanted) => {
    expect(judged(given)).toEqual(wanted);
  });
});

it('an ignored duty is not judged', () => {
  const run = { seen: seenOf({ ...SUBMIT, ...LOST }), plain: seenOf(SUBMIT), passed: false };
  expect(judgeDuties(run, ['lost-submission-dropped'])).toEqual({ proofs: [], open: [] });
});
