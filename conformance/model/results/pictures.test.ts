import { describe, expect, it } from 'vitest';
import type { BodyRecord } from '../../effects/http/exchange.ts';
import { ASSET, breaches, JOB, RESULT, type Reply, type Step } from '../testing/steps.ts';

/** A picture of one color, or of a color that is not known. */
const picture = (sha256: string, level: number | null): BodyRecord => {
  const look = level === null ? {} : { look: Buffer.alloc(192, level).toString('base64') };
  return {
    kind: 'bytes',
    size: 9,
    sha256,
    image: { media_type: 'image/png', width: 64, height: 64, decodable: true, ...look },
  };
};
const upload = (id: string, bytes: BodyRecord, key: Reply['key'] = 'primary'): Step => [
  'POST /v1/assets',
  { status: 201, body: { ...ASSET, id }, sendBytes: bytes, sendHeaders: { 'Content-Type': 'image/png' }, key },
];

const FACE = { category: 'foundation', color: '#caa184' };
const LIPS = { category: 'lipstick', color: '#a1304a' };

type Made = Pick<Reply, 'isConcurrent'> & {
  input?: string;
  products?: unknown[];
  path?: string;
  operation?: string;
  type?: string;
  key?: Reply['key'];
};

/** A try-on of an asset, whose result is downloaded. */
function tryOn(name: string, bytes: BodyRecord, made: Made = {}): Step[] {
  const { products = [FACE], path = 'makeup/try-ons', operation = 'makeup.apply', type = 'makeup.try_on' } = made;
  const { input = 'asset_1', key = 'primary', isConcurrent = false } = made;
  const job = { ...JOB, id: `job_${name}`, operation };
  const image = { ...RESULT, id: `asset_${name}` };
  const send = { inputs: [{ asset_id: input, role: 'source' }], products };
  return [
    [`POST /v1/${path}`, { status: 202, body: job, send, sendHeaders: { 'Idempotency-Key': name }, key, isConcurrent }],
    [`GET /v1/jobs/${job.id}`, { status: 200, body: { ...job, status: 'succeeded', output: { type, image } }, key }],
    [`GET /v1/assets/${image.id}/content`, { status: 200, bytes, key }],
  ];
}

const rulesIn = (...steps: Step[]) =>
  [...new Set(breaches(steps).flat())].flatMap((one) => /^RESULT-(?:OF|SHOWS)[^ ]*/.exec(one) ?? []);

const SOURCE = upload('asset_1', picture('source', 100));
const OTHER = upload('asset_2', picture('other', 200));
const HAIR = { path: 'hair/try-ons', operation: 'hair.try_on', type: 'hair.try_on' };
const TEST: Pick<Made, 'key'> & { key: 'other_env' } = { key: 'other_env' };

describe('The picture of a try-on breaks a rule', () => {
  it.each<[string, Step[], string]>([
    ['that is of another uploaded picture', [SOURCE, OTHER, ...tryOn('a', picture('a', 190))], 'RESULT-OF-SOURCE'],
    [
      'that is its source',
      [SOURCE, ...tryOn('a', picture('source', 100), { products: [LIPS] })],
      'RESULT-SHOWS-PRODUCTS',
    ],
    ['that is its source in other bytes', [SOURCE, ...tryOn('a', picture('a', 101))], 'RESULT-SHOWS-PRODUCTS'],
    [
      'that is the same with one product more',
      [SOURCE, ...tryOn('a', picture('a', 110)), ...tryOn('b', picture('a', 110), { products: [FACE, LIPS] })],
      'RESULT-SHOWS-PRODUCTS',
    ],
    [
      'that is the same with another color, of an asset with the same bytes',
      [
        ...[SOURCE, upload('asset_3', picture('source', 100)), ...tryOn('a', picture('a', null))],
        ...tryOn('b', picture('a', null), { input: 'asset_3', products: [{ ...FACE, color: '#203040' }] }),
      ],
      'RESULT-SHOWS-PRODUCTS',
    ],
  ])('%s', (_, steps, rule) => {
    expect(rulesIn(...steps)).toEqual([rule]);
  });
});

describe('The picture of a try-on may be', () => {
  it.each<[string, Step[]]>([
    ['like its source', [SOURCE, OTHER, ...tryOn('a', picture('a', 120))]],
    ['as far from its source as from another one', [SOURCE, OTHER, ...tryOn('a', picture('a', 150))]],
    [
      'like an earlier result that was uploaded',
      [SOURCE, upload('asset_2', picture('a', 112)), ...tryOn('b', picture('b', 112))],
    ],
    [
      'in the same colors if only the lips are painted',
      [SOURCE, ...tryOn('a', picture('a', 100), { products: [LIPS] })],
    ],
    [
      'its source if nothing is certain to be visible',
      [SOURCE, ...tryOn('a', picture('source', 100), { products: [{ ...FACE, opacity: 0 }] })],
    ],
    ['the same for the same products', [SOURCE, ...tryOn('a', picture('a', 110)), ...tryOn('b', picture('a', 110))]],
    [
      'a fixture with a test key',
      [
        upload('asset_1', picture('source', 100), TEST.key),
        upload('asset_2', picture('other', 200), TEST.key),
        ...tryOn('a', picture('other', 200), TEST),
        ...tryOn('b', picture('other', 200), { ...TEST, products: [LIPS] }),
      ],
    ],
    ['any for hair', [SOURCE, OTHER, ...tryOn('a', picture('other', 200), HAIR)]],
    [
      'any if its submission raced with another',
      [SOURCE, OTHER, ...tryOn('a', picture('a', 190), { isConcurrent: true })],
    ],
    [
      'any if the id of its source was given to two accounts',
      [SOURCE, OTHER, upload('asset_1', picture('x', 10), 'other_account'), ...tryOn('a', picture('a', 190))],
    ],
    [
      'the same for another account',
      [
        ...[SOURCE, upload('asset_3', picture('source', 100), 'other_account'), ...tryOn('a', picture('a', 110))],
        ...tryOn('b', picture('a', 110), { input: 'asset_3', key: 'other_account', products: [FACE, LIPS] }),
      ],
    ],
    ['any if its source is not known', [OTHER, ...tryOn('a', picture('other', 200))]],
    ['in colors that are not known', [SOURCE, OTHER, ...tryOn('a', picture('a', null))]],
  ])('%s', (_, steps) => {
    expect(rulesIn(...steps)).toEqual([]);
  });
});
