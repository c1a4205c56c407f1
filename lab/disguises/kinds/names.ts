import { ID_STYLES } from '../ids/spellings.ts';
import { family, type Kind } from './kind.ts';

/** Other names for the same things. */
export const NAMES: readonly Kind[] = [
  ...ID_STYLES.map((style) => ({
    name: `ids=${style}`,
    lawful: 'Spec 2: an id has a kind prefix, and nothing is specified about the rest',
    sets: { ids: [style] },
  })),
  ...family('driver-ids', 'driver contract: ids are texts without a form', 'driverIds', {
    digits: 'digits',
    marks: 'marks',
    encoded: 'encoded',
    short: 'short',
  }),
  ...family('keys', 'Spec 5: a key begins with pk_live_ or pk_test_', 'secrets', { marks: 'marks', long: 'long' }),
  ...family('roles', 'driver contract: a key has the requested properties', 'keys', { shared: 'shared' }),
  ...family('webhook-secrets', 'Spec 6: a signing secret, of no given form', 'webhookSecrets', { marks: 'marks' }),
  ...family('etags', 'RFC 9110, 8.8.3; reading 38', 'etags', { weak: 'weak', marks: 'marks', long: 'long' }),
];
