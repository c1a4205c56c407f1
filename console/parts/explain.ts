import type { Exchange } from '../api/types.ts';

/** Why a request was refused, in a sentence: the rule, where it stands, and what was compared. */
export function sentenceOf({ because, status }: Pick<Exchange, 'because' | 'status'>): string {
  if (because === null) return '';
  const { rule, section, compared } = because;
  if (rule === 'FAULT')
    return `${status} by the fault ${short(compared['fault'])}, which was asked for (${short(compared['effect'])}).`;
  const parts = Object.entries(compared).map(([name, value]) => partOf(name, value));
  const why = parts.length === 0 ? '' : `, since ${parts.join(' and ')}`;
  const where = section === '-' ? '' : ` (specification ${section})`;
  return `${status} by ${rule}${where}${why}.`;
}

/** A value that was compared, as text: a structure is listed, and no JSON is shown. */
export function asText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(itemOf).join(isPairs(value) ? '; ' : ', ');
  if (typeof value !== 'object') return String(value);
  const { path, problem, ...others } = value as Record<string, unknown>;
  if (typeof path === 'string' && typeof problem === 'string' && Object.keys(others).length === 0)
    return `${path} ${problem}`;
  const entries = Object.entries(value);
  return entries.length === 0 ? 'none' : entries.map(([name, one]) => `${named(name)} ${asText(one)}`).join(', ');
}

/** An item that is a list itself is a parameter with its value. */
function itemOf(item: unknown): string {
  return Array.isArray(item) ? item.map(asText).join('=') : asText(item);
}

type Phrase = (value: unknown) => string;

const either =
  (yes: string, no: string): Phrase =>
  (value) =>
    value === true ? yes : no;
const after =
  (words: string): Phrase =>
  (value) =>
    `${words} ${short(value)}`;

/** What was compared in words; a name that is not here is said as it is. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  address: after('the request came from'),
  admitted_this_minute: (value) => `${short(value)} were admitted this minute`,
  asset_id: after('the asset asked for is'),
  available_units: (value) => `${short(value)} units are available`,
  claimed_by: after('the Idempotency-Key was used for'),
  declared: after('the Content-Type is'),
  enforced: either('credits are enforced', 'credits are not enforced'),
  fields: short,
  filters: after('the filters of this request are'),
  granted: after('the key has'),
  job_id: after('the job asked for is'),
  job_is_there: either('that job still exists', 'that job no longer exists'),
  key_store_readable: either('keys can be checked', 'keys cannot be checked'),
  ledger_readable: either('credits can be read', 'credits cannot be read'),
  limit_bytes: (value) => `at most ${short(value)} bytes are allowed`,
  needed: after('the operation needs'),
  networks: after('the key may be used from'),
  query: after('the query was'),
  same_request: either('this request is the same', 'this request is different'),
  spendable_units: (value) => `${short(value)} can be spent`,
  under_way: () => 'another request with this Idempotency-Key is under way',
  units: (value) => `the job costs ${short(value)} units`,
  used_today: (value) => `${short(value)} were used today`,
};

function partOf(name: string, value: unknown): string {
  return PHRASES[name]?.(value) ?? `${named(name)} is ${short(value)}`;
}

function isPairs(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null);
}

export function named(name: string): string {
  return name.replaceAll('_', ' ');
}

const LONGEST = 160;

function short(value: unknown): string {
  const text = asText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
