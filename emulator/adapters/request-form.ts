import type { IncomingMessage } from 'node:http';

/** What keeps a request that Node could read from being handled; null where nothing does. */
export function formProblemOf({ httpVersion, headersDistinct }: IncomingMessage): 'malformed' | null {
  return isWellAddressed(httpVersion, headersDistinct['host']?.length ?? 0) ? null : 'malformed';
}

/** RFC 9112, 3.2: one Host, and a request line that names its version. Node would answer these without an ErrorDetail. */
function isWellAddressed(httpVersion: string, hosts: number): boolean {
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1;
}
