import { describe, expect, it } from 'vitest';
import type { Exchange } from '../effects/http/exchange.ts';
import { createModel, type Seen } from './model.ts';

const KEYS = {
  primary: { secret: '<primary>', environment: 'live' },
  second: { secret: '<second>', environment: 'live' },
  other_env: { secret: '<other_env>', environment: 'test' },
  other_account: { secret: '<other_account>', environment: 'live' },
  no_skin: { secret: '<no_skin>', environment: 'live' },
};
const START = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

type Told = {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  send?: unknown;
  sendHeaders?: Record<string, string>;
  key?: keyof typeof KEYS;
  passed?: number;
  isForgotten?: boolean;
  isConcurrent?: boolean;
};

/** What each of these exchanges breaks, one after the other: `JOB-READ-200 /status`. */
function breaches(exchanges: readonly [request: string, told: Told][], isShared = false): string[][] {
  const model = createModel({ keys: KEYS, tenant: isShared ? null : { id: 'tenant' } });
  const found = exchanges.map(([request, told], position) => model.see(seen(request, told, position)));
  return [...found, model.finish()].map((findings) =>
    findings.map(({ rule, mismatch }) => `${rule} ${mismatch.pointer}`),
  );
}

/** What the last of these exchanges breaks. The ones before it break nothing. */
function last(...exchanges: [request: string, told: Told][]): string[] {
  const [end, ...before] = breaches(exchanges).toReversed();
  expect(before.slice(1).flat()).toEqual([]);
  return [...(before[0] ?? []), ...(end ?? [])];
}

function seen(request: string, told: Told, position: number): Seen {
  const [method = '', url = ''] = request.split(' ');
  const { status, body, headers = {}, send, sendHeaders = {}, key = 'primary' } = told;
  const text = (value: unknown) =>
    value === undefined ? { kind: 'none' as const } : { kind: 'text' as const, text: JSON.stringify(value) };
  const type: Record<string, string> = send === undefined ? {} : { 'Content-Type': 'application/json' };
  const exchange: Exchange = {
    request: { method, url, headers: { 'X-API-Key': `<${key}>`, ...type, ...sendHeaders }, body: text(send) },
    answer: { status, headers: Object.entries(headers), body: text(body) },
    silence: null,
    detail: null,
    at: position * 10,
    took: 1,
  };
  const { passed = 0, isConcurrent = false, isForgotten = false } = told;
  return { exchange, position, key, passed, isConcurrent, isForgotten };
}

const ASSET = { id: 'asset_1', purpose: 'input', created_at: at(0), expires_at: at(86_400) };
const JOB = {
  id: 'job_1',
  operation: 'skin.analyze',
  status: 'queued',
  created_at: at(0),
  updated_at: at(0),
  output: null,
};
const RESULT = { id: 'asset_r', role: 'mask.acne' };
const DONE = {
  ...JOB,
  status: 'succeeded',
  output: { type: 'skin.analysis', concerns: [{ concern: 'acne' }], visualizations: [RESULT] },
};
const REQUEST = { inputs: [{ asset_id: 'asset_1', role: 'source' }], concerns: ['acne', 'redness'] };
const error = (code: string) => ({ error: { code, message: 'no', request_id: 'r' } });
const MISSING = { status: 404, body: error('JOB_NOT_FOUND') };
const SUBMIT = 'POST /v1/skin/analyses';
const under = (key: string, send: unknown = REQUEST) => ({ send, sendHeaders: { 'Idempotency-Key': key } });

const uploaded: [string, Told] = ['POST /v1/assets', { status: 201, body: ASSET }];
const submitted: [string, Told] = [SUBMIT, { status: 202, body: JOB, ...under('key-1') }];
const done: [string, Told] = ['GET /v1/jobs/job_1', { status: 200, body: DONE }];
const deleted: [string, Told] = ['DELETE /v1/jobs/job_1', { status: 204 }];
const cancelled: [string, Told] = [
  'POST /v1/jobs/job_1/cancel',
  { status: 200, body: { ...JOB, status: 'cancelled', updated_at: at(1) } },
];
const BEGUN = [uploaded, submitted] as const;
const ENDED = [...BEGUN, done] as const;

