import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { uniform } from '../../domain/values/random.ts';
import { jpegHeader } from './jpeg-header.ts';

const picture = (channels: 1 | 3 = 3) =>
  sharp({
    create: {
      width: 90,
      height: 70,
      channels: 3,
      background: '#caa184',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  }).toColourspace(channels === 1 ? 'b-w' : 'srgb');

/** The header according to the decoder, in the same form; null if it cannot read it. */
async function decoderOf(bytes: Uint8Array) {
  try {
    const { format, width, height, space, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const isTurned = autoOrient.width !== width || autoOrient.height !== height;
    return {
      mediaType: `image/${format}`,
      width,
      height,
      ...(space === 'b-w' && { isGrey: true }),
      ...(isTurned && { isTurned }),
    };
  } catch {
    return null;
  }
}

describe('the header of a JPEG', () => {
  it.each([
    ['baseline', picture().jpeg()],
    ['progressive', picture().jpeg({ progressive: true })],
    ['without subsampling', picture().jpeg({ chromaSubsampling: '4:4:4' })],
    ['with tables of its own', picture().jpeg({ mozjpeg: true })],
    ['grey', picture(1).jpeg()],
    ['with a profile of colors', picture().withIccProfile('srgb').jpeg()],
  ])('is read without a decoder, with the same result as the decoder: %s', async (_, made) => {
    const bytes = await made.toBuffer();
    expect(jpegHeader(bytes)).toEqual(await decoderOf(bytes));
  });

  it.each([
    ['is turned', picture().jpeg().withMetadata({ orientation: 6 })],
    ['has four colors', picture().toColourspace('cmyk').jpeg()],
    ['is a PNG', picture().png()],
  ])('is left to the decoder if the picture %s', async (_, made) => {
    expect(jpegHeader(await made.toBuffer())).toBeNull();
  });

  it('is left to the decoder if there are two frames, of which one is unusual', async () => {
    const whole = await picture().jpeg().toBuffer();
    const odd = Buffer.from([0xff, 0xc0, 0, 11, 12, 0, 70, 0, 90, 1, 1, 0x11, 0]);
    expect(jpegHeader(Buffer.concat([whole.subarray(0, 2), odd, whole.subarray(2)]))).toBeNull();
  });

  it('never contradicts the decoder, whatever is wrong with the file', async () => {
    const whole = await picture().jpeg().toBuffer();
    const head = whole.indexOf(Buffer.from([0xff, 0xda])) + 14;
    let read = 0;
    for (let turn = 0; turn < 400; turn += 1) {
      const bytes = Buffer.from(
        whole.subarray(0, turn % 3 === 0 ? Math.floor(head * uniform('end', turn)) : whole.length),
      );
      for (let change = 0; change <= turn % 2; change += 1)
        bytes[Math.floor(uniform('at', turn, change) * head)] = Math.floor(uniform('byte', turn, change) * 256);
      const header = jpegHeader(bytes);
      if (header === null) continue;
      read += 1;
      expect(header, `turn ${turn}`).toEqual(await decoderOf(bytes));
    }
    expect(read).toBeGreaterThan(100);
  });
});
