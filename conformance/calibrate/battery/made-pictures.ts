import { crc32, deflateSync } from 'node:zlib';

/** Creates a PNG in a single shade of gray, of any size. Its pixels take up very few bytes. */
export function pngOf(width: number, height: number, bytes = 0): Buffer {
  const key = `${width}x${height}`;
  const known = made.get(key) ?? blank(width, height);
  if (made.size < MOST_KEPT) made.set(key, known);
  if (bytes - known.length < CHUNK_ROOM) return known;
  // A text chunk before the end of the file pads it to the requested size.
  const [begin, end] = [known.length - CHUNK_ROOM, bytes - CHUNK_ROOM];
  const filled = Buffer.alloc(bytes, ' ');
  known.copy(filled, 0, 0, begin);
  filled.writeUInt32BE(end - begin - CHUNK_ROOM, begin);
  filled.write('tEXtc\0', begin + 4, 'latin1');
  filled.writeUInt32BE(crc32(filled.subarray(begin + 4, end - 4)), end - 4);
  known.copy(filled, end, begin);
  return filled;
}

const made = new Map<string, Buffer>();
const MOST_KEPT = 40;
const CHUNK_ROOM = 12;

function blank(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Each pixel is one bit of gray.
  header[8] = 1;
  const row = Buffer.alloc(1 + Math.ceil(width / 8));
  const pixels = deflateSync(Buffer.alloc(row.length * height), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, tail]);
}

let turned: Promise<Buffer> | null = null;

/** A JPEG of 240 by 160 pixels with an orientation tag that rotates it upright. */
export function turnedJpeg(): Promise<Buffer> {
  turned ??= import('sharp').then(({ default: sharp }) => {
    const plain = sharp({ create: { width: 240, height: 160, channels: 3, background: '#c08060' } });
    return plain.withMetadata({ orientation: 6 }).jpeg().toBuffer();
  });
  return turned;
}
