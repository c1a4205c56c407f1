import * as z from 'zod/mini';

/** The reasons why something could not be tested here. Each has a hint about what would help. */
export const REASONS = {
  'needs-clock': 'offer drivers.clock, so that time can be moved',
  'needs-receiver': 'offer drivers.webhooks, or name a listen address and the secret of an endpoint that leads to it',
  'needs-key': 'give a key of this role under keys in the target',
  'needs-tenant': 'offer drivers.tenants, so that an account with these credits and keys can be made',
  'needs-driver': 'offer the driver that the scenario names',
  'feature-off': 'the feature is off on this target',
  elsewhere:
    'the server names a URL outside base_url: it gets no request and no key; if the server is there, use that URL as base_url',
  retention: 'the server deletes the needed data too early; with a longer retention, this can be tested',
  picture: 'name a picture that the server takes under target.data.face',
  setup: 'the set-up of the check failed; see its failures',
  premise: 'another rule, on which this check depends, is broken; see that failure',
  flaky: 'the answers differ from one run to the next; run again with --repeat to see how often',
  deadline: 'the target was not done in time; give more with budget.wall or --wall',
  unseen: 'the lawful answer that this is about did not come up; try again, or offer drivers.jobs',
  unobserved: 'the traffic had no occasion for it, or lawful reasons could explain what was seen',
  condition: 'the situation did not occur in this run',
  'no-occasion': 'the run brought the occasion, and the server did nothing that the rule speaks of',
  budget: 'the budget of the target was used up; raise budget in the target',
  unreachable: 'the target did not answer; is it running, and is base_url right?',
  interrupted: 'the run was interrupted',
  'missing-shard': 'a shard of the run is missing; add its report to merge',
} as const;

export type Reason = keyof typeof REASONS;

export const reasonSchema = z.literal(Object.keys(REASONS) as Reason[]);
/** What a condition can need and a target can lack. The reason is the first of these that the condition needs. */
const LACKS: readonly (readonly [asked: string, reason: Reason])[] = [
  ['driver.webhooks', 'needs-receiver'],
  ['driver.clock', 'needs-clock'],
  ['driver.tenants', 'needs-tenant'],
  ['tenant', 'needs-tenant'],
  ['driver.*', 'needs-driver'],
  ['key.*', 'needs-key'],
  ['feature.*', 'feature-off'],
  ['budget.*', 'budget'],
  ['arm.*', 'needs-clock'],
];

/** Returns the reason why a condition with these names, such as `driver.clock`, is not met. */
export function reasonOfLack(asked: readonly string[]): Reason {
  const found = LACKS.find(([lack]) =>
    asked.some((name) => (lack.endsWith('*') ? name.startsWith(lack.slice(0, -1)) : name === lack)),
  );
  return found?.[1] ?? 'condition';
}
