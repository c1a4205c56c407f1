import type { EmulatorOptions } from '../index.ts';
import { emulatorFor, facePng } from './client.ts';

/** The bytes of the face that tests upload. */
export const FACE = (await facePng()).byteLength;

/** An emulator with bounds of its own, its control API, and what it holds. */
export async function withMemory(memory: EmulatorOptions['memory'], more: EmulatorOptions = {}) {
  const { emulator, client } = await emulatorFor({ memory, onUnexpected: () => {}, ...more });
  const control = (method: string, path: string, json?: unknown) =>
    client.call(method, `/_emulator/v1${path}`, json === undefined ? {} : { json });
  return { emulator, client, control, held: () => emulator.memory.read().held };
}

/** A picture of its own, as long as the face is: a PNG ends where it says so, whatever comes behind. */
export async function otherFace(number: number): Promise<Uint8Array> {
  const face = Buffer.from(await facePng());
  return Buffer.concat([face, Buffer.from([number])]);
}
