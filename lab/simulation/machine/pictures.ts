import { createInstantImages } from '../../../emulator/testing/pictures/gated-images.ts';
import type { Images } from '../../../emulator/world/ports.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const HEADER = Buffer.from([0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
/** The picture without a face. */
export const BLANK = 3;

/** The head of a PNG that encodes a number. Pixels are never read. */
export function pictureBytes(number: number): Uint8Array {
  const rest = Buffer.alloc(13);
  rest.writeUInt32BE(64 + number);
  rest.writeUInt32BE(80, 4);
  return Buffer.concat([SIGNATURE, HEADER, rest]);
}

/** The number that such a picture encodes; null for other bytes. */
export function numberOf(bytes: Uint8Array): number | null {
  const head = Buffer.from(bytes);
  return head.length === 29 && head.subarray(0, 8).equals(SIGNATURE) ? head.readUInt32BE(16) - 64 : null;
}

/** Creates pictures instantly, consisting of heads only. */
export function simulatedImages(): Images {
  const instant = createInstantImages();
  return {
    ...instant,
    inspect: async (bytes) => {
      const head = Buffer.from(bytes);
      if (head.length < 24 || !head.subarray(0, 8).equals(SIGNATURE)) return { problem: 'is no picture' };
      return { mediaType: 'image/png', width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
    },
    process: async (task, signal) => {
      if (task.checkedFor === 'face' && task.source.width === 64 + BLANK)
        return { failure: { code: 'INPUT_UNPROCESSABLE', message: 'No face was found in the input image.' } };
      return instant.process(task, signal);
    },
  };
}
