import { digestOf } from '../domain/digest.ts';
import { hash53 } from '../domain/random.ts';
import { resultRoles } from '../domain/submission.ts';
import { MEDIA_TYPES, type MediaType } from '../domain/vocabulary.ts';
import type { ImageHeader, Images, MadeImage } from '../world/ports.ts';
import { webpHeader } from './webp-header.ts';

const CACHE_LIMIT = 256;
const UNDECODABLE = { code: 'INPUT_UNPROCESSABLE', message: 'The input image could not be decoded.' } as const;

/** Image work with sharp, which is loaded when the first image comes: a process that needs none starts faster. */
export function createSharpImages(): Images {
  const decodable = new Map<string, Promise<boolean>>();
  const pictures = new Map<string, Promise<Omit<MadeImage, 'role'>>>();
  return {
    inspect,
    process: async ({ submission, source, hairMask }) => {
      for (const { digest, bytes } of hairMask === null ? [source] : [source, hairMask]) {
        if (!(await cached(decodable, digest, () => isDecodable(bytes)))) return { failure: UNDECODABLE };
      }
      const images = resultRoles(submission).map(async (role) => {
        const picture = await cached(pictures, `${source.digest}/${role}`, () => plainPicture(source, role));
        return { role, ...picture };
      });
      return { images: await Promise.all(images) };
    },
  };
}

async function loadSharp() {
  return (await import('sharp')).default;
}

async function inspect(bytes: Uint8Array): Promise<ImageHeader | { problem: string }> {
  const sharp = await loadSharp();
  try {
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const mediaType = `image/${format}`;
    if (!isMediaType(mediaType)) return { problem: `is ${mediaType}, which is not accepted` };
    return { mediaType, width: autoOrient.width, height: autoOrient.height };
  } catch {
    // Reading 5: a body that breaks off is taken where its header is whole. Sharp wants all of a WebP to read any of it.
    return webpHeader(bytes) ?? { problem: 'has no readable image header' };
  }
}

function isMediaType(text: string): text is MediaType {
  return (MEDIA_TYPES as readonly string[]).includes(text);
}

async function isDecodable(bytes: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp();
  try {
    await sharp(bytes, { failOn: 'truncated' }).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}

async function plainPicture(
  source: { digest: string; width: number; height: number },
  role: string,
): Promise<Omit<MadeImage, 'role'>> {
  const sharp = await loadSharp();
  const color = hash53(`${source.digest}/${role}`);
  const background = { r: color & 255, g: (color >> 8) & 255, b: (color >> 16) & 255 };
  const { width, height } = source;
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png({ palette: true, colors: 2 })
    .toBuffer();
  return { mediaType: 'image/png', digest: digestOf(bytes), sizeBytes: bytes.byteLength, width, height, bytes };
}

/** Makes a thing once for a name; the oldest name is given up when there are many. */
function cached<Thing>(known: Map<string, Promise<Thing>>, name: string, make: () => Promise<Thing>): Promise<Thing> {
  const found = known.get(name);
  if (found !== undefined) return found;
  const [oldest] = known.keys();
  if (known.size >= CACHE_LIMIT && oldest !== undefined) known.delete(oldest);
  const made = make();
  known.set(name, made);
  return made;
}
