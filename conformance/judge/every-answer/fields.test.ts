import { describe, expect, it } from 'vitest';
import {
  asset,
  cancelled,
  ETAG,
  exchange,
  failed,
  job,
  lastFindings,
  READ,
  result,
  succeeded,
  violations,
} from './testing/answers.ts';

const read = (body: unknown) => violations(exchange(READ, { body, headers: ETAG }));
const skin = (concern: Record<string, unknown>, visualizations: unknown[] = []) =>
  succeeded(
    {
      type: 'skin.analysis',
      concerns: [{ concern: 'acne', score: 1.5, status: 'measured', unavailable_reason: null, ...concern }],
      visualizations,
    },
    { operation: 'skin.analyze' },
  );
const unavailable = { status: 'unavailable', score: null, unavailable_reason: 'not_measured' };

describe('The fields of a Job', () => {
  it.each([
    ['queued', job()],
    ['running', job({ status: 'running', unknown: 1 })],
    ['succeeded', succeeded()],
    ['failed', failed()],
    ['cancelled', cancelled()],
    ['with a skin analysis', skin({}, [result({ role: 'mask.acne' })])],
    ['with a concern that could not be measured', skin(unavailable)],
    ['with an output of an undocumented type', succeeded({ type: 'makeup.video', image: { href: 1 } })],
    ['with a result whose size is not given', succeeded({ type: 'makeup.try_on', image: result({ width: null }) })],
  ])('are correct in one that is %s', (_, body) => expect(read(body)).toEqual([]));

  it.each<[string, Record<string, unknown>]>([
    ['ID-JOB', job({ id: 'job_' })],
    ['ID-JOB', job({ id: '1' })],
    ['JOB-OPERATION', job({ operation: 'makeup' })],
    ['JOB-STATUS', job({ status: 'done' })],
    ['JOB-CREATED-AT', job({ created_at: null })],
    ['JOB-UPDATED-AT', job({ updated_at: undefined })],
    ['JOB-COMPLETED-AT', job({ status: 'running', completed_at: '2026-01-01T00:00:04Z' })],
    ['JOB-COMPLETED-AT', job({ completed_at: undefined })],
    ['JOB-COMPLETED-SET', succeeded(undefined, { completed_at: null })],
    ['JOB-EXPIRES-AT', job({ expires_at: undefined })],
    ['JOB-INPUTS', job({ inputs: {} })],
    ['JOB-INPUT-ASSET-ID', job({ inputs: [{ role: 'source' }] })],
    ['JOB-INPUT-ROLE', job({ inputs: [{ asset_id: 'asset_1', role: null }] })],
    ['JOB-OUTPUT-NULL', failed(undefined, { output: {} })],
    ['JOB-OUTPUT-NULL', job({ output: undefined })],
    ['JOB-OUTPUT-SET', succeeded(null)],
    ['JOB-ERROR-SET', failed(null)],
    ['JOB-ERROR-NULL', succeeded(undefined, { error: { code: 'PROCESSING_FAILED', message: '' } })],
    ['JOB-ERROR-CODE', failed({ code: 'OTHER', message: 'oh' })],
    ['JOB-ERROR-MESSAGE', failed({ code: 'INPUT_EXPIRED' })],
    ['JOB-TIMES-ORDER', job({ updated_at: '2025-12-31T23:59:59Z' })],
    ['MAKEUP-OUTPUT-TYPE', succeeded({ type: 'hair.try_on', image: result() })],
    ['HAIR-OUTPUT-TYPE', succeeded(undefined, { operation: 'hair.try_on' })],
    ['SKIN-OUTPUT-TYPE', succeeded(undefined, { operation: 'skin.analyze' })],
    ['ID-ASSET', job({ inputs: [{ asset_id: '1', role: 'source' }] })],
    ['SKIN-SCORE', skin({ score: '1' })],
    ['SKIN-STATUS', skin({ status: 'maybe' })],
    ['SKIN-REASON', skin({ status: 'maybe', unavailable_reason: undefined })],
    ['SKIN-UNAVAILABLE-SCORE', skin({ ...unavailable, score: 0 })],
    ['SKIN-UNAVAILABLE-REASON', skin({ ...unavailable, unavailable_reason: null })],
    ['SKIN-MEASURED-REASON', skin({ unavailable_reason: 'not_measured' })],
  ])('break %s', (rule, body) => {
    const violated = read(body);
    expect(violated).toContain(rule);
    const beside = rule.startsWith('SKIN-') ? ['SKIN-STATUS'] : [];
    expect(violated.filter((one) => one !== rule && !beside.includes(one))).toEqual([]);
  });
});

