import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { emulatorFor, facePng } from '../testing/client.ts';
import { brokenPicture } from '../testing/pictures/pictures.ts';
import { type Malformed, wellness, wrongAnswers } from '../testing/refusals.ts';

const unexpected: unknown[] = [];
const { emulator, client } = await emulatorFor({ onUnexpected: (error) => unexpected.push(error) });
const isWell = wellness(emulator, unexpected);
const png = Buffer.from(await facePng());
const jpeg = await sharp(png).jpeg().toBuffer();
const webp = await sharp(png).webp().toBuffer();

/** The end of the header of a PNG: its signature and the whole IHDR chunk. */
const PNG_HEADER = 33;

const upload = (name: string, body: string | Uint8Array, type = 'image/png'): Malformed => ({
  name: `${name} as ${type}`,
  send: () => client.call('POST', '/v1/assets', { body, headers: { 'Content-Type': type } }),
});

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG that claims a size and contains almost nothing. */
function claimingPng(width: number, height: number, bitDepth = 8, colorType = 2): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bitDepth, colorType, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1_000)));
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', new Uint8Array())]);
}

const prefixes = (image: Uint8Array, end: number) =>
  Array.from({ length: end }, (_, length) => image.subarray(0, length));

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>';
const SVG_BOMB = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'
  .split('')
  .map((name, index) => `<!ENTITY ${name} "${`&${'abcdefg'[index]};`.repeat(10)}">`)
  .join('')}]>${SVG.replace('<rect', '<text>&h;</text><rect')}`;

const SIZES = [
  ...[[60_000, 60_000] as const, [100, 60_000] as const, [8_193, 100] as const, [8_192, 8_192] as const],
  ...[[2_147_483_647, 2_147_483_647] as const, [4_294_967_295, 1] as const, [1, 1] as const, [31, 100] as const],
];
const ODD_TYPES = ['', 'image/', 'image/gif', 'image/*', '*/*', 'text/html', 'image/png, image/jpeg', 'x'];

describe('4.1 POST /v1/assets', () => {
  it.each<[string, Malformed[]]>([
    [
      'an image cut off in its header',
      [
        ...prefixes(png, PNG_HEADER).map((bytes) => upload(`${bytes.length} bytes of a PNG`, bytes)),
        ...prefixes(jpeg, 12).map((bytes) => upload(`${bytes.length} bytes of a JPEG`, bytes, 'image/jpeg')),
        ...prefixes(webp, 20).map((bytes) => upload(`${bytes.length} bytes of a WebP`, bytes, 'image/webp')),
      ],
    ],
    [
      'an image that claims more than its limits, whatever it holds',
      [
        ...SIZES.map(([width, height]) => upload(`${width} x ${height}`, claimingPng(width, height))),
        upload('60000 x 60000 at 16 bits', claimingPng(60_000, 60_000, 16, 6)),
      ],
    ],
    [
      'an image that claims nonsense',
      [
        upload('0 x 0', claimingPng(0, 0)),
        upload('0 x 100', claimingPng(0, 100)),
        upload('a bit depth of 7', claimingPng(64, 64, 7)),
        upload('a color type of 9', claimingPng(64, 64, 8, 9)),
      ],
    ],
    [
      'an image under the name of another',
      [
        upload('a JPEG', jpeg, 'image/png'),
        upload('a WebP', webp, 'image/png'),
        upload('a PNG', png, 'image/jpeg'),
        upload('a PNG', png, 'image/webp'),
        ...ODD_TYPES.map((type) => upload('a PNG', png, type)),
      ],
    ],
    [
      'what is something else as well, or altogether',
      [
        upload('a GIF with a PNG behind it', Buffer.concat([Buffer.from('GIF89a'), png])),
        upload('a script with a PNG behind it', Buffer.concat([Buffer.from('<script>alert(1)</script>'), png])),
        upload('a JPEG with a PNG behind it', Buffer.concat([jpeg, png])),
        upload('a PNG with its signature twice', Buffer.concat([png.subarray(0, 8), png])),
        upload('a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj'),
        upload('an archive', Buffer.from('504b0304140000000000', 'hex')),
        upload('an SVG', SVG),
        upload('an SVG', SVG, 'image/svg+xml'),
        upload('an SVG whose entities explode', SVG_BOMB),
        upload('an SVG of a giant size', SVG.replaceAll('"64"', '"999999999"')),
        upload('JSON', '{"image":"data:image/png;base64,AAAA"}'),
        upload('base64', Buffer.from(png).toString('base64')),
        upload(
          'a multipart form',
          `--x\r\nContent-Type: image/png\r\n\r\n${Buffer.from(png).toString('latin1')}\r\n--x--`,
        ),
        upload('zeros', Buffer.alloc(100_000)),
        upload('ones', Buffer.alloc(100_000, 0xff)),
        upload('a TIFF header', Buffer.from('49492a0008000000', 'hex')),
        upload('nothing', new Uint8Array()),
      ],
    ],
  ])('refuses %s', async (_, rows) => {
    expect(await wrongAnswers(rows, isWell, [400])).toEqual([]);
  });

  it('refuses a bomb that is larger than any upload may be', async () => {
    const rows = [upload('10 MiB and a byte', Buffer.alloc(10 * 1024 * 1024 + 1))];
    expect(await wrongAnswers(rows, isWell, [413])).toEqual([]);
  });

  it('keeps none of them', async () => {
    const { data } = (await client.get('/v1/assets?limit=100')).body;
    expect(new Set(data.map(({ size_bytes }: { size_bytes: number }) => size_bytes))).toEqual(
      new Set([png.byteLength]),
    );
  });
});

describe('2.2 a job on an image with a valid header and a broken body', () => {
  it.each([
    ['a PNG cut off in its pixels', 'png', png.subarray(0, png.indexOf('IDAT') + 10)],
    ['a PNG that holds less than it claims', 'png', claimingPng(2_000, 2_000)],
    ['a PNG that claims all that is allowed', 'png', claimingPng(6_000, 6_000)],
    ['half a JPEG', 'jpeg', brokenPicture('jpeg')],
    ['half a WebP', 'webp', brokenPicture('webp')],
  ])('fails with INPUT_UNPROCESSABLE: %s', async (_, type, bytes) => {
    const asset = await client.upload({ body: await bytes, type: `image/${type}` });
    expect(asset.status).toBe(201);
    const inputs = [{ asset_id: asset.body.id, role: 'source' }];
    const job = await client.submit('/v1/skin/analyses', { inputs, concerns: ['acne'] });
    await emulator.clock.advance('10s');
    const { body } = await client.get(`/v1/jobs/${job.body.id}`);
    expect([body.status, body.error?.code]).toEqual(['failed', 'INPUT_UNPROCESSABLE']);
  });
});
