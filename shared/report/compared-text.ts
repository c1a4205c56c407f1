import { jsonIn } from '../json-in.ts';

type Place = { path: string; problem: string };

/** What a refusal compared, in words: `the job costs 2 units`, or the problem with each invalid field. */
export function comparedParts(compared: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(compared).flatMap(([name, value]) =>
    isPlaces(value) ? value.map(placeText) : partOf(name, value),
  );
}

function partOf(name: string, value: unknown): string {
  return PHRASES[name]?.(valueText(value), value) ?? `${named(name)} is ${valueText(value)}`;
}

/** A value without JSON syntax. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value.startsWith('[') ? listIn(value) : value || 'none';
  if (typeof value !== 'object') return String(value);
  return isPlace(value) ? placeText(value) : structureText(value) || 'none';
}

function structureText(value: object): string {
  if (Array.isArray(value)) return value.map(itemText).join(isNested(value) ? '; ' : ', ');
  return Object.entries(value)
    .map(([name, one]) => `${named(name)} ${valueText(one)}`)
    .join(', ');
}

export function named(name: string): string {
  return name.replaceAll('_', ' ');
}

type Phrase = (text: string, value: unknown) => string;

const either =
  (yes: string, no: string): Phrase =>
  (_, value) =>
    value === true ? yes : no;
const after =
  (words: string): Phrase =>
  (text) =>
    `${words} ${text}`;

/** The wording for each compared value; a value without a phrase is shown with its name. */
const PHRASES: Readonly<Record<string, Phrase>> = {
  address: after('the request came from'),
  admitted_this_minute: (text) => `${text} were admitted this minute`,
  asset_id: after('the asset asked for is'),
  available_units: (text) => `${text} units are available`,
  claimed_by: after('the Idempotency-Key was used for'),
  declared: after('the Content-Type is'),
  enforced: either('credits are enforced', 'credits are not enforced'),
  fields: (text) => text,
  filters: after('the filters of this request are'),
  granted: after('the key has'),
  job_id: after('the job asked for is'),
  job_is_there: either('that job still exists', 'that job no longer exists'),
  key_store_readable: either('keys can be checked', 'keys cannot be checked'),
  ledger_readable: either('credits can be read', 'credits cannot be read'),
  limit_bytes: (text) => `at most ${text} bytes are allowed`,
  needed: after('the operation needs'),
  networks: after('the key may be used from'),
  query: after('the query was'),
  same_request: either('this request is the same', 'this request is different'),
  spendable_units: (text) => `${text} can be spent`,
  under_way: () => 'another request with this Idempotency-Key is under way',
  units: (text) => `the job costs ${text} units`,
  used_today: (text) => `${text} were used today`,
};

/** Filters are compared as the text of a JSON list. */
function listIn(text: string): string {
  const list = jsonIn(text);
  return list === undefined ? text : valueText(list);
}

/** A pair consists of a parameter and its value. */
function itemText(item: unknown): string {
  return Array.isArray(item) ? item.map(valueText).join('=') : valueText(item);
}

function placeText({ path, problem }: Place): string {
  return `${path} ${problem}`;
}

function isNested(list: readonly unknown[]): boolean {
  return list.every((one) => typeof one === 'object' && one !== null);
}

function isPlaces(value: unknown): value is Place[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPlace);
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'path' in value && 'problem' in value;
}
