import { createHmac } from 'node:crypto';
import { isSignedWith, parseSignature } from '../../suite/expectation/operators/signatures.ts';
import type { ReceivedHook } from '../http/exchange.ts';

/** The secret of an endpoint, and what is shown in its place. */
export type Signer = { secret: string; shown: string };

/**
 * The signature header of a delivery whose secrets and body are shown masked. What was signed rightly is signed again, by
 * what is shown of the secret over what is shown of the body: anybody can check it, and it tells nothing of the secret.
 */
export function signedAgain(
  header: string,
  body: { came: Uint8Array; shown: Uint8Array },
  signers: readonly Signer[],
): string {
  const signature = parseSignature(header);
  if (signature === null) return header;
  const { t, v1 } = signature;
  return v1.reduce((sofar, hex) => {
    const signer = signers.find(({ secret }) => isSignedWith(secret, { t, v1: [hex] }, body.came));
    if (signer === undefined) return sofar;
    const again = createHmac('sha256', signer.shown).update(`${t}.`).update(body.shown).digest('hex');
    return sofar.replace(hex, /[A-F]/.test(hex) ? again.toUpperCase() : again);
  }, header);
}

export function bytesOf(raw: ReceivedHook['raw']): Uint8Array {
  return 'text' in raw ? Buffer.from(raw.text) : Buffer.from(raw.base64, 'base64');
}
