import { pngOf } from '../made-pictures.ts';
import type { Answered, Place } from '../place.ts';
import { edgeOf } from '../requests.ts';

/** No wider picture is tried. */
const LONGEST = 40_000;

/** Tests the limits of an upload: its bytes, its sides and its pixels. */
export async function pictureLimits(place: Place): Promise<void> {
  const put = (body: Buffer): Promise<Answered> =>
    place.send('POST /v1/assets', { headers: { 'Content-Type': 'image/png' }, body, timeout: 20_000 });
  const isTaken = async (body: Buffer) => {
    const { status } = await put(body);
    return status >= 200 && status < 300;
  };
  // Each limit is tested alone: a picture that tests one of them stays within the others.
  const side = 512;
  const least = await edgeOf({ least: 1, most: side }, async (short) => !(await isTaken(pngOf(short, side))));
  place.note('limits', 'shortest side', least === -1 ? 1 : least === null ? `more than ${side}` : least + 1);
  const short = Math.min(side, least === null ? side : Math.max(least, 32) + 8);
  const longest = await edgeOf({ least: side - 112, most: LONGEST }, (long) => isTaken(pngOf(long, short)));
  place.note('limits', 'longest side', longest ?? `more than ${LONGEST}`);
  const most = longest === null || longest === -1 ? LONGEST : longest;
  const rows = Math.min(8_192, most);
  const pixels = await edgeOf({ least: short * rows, most: Math.min(most, 16_384) * rows }, (count) =>
    isTaken(pngOf(Math.floor(count / rows), rows)),
  );
  place.note('limits', 'pixels (about)', pixels ?? 'more than its sides allow');
  const bytes = await edgeOf({ least: 40_000, most: 32_000_000 }, (size) => isTaken(pngOf(side, side, size)));
  place.note('limits', 'bytes', bytes ?? 'more than 32000000');
  await refusals(place, { least, most, bytes });
}

type Found = { least: number | null; most: number; bytes: number | null };

async function refusals(place: Place, { least, most, bytes }: Found): Promise<void> {
  const ask = (label: string, body: Buffer) =>
    place.ask(`limits/${label}`, 'POST /v1/assets', { headers: { 'Content-Type': 'image/png' }, body, named: 'width' });
  if (least !== null && least > 0) await ask('too small', pngOf(least, 512));
  if (most < LONGEST) await ask('too long', pngOf(most + 1, 512));
  await ask('far too large', pngOf(512, 512, (bytes ?? 32_000_000) + 2_000_000));
}