describe('a job that is known', () => {
  it.each<[string, [string, Told], string[]]>([
    ['is not there', ['GET /v1/jobs/job_1', MISSING], ['JOB-READ-200 /status']],
    ['is another', ['GET /v1/jobs/job_1', { status: 200, body: { ...DONE, id: 'job_2' } }], ['JOB-READ-200 /body/id']],
    [
      'is of another product',
      ['GET /v1/jobs/job_1', { status: 200, body: { ...DONE, operation: 'makeup.apply' } }],
      ['SKIN-OPERATION /body/operation'],
    ],
    [
      'is not there for another key of its owner',
      ['GET /v1/jobs/job_1', { ...MISSING, key: 'second' }],
      ['JOB-READ-200 /status'],
    ],
    [
      'is shown to another account',
      ['GET /v1/jobs/job_1', { status: 200, body: DONE, key: 'other_account' }],
      ['ISOLATION-ACCOUNT /status'],
    ],
    [
      'is shown to the other environment',
      ['GET /v1/jobs/job_1', { status: 200, body: DONE, key: 'other_env' }],
      ['ISOLATION-ENVIRONMENT /status'],
    ],
    [
      'is forbidden to another account',
      ['GET /v1/jobs/job_1', { status: 403, body: error('INSUFFICIENT_SCOPE'), key: 'other_account' }],
      ['ISOLATION-ACCOUNT /status'],
    ],
    [
      'is cancelled after its end',
      ['POST /v1/jobs/job_1/cancel', { status: 200, body: { ...DONE, status: 'cancelled' } }],
      ['CANCEL-DONE-409 /status'],
    ],
    [
      'cannot be deleted after its end',
      ['DELETE /v1/jobs/job_1', { status: 409, body: error('JOB_IN_PROGRESS') }],
      ['JOB-DELETE-204 /status'],
    ],
    [
      'has a concern that was not asked for',
      [
        'GET /v1/jobs/job_1',
        { status: 200, body: { ...DONE, output: { type: 'skin.analysis', concerns: [{ concern: 'pore' }] } } },
      ],
      ['SKIN-ONLY-REQUESTED /body/output/concerns'],
    ],
    [
      'is cancelled by a key without its scope',
      ['POST /v1/jobs/job_1/cancel', { status: 409, body: error('JOB_NOT_CANCELLABLE'), key: 'no_skin' }],
      ['CANCEL-SCOPE-403 /status'],
    ],
    [
      'has a result that is not served',
      ['GET /v1/assets/asset_r/content', { status: 404, body: error('ASSET_NOT_FOUND') }],
      ['RESULT-CONTENT-200 /status'],
    ],
    [
      'has a result that can be deleted alone',
      ['DELETE /v1/assets/asset_r', { status: 204 }],
      ['ASSET-OWNED-409 /status'],
    ],
  ])('is wrong where it %s', (_, exchange, rules) => expect(last(...ENDED, exchange)).toEqual(rules));

  it.each<[string, [string, Told]]>([
    ['is not modified', ['GET /v1/jobs/job_1', { status: 304, sendHeaders: { 'If-None-Match': '"x"' } }]],
    ['is behind a limit', ['GET /v1/jobs/job_1', { status: 429 }]],
    ['is on a server that fails', ['GET /v1/jobs/job_1', { status: 503 }]],
    ['may be kept no longer', ['GET /v1/jobs/job_1', { ...MISSING, isForgotten: true }]],
    ['is asked for while another request is under way', ['GET /v1/jobs/job_1', { ...MISSING, isConcurrent: true }]],
    ['is asked for with a parameter', ['GET /v1/jobs/job_1?x=1', { status: 400 }]],
    ['is cancelled with a body', ['POST /v1/jobs/job_1/cancel', { status: 400, send: {} }]],
    ['is on a server that has no cancel', ['POST /v1/jobs/job_1/cancel', MISSING]],
    ['has a result that is somewhere else', ['GET /v1/assets/asset_r/content', { status: 302 }]],
    [
      'is forbidden to cancel for another account',
      ['POST /v1/jobs/job_1/cancel', { status: 403, key: 'other_account' }],
    ],
  ])('is right where it %s', (_, exchange) => expect(last(...ENDED, exchange)).toEqual([]));

  it('stays cancelled', () => {
    const again = (status: number): [string, Told] => [
      'POST /v1/jobs/job_1/cancel',
      { status, body: { ...JOB, status: 'cancelled' } },
    ];
    expect(last(...BEGUN, cancelled, again(200))).toEqual([]);
    expect(last(...BEGUN, cancelled, again(409))).toEqual(['CANCEL-REPEAT-200 /status']);
  });
});

