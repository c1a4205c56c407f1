import { CONTROL_ROUTES } from '../../emulator/control/routes.ts';

/** An example call of a route. `$NAME` stands for a value from an earlier answer. */
export type Example = {
  route: string;
  path?: string;
  body?: unknown;
  /** The name under which later calls use the id in the answer. */
  gives?: string;
};

/** A request between two calls that prepares the next one. */
export type Preparation = { prepare: 'submit' | 'poll twice' | 'refused' };

/** The calls in an order in which each finds what it needs. */
const ORDERED: readonly (Example | Preparation)[] = [
  { route: 'POST /worlds', body: { name: 'mine', clock: 'frozen', seed: 'another' } },
  { route: 'GET /worlds' },
  { route: 'DELETE /worlds/:name', path: '/worlds/mine' },

  { route: 'GET /clock' },
  { route: 'PATCH /clock', body: { mode: 'frozen' } },

  {
    route: 'POST /plans',
    body: { match: { operation: 'skin.analyze' }, stages: { processing: '8m' }, hold_at: 'preparing' },
    gives: 'PLAN',
  },
  { prepare: 'submit' },
  { prepare: 'poll twice' },
  { route: 'GET /plans' },
  { route: 'POST /clock/advance', body: { by: '8m' } },
  { route: 'GET /jobs' },
  { route: 'GET /jobs/:id', path: '/jobs/$JOB' },
  { route: 'GET /jobs/:id/story', path: '/jobs/$JOB/story' },
  { route: 'GET /agenda', path: '/agenda?limit=3' },
  { route: 'POST /jobs/:id/release', path: '/jobs/$JOB/release' },
  { route: 'POST /jobs/:id/step', path: '/jobs/$JOB/step' },
  { route: 'DELETE /plans/:id', path: '/plans/$PLAN' },
  { route: 'DELETE /plans' },

  {
    route: 'POST /faults',
    body: { match: { route: 'POST /v1/makeup/try-ons' }, nth: 2, effect: { kind: 'commit_then_drop' } },
    gives: 'FAULT',
  },
  { route: 'GET /faults' },
  { route: 'DELETE /faults/:id', path: '/faults/$FAULT' },
  { route: 'DELETE /faults' },

  { route: 'POST /deviations', body: { on: ['replay-answers-202'] } },
  { route: 'GET /deviations' },
  { route: 'DELETE /deviations/:id', path: '/deviations/replay-answers-202' },
  { route: 'DELETE /deviations' },

  {
    route: 'PATCH /readings',
    body: { upload_status: 200, codes: { not_found: 'NO_ROUTE' }, stages: { queued: '5s' } },
  },
  { route: 'GET /readings' },

  { route: 'PATCH /switches', body: { admission_per_minute: 60 } },
  { route: 'GET /switches' },

  {
    route: 'POST /accounts',
    body: { credits: 3, keys: { office: { allowlist: ['10.0.0.0/8'] }, test: { environment: 'test' } } },
    gives: 'ACCOUNT',
  },
  { route: 'GET /accounts' },
  { route: 'PATCH /accounts/:id', path: '/accounts/$ACCOUNT', body: { features: { lists: false }, daily_quota: 50 } },
  { route: 'POST /accounts/:id/keys', path: '/accounts/$ACCOUNT/keys', body: { name: 'next' } },
  {
    route: 'PATCH /accounts/:id/keys/:key',
    path: '/accounts/$ACCOUNT/keys/office',
    body: { expires_in: '24h', scopes: ['skin.analyze'] },
  },
  { route: 'GET /accounts/:id/keys', path: '/accounts/$ACCOUNT/keys' },
  { route: 'GET /accounts/:id/story', path: '/accounts/$ACCOUNT/story' },
  { route: 'GET /accounts/:id/ledger', path: '/accounts/$ACCOUNT/ledger' },
  { route: 'GET /accounts/:id', path: '/accounts/$ACCOUNT' },
  { route: 'POST /accounts/:id/credits', path: '/accounts/$ACCOUNT/credits', body: { adjust: -2, threshold: 2 } },
  { route: 'DELETE /accounts/:id', path: '/accounts/$ACCOUNT' },

  {
    route: 'POST /endpoints',
    body: { url: 'http://127.0.0.1:9/hooks', events: ['job.succeeded', 'job.failed'] },
    gives: 'ENDPOINT',
  },
  { route: 'GET /endpoints' },
  { route: 'GET /endpoints/:id', path: '/endpoints/$ENDPOINT' },
  { route: 'PATCH /endpoints/:id', path: '/endpoints/$ENDPOINT', body: { events: ['job.failed'] } },
  { route: 'POST /endpoints/:id/rotate', path: '/endpoints/$ENDPOINT/rotate', body: { keep_previous_for: '1h' } },
  { route: 'POST /endpoints/:id/ping', path: '/endpoints/$ENDPOINT/ping', gives: 'DELIVERY' },
  { route: 'GET /endpoints/:id/deliveries', path: '/endpoints/$ENDPOINT/deliveries' },
  { route: 'GET /deliveries', path: '/deliveries?endpoint=$ENDPOINT&limit=20' },
  { route: 'GET /deliveries/:id/requests', path: '/deliveries/$DELIVERY/requests' },
  { route: 'POST /deliveries/:id/resend', path: '/deliveries/$DELIVERY/resend' },
  { route: 'POST /endpoints/:id/disable', path: '/endpoints/$ENDPOINT/disable' },
  { route: 'POST /endpoints/:id/enable', path: '/endpoints/$ENDPOINT/enable' },
  { route: 'DELETE /endpoints/:id', path: '/endpoints/$ENDPOINT' },

  { route: 'POST /receivers', body: { replies: [500, 'timeout'] }, gives: 'RECEIVER' },
  { route: 'GET /receivers' },
  { route: 'POST /receivers/:id/replies', path: '/receivers/$RECEIVER/replies', body: { replies: [503] } },
  { route: 'GET /receivers/:id', path: '/receivers/$RECEIVER' },
  { route: 'DELETE /receivers/:id', path: '/receivers/$RECEIVER' },

  { prepare: 'refused' },
  { route: 'GET /journal', path: '/journal?route=GET%20/v1/jobs/:id&status=404' },
  { route: 'POST /journal/verify', body: { request: { route: 'POST /v1/skin/analyses', status: 202 }, exactly: 1 } },
  { route: 'POST /journal/wait', body: { job: '$JOB', status: 'succeeded', timeout: '5s' } },
  { route: 'GET /journal/explain/:request_id', path: '/journal/explain/$REQUEST' },
  { route: 'GET /summary' },
  { route: 'GET /audit', path: '/audit?ignore=poll-too-soon' },
  { route: 'GET /coverage', path: '/coverage?worlds=all' },

  { route: 'POST /snapshots/:name', path: '/snapshots/paid' },
  { route: 'GET /snapshots' },
  { route: 'POST /snapshots/:name/load', path: '/snapshots/paid/load' },
  { route: 'DELETE /snapshots/:name', path: '/snapshots/paid' },
  { route: 'POST /reset' },
];

/** Routes that only read and have no parameters need no explicit example. */
const PLAIN: readonly Example[] = CONTROL_ROUTES.map(({ method, path }) => ({ route: `${method} ${path}` })).filter(
  ({ route }) => /^GET [^:]*$/.test(route) && !ORDERED.some((part) => 'route' in part && part.route === route),
);

/** One call of each route. The pages show them with the answers of the emulator, and a test repeats them with curl. */
export const STORY: readonly (Example | Preparation)[] = [...ORDERED, ...PLAIN];
