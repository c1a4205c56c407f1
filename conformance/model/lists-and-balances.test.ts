import { describe, expect, it } from 'vitest';
import {
  ASSET,
  at,
  BEGUN,
  breaches,
  cancelled,
  DONE,
  done,
  ENDED,
  JOB,
  type KEYS,
  last,
  type Reply,
  type Step,
  SUBMIT,
  submitted,
  under,
  uploaded,
  withLongIds,
} from './testing/steps.ts';

describe('the list of assets', () => {
  const page = (data: unknown[], key: keyof typeof KEYS = 'primary'): [string, Reply] => [
    'GET /v1/assets',
    { status: 200, body: { data, has_more: false, next_cursor: null }, key },
  ];
  it('has the objects of its key, and no others', () => {
    expect(last(...BEGUN, page([ASSET]))).toEqual([]);
    expect(last(...BEGUN, page([]))).toEqual(['LIST-COMPLETE /body']);
    expect(last(uploaded, page([]))).toEqual([]);
    expect(last(...BEGUN, page([], 'second'))).toEqual([]);
    expect(last(...withLongIds([uploaded, page([ASSET], 'other_env')]))).toEqual(['ISOLATION-LIST-ASSETS /body/data']);
  });

  it('of jobs has nothing of others, whatever its filters', () => {
    const all = (key: keyof typeof KEYS): [string, Reply] => [
      'GET /v1/jobs?limit=5',
      { status: 200, body: { data: [JOB] }, key },
    ];
    expect(last(...withLongIds([...BEGUN, all('other_account')]))).toEqual(['ISOLATION-LIST-JOBS /body']);
    expect(last(...BEGUN, all('other_account'))).toEqual([]);
    expect(last(...BEGUN, all('second'))).toEqual([]);
  });

  it('names the parameter that it refuses, with or without escapes', () => {
    const refused = (text: string): Step => [
      'GET /v1/assets?limit=0',
      { status: 400, bytes: { kind: 'text', text: `{"error": {"code": "INVALID_REQUEST", "message": "${text}"}}` } },
    ];
    expect(last(refused('the limit is too low'))).toEqual([]);
    expect(last(refused('the \\u006cimi\\u0074 is too low'))).toEqual([]);
    expect(last(refused('too low'))).toEqual(['LIST-400-NAMES /body/error']);
  });

  it('may be of one moment on all pages', () => {
    const gone: [string, Reply] = ['DELETE /v1/assets/asset_1', { status: 204 }];
    expect(last(uploaded, gone, page([ASSET]))).toEqual(['LIST-DELETED-OUT /body']);
    const first: Step = [
      'GET /v1/assets?limit=1',
      { status: 200, body: { data: [], has_more: true, next_cursor: 'x' } },
    ];
    expect(last(uploaded, first, gone, ['GET /v1/assets?cursor=x', page([ASSET])[1]])).toEqual([]);
  });

  describe('on pages', () => {
    const asset = (name: string, seconds: number) => ({ ...ASSET, id: `asset_${name}`, created_at: at(seconds) });
    const [old, mid, late] = [ASSET, asset('b', 10), asset('c', 20)];
    const uploads = [old, mid, late].map((body): Step => ['POST /v1/assets', { status: 201, body }]);
    const UPLOADS: Step[] = [...uploads, submitted, cancelled];
    const part = (query: string, data: unknown[], cursor: string | null): Step => [
      `GET /v1/assets?${query}`,
      { status: 200, body: { data, has_more: cursor !== null, next_cursor: cursor } },
    ];
    const FIRST = part('limit=1', [late], 'x');
    const LACKING = ['LIST-COMPLETE /body'];

    it('has what was created between its last item and that of the page before', () => {
      expect(last(...UPLOADS, part('limit=2', [late, old], 'x'))).toEqual(LACKING);
      expect(last(...UPLOADS, FIRST, part('limit=1&cursor=x', [old], 'y'))).toEqual(LACKING);
      expect(last(...UPLOADS, FIRST, part('limit=1&cursor=x', [mid], 'y'))).toEqual([]);
    });

    it('has it also if something was added meanwhile, but not if something was deleted', () => {
      const added: Step = ['POST /v1/assets', { status: 201, body: asset('d', 30) }];
      const gone: Step = ['DELETE /v1/assets/asset_c', { status: 204 }];
      const next = part('limit=1&cursor=x', [old], 'y');
      expect(last(...UPLOADS, FIRST, added, next)).toEqual(LACKING);
      expect(last(...UPLOADS, FIRST, gone, next)).toEqual([]);
      // All pages may be of the moment of the first one.
      expect(last(...UPLOADS, FIRST, added, part('limit=5&cursor=x', [mid, old], null))).toEqual([]);
    });

    it('has as many assets as the default limit if there is more', () => {
      const many = Array.from({ length: 20 }, (_, index) => asset(`m${index}`, 30 + index)).toReversed();
      const short = part('purpose=input', many.slice(1), 'x');
      expect(last(...BEGUN, short)).toEqual(['LIST-LIMIT-DEFAULT /body']);
      expect(last(...BEGUN, part('purpose=input', many, 'x'))).toEqual([]);
      expect(last(...BEGUN, part('limit=20', many.slice(1), 'x'))).toEqual([]);
    });

    it('need not have results that were created after the first page', () => {
      const first = part('limit=1', [ASSET], 'x');
      const next = part('limit=9&cursor=x', [asset('z', -5)], null);
      expect(last(...BEGUN, first, done, next)).toEqual([]);
      expect(last(...BEGUN, done, first, next)).toEqual(LACKING);
    });

    it('may have assets of one second in any order', () => {
      const twin = asset('e', 10.9);
      const withTwin = UPLOADS.toSpliced(2, 0, ['POST /v1/assets', { status: 201, body: twin }]);
      expect(last(...withTwin, FIRST, part('limit=1&cursor=x', [mid], 'y'))).toEqual([]);
      expect(last(...withTwin, FIRST, part('limit=5&cursor=x', [mid, old], null))).toEqual(LACKING);
    });
  });

  it('may lack objects that requests raced for, and those on the clock of another account', () => {
    const raced: Step = [uploaded[0], { ...uploaded[1], isConcurrent: true }];
    expect(last(raced, submitted, page([]))).toEqual([]);
    const foreign: Step = [uploaded[0], { status: 201, body: { ...ASSET, id: 'asset_2' }, key: 'other_account' }];
    expect(last(...BEGUN, foreign, page([], 'other_account'))).toEqual([]);
  });

  it('may lack objects that expire soon, or that others may have deleted', () => {
    const soon: [string, Reply] = ['POST /v1/assets', { status: 201, body: { ...ASSET, expires_at: at(61) } }];
    const waited: [string, Reply] = [page([])[0], { ...page([])[1], passed: 2_000 }];
    expect(last(soon, submitted, waited)).toEqual([]);
    expect(breaches([...BEGUN, page([])], true).flat()).toEqual([]);
  });
});

