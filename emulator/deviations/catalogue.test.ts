import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CATALOGUE } from './catalogue.ts';

const REGISTRY = fileURLToPath(new URL('../../scenarios/rules', import.meta.url));
const GRADED = ['must', 'should', 'derived'];

const deviations = CATALOGUE.filter((entry) => entry.kind === 'deviation');
const variants = CATALOGUE.filter((entry) => entry.kind === 'variant');

/** The rules of the registry that are graded; null where there is no registry to look into. */
function gradedRules(): Set<string> | null {
  if (!existsSync(REGISTRY)) return null;
  const files = readdirSync(REGISTRY).filter((name) => name.endsWith('.yaml'));
  const rows = files.flatMap((name) =>
    Object.entries((parse(readFileSync(`${REGISTRY}/${name}`, 'utf8')) ?? {}) as Record<string, { level?: string }>),
  );
  return new Set(rows.filter(([, { level = '' }]) => GRADED.includes(level)).map(([id]) => id));
}

describe('the catalogue', () => {
  it('has each id once, and each id tells something', () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
  });

  it('breaks graded rules alone', () => {
    const graded = gradedRules();
    const unknown = deviations.flatMap(({ id, rule, also }) =>
      [rule, ...also].filter((name) => graded !== null && !graded.has(name)).map((name) => `${id}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('takes hold somewhere', () => {
    const overrides = ['rules', 'request', 'answer', 'delivery', 'change', 'readings', 'stages'];
    const idle = CATALOGUE.filter((entry) => !overrides.some((override) => Object.hasOwn(entry, override)));
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  it('says of each entry in a sentence what it does', () => {
    expect(CATALOGUE.filter(({ about }) => !/^\S.*\.$/.test(about)).map(({ id }) => id)).toEqual([]);
  });

  it('names for each variant what permits it', () => {
    const wrong = variants.filter(({ cites }) => !/^(reading [1-9]\d?|section \d(\.\d)?)$/.test(cites));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('hides at least half of its breaches', () => {
    const hidden = deviations.filter(({ subtle }) => subtle);
    expect(hidden.length).toBeGreaterThanOrEqual(deviations.length / 2);
  });
});