describe('The fields of a result', () => {
  it.each<[string, Record<string, unknown>]>([
    ['ID-ASSET', { id: 'res_2', href: '/v1/assets/res_2/content' }],
    ['RESULT-HREF', { href: 'https://a.test/v1/assets/asset_2/content' }],
    ['RESULT-HREF', { href: '/v1/assets/asset_2/content?token=1' }],
    ['RESULT-HREF', { href: '@a.test/v1/assets/asset_2/content' }],
    ['RESULT-HREF', { href: '/v1/assets/../content' }],
    ['RESULT-HREF', { href: '/v1/assets/..\\asset_2/content' }],
    ['RESULT-HREF', { href: '/v1/assets/asset_2\t/content' }],
    ['RESULT-HREF-OWN-ID', { href: '/v1/assets/asset_3/content' }],
    ['RESULT-MEDIA-TYPE', { media_type: 'image/jpeg' }],
    ['RESULT-ROLE', { role: undefined }],
    ['RESULT-SIZE-BYTES', { size_bytes: 1.5 }],
    ['RESULT-WIDTH', { width: '4' }],
    ['RESULT-HEIGHT', { height: 4.5 }],
    ['RESULT-EXPIRES-WITH-JOB', { expires_at: '2026-01-08T00:00:05Z' }],
  ])('break %s', (rule, change) => {
    // Both rules are about the id of a result.
    const named = rule === 'ID-ASSET' ? [rule, 'RESULT-ID'] : [rule];
    expect(read(succeeded({ type: 'makeup.try_on', image: result(change) }))).toEqual(named);
    expect(read(skin({}, [result(), result(change)]))).toEqual(named);
  });

  it('break two rules if the expiry is not a time', () => {
    const body = succeeded({ type: 'makeup.try_on', image: result({ expires_at: 'soon' }) });
    expect(read(body).sort()).toEqual(['RESULT-EXPIRES-AT', 'TIME-UTC']);
  });
});

describe('The fields of an Asset', () => {
  const page = (item: unknown) => ({ data: [asset(), item], has_more: false, next_cursor: null });

  it.each([
    ['upload', exchange('POST /v1/assets', { status: 201, body: asset() })],
    ['read', exchange('GET /v1/assets/asset_1', { body: asset({ href: '/x', livemode: true }) })],
    ['page', exchange('GET /v1/assets?limit=2', { body: page(asset()) })],
  ])('are correct in an %s', (_, one) => expect(violations(one)).toEqual([]));

  it.each<[string, Record<string, unknown>]>([
    ['ID-ASSET', { id: 'asset_' }],
    ['ASSET-PURPOSE', { purpose: 'other' }],
    ['ASSET-MEDIA-TYPE', { media_type: 'image/gif' }],
    ['ASSET-SIZE-BYTES', { size_bytes: '3' }],
    ['ASSET-WIDTH', { width: null }],
    ['ASSET-HEIGHT', { height: undefined }],
    ['ASSET-CREATED-AT', { created_at: undefined }],
    ['ASSET-EXPIRES-AT', { expires_at: null }],
  ])('break %s', (rule, change) => {
    expect(violations(exchange('POST /v1/assets', { status: 202, body: asset(change) }))).toEqual([rule]);
    expect(violations(exchange('GET /v1/assets/asset_1', { body: asset(change) }))).toEqual([rule]);
    expect(violations(exchange('GET /v1/assets', { body: page(asset(change)) }))).toEqual([rule]);
  });

  it('break LIST-NO-HREF on a page', () => {
    const [finding] = lastFindings([exchange('GET /v1/assets', { body: page(asset({ href: null })) })]).filter(
      ({ outcome }) => outcome === 'violated',
    );
    expect(finding).toEqual({
      rule: 'LIST-NO-HREF',
      outcome: 'violated',
      mismatches: [{ pointer: '/body/data/1/href', expected: 'nothing', seen: null }],
    });
  });
});

describe('Times', () => {
  it.each([
    ['2026-01-01 00:00:00Z', false],
    ['2026-01-01T00:00:00', false],
    ['2026-01-01T01:00:00+01:00', false],
    [1_767_225_600, false],
    ['2026-01-01T00:00:00+00:00', true],
    ['2026-01-01T00:00:00.123456Z', true],
  ])('such as %j are in UTC: %s', (as_of, isRight) => {
    const broken = violations(exchange('GET /v1/credits/balance', { body: { as_of } }));
    expect(broken.includes('TIME-UTC')).toBe(!isRight);
    expect(read(job({ created_at: as_of })).includes('TIME-UTC')).toBe(!isRight);
  });
});
