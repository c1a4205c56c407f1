import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brightness, copyPicture, coverage, emptyMask, parseColor } from './picture.ts';

const isByte = (value: number) => Number.isInteger(value) && value >= 0 && value <= 255;

describe('a color as text', () => {
  it.each([
    ['#000000', [0, 0, 0]],
    ['#ffffff', [255, 255, 255]],
    ['#FFFFFF', [255, 255, 255]],
    ['#a1304A', [161, 48, 74]],
    ['#010203', [1, 2, 3]],
    ['a1304A', [161, 48, 74]],
    ['rgb(161, 48,74)', [161, 48, 74]],
    ['rgb(999, 0, 0)', [255, 0, 0]],
  ])('%s is %j', (text, color) => {
    expect(parseColor(text)).toEqual(color);
  });

  it('equals its three bytes', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (...color) => {
        const text = `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
        expect(parseColor(text)).toEqual(color);
      }),
    );
  });

  it('is always the same color if it is not #RRGGBB (reading 8: any)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const color = parseColor(text);
        expect(color).toHaveLength(3);
        expect(color.every(isByte)).toBe(true);
        expect(parseColor(text)).toEqual(color);
      }),
    );
    expect(parseColor('red')).not.toEqual(parseColor('blue'));
  });
});

describe('a picture', () => {
  it('is copied into a new buffer, even if its bytes are a view of a Buffer', () => {
    const rgb = Buffer.alloc(32, 7).subarray(4, 16);
    const copy = copyPicture({ width: 2, height: 2, rgb });
    copy.rgb.fill(9);
    expect([...rgb]).toEqual(new Array(12).fill(7));
    expect([copy.width, copy.height, copy.rgb.length]).toEqual([2, 2, 12]);
  });

  it('is brighter in green than in red, and in red than in blue; grey is as bright as its value', () => {
    expect(brightness(0, 200, 0)).toBeGreaterThan(brightness(200, 0, 0));
    expect(brightness(200, 0, 0)).toBeGreaterThan(brightness(0, 0, 200));
    expect(brightness(90, 90, 90)).toBeCloseTo(90);
  });
});

describe('the coverage of a mask', () => {
  it.each([
    ['nothing', emptyMask({ width: 4, height: 2 }), 0],
    ['all', new Uint8Array(8).fill(255), 1],
    ['a half', Uint8Array.of(255, 0, 255, 0), 0.5],
    ['soft edges by their share', Uint8Array.of(51, 0), 0.1],
    ['no pixel at all', new Uint8Array(), 0],
  ])('of %s', (_, mask, share) => {
    expect(coverage(mask)).toBeCloseTo(share, 10);
  });
});
