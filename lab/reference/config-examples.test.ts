import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../emulator/control/schemas/read-config.ts';
import { CONFIG } from './config-parts.ts';
import type { Schema } from './schema-fields.ts';

const page = readFileSync(new URL('../../docs/reference/configuration.md', import.meta.url), 'utf8');
const EXAMPLES = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

/** The titles of all named kinds of values. */
function titlesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { title } = value as Schema;
  return [...(typeof title === 'string' ? [title] : []), ...Object.values(value).flatMap(titlesIn)];
}

describe('The page about the configuration', () => {
  it.each(EXAMPLES.map((text, index) => ({ index, text })))('shows what is accepted, in example $index', ({ text }) => {
    expect(() => parseConfig(parse(text))).not.toThrow();
  });

  it('lists every kind of value', () => {
    const kinds = [...new Set(titlesIn(CONFIG))];
    expect(kinds).toContain('duration');
    expect(kinds.filter((kind) => !page.includes(`- **${kind}**: `))).toEqual([]);
  });
});
