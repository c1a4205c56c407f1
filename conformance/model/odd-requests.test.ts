import { expect, it } from 'vitest';
import { createModel } from './model.ts';
import { ASSET, breaches, ENDED, KEYS, type Reply, type Step, seen, warnings } from './testing/steps.ts';

const ofPart = (status: number): Step => [
  'GET /v1/assets/asset_r/content',
  { status, body: 'part', sendHeaders: { Range: 'bytes=0-3' } },
];

it.each<[string, Step[], string[]]>([
  ['a path without its version', [['GET /usage', { status: 200, body: {} }]], ['PATHS-V1-ALONE']],
  ['a path without its version that leads to the other', [['GET /usage', { status: 308 }]], []],
  ['a part of a result that is called whole', [...ENDED, ofPart(200)], ['RESULT-CONTENT-WHOLE']],
  ['a part of a result', [...ENDED, ofPart(206)], []],
])('what an odd request shows to be broken: %s', (_, steps, expected) => {
  const rules = breaches(steps).flatMap((all) => all.map((one) => one.split(' ')[0]));
  expect(rules).toEqual(expected);
});

it('An upload that is not a picture warns if it is accepted, and a picture that breaks off does not', () => {
  const send: Reply = { status: 201, body: ASSET, send: 'text', sendHeaders: { 'Content-Type': 'image/png' } };
  expect(warnings([['POST /v1/assets', send]])).toEqual(['UPLOAD-400']);
  const { exchange, ...seenNow } = seen('POST /v1/assets', send, 0);
  const image = { media_type: 'image/png', width: 9, height: 9, decodable: false };
  const request = { ...exchange.request, body: { kind: 'bytes' as const, size: 99, sha256: 'x', image } };
  const model = createModel({ keys: KEYS, tenant: { id: 'tenant' } });
  expect(model.see({ ...seenNow, exchange: { ...exchange, request } })).toEqual([]);
});
