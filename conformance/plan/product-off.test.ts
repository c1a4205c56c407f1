import { describe, expect, it } from 'vitest';
import { PRODUCTS, type Product } from '../suite/vocabulary.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { forEachFeature } from './features.ts';
import { planRun } from './plan.ts';

const bare = targetFromFlags({ base_url: 'http://127.0.0.1:1', keys: { primary: 'pk_live_x' } });
const ROWS = [
  '{name: s, op: skin.analyze}',
  '{name: m, path: /v1/makeup/try-ons}',
  '{name: n, call: POST /v1/makeup/try-ons, of: [1]}',
  '{name: d, deep: {op: hair.try_on}}',
  '{name: none, env: live}',
];

/** Returns what is played on a server with these products, and what is left out because its product is off. */
function planned(products: readonly Product[], { head = '', rows = ROWS, mapped = false } = {}) {
  const { suite, context } = suiteOf(`scenario: a/b
covers: [FIRST-RULE]
${head}
matrix: [${rows.join(', ')}]
steps: [{call: GET /v1/usage, expect: {FIRST-RULE: {status: 200}}}]
`);
  const isOff = (name: string) => Object.hasOwn(PRODUCTS, name) && !products.some((product) => product === name);
  const features = forEachFeature((name) => !isOff(name));
  const target = { ...bare, hair: { ...bare.hair, mapped } };
  const { instances, leftOut } = planRun(suite.scenarios, context, { target, features, offered: [] });
  expect(context.problems).toEqual([]);
  return {
    played: instances.map(({ rowName }) => rowName).join(' '),
    leftOut: leftOut.map(({ instance, detail }) => `${instance.rowName}: ${detail}`).join(' '),
  };
}

describe('A row', () => {
  it('that names a product is left out if the target does not have it', () => {
    expect(planned(['skin', 'makeup', 'hair'], { mapped: true }).leftOut).toBe('');
    expect(planned(['skin'])).toEqual({
      played: 's none',
      leftOut: 'm: makeup is off n: makeup is off d: hair is off',
    });
    expect(planned(['makeup', 'hair'], { mapped: true })).toEqual({ played: 'm n d none', leftOut: 's: skin is off' });
  });

  it('is played nevertheless if any product will do', () => {
    expect(planned(['hair'], { head: 'products: any' })).toEqual({ played: 's m n d none', leftOut: '' });
  });

  it('of the hair draft requires a target that maps its fields, or that has nothing else', () => {
    const rows = ['{name: s, op: skin.analyze}', '{name: h, one: {op: hair.try_on}}'];
    expect(planned(['skin', 'hair'], { rows })).toEqual({
      played: 's',
      leftOut: 'h: hair is a draft, and the target does not map its fields',
    });
    expect(planned(['skin', 'hair'], { rows, mapped: true }).played).toBe('s h');
    expect(planned(['hair'], { rows })).toEqual({ played: 'h', leftOut: 's: skin is off' });
  });
});
