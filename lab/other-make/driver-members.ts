/** The calls of the driver contract whose members a server may decline, or leave out of its answer. */
export const DRIVER_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'GET /capabilities': ['clock.per_tenant'],
  'POST /tenants': [
    ...['credits', 'enforced', 'threshold', 'test_funded', 'unit_costs', 'features', 'webhooks', 'disabled'],
    ...['keys.environment', 'keys.scopes', 'keys.revoked', 'keys.expired', 'keys.allowlist'],
  ],
  'POST /clock/advance': ['by', 'to', 'fired', 'next_due'],
  'POST /plans': ['match', 'times', 'hold_at', 'stages', 'outcome'],
  'GET /jobs/*': ['held'],
  'POST /tenants/*/credits': ['adjust', 'enforced', 'threshold', 'test_funded'],
  'POST /endpoints': ['account', 'environment', 'events'],
  'POST /endpoints/*/rotate': ['keep_previous_for'],
  'GET /endpoints/*/deliveries': ['next_attempt_at'],
  'PATCH /switches': ['key_store_unreadable', 'ledger_unreadable', 'admission_per_minute', 'daily_quota'],
};

/** Each of them by a name of its own: `POST /tenants credits`. */
export const DECLINABLE: readonly string[] = Object.entries(DRIVER_MEMBERS).flatMap(([call, members]) =>
  members.map((member) => `${call} ${member}`),
);

/** The members that are declined of a call, where `*` stands for an id. */
export function declinedOf(declines: readonly string[], method: string, path: string): string[] {
  const call = Object.keys(DRIVER_MEMBERS).find((line) => {
    const [verb, pattern = ''] = line.split(' ');
    return verb === method && new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(path);
  });
  return (DRIVER_MEMBERS[call ?? ''] ?? []).filter((member) => declines.includes(`${call} ${member}`));
}
