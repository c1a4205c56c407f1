import { describe, expect, it } from 'vitest';
import { blamedFor, type Fault } from './faulty-server.ts';

const JOB = { method: 'GET', path: /^\/v1\/jobs\/[^/]+$/ };
const ASSET = { method: 'GET', path: /^\/v1\/assets\/[^/]+$/ };
const USAGE = { method: 'GET', path: /^\/v1\/usage$/ };
const CONTENT = { method: 'GET', path: /^\/v1\/assets\/[^/]+\/content$/ };
const BALANCE = { method: 'GET', path: /^\/v1\/credits\/balance$/ };
const SUBMIT = { method: 'POST', path: /(?:analyses|try-ons)$/ };

describe('A wrong status is a breach of the rule about this status, and of no other', () => {
  it.each<[what: string, fault: Fault, only: string[], fails: string[]]>([
    [
      'of replays',
      { ...SUBMIT, from: 200, to: 203 },
      ['livemode/cancelled', ...idempotency('after-cancel', 'after-end', 'keys', 'next-day', 'order', 'spellings')],
      ['STATUS-LISTED', 'IDEM-REPLAY-200'],
    ],
    [
      'of the usage',
      { ...USAGE, from: 200, to: 203 },
      [
        'usage/counts',
        'usage/midnight',
        'usage/deleted-jobs',
        'usage/any-key',
        'auth/any-key',
        'auth/two-keys',
        'features/paths',
      ],
      ['USAGE-200'],
    ],
    [
      'of the balance',
      { ...BALANCE, from: 200, to: 203 },
      ['credits/test-free'],
      ['CREDIT-BALANCE-200', 'STATUS-LISTED'],
    ],
    [
      'of jobs that are read',
      { ...JOB, from: 200, to: 203 },
      [
        'cancel/at-work',
        'cancel/queued',
        'errors/answers',
        'jobs/etag',
        'livemode/test-cancel',
        'states/forward',
        'states/terminal',
      ],
      ['STATUS-LISTED', 'JOB-READ-200'],
    ],
    [
      'of assets that are read',
      { ...ASSET, from: 200, to: 203 },
      ['delete/unknown', 'features/off', 'isolation/changes-account'],
      ['ASSET-READ-200', 'STATUS-LISTED'],
    ],
    [
      'of submissions',
      { ...SUBMIT, from: 202, to: 201 },
      ['credits/exact', 'skin/concerns', 'skin/visualizations'],
      ['STATUS-LISTED', 'SUBMIT-202'],
    ],
    ['of a store that cannot be read', { ...JOB, from: 503, to: 500 }, ['errors/unavailable'], ['AUTH-UNREADABLE-503']],
  ])('%s', async (_, fault, only, fails) => {
    expect(await blamedFor(fault, only)).toEqual({ fails, warns: [] });
  });
});

describe('An operation that is not there', () => {
  it.each<[what: string, route: Fault, only: string[], fails: string[]]>([
    [
      'the usage',
      USAGE,
      ['auth/any-key', 'auth/two-keys', 'errors/unavailable', 'features/paths', 'usage/any-key', 'usage/counts'],
      ['USAGE-200'],
    ],
    [
      'reading an asset',
      ASSET,
      ['delete/finished', 'isolation/changes-account', 'lists/expired', 'livemode/truth'],
      ['ASSET-READ-200'],
    ],
    [
      'the content of a result',
      CONTENT,
      ['auth/two-keys', 'delete/finished', 'results/outputs'],
      ['RESULT-CONTENT-200'],
    ],
    ['reading a job', JOB, ['cancel/races', 'livemode/test-lifecycle', 'submits/accepted'], ['JOB-READ-200']],
    [
      'the upload',
      { method: 'POST', path: /^\/v1\/assets$/ },
      ['assets/upload-kinds', 'features/paths', 'versioning/prefix'],
      ['UPLOAD-JPEG'],
    ],
  ])('breaks one rule: %s', async (_, route, only, fails) => {
    const whole = ['auth/every-route', ...only];
    expect(await blamedFor({ ...route, lacks: true }, whole)).toEqual({ fails, warns: [] });
  });

  it.each<[what: string, route: Fault, only: string[]]>([
    [
      'deleting an asset',
      { ...ASSET, method: 'DELETE' },
      ['delete/assets', 'errors/unavailable', 'isolation/changes-account', 'results/as-assets', 'states/terminal'],
    ],
    ['deleting a job', { ...JOB, method: 'DELETE' }, ['delete/expired-asset', 'delete/finished', 'lists/deleted']],
    [
      'cancelling a job',
      { method: 'POST', path: /^\/v1\/jobs\/[^/]+\/cancel$/ },
      ['cancel/races', 'jobs/etag-progress', 'webhooks/ends'],
    ],
  ])('breaks no rule if it may be off: %s', async (_, route, only) => {
    const whole = ['auth/every-route', ...only];
    expect(await blamedFor({ ...route, lacks: true }, whole)).toEqual({ fails: [], warns: [] });
  });
});

function idempotency(...names: string[]): string[] {
  return names.map((name) => `idempotency/${name}`);
}
