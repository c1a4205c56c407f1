import { seededDraws } from '../../conformance/plan/seeded-draws.ts';
import type { Settings } from './kinds.ts';
import { type TwoWay, twoWay } from './two-way.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Draws a new secret for each one, with the same prefix (spec 5: `pk_live_`, `pk_test_`). */
export function createSecrets(form: Settings['keys'], seed: string): TwoWay {
  const draw = seededDraws(seed);
  const [letters, length] = form === 'long' ? [LETTERS, 180] : [`${LETTERS}.~-_`, 40];
  return twoWay((secret) => {
    const [prefix = ''] = /^(?:pk_live_|pk_test_)?/.exec(secret) ?? [];
    const drawn = Array.from({ length }, () => letters[Math.floor(draw() * letters.length)]);
    return form === null ? secret : prefix + drawn.join('');
  });
}
