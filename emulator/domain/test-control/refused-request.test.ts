import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REFUSALS } from './refused-request.ts';

const EMULATOR = new URL('../../', import.meta.url);

/** The reasons for refusals in the sources: `{ rule: 'X', … }` or `because('X', …)`. */
function reasonsIn(folder: string): string[] {
  const files = readdirSync(new URL(folder, EMULATOR), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return sources.flatMap((file) => {
    const text = readFileSync(new URL(`${folder}/${file}`, EMULATOR), 'utf8');
    return [...text.matchAll(/(?:\brule: |\bbecause\()'([A-Z][A-Z0-9-]*)'/g)].map(([, reason = '']) => reason);
  });
}

it('Every reason for a refusal in the sources has a row, and every row is used', () => {
  const reasons = new Set(['domain', 'world', 'http'].flatMap(reasonsIn));
  expect([...reasons].sort()).toEqual(Object.keys(REFUSALS).sort());
});
