import { describe, expect, it } from 'vitest';
import type { Said } from '../ask.ts';
import { findPictures, type Make } from './find-pictures.ts';
import type { Fixture } from './fixture.ts';
import { AS_THEY_ARE, foundPictures, NONE_TAKEN, picturesOf } from './pictures.ts';

/** Probes a server that accepts what `takes` says, and refuses the rest. */
async function foundWhere(takes: (picture: Fixture) => boolean, { refusal = 400, face = null as unknown } = {}) {
  let asked = 0;
  const upload = async (picture: Fixture): Promise<Said> => {
    asked += 1;
    const answer = { status: takes(picture) ? 201 : refusal, headers: [], body: { kind: 'none' as const } };
    return { answer, silence: null, detail: null };
  };
  return { found: await findPictures(upload, face, sized), asked };
}

/** Sets only the size, since the content does not matter here. */
const sized: Make = async (picture, { shortest, longest }) => {
  const [width, height] = picture.width < picture.height ? [shortest, longest] : [longest, longest];
  return {
    ...picture,
    width,
    height,
    size: Math.round(picture.size * (longest / Math.max(picture.width, picture.height)) ** 2),
  };
};

const longest = ({ width, height }: Fixture) => Math.max(width, height);
const shortest = ({ width, height }: Fixture) => Math.min(width, height);

describe('The face that a target or a report names', () => {
  it.each([
    ['/dev/zero', /names \/dev\/zero, which is not a regular file/],
    ['/none/face.png', /which cannot be read \(ENOENT\)/],
  ])('is not read if it is not a picture file: %s', async (file, says) => {
    const face = { file, media_type: 'image/png', width: 9, height: 9 };
    await expect(picturesOf({ ...AS_THEY_ARE, own: true }, face)).rejects.toThrow(says);
  });

  it('has a size that can be generated', () => {
    expect(foundPictures.safeParse({ ...AS_THEY_ARE, longest_side: 2_400 }).success).toBe(true);
    expect(foundPictures.safeParse({ ...AS_THEY_ARE, shortest_side: 60_000 }).success).toBe(false);
  });
});

describe('The pictures that a server accepts', () => {
  it('are those of the package, which takes two uploads to find out', async () => {
    expect(await foundWhere(() => true)).toEqual({ found: AS_THEY_ARE, asked: 2 });
  });

  it('are smaller if their sides are limited', async () => {
    const { found } = await foundWhere((one) => longest(one) <= 320 && shortest(one) >= 150);
    expect(found).toEqual({ ...AS_THEY_ARE, shortest_side: 200, longest_side: 300 });
  });

  it('are smaller if their bytes are limited, and larger if their sides must be long', async () => {
    const few = await foundWhere(({ size }) => size <= 20_000, { refusal: 413 });
    expect(few.found).toEqual({ ...AS_THEY_ARE, shortest_side: 200, longest_side: 300 });
    const large = await foundWhere((one) => shortest(one) >= 700);
    expect(large.found).toEqual({ ...AS_THEY_ARE, shortest_side: 800, longest_side: 1_200 });
  });

  it('keep the faces unchanged if only a small picture is refused', async () => {
    const { found } = await foundWhere((one) => shortest(one) >= 512);
    expect(found).toEqual({ ...AS_THEY_ARE, shortest_side: 600, longest_side: 1_024 });
    const pictures = await picturesOf(found);
    expect(pictures.named('afro.png')?.size).toBe((await picturesOf(AS_THEY_ARE)).named('afro.png')?.size);
    expect(pictures.named('no-face')).toMatchObject({ width: 800, height: 600, media_type: 'image/jpeg' });
  });

  it('have another type if PNG is refused, independently of their sides', async () => {
    const { found } = await foundWhere((one) => one.media_type === 'image/jpeg' && longest(one) <= 200);
    expect(found).toEqual({ ...AS_THEY_ARE, shortest_side: 134, longest_side: 200 });
  });

  it('are square if it accepts nothing else', async () => {
    const { found } = await foundWhere(({ width, height }) => width === height && width <= 300);
    expect(found).toEqual({ ...AS_THEY_ARE, shortest_side: 300, longest_side: 300 });
    expect((await picturesOf(found)).named('curly-red.webp')).toMatchObject({ width: 300, height: 300 });
  });

  it('are made from the face that the target names if it accepts none of ours', async () => {
    const face = { file: 'fixtures/faces/afro.webp', media_type: 'image/webp', width: 720, height: 720 };
    const { found } = await foundWhere(({ name }) => name === 'face', { face });
    expect(found).toEqual({ ...AS_THEY_ARE, own: true });
    const pictures = await picturesOf(found, face);
    expect(pictures.named('face')?.bytes.byteLength).toBe(19_434);
    expect(pictures.named('grey-bob.png')).toMatchObject({ width: 720, height: 720, media_type: 'image/png' });
  });

  it('are none if all are refused', async () => {
    const { found } = await foundWhere(() => false, { refusal: 415 });
    expect(found).toEqual(NONE_TAKEN);
    expect((await picturesOf(found)).named('face')).toBeNull();
  });

  it('are left unchanged if the answer is about something else', async () => {
    for (const refusal of [401, 404, 429, 500, 503])
      expect(await foundWhere(() => false, { refusal })).toEqual({ found: AS_THEY_ARE, asked: 1 });
  });
});
