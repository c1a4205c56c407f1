import { expect, it } from 'vitest';
import { drawBody, otherBody } from './bodies.ts';
import type { MakeupBody, SkinBody } from './operation.ts';
import { randomOf } from './random.ts';

const random = randomOf('bodies');
const drawn = <One>(draw: () => One): One[] => Array.from({ length: 200 }, draw);

it('another body of a makeup try-on has another order, one product more, or one color or opacity changed', () => {
  const seen = drawn(() => {
    const body = drawBody(random, 'makeup.apply') as MakeupBody;
    const other = otherBody(random, body) as MakeupBody;
    expect(other).not.toEqual(body);
    if (other.products.length > body.products.length) return 'more';
    const changed = other.products.filter((one, index) => JSON.stringify(one) !== JSON.stringify(body.products[index]));
    const [one] = changed;
    const before = body.products[other.products.indexOf(one ?? { category: '', color: 0 })];
    if (changed.length > 1 || one?.category !== before?.category) return 'order';
    return one?.color === before?.color ? 'opacity' : 'color';
  });
  expect(new Set(seen)).toEqual(new Set(['order', 'more', 'color', 'opacity']));
});

it('another body of an analysis has another order, one concern more, or another visualization', () => {
  const seen = drawn(() => {
    const body = drawBody(random, 'skin.analyze') as SkinBody;
    const other = otherBody(random, body) as SkinBody;
    expect(other).not.toEqual(body);
    if (other.concerns.length > body.concerns.length) return 'more';
    return JSON.stringify(other.concerns) === JSON.stringify(body.concerns) ? 'visualization' : 'order';
  });
  expect(new Set(seen)).toEqual(new Set(['order', 'more', 'visualization']));
});
