import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import type { Settings } from './kinds.ts';

/** Maps secrets in both directions; what is not a secret is unchanged. */
export type Secrets = { shown(secret: string): string; given(text: string): string };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Draws a new secret for each one, with the same prefix (spec 5: `pk_live_`, `pk_test_`). */
export function createSecrets(form: Settings['keys'], seed: string): Secrets {
  const draw = seededDraws(`${seed} secrets`);
  const [letters, length] = form === 'long' ? [LETTERS, 180] : [`${LETTERS}.~-_`, 40];
  const shown = new Map<string, string>();
  const given = new Map<string, string>();
  const drawn = () => Array.from({ length }, () => letters[Math.floor(draw() * letters.length)]).join('');
  return {
    shown: (secret) => {
      const [prefix = ''] = /^(?:pk_live_|pk_test_|whsec_)?/.exec(secret) ?? [];
      const text = shown.get(secret) ?? (form === null ? secret : prefix + drawn());
      shown.set(secret, text);
      given.set(text, secret);
      return text;
    },
    given: (text) => given.get(text) ?? text,
  };
}
