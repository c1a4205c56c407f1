export const ROLES = {
  primary: 'the key that scenarios use by default',
  second: 'another key of the same account and environment as primary',
  other_env: 'a key of the same account and the other environment',
  other_account: 'a key of another account, same environment as primary',
  no_scope: 'a key of the same account without any product scope',
  no_skin: 'a key of the same account with every product scope but skin.analyze',
  no_makeup: 'a key of the same account with every product scope but makeup.apply',
  revoked: 'a key that was revoked',
  expired: 'a key that has expired',
  disabled: 'a key of an account that is disabled',
  outside: 'a key whose network allowlist does not have the address of the tester',
  live: 'a key beginning pk_live_',
  test: 'a key beginning pk_test_',
} as const;
export type Role = keyof typeof ROLES;

/** The optional features of a server. They are probed if the target does not declare them. */
export const FEATURES = {
  lists: 'GET /v1/assets; what is said of it goes for GET /v1/jobs too, unless job.list says otherwise',
  'job.list': 'GET /v1/jobs',
  'job.cancel': 'POST /v1/jobs/{job_id}/cancel',
  'job.delete': 'DELETE /v1/jobs/{job_id}',
  'asset.delete': 'DELETE /v1/assets/{asset_id}',
  'credits.balance': 'GET /v1/credits/balance',
  webhooks: 'events are sent to endpoints',
  'test-mode': 'there are test keys beside live ones',
  'live-mode': 'there are live keys; where they are off, all keys are test keys',
  skin: 'POST /v1/skin/analyses',
  makeup: 'POST /v1/makeup/try-ons',
  hair: 'POST /v1/hair/try-ons, a draft',
} as const;
export type Feature = keyof typeof FEATURES;

/** The products, each of which is a feature, since a server may have only one of them. */
export const PRODUCTS = {
  skin: { operation: 'skin.analyze', path: '/v1/skin/analyses' },
  makeup: { operation: 'makeup.apply', path: '/v1/makeup/try-ons' },
  hair: { operation: 'hair.try_on', path: '/v1/hair/try-ons' },
} as const satisfies Partial<Record<Feature, { operation: string; path: string }>>;
export type Product = keyof typeof PRODUCTS;

export const DRIVERS = ['tenants', 'clock', 'jobs', 'credits', 'webhooks', 'faults'] as const;
export type DriverName = (typeof DRIVERS)[number];

/** The driver calls that a scenario can make, each prefixed with the name of its driver. */
export const DRIVES: Readonly<Record<string, { about: string; takes: readonly string[] }>> = {
  'jobs.script': {
    about: 'decides the outcome of the next job of a key: a role, primary by default',
    takes: ['next', 'key'],
  },
  'jobs.forget': { about: 'takes back the plans that have not decided a job', takes: [] },
  'jobs.await_hold': {
    about: 'waits until a job has come to its hold; `key` here and below: the role that submitted it',
    takes: ['job', 'key'],
  },
  'jobs.read': { about: 'reports the internal stage of a job, or its status when it has ended', takes: ['job', 'key'] },
  'jobs.release': { about: 'lets a held job go on', takes: ['job', 'key'] },
  'jobs.step': { about: 'takes a job over its next boundary', takes: ['job', 'key'] },
  'clock.advance': { about: 'lets time pass on the target', takes: ['by', 'to'] },
  'tenants.change': { about: 'switches features of the account', takes: ['features'] },
  'credits.change': {
    about: 'changes the credits of the account',
    takes: ['adjust', 'enforced', 'threshold', 'test_funded'],
  },
  'faults.set': {
    about: 'makes stores unreadable, or admission narrow',
    takes: ['key_store_unreadable', 'ledger_unreadable', 'admission_per_minute', 'daily_quota'],
  },
  'webhooks.rotate': { about: 'makes a new secret', takes: ['hook', 'keep_previous_for'] },
  'webhooks.ping': { about: 'sends a test event', takes: ['hook'] },
  'webhooks.enable': { about: 'enables an endpoint', takes: ['hook'] },
  'webhooks.disable': { about: 'disables an endpoint', takes: ['hook'] },
  'webhooks.deliveries': { about: 'the delivery log of an endpoint', takes: ['hook'] },
  'webhooks.resend': { about: 'sends a delivery again', takes: ['delivery'] },
  'webhooks.endpoint': { about: 'the state of an endpoint', takes: ['hook'] },
};

export function driverOf(call: string): string {
  return call.split('.')[0] ?? '';
}

/** The documented operations. Braces contain ids. */
export const ROUTES = {
  upload: ['POST /v1/assets'],
  'asset-list': ['GET /v1/assets'],
  asset: ['GET /v1/assets/{asset_id}'],
  'asset-delete': ['DELETE /v1/assets/{asset_id}'],
  content: ['GET /v1/assets/{asset_id}/content'],
  submit: ['POST /v1/skin/analyses', 'POST /v1/makeup/try-ons'],
  'submit-hair': ['POST /v1/hair/try-ons'],
  job: ['GET /v1/jobs/{job_id}'],
  'job-list': ['GET /v1/jobs'],
  cancel: ['POST /v1/jobs/{job_id}/cancel'],
  'job-delete': ['DELETE /v1/jobs/{job_id}'],
  usage: ['GET /v1/usage'],
  balance: ['GET /v1/credits/balance'],
} as const;
export type RouteName = keyof typeof ROUTES;

/** The statuses that a job never leaves. */
export const TERMINAL: readonly unknown[] = ['succeeded', 'failed', 'cancelled'];

/** The fields in the body of a hair try-on, which the specification does not name. */
export const HAIR_FIELDS = [
  'inputs',
  'asset_id',
  'role',
  'source',
  'hair_mask',
  'color_gradient',
  'dark',
  'light',
  'color',
  'opacity',
] as const;
export type HairField = (typeof HAIR_FIELDS)[number];
