import type { Answer, Call } from './answer.ts';
import type { World } from './world.ts';

/** Lawful ways of its own, none of which is the choice of a question; each is off unless it is named. */
export const HABITS = [
  'asset_etag',
  'codes_by_field',
  'download_headers',
  'error_links',
  'event_members',
  'head_as_get',
  'job_progress',
  'list_total',
  'no_store',
  'options_allow',
  'rate_limit_headers',
  'retry_after_on_accept',
  'upload_location',
  'usage_names',
] as const;
export type Habit = (typeof HABITS)[number];

export function hasHabit({ options }: Pick<World, 'options'>, name: Habit): boolean {
  return options.habits?.includes(name) ?? false;
}

type Asked = Omit<Call, 'world' | 'key' | 'id'>;

/** The answer to a request, as the habits of the server change its headers. */
export function withHabits(world: World, call: Asked, answer: (call: Asked) => Answer): Answer {
  if (call.method === 'OPTIONS' && hasHabit(world, 'options_allow'))
    return { status: 204, headers: { allow: 'GET, HEAD, POST, DELETE, OPTIONS' } };
  const isHead = call.method === 'HEAD' && hasHabit(world, 'head_as_get');
  const usual = answer(isHead ? { ...call, method: 'GET' } : call);
  const added = HEADERS.filter(([habit, isMeant]) => hasHabit(world, habit) && isMeant(call, usual));
  return { ...usual, headers: { ...usual.headers, ...Object.fromEntries(added.flatMap(headersOf(usual))) } };
}

type HeaderRow = [Habit, (call: Asked, answer: Answer) => boolean, Record<string, (answer: Answer) => string>];

const HEADERS: readonly HeaderRow[] = [
  ['asset_etag', ({ path }, { status }) => isAsset(path) && status === 200, { etag: () => 'W/"as-uploaded"' }],
  ['no_store', () => true, { 'cache-control': () => 'no-store, private', server: () => 'other-make/7' }],
  ['rate_limit_headers', isSubmit, { 'ratelimit-limit': () => '600', 'ratelimit-policy': () => '600;w=60' }],
  [
    'retry_after_on_accept',
    (_, { status, headers }) => status === 202 && headers?.['location'] !== undefined,
    { 'retry-after': () => '5' },
  ],
  ['upload_location', isUpload, { location: ({ body }) => `/v1/assets/${encodeURIComponent(idIn(body))}` }],
  [
    'download_headers',
    ({ path }, { status }) => path.endsWith('/content') && status === 200,
    { 'cache-control': () => 'private, max-age=77', 'content-disposition': () => 'attachment; filename="result.png"' },
  ],
];

function headersOf(answer: Answer) {
  return ([, , headers]: HeaderRow) => Object.entries(headers).map(([name, value]) => [name, value(answer)] as const);
}

function isAsset(path: string): boolean {
  return /^\/v1\/assets\/[^/]+$/.test(path);
}

/** A product that is not offered answers as an unknown path does. */
function isSubmit({ path, method }: Asked, { status }: Answer): boolean {
  return method === 'POST' && status !== 404 && /\/(?:analyses|try-ons)$/.test(path);
}

function isUpload({ path, method }: Asked, { status }: Answer): boolean {
  return method === 'POST' && path === '/v1/assets' && status < 300;
}

function idIn(body: unknown): string {
  return String((body as { id: string }).id);
}

const CODES: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'KEY_MISSING',
  'Content-Type': 'TYPE_UNKNOWN',
  body: 'NO_JSON',
  inputs: 'ONE_INPUT',
};

/** The code of a refusal that the specification gives none, by the field that is wrong. */
export function codeFor(world: World, field: string | null, usual: string): string {
  return (hasHabit(world, 'codes_by_field') && CODES[field ?? '']) || usual;
}

/** Further members of the things that the service shows. */
export function membersBy(world: World, habit: Habit): Record<string, unknown> {
  return hasHabit(world, habit) ? (MEMBERS[habit] ?? {}) : {};
}

const MEMBERS: Partial<Record<Habit, Record<string, unknown>>> = {
  error_links: { doc_url: 'https://other-make.example/errors', kind: 'refusal' },
  event_members: { sequence: 1, source: { region: 'north' } },
  job_progress: { progress: { done: false, steps: [] } },
  list_total: { object: 'list', total: null },
};
