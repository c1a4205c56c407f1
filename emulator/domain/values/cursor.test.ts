import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../../testing/odd-text.ts';
import { type CursorBinding, type CursorPosition, openCursor, sealCursor } from './cursor.ts';
import { mintId } from './ids.ts';

const BINDING: CursorBinding = { seed: 'seed', owner: 'demo/test', list: 'assets', filters: '[]' };
const AT = Date.UTC(2026, 0, 1);
const ID = mintId('asset', 'seed', 7);
const POSITION: CursorPosition = { after: [AT, ID] };
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n%é';

const instant = fc.nat({ max: 8.64e15 });
const after = fc.tuple(
  instant,
  fc.nat({ max: 2 ** 28 }).map((serial) => mintId('job', 'seed', serial)),
);
const position = fc.record({ after, offset: fc.nat() }, { requiredKeys: ['after'] });
const binding = fc.record({ seed: fc.string(), owner: fc.string(), list: fc.string(), filters: fc.string() });

describe('4.1 next_cursor', () => {
  it('can be opened, and returns the position that was sealed', () => {
    fc.assert(
      fc.property(position, binding, (at, bound) => {
        expect(openCursor(sealCursor(at, bound), bound)).toEqual(at);
      }),
    );
  });

  it('needs no escaping in a URL', () => {
    fc.assert(
      fc.property(position, binding, (at, bound) => {
        expect(sealCursor(at, bound)).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it.each([
    ['seed', { seed: 'other' }],
    ['owner', { owner: 'demo/live' }],
    ['list', { list: 'jobs' }],
    ['filters', { filters: '[["purpose","input"]]' }],
  ])('is invalid for another %s', (_, other) => {
    const cursor = sealCursor(POSITION, BINDING);
    expect(openCursor(cursor, BINDING)).toEqual(POSITION);
    expect(openCursor(cursor, { ...BINDING, ...other })).toBeNull();
  });

  it('is invalid if any single character is changed, inserted or removed', () => {
    const cursor = sealCursor(POSITION, BINDING);
    const tampered = new Set<string>();
    for (let index = 0; index <= cursor.length; index += 1) {
      const [head, tail] = [cursor.slice(0, index), cursor.slice(index)];
      tampered.add(head + tail.slice(1));
      for (const letter of ALPHABET) tampered.add(head + letter + tail.slice(1)).add(head + letter + tail);
    }
    tampered.delete(cursor);
    expect(tampered.size).toBeGreaterThan(10_000);
    expect([...tampered].filter((text) => openCursor(text, BINDING) !== null)).toEqual([]);
  });

  it('is invalid if it combines another position with the same seal', () => {
    const [, , seal = ''] = Buffer.from(sealCursor(POSITION, BINDING), 'base64url').toString().split('.');
    const moved = (text: string) => Buffer.from(`${text}.${seal}`).toString('base64url');
    expect(openCursor(moved(`${AT}.${ID}`), BINDING)).toEqual(POSITION);
    expect(openCursor(moved(`${AT + 1}.${ID}`), BINDING)).toBeNull();
    expect(openCursor(moved(String(AT)), BINDING)).toBeNull();
  });

  it('is invalid if it is an arbitrary text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), oddText()), (text) => {
        expect(openCursor(text, BINDING)).toBeNull();
      }),
    );
  });
});
