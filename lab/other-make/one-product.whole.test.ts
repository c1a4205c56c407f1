import { describe, expect, it } from 'vitest';
import type { Target } from '../../conformance/target/target.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { verifiedReport } from '../../conformance/testing/verified.ts';
import type { Breach } from './breaches/breaches.ts';
import type { OtherProduct } from './options.ts';
import { startOtherServer } from './start.ts';

const suite = shippedSuite();
const ONLY = [
  'auth/two-keys',
  'cancel/at-work',
  'credits/charge',
  'features/paths',
  'idempotency/after-end',
  'isolation/reads-environment',
  'lists/order',
  'results/as-assets',
  'usage/counts',
  'skin/concerns',
  'makeup/outputs',
  'hair/outputs',
];

type Grading = { broken?: Breach; hair?: Partial<Target['hair']['fields']> };

async function graded(products: readonly OtherProduct[], only: readonly string[], { broken, hair }: Grading = {}) {
  const server = await startOtherServer({ clock: 'stands', products, ...(broken !== undefined && { broken }) });
  const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
  const mapped = { ...target, hair: { mapped: hair === undefined, fields: { ...target.hair.fields, ...hair } } };
  const report = await verifiedReport(suite, mapped, { seed: 'products', only }).finally(server.close);
  const of = (verdict: string) => report.rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
  return { report, of };
}

const ALONE = ['skin', 'makeup', 'hair'] as const;
/** All other tests of the other server have all three. */
const COMBINATIONS = [...ALONE, 'makeup+hair'];
/** A rule of each product that these scenarios cover. */
const OWN: Readonly<Record<OtherProduct, string>> = {
  skin: 'SKIN-ALL-REQUESTED',
  makeup: 'MAKEUP-IMAGE',
  hair: 'HAIR-APPLIED',
};

describe('A server that offers', () => {
  it.each(COMBINATIONS)('%s is graded on what it offers, without a failed rule', async (products) => {
    const had = products.split('+') as OtherProduct[];
    const { report, of } = await graded(had, ONLY);
    expect([of('fail'), of('warn'), of('error'), report.errors]).toEqual([[], [], [], []]);
    for (const [product, rule] of Object.entries(OWN) as [OtherProduct, string][])
      expect([rule, of(had.includes(product) ? 'pass' : 'not_applicable').includes(rule)]).toEqual([rule, true]);
    expect(of('pass')).toEqual(expect.arrayContaining(['ISOLATION-ENVIRONMENT', 'IDEM-AFTER-END', 'PATHS-V1']));
  });

  it.each(ALONE)('only %s fails the rule if its test keys read live jobs', async (product) => {
    const { of } = await graded([product], ['isolation/reads-environment'], { broken: 'test keys read live jobs' });
    expect(of('fail')).toContain('ISOLATION-ENVIRONMENT');
  });

  it('only hair, in a form that the target file does not describe, fails no rule', async () => {
    const only = [...ONLY, 'credits/as-found', 'credits/exact', 'delete/assets', 'idempotency/race', 'submits'];
    const { of } = await graded(['hair'], only, { hair: { color_gradient: 'colors' } });
    expect([of('fail'), of('warn'), of('error')]).toEqual([[], [], []]);
  });
});
