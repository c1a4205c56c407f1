import type { IncomingMessage } from 'node:http';
import { beginningOf } from '../../../shared/beginning.ts';
import { excessText, type JsonBounds } from '../../../shared/json-excess.ts';
import type { ReceivedHook } from '../http/exchange.ts';

/** No delivery is larger, or deeper: it has one job in it. */
const MOST_BYTES = 1024 * 1024;
const MOST: JsonBounds = { depth: 200, values: 100_000 };
/** So much is kept of what is larger: enough to see what it was. */
const LEFT = 1000;

/** The body of a delivery. Of one that is too large for any there is the beginning, which is no JSON any more. */
export async function readDelivery(incoming: IncomingMessage): Promise<ReceivedHook['raw']> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    if (size <= MOST_BYTES) chunks.push(chunk);
    size += chunk.byteLength;
  }
  const raw = rawOf(Buffer.concat(chunks));
  const text = 'text' in raw ? raw.text : raw.base64;
  const excess = size > MOST_BYTES ? 'is larger than 1 MiB' : excessText(text, MOST);
  return excess === null ? raw : { text: `${beginningOf(text, LEFT)}… (cut: it ${excess})` };
}

function rawOf(bytes: Buffer): ReceivedHook['raw'] {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') };
}
