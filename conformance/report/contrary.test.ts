import { expect, it } from 'vitest';
import { evidenceOf } from '../judge/evidence.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { contraryIn } from './certificate.ts';

const RULES = `
QUIET-RULE: {clause: "6", level: must, group: webhooks, says: "nothing comes", disproves_off: {webhooks: it came}}
OTHER-RULE: {clause: "6", level: must, group: webhooks, says: "nothing else comes"}
`;
const { registry } = suiteOf('', { rules: RULES }).suite;

it.each([
  ['off', 'QUIET-RULE', [{ feature: 'webhooks', because: null, seen: 'it came (a/b, step events)' }]],
  ['on', 'QUIET-RULE', []],
  ['off', 'OTHER-RULE', []],
] as const)('webhooks declared %s, and %s broken', (declared, rule, contrary) => {
  const broken = evidenceOf(
    rule,
    { instance: 'a/b', step: 'events', partial: false },
    { outcome: 'violated', mismatches: [] },
    { place: null, exchanges: [] },
  );
  expect(contraryIn({ features: { webhooks: { declared, found: null } } }, [broken], registry)).toEqual(contrary);
});
