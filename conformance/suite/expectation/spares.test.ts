import { describe, expect, it } from 'vitest';
import { judged, mistakes } from './testing/judged.ts';

const ASSET = { id: 'asset_1', width: 2, expires_at: '2026-01-31T12:00:00Z' };
const names = { asset: ASSET, first: { id: 'a' }, all: [ASSET, ASSET] };
const PROLONGED = '2026-02-01T12:00:00Z';

/** Returns what excuses a violation: null if nothing does, undefined if there is no violation. */
function spared(text: string, subject: unknown): string | null | undefined {
  const evaluation = judged(text, subject, { names });
  return evaluation.outcome === 'violated' ? (evaluation.spared ?? null) : undefined;
}

const same = (body: object, spares: string) => spared(`{body: {same_as: asset}, spares: ${spares}}`, { body });

describe('A spare', () => {
  it('excuses only the place that it names', () => {
    const spares = '[{expires_at: {is: datetime}}]';
    expect(same(ASSET, spares)).toBeUndefined();
    expect(same({ ...ASSET, expires_at: PROLONGED }, spares)).toBe('{expires_at: {is: datetime}}');
    expect(same({ ...ASSET, width: 3 }, spares)).toBeNull();
    expect(same({ ...ASSET, width: 3, expires_at: PROLONGED }, spares)).toBeNull();
    expect(same({ ...ASSET, expires_at: 'soon' }, spares)).toBeNull();
  });

  it('is not needed for members outside the specification', () => {
    expect(same({ ...ASSET, last_used_at: PROLONGED }, '[]')).toContain('members that the specification does not name');
    expect(same({ ...ASSET, last_used_at: PROLONGED, width: 3 }, '[]')).toBeNull();
  });

  it('names a place by the end of its path, at any depth', () => {
    const each = '{each: {body.expires_at: "${asset.expires_at}"}, spares: [{expires_at: {is: datetime}}]}';
    const other = { body: { ...ASSET, expires_at: PROLONGED } };
    expect(spared(each, [other, { body: ASSET }])).toBe('{expires_at: {is: datetime}}');
    expect(spared(each, [other, { body: { expires_at: null } }])).toBeNull();
  });

  it('must hold as a whole for the value that contains its paths', () => {
    const text = '{status: 404, spares: [{status: 200, body.id: {matches: "^asset_"}}]}';
    expect(spared(text, { status: 200, body: ASSET })).toContain('status: 200');
    expect(spared(text, { status: 200, body: {} })).toBeNull();
    expect(spared(text, { status: 410, body: ASSET })).toBeNull();
  });

  it('of another status excuses the other differences of that answer', () => {
    const text = '{status: 404, body.error.code: GONE, spares: [{status: 403}]}';
    expect(spared(text, { status: 403, body: { error: { code: 'NO' } } })).toBe('{status: 403}');
    expect(spared(text, { status: 404, body: { error: { code: 'NO' } } })).toBeNull();
    expect(spared(text, { status: 202, body: {} })).toBeNull();
  });

  it('of a status that is a word excuses only that word', () => {
    const text = '{body.status: running, body.error: null, spares: [{status: queued}]}';
    expect(spared(text, { body: { status: 'queued', error: null } })).toBe('{status: queued}');
    expect(spared(text, { body: { status: 'queued', error: {} } })).toBeNull();
  });

  it('without paths applies to the whole subject', () => {
    const text = '{each: {and: "it.body.more == (it.body.next != null)"}, spares: [{and: "it.body.next == \'x\'"}]}';
    expect(spared(text, [{ body: { more: false, next: 'x' } }])).toBe("{and: it.body.next == 'x'}");
    expect(spared(text, [{ body: { more: true, next: null } }])).toBeNull();
    const values = '{body: {each: {not: a}}, spares: [{equals: a}]}';
    expect(spared(values, { body: ['a', 'b'] })).toBe('{equals: a}');
  });

  it('can use the expected value, and the position in a list', () => {
    const later = '{body.expires_at: {ge: "${asset.expires_at}"}, spares: [{expires_at: {ge: "${wanted - 2s}"}}]}';
    expect(spared(later, { body: { expires_at: '2026-01-31T11:59:58Z' } })).toContain('wanted');
    expect(spared(later, { body: { expires_at: '2026-01-31T11:59:57Z' } })).toBeNull();
    const listed = '{each: {body.width: 5}, spares: [{body.width: "${all[index].width}"}]}';
    expect(spared(listed, [{ body: { width: 5 } }, { body: { width: 2 } }])).toContain('index');
  });

  it('and another one can excuse the mismatches together', () => {
    const both = '[{expires_at: {is: datetime}}, {width: {int: ">0"}}]';
    expect(same({ ...ASSET, width: 3, expires_at: PROLONGED }, both)).toContain('; ');
    expect(same({ ...ASSET, width: 0, expires_at: PROLONGED }, both)).toBeNull();
  });

  it('can be the absence of an answer', () => {
    expect(spared('{silence: null, spares: [{silence: closed}]}', { silence: 'closed' })).toBe('{silence: closed}');
  });

  it('must be in a list at the top of an expectation', () => {
    expect(mistakes('{status: 1, spares: {status: 2}}')).toEqual([
      '1:21 spares must be a list of expectations, such as [{status: 403}]',
    ]);
    expect(mistakes('{any_of: [{status: 1, spares: []}]}')).toEqual([
      '1:23 spares is only allowed directly below a rule id',
    ]);
    expect(mistakes('{status: 1, spares: [{body: {is: dattime}}]}')[0]).toContain('is knows no dattime');
  });
});
