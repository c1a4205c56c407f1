import { signatureHeader } from '../../../domain/signature.ts';
import { DAY, HOUR } from '../../../domain/values/time.ts';
import { blatant, type Deviation, subtle } from '../../deviation.ts';
import { signature } from '../../posts.ts';
import { withOtherEnd } from '../../shift.ts';

/** Section 6.4. */
export const SIGNATURES: readonly Deviation[] = [
  blatant('WH-SIGNATURE-FORM', 'signature-without-time', 'The signature has no t.', {
    ...signature((value) => value.replace(/^t=\d+,/, '')),
  }),
  subtle('WH-SIGNATURE-FORM', 'signature-in-base64', 'A v1 is in base64.', {
    ...signature((value) =>
      value.replace(/v1=([0-9a-f]+)/g, (_, hex) => `v1=${Buffer.from(hex, 'hex').toString('base64')}`),
    ),
    also: ['WH-SIGNATURE'],
  }),
  subtle(
    'WH-SIGNATURE',
    'signature-over-other-json',
    'The signature is over the JSON as it would be spelt with spaces.',
    {
      ...signature((_, { secrets, unixSeconds }, body) =>
        signatureHeader(secrets, unixSeconds, JSON.stringify(JSON.parse(body), null, 1)),
      ),
    },
  ),
  subtle('WH-SIGNATURE', 'signature-over-body-alone', 'The time is not part of what is signed.', {
    ...signature((_, { secrets, unixSeconds }, body) =>
      signatureHeader(secrets, unixSeconds, body).replace(/v1=.*/, signatureHeader(secrets, 0, body).slice(4)),
    ),
  }),
  subtle('WH-SIGNATURE', 'signature-without-prefix', 'The key of the signature is the secret without its whsec_.', {
    ...signature((_, { secrets, unixSeconds }, body) =>
      signatureHeader(
        secrets.map((secret) => secret.replace('whsec_', '')),
        unixSeconds,
        body,
      ),
    ),
  }),
  subtle(
    'WH-SIGNATURE',
    'signature-wrong-on-retries',
    'From the second attempt on the signature is wrong in its last letter.',
    { ...signature((value, { delivery }) => (delivery.attempts.length > 0 ? withOtherEnd(value) : value)) },
  ),
  subtle('WH-SIGNATURE-TIME', 'signature-time-late', 'The time of the signature is ten minutes old.', {
    ...signature((_, { secrets, unixSeconds }, body) => signatureHeader(secrets, unixSeconds - 600, body)),
  }),
  subtle('WH-SIGNATURE-TIME', 'signature-time-milliseconds', 'The time of the signature is in milliseconds.', {
    ...signature((_, { secrets, unixSeconds }, body) => signatureHeader(secrets, unixSeconds * 1_000, body)),
    also: ['WH-SIGNATURE-FORM'],
  }),
  subtle('WH-RESIGN', 'signature-of-first-attempt', 'Every attempt carries the signature of the first.', {
    ...signature((value, { delivery, memory }) => {
      const first = memory.get<string>(delivery.id);
      if (first === undefined) memory.set(delivery.id, value);
      return first ?? value;
    }),
  }),
  subtle('WH-ROTATION', 'rotation-new-secret-alone', 'After a rotation the new secret alone signs.', {
    rules: (was) => ({ signingSecrets: (endpoint, now) => was.signingSecrets(endpoint, now).slice(0, 1) }),
  }),
  subtle('WH-ROTATION', 'rotation-old-secret-alone', 'While two secrets are valid the previous one alone signs.', {
    rules: (was) => ({ signingSecrets: (endpoint, now) => was.signingSecrets(endpoint, now).slice(-1) }),
  }),
  subtle('WH-ROTATION-PERIOD', 'rotation-an-hour-long-at-most', 'The previous secret signs for an hour at most.', {
    rules: (was, { memory }) => ({
      signingSecrets: (endpoint, now) => {
        const began = memory.get<number>(endpoint.secret) ?? now;
        if (endpoint.previous !== null && began === now) memory.set(endpoint.secret, now);
        return was.signingSecrets(endpoint, now).slice(0, now - began >= HOUR ? 1 : 2);
      },
    }),
  }),
  subtle(
    'WH-ROTATION-PERIOD',
    'rotation-outlasts-period',
    'The previous secret signs for a day longer than was chosen.',
    { rules: (was) => ({ signingSecrets: (endpoint, now) => was.signingSecrets(endpoint, now - DAY) }) },
  ),
  subtle('WH-ROTATION-7D', 'rotation-for-ever', 'The previous secret signs for 30 days.', {
    rules: (was) => ({ signingSecrets: (endpoint, now) => was.signingSecrets(endpoint, now - 30 * DAY) }),
    also: ['WH-ROTATION-PERIOD', 'WH-ONE-V1'],
  }),
  subtle('WH-ONE-V1', 'signature-twice', 'Every delivery has its v1 twice.', {
    ...signature((value) => (value.split('v1=').length > 2 ? value : `${value},${value.slice(value.indexOf('v1='))}`)),
  }),
];