describe('the balance', () => {
  const COSTS = { 'skin.analyze': 3 };
  const balance = (available: number, seconds = 100): [string, Reply] => [
    'GET /v1/credits/balance',
    { status: 200, body: { available_units: available, unit_costs: COSTS, as_of: at(seconds) } },
  ];
  /** Shows a time, so that balances from then on are known to be of now. */
  const dated = (seconds: number): [string, Reply] => [
    'POST /v1/assets',
    { status: 201, body: { ...ASSET, id: 'asset_0', created_at: at(seconds) } },
  ];
  it.each<[string, [string, Reply][], string[]]>([
    ['a job costs nothing', [balance(10), ...BEGUN, balance(10), done], ['CREDIT-HOLD /body/available_units']],
    ['a job costs its units', [balance(10), ...BEGUN, balance(7), done], []],
    ['a job may have failed before', [balance(10), ...BEGUN, balance(10)], []],
    [
      'a cancel refunds nothing',
      [...BEGUN, balance(7), cancelled, balance(7)],
      ['CREDIT-RELEASE /body/available_units'],
    ],
    ['a cancel refunds the units', [...BEGUN, balance(7), cancelled, balance(10)], []],
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
    [
      'a late cancel may refund nothing',
      [balance(10), ...BEGUN, ['POST /v1/jobs/job_1/cancel', { status: 202, body: JOB }], cancelled, balance(7)],
      [],
    ],
    [
      'it is not known what a request came to that was not answered',
      [balance(10), ...BEGUN, [SUBMIT, { status: null, ...under('key-2') }], done, balance(4)],
      [],
    ],
    [
      'it is not known what a key stands for that may be forgotten',
      [balance(10), [SUBMIT, { status: 202, body: DONE, ...under('key-2'), isForgotten: true }], balance(7)],
      [],
    ],
    ['it was given units since', [balance(10), balance(60, 900_000)], []],
    ['it is older than the job', [balance(10, -100), ...BEGUN, balance(10, -90), done], []],
  ])('%s', (_, exchanges, rules) => expect(breaches([dated(-1), ...exchanges]).flat()).toEqual(rules));

  it('may be of before what a driver has changed, until something later was shown', () => {
    const changed: Step = ['drive credits.change', {}];
    expect(breaches([dated(0), balance(10), changed, balance(10), balance(-10)]).flat()).toEqual([]);
    expect(breaches([balance(10), changed, ...BEGUN, balance(10), done]).flat()).toEqual([]);
  });

  it('proves nothing if others use the account', () => {
    expect(breaches([balance(10), ...BEGUN, balance(10), done], true).flat()).toEqual([]);
  });
});