describe('a job that was deleted', () => {
  it.each<[string, [string, Told], string[]]>([
    ['can be read', ['GET /v1/jobs/job_1', { status: 200, body: DONE }], ['JOB-DELETED-404 /status']],
    [
      'has another code',
      ['GET /v1/jobs/job_1', { status: 404, body: error('GONE') }],
      ['JOB-DELETED-404 /body/error/code'],
    ],
    ['is not deleted again', ['DELETE /v1/jobs/job_1', MISSING], ['JOB-DELETE-REPEAT-204 /status']],
    [
      'has results that can be read',
      ['GET /v1/assets/asset_r', { status: 200, body: RESULT }],
      ['JOB-DELETED-RESULTS /status'],
    ],
    [
      'has results that are served',
      ['GET /v1/assets/asset_r/content', { status: 200 }],
      ['JOB-DELETED-CONTENT /status'],
    ],
    [
      'frees its Idempotency-Key',
      [SUBMIT, { status: 202, body: { ...JOB, id: 'job_2' }, ...under('key-1') }],
      ['IDEM-DELETED-410 /status'],
    ],
    [
      'has results that are listed',
      ['GET /v1/assets', { status: 200, body: { data: [RESULT], has_more: false } }],
      ['LIST-DELETED-OUT /body/data'],
    ],
  ])('is wrong where it %s', (_, exchange, rules) => expect(last(...ENDED, deleted, exchange)).toEqual(rules));

  it('may take its input with it', () => {
    const read: [string, Told] = ['GET /v1/assets/asset_1', { status: 404, body: error('ASSET_NOT_FOUND') }];
    expect(last(...ENDED, deleted, read)).toEqual([]);
    expect(last(...ENDED, read)).toEqual(['ASSET-READ-200 /status']);
  });
});

describe('an asset that was deleted', () => {
  const gone: [string, Told] = ['DELETE /v1/assets/asset_1', { status: 204 }];
  it.each<[string, [string, Told], string[]]>([
    ['can be read', ['GET /v1/assets/asset_1', { status: 200, body: ASSET }], ['ASSET-DELETED-404 /status']],
    ['is not deleted again', ['DELETE /v1/assets/asset_1', { status: 404 }], ['ASSET-DELETE-REPEAT-204 /status']],
    [
      'can be submitted',
      [SUBMIT, { status: 202, body: { ...JOB, id: 'job_2' }, ...under('key-2') }],
      ['SUBMIT-DELETED-INPUT-404 /status'],
    ],
  ])('is wrong where it %s', (_, exchange, rules) => expect(last(...BEGUN, gone, exchange)).toEqual(rules));

  it('may come back with the same bytes', () => {
    expect(last(...BEGUN, gone, uploaded, ['GET /v1/assets/asset_1', { status: 200, body: ASSET }])).toEqual([]);
  });
});

describe('an Idempotency-Key', () => {
  const other = { ...REQUEST, concerns: ['acne'] };
  const replayed = { status: 200, body: JOB, headers: { 'Idempotency-Replayed': 'true' } };
  it.each<[string, Told, string[]]>([
    [
      'makes another job',
      { status: 202, body: { ...JOB, id: 'job_2' }, ...under('key-1') },
      ['IDEM-REPLAY-200 /status', 'IDEM-SAME-JOB /body/id'],
    ],
    ['has no mark', { status: 200, body: JOB, ...under('key-1') }, ['IDEM-REPLAY-MARK /header/idempotency-replayed']],
    ['takes another request', { ...replayed, ...under('key-1', other) }, ['IDEM-REUSED-409 /status']],
    [
      'does not know another order of concerns',
      {
        status: 409,
        body: error('IDEMPOTENCY_KEY_REUSED'),
        ...under('key-1', { ...REQUEST, concerns: ['redness', 'acne'] }),
      },
      ['IDEM-REPLAY-200 /status'],
    ],
  ])('is wrong where it %s', (_, told, rules) => expect(last(...BEGUN, [SUBMIT, told])).toEqual(rules));

  it.each<[string, Told]>([
    ['replays', { ...replayed, ...under('key-1') }],
    [
      'is refused for another request',
      { status: 409, body: error('IDEMPOTENCY_KEY_REUSED'), ...under('key-1', other) },
    ],
    [
      'has a member more, which may be the same or not',
      { status: 409, body: error('IDEMPOTENCY_KEY_REUSED'), ...under('key-1', { ...REQUEST, visualizations: [] }) },
    ],
    [
      'is of another key of the account',
      { status: 409, body: error('IDEMPOTENCY_KEY_REUSED'), ...under('key-1'), key: 'second' },
    ],
    ['lacks credits', { status: 402, body: error('INSUFFICIENT_CREDITS'), ...under('key-1') }],
    ['is of another form', { status: 400, body: error('INVALID_REQUEST'), ...under('another-key') }],
  ])('is right where it %s', (_, told) => expect(last(...BEGUN, [SUBMIT, told])).toEqual([]));

  it('that is new takes what was taken before, and nothing is known of other values', () => {
    const refused = (concern: string): [string, Told] => [
      SUBMIT,
      { status: 400, ...under('key-2', { ...REQUEST, concerns: [concern] }) },
    ];
    expect(last(...BEGUN, refused('acne'))).toEqual(['SUBMIT-202 /status']);
    expect(last(...BEGUN, refused('pore'))).toEqual([]);
  });

  it('that was refused may be claimed', () => {
    expect(
      last(...BEGUN, [SUBMIT, { status: 429, ...under('key-2') }], [SUBMIT, { status: 409, ...under('key-2') }]),
    ).toEqual([]);
  });
});

