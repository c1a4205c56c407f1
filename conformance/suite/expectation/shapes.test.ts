import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadShapes } from './shapes.ts';

const folder = new URL('../../../scenarios/schemas/', import.meta.url);
const files = readdirSync(folder).map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }));
const shapes = loadShapes(files);
beforeAll(() => {
  shapes.has('job');
  return shapes.prepare();
});

const AT = '2026-01-01T00:00:00Z';
const ASSET = {
  ...{ id: 'asset_1', purpose: 'input', media_type: 'image/png', size_bytes: 10, width: 4, height: 4 },
  ...{ created_at: AT, expires_at: AT },
};
const RESULT = {
  ...{ id: 'asset_2', href: '/v1/assets/asset_2/content', media_type: 'image/png', role: 'image' },
  ...{ size_bytes: 9, expires_at: AT },
};
const CONCERN = { concern: 'acne', score: 71.2, status: 'measured', unavailable_reason: null };
const QUEUED = {
  ...{ id: 'job_1', operation: 'skin.analyze', status: 'queued', created_at: AT, updated_at: AT, completed_at: null },
  ...{ expires_at: null, inputs: [{ asset_id: 'asset_1', role: 'anything' }], output: null, error: null },
};
const done = (output: object) => ({ ...QUEUED, status: 'succeeded', completed_at: AT, expires_at: AT, output });
const ERROR = { error: { code: 'X', message: 'y', request_id: 'req_1' } };
const BALANCE = {
  ...{ as_of: AT, settled_units: 1, held_units: 0, available_units: -1, test_funded_units: 0, spendable_units: 1 },
  ...{ enforced: true, low_balance: false, unit_costs: { 'skin.analyze': 1 } },
};
const EVENT = { id: 'evt_1', object: 'event', type: 'job.cancelled', api_version: 'v1', created: AT };
const DELETED = { id: 'job_1', object: 'job', deleted: true };
const skin = (concern: object) => done({ type: 'skin.analysis', concerns: [{ ...CONCERN, ...concern }] });

describe('A shape', () => {
  it.each([
    ['asset', { ...ASSET, livemode: true, unknown: [] }],
    ['asset-list', { data: [ASSET], has_more: false, next_cursor: null }],
    ['job', QUEUED],
    ['job', skin({})],
    ['job', skin({ score: null, status: 'unavailable', unavailable_reason: 'not_measurable' })],
    ['job', done({ type: 'makeup.try_on', image: { ...RESULT, width: null } })],
    ['job', done({ type: 'a.new.one', anything: 1 })],
    ['job', { ...QUEUED, status: 'failed', completed_at: AT, error: { code: 'INPUT_EXPIRED', message: '' } }],
    ['error', { error: { ...ERROR.error, doc_url: null, retryable: true, details: {} } }],
    ['balance', BALANCE],
    ['event', { ...EVENT, data: { object: { ...QUEUED, status: 'cancelled', completed_at: AT } } }],
    ['event', { ...EVENT, data: { object: DELETED } }],
    ['event', { ...EVENT, type: 'test.ping', data: { object: { object: 'test', endpoint_id: 'we_1' } } }],
  ])('%s accepts a valid value', (name, value) => {
    expect(shapes.check(name, value)).toEqual([]);
  });

  it.each([
    ['asset', { ...ASSET, id: 'asset_' }, ['/id']],
    ['asset', { ...ASSET, width: '4', expires_at: '2026-01-01' }, ['/width', '/expires_at']],
    ['asset', { ...ASSET, created_at: '2026-01-01T00:00:00+01:00' }, ['/created_at']],
    ['asset-list', { data: [{ ...ASSET, href: '/x' }], has_more: false, next_cursor: null }, ['/data/0']],
    ['asset-list', { data: [], has_more: false }, ['/next_cursor']],
    ['job', { ...QUEUED, error: undefined }, ['/error']],
    ['job', { ...QUEUED, completed_at: AT }, ['/completed_at']],
    ['job', { ...QUEUED, output: { type: 'x' } }, ['/output']],
    ['job', { ...QUEUED, status: 'failed', completed_at: AT }, ['/error']],
    ['job', { ...QUEUED, inputs: [{ role: 'source' }] }, ['/inputs/0/asset_id']],
    ['job', skin({ concern: 'age' }), ['/output/concerns/0/concern']],
    ['job', skin({ status: 'unavailable' }), ['/output/concerns/0/score', '/output/concerns/0/unavailable_reason']],
    ['job', done({ type: 'makeup.try_on', image: { ...RESULT, href: 'https://cdn.test/1' } }), ['/output/image/href']],
    ['job', done({ type: 'hair.try_on', image: RESULT }), ['/output/applied']],
    ['error', { error: { code: 'X', message: 'y' } }, ['/error/request_id']],
    ['balance', { ...BALANCE, unit_costs: { 'skin.analyze': 1.5 } }, ['/unit_costs/skin.analyze']],
    ['event', { ...EVENT, data: { object: { id: 'job_1' } } }, expect.arrayContaining(['/data/object/status'])],
    [
      'event',
      { ...EVENT, type: 'test.ping', data: { object: {} } },
      ['/data/object/object', '/data/object/endpoint_id'],
    ],
  ])('%s reports the places of mismatches', (name, value, pointers) => {
    const found = shapes.check(name, JSON.parse(JSON.stringify(value))).map(({ pointer }) => pointer);
    expect([...new Set(found)]).toEqual(pointers);
  });

  it('has the name of its file, and each shape of the suite compiles', () => {
    expect(shapes.names()).toContain('result-asset');
    for (const name of shapes.names()) expect(() => shapes.check(name, null)).not.toThrow();
  });

  it('describes in words what was expected', () => {
    expect(shapes.check('asset', { ...ASSET, created_at: 'today', purpose: 'other' })).toEqual([
      { pointer: '/purpose', expected: 'one of "input", "result"', seen: 'other' },
      { pointer: '/created_at', expected: 'an ISO 8601 instant in UTC', seen: 'today' },
    ]);
  });

  it('cannot be checked before the validator is loaded', () => {
    expect(() => loadShapes(files).check('job', {})).toThrow('prepare()');
  });

  it('must be a map, or is refused with its place', () => {
    expect(() => loadShapes([{ file: 'schemas/odd.yaml', text: '[1]' }])).toThrow(
      'schemas/odd.yaml:1:1: a shape must be one JSON Schema',
    );
  });
});
