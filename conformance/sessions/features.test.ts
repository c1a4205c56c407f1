import { describe, expect, it } from 'vitest';
import { featuresOf } from './features.ts';
import { knownAfter } from './known.ts';
import type { Operation, World } from './operation.ts';

const WORLD: World = { primary: 'live', isAlone: true, hasOwnUnits: true, replies: null };
const BODY = { concerns: ['acne'] };
const BEGUN: Operation[] = [
  { nth: 0, does: 'upload', picture: 'face' },
  {
    nth: 1,
    does: 'submit',
    product: 'skin.analyze',
    of: 0,
    body: BODY,
    claim: 1,
    plan: { hold_at: 'queued', outcome: 'succeeded' },
  },
];
const CANCELLED: Operation[] = [...BEGUN, { nth: 2, does: 'cancel', of: 1 }];
const WAITED: Operation[] = [...BEGUN, { nth: 2, does: 'wait', for: '26h' }];
const DELETED: Operation[] = [...BEGUN, { nth: 2, does: 'delete', thing: 'asset', of: 0 }];

const ENDED: Operation[] = [...BEGUN, { nth: 2, does: 'wait for its end', of: 0, by: 30 }];
const ROTATED: Operation[] = [...BEGUN, { nth: 2, does: 'rotate' }];
const LISTED: Operation[] = [...BEGUN, { nth: 2, does: 'list', thing: 'assets', query: { limit: 2 }, whole: false }];

/** The features of the last operation, after those before it. */
function featuresAfter(operations: readonly Operation[], last: Operation): readonly string[] {
  return featuresOf(last, knownAfter({ world: WORLD, operations }));
}

describe('the features of an operation', () => {
  it.each<[string, Operation[], Operation, string]>([
    ['the state of a job', BEGUN, { nth: 9, does: 'read', thing: 'job', of: 1 }, 'state=queued'],
    ['the end of a job', CANCELLED, { nth: 9, does: 'read', thing: 'job', of: 1 }, 'state=cancelled unseen'],
    ['its product', BEGUN, { nth: 9, does: 'cancel', of: 1 }, 'product=skin.analyze'],
    ['the caller', BEGUN, { nth: 9, does: 'cancel', of: 1, key: 'other_env' }, 'key=other_env'],
    ['what time has passed', WAITED, { nth: 9, does: 'read', thing: 'job', of: 1 }, 'age=26h'],
    [
      'that its input is deleted',
      DELETED,
      { nth: 9, does: 'submit', product: 'makeup.apply', of: 0, body: { products: [] }, claim: 9 },
      'asset=deleted',
    ],
    ['how often it was done before', CANCELLED, { nth: 9, does: 'cancel', of: 1 }, 'times=1'],
    ['the last change of a thing', CANCELLED, { nth: 9, does: 'read', thing: 'job', of: 1 }, 'after=cancel'],
    ['that the input of a job is gone', DELETED, { nth: 9, does: 'read', thing: 'job', of: 1 }, 'input=gone'],
    ['what changed beside a thing', CANCELLED, { nth: 9, does: 'read', thing: 'asset', of: 0 }, 'since=cancel'],
    ['that it is its own end that has come', ENDED, { nth: 9, does: 'read', thing: 'asset', of: 0 }, 'age=its end 30'],
    ['that it is the end of another', ENDED, { nth: 9, does: 'cancel', of: 1 }, 'age=the end of another'],
    [
      'what is not as it was on the page before',
      LISTED,
      { nth: 9, does: 'next page', of: 2, thing: 'assets', query: { limit: 2 }, since: 0 },
      'changed=since',
    ],
    [
      'what a driver changed in the account',
      [...BEGUN, { nth: 2, does: 'units for', of: 0, product: 'skin.analyze', by: -1 }],
      { nth: 9, does: 'submit', product: 'skin.analyze', of: 0, body: BODY, claim: 9 },
      'account=units for -1',
    ],
    [
      'that midnight has passed',
      [...BEGUN, { nth: 2, does: 'wait for midnight', of: 0, by: 30 }],
      { nth: 9, does: 'cancel', of: 1 },
      'age=midnight 30',
    ],
    ['what changed before the account is changed', CANCELLED, { nth: 9, does: 'rotate' }, 'since=cancel queued fresh'],
    ['that nothing has the id', BEGUN, { nth: 9, does: 'cancel', of: 'unknown' }, 'of=nothing'],
    ['that the secret was rotated before a ping', ROTATED, { nth: 9, does: 'ping' }, 'since=rotate'],
    ['the change since the last look', CANCELLED, { nth: 9, does: 'usage' }, 'since=cancel queued fresh'],
    [
      'the parameters of a list',
      BEGUN,
      { nth: 9, does: 'list', thing: 'assets', query: { limit: 1 }, job: 1, whole: false },
      'with=job',
    ],
  ])('include %s', (_, before, last, feature) => {
    expect(featuresAfter(before, last)).toContain(feature);
  });

  it('are only what is wrong, and with which parameters, if the state makes no difference', () => {
    const wrong = {
      nth: 9,
      does: 'submit',
      product: 'skin.analyze',
      of: 0,
      body: BODY,
      claim: 9,
      mistake: 'no body',
    } as const;
    expect(featuresAfter(BEGUN, wrong)).toEqual(['submit badly: no body']);
    const page = {
      nth: 9,
      does: 'next page',
      of: 2,
      thing: 'assets',
      query: { limit: 101, purpose: 'input' },
    } as const;
    expect(featuresAfter(LISTED, page)).toEqual([
      ...['next page assets badly: {"limit":101}', 'with=limit', 'with=purpose'],
    ]);
  });

  it.each<[Operation, string]>([
    [{ nth: 9, does: 'submit', product: 'skin.analyze', of: 0, body: BODY, claim: 9 }, 'submit'],
    [{ nth: 9, does: 'submit', product: 'skin.analyze', of: 0, body: BODY, claim: 1 }, 'submit again'],
    [
      { nth: 9, does: 'submit', product: 'skin.analyze', of: 0, body: BODY, claim: 9, mistake: 'no body' },
      'submit badly: no body',
    ],
    [{ nth: 9, does: 'list', thing: 'assets', query: { limit: 0 }, whole: false }, 'list assets badly: {"limit":0}'],
    [{ nth: 9, does: 'list', thing: 'assets', query: { limit: 1 }, whole: false }, 'list assets'],
  ])('begin with what it does', (operation, action) => {
    expect(featuresAfter(BEGUN, operation)[0]?.replace(/\s+/g, ' ').trim()).toBe(action);
  });
});
