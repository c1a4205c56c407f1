import sharp from 'sharp';
import type { EmulatorOptions } from '../../index.ts';
import { emulatorFor, type Reply } from '../client.ts';

/** Upright pixels, three bytes each. */
export type Pixels = { data: Buffer; width: number; height: number };
export type Input = readonly [id: string, role: 'source' | 'hair_mask'];
export type Result = { role: string; href: string };

/** One emulator, and what it creates from a picture: finished jobs, and the bytes of their results. */
export async function studio(options: EmulatorOptions = {}) {
  const unexpected: unknown[] = [];
  const { emulator, client } = await emulatorFor({ onUnexpected: (error) => void unexpected.push(error), ...options });

  async function upload(bytes: Uint8Array, type = 'image/png'): Promise<string> {
    const { status, body, text } = await client.upload({ body: bytes, type });
    if (status !== 201) throw new Error(`the upload was answered ${status}: ${text}`);
    return body.id;
  }

  async function submit(path: string, inputs: readonly Input[], body: object): Promise<string> {
    const list = inputs.map(([asset_id, role]) => ({ asset_id, role }));
    const answer = await client.submit(path, { inputs: list, ...body });
    if (answer.status !== 202) throw new Error(`the submission was answered ${answer.status}: ${answer.text}`);
    return answer.body.id;
  }

  const jobOf = async (id: string): Promise<Reply['body']> => (await client.get(`/v1/jobs/${id}`)).body;

  async function finish(path: string, inputs: readonly Input[], body: object): Promise<Reply['body']> {
    const id = await submit(path, inputs, body);
    await emulator.clock.advance('10s');
    return jobOf(id);
  }

  async function download(href: string): Promise<Buffer> {
    const answer = await emulator.fetch(href, { headers: { 'X-API-Key': emulator.keys.test ?? '' } });
    if (answer.status !== 200) throw new Error(`${href} was answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** The pixels of each result of a finished job, by role. */
  async function resultsOf(job: Reply['body']): Promise<Record<string, Pixels>> {
    const made = rolesOf(job).map(async ({ role, href }) => [role, await pixelsOf(await download(href))] as const);
    return Object.fromEntries(await Promise.all(made));
  }

  return { emulator, client, unexpected, upload, submit, jobOf, finish, download, resultsOf };
}

/** The results of a finished job of any product, in their order. */
export function rolesOf({ output }: Reply['body']): Result[] {
  return output.visualizations ?? [output.image];
}

export async function pixelsOf(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A grayscale picture, or an SVG of one, with one byte per pixel. */
export function maskOf(picture: string | Uint8Array): Promise<Buffer> {
  const bytes = typeof picture === 'string' ? Buffer.from(picture) : picture;
  return sharp(bytes).greyscale().toColourspace('b-w').raw().toBuffer();
}

/** The number of pixels that differ inside a mask, and outside of it. */
export function differences(
  { data: one }: Pixels,
  { data: other }: Pixels,
  mask: Uint8Array,
): { inside: number; outside: number; whole: number } {
  const size = mask.length * 3;
  if (one.length !== size || other.length !== size) throw new Error('the pictures differ in size');
  let [inside, outside, whole] = [0, 0, 0];
  for (let pixel = 0; pixel < mask.length; pixel += 1) {
    const set = (mask[pixel] ?? 0) > 0;
    if (set) whole += 1;
    const at = pixel * 3;
    if (one[at] === other[at] && one[at + 1] === other[at + 1] && one[at + 2] === other[at + 2]) continue;
    if (set) inside += 1;
    else outside += 1;
  }
  return { inside, outside, whole };
}
