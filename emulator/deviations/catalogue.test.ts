import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CATALOGUE } from './catalogue.ts';
import { WRITTEN_ROWS } from './rows/written-rows.ts';

const REGISTRY = fileURLToPath(new URL('../../scenarios/rules', import.meta.url));
const GRADED = ['must', 'should', 'derived'];

/** The graded rules of the registry; null if there is no registry. */
function gradedRules(): Set<string> | null {
  if (!existsSync(REGISTRY)) return null;
  const files = readdirSync(REGISTRY).filter((name) => name.endsWith('.yaml'));
  const rows = files.flatMap((name) =>
    Object.entries((parse(readFileSync(`${REGISTRY}/${name}`, 'utf8')) ?? {}) as Record<string, { level?: string }>),
  );
  return new Set(rows.filter(([, { level = '' }]) => GRADED.includes(level)).map(([id]) => id));
}

describe('the catalogue', () => {
  it('has unique ids', () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
  });

  it('breaks only graded rules', () => {
    const graded = gradedRules();
    const unknown = CATALOGUE.flatMap(({ id, rule, also }) =>
      [rule, ...also].filter((name) => graded !== null && !graded.has(name)).map((name) => `${id}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has an override for each entry', () => {
    const overrides = ['rules', 'request', 'answer', 'delivery', 'change', 'readings', 'stages'];
    const idle = CATALOGUE.filter((entry) => {
      const made = entry.overrides();
      return !overrides.some((override) => Object.hasOwn(made, override));
    });
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  it('contains the example of scenarios/README.md as a row', () => {
    const page = readFileSync(new URL('../../scenarios/README.md', import.meta.url), 'utf8');
    const [, example = ''] = /## A mutant[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const rows = Object.values(WRITTEN_ROWS).flat();
    for (const row of parse(example)) expect(rows).toContainEqual(row);
    expect(example).not.toBe('');
  });

  it('describes each entry in a sentence', () => {
    expect(CATALOGUE.filter(({ about }) => !/^\S.*\.$/.test(about)).map(({ id }) => id)).toEqual([]);
  });

  it('has a subtle breach in at least half of the entries', () => {
    const hidden = CATALOGUE.filter(({ subtle }) => subtle);
    expect(hidden.length).toBeGreaterThanOrEqual(CATALOGUE.length / 2);
  });
});