describe('the list of assets', () => {
  const page = (data: unknown[], key: keyof typeof KEYS = 'primary'): [string, Told] => [
    'GET /v1/assets',
    { status: 200, body: { data, has_more: false, next_cursor: null }, key },
  ];
  it('has what its key has made, and nothing of others', () => {
    expect(last(uploaded, page([ASSET]))).toEqual([]);
    expect(last(uploaded, page([]))).toEqual(['LIST-COMPLETE /body/data']);
    expect(last(uploaded, page([], 'second'))).toEqual([]);
    expect(last(uploaded, page([ASSET], 'other_env'))).toEqual(['ISOLATION-LIST-ASSETS /body/data']);
  });

  it('may lack what expires soon, and what others may have deleted', () => {
    const soon: [string, Told] = ['POST /v1/assets', { status: 201, body: { ...ASSET, expires_at: at(61) } }];
    const waited: [string, Told] = [page([])[0], { ...page([])[1], passed: 2_000 }];
    expect(last(soon, waited)).toEqual([]);
    expect(breaches([uploaded, page([])], true).flat()).toEqual([]);
  });
});

describe('the balance', () => {
  const COSTS = { 'skin.analyze': 3 };
  const balance = (available: number, seconds = 100): [string, Told] => [
    'GET /v1/credits/balance',
    { status: 200, body: { available_units: available, unit_costs: COSTS, as_of: at(seconds) } },
  ];
  it.each<[string, [string, Told][], string[]]>([
    ['a job costs nothing', [balance(10), ...BEGUN, balance(10), done], ['CREDIT-HOLD /body/available_units']],
    ['a job costs its units', [balance(10), ...BEGUN, balance(7), done], []],
    ['a job may have failed before', [balance(10), ...BEGUN, balance(10)], []],
    [
      'a cancel gives nothing back',
      [...BEGUN, balance(7), cancelled, balance(7)],
      ['CREDIT-RELEASE /body/available_units'],
    ],
    ['a cancel gives the units back', [...BEGUN, balance(7), cancelled, balance(10)], []],
    ['the end costs again', [...BEGUN, balance(7), done, balance(4)], ['CREDIT-CAPTURE /body/available_units']],
    [
      'a replay costs again',
      [
        ...ENDED,
        balance(7),
        [SUBMIT, { status: 200, body: DONE, headers: { 'Idempotency-Replayed': 'true' }, ...under('key-1') }],
        balance(4),
      ],
      ['IDEM-CHARGE-ONCE /body/available_units'],
    ],
    ['it is older than the job', [balance(10, -100), ...BEGUN, balance(10, -90), done], []],
  ])('%s', (_, exchanges, rules) => expect(breaches(exchanges).flat()).toEqual(rules));

  it('is nothing to go by where others use the account, or a driver has changed it', () => {
    expect(breaches([balance(10), ...BEGUN, balance(10), done], true).flat()).toEqual([]);
    const model = createModel({ keys: KEYS, tenant: { id: 'tenant' } });
    const all = [balance(10), ...BEGUN, balance(10), done];
    for (const [index, [request, told]] of all.entries()) {
      model.see(seen(request, told, index));
      if (index === 0) model.drive('credits.change');
    }
    expect(model.finish()).toEqual([]);
  });
});
