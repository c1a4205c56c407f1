import { jsonOfNamed } from '../../../shared/named-file.ts';
import type { Traffic } from '../traffic.ts';
import { BadTraffic, readHar } from './read-har.ts';
import { isSession, readSession } from './read-session.ts';

/**
 * The traffic in a file: a HAR, or a recording of the emulator. `server`: the address of the server, if it is given.
 */
export async function readTraffic(source: string, text: string, server: string | null): Promise<Traffic> {
  if (text.trim() === '') throw new BadTraffic(`${source}: it is empty`);
  if (isSession(text)) return readSession(source, text);
  const value = jsonOfNamed(source, text.replace(/^\ufeff/, ''));
  if (value !== undefined) return readHar(source, value, server);
  throw new BadTraffic(`${source}: it is neither a HAR nor a recording of tryon-emulator, or it is incomplete`);
}
