import { seededUuid } from '../../../conformance/plan/seeded-draws.ts';
import { isMap } from '../../../shared/is-map.ts';
import type { Settings } from '../kinds.ts';

type Members = Readonly<Record<string, unknown>>;

/** Changes an object of the specification: its optional members, its texts for people, and unknown members. */
export function objectChanged(object: Members, name: string, settings: Settings): Members {
  if (MAPS.includes(name)) return object;
  const changed = name === 'error' ? errorChanged(object, settings) : outputChanged(object, settings);
  return settings.members === null ? changed : { ...changed, ...MEMBERS[settings.members] };
}

/** Their names are data. */
const MAPS = ['unit_costs', 'details', 'keys', 'features'];

/** An ErrorDetail (spec 2.4), or the error of a job (spec 2.2). */
function errorChanged(error: Members, settings: Settings): Members {
  const { code, message } = error;
  const fields = fieldsOf(error);
  const paths = fields.map(({ path }) => path);
  const said = settings.messages === 'foreign' ? { ...error, message: foreign(String(code), paths) } : error;
  if (!('request_id' in error)) return said;
  const { details, doc_url, retryable, ...rest } = said as { [name: string]: unknown };
  return {
    ...rest,
    request_id: requestId(String(error['request_id']), settings.request_ids),
    ...detailsOf(details, fields, String(message), settings.details),
    ...optional(
      'doc_url',
      settings.doc_url === 'present' ? `https://docs.example.com/${code}` : doc_url,
      settings.doc_url,
    ),
    ...optional('retryable', retryable, settings.retryable),
  };
}

function optional(name: string, value: unknown, form: string | null): Members {
  if (form === 'null') return { [name]: null };
  return form === 'absent' || value === undefined ? {} : { [name]: value };
}

type Field = { path: string; problem: string };

function fieldsOf({ details }: Members): Field[] {
  const fields = isMap(details) ? details['fields'] : [];
  return Array.isArray(fields) ? fields.filter(isField) : [];
}

function isField(value: unknown): value is Field {
  return isMap(value) && typeof value['path'] === 'string' && typeof value['problem'] === 'string';
}

/** Spec 4.1: the refusal of a parameter names it, so the details are only left out if the message names it. */
function detailsOf(details: unknown, fields: readonly Field[], message: string, form: Settings['details']): Members {
  if (form === 'other' && fields.length > 0)
    return { details: Object.fromEntries(fields.map(({ path, problem }) => [path, [problem]])) };
  const isNamed = fields.every(({ path }) => message.includes(path));
  return optional('details', details, isNamed ? form : null);
}

const SENTENCES = ['Запрос отклонён', '要求は拒否されました', 'Η αίτηση απορρίφθηκε', 'بەڵێ نەخێر'];

function foreign(code: string, paths: readonly string[]): string {
  const sentence = SENTENCES[code.length % SENTENCES.length];
  return paths.length === 0 ? `${sentence}.` : `${sentence}: «${paths.join('», «')}» \u{1f6ab}`;
}

function requestId(id: string, form: Settings['request_ids']): string {
  const uuid = seededUuid(id);
  if (form === 'uuid') return uuid;
  if (form === 'marks') return `${uuid.replaceAll('-', '/')}:é "=`;
  return form === 'long' ? uuid.repeat(16) : id;
}

const DEFAULTS: Members = { analysis_version: 'skin-2026-09-draft.1', revision: 1, object: 'credit_balance' };

/** Spec 2.3 and 2.5: optional members with their defaults, and the sides of a result. */
function outputChanged(object: Members, { defaults, sides }: Settings): Members {
  const isResult = typeof object['href'] === 'string';
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    if (isResult && (name === 'width' || name === 'height') && sides !== null)
      return sides === 'null' ? [[name, null]] : [];
    const isEmpty = name === 'visualizations' && Array.isArray(value) && value.length === 0;
    return defaults === 'absent' && (isEmpty || DEFAULTS[name] === value) ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

const DEEP = 12;

/** Spec 2.3: clients ignore unknown fields. */
const MEMBERS: Record<NonNullable<Settings['members']>, Members> = {
  some: { x_region: 'eu-north-1', x_labels: ['a', { b: null }], x_seen: true },
  odd: JSON.parse(
    '{"": "empty", "__proto__": {"status": "odd"}, "constructor": "none", "toString": null, "then": "later", "Status": "ODD", "ID": "none", "naïve ☕": "\\ud83d\\ude00", "x_large": 123456789012345680000, "a.b": {"c.d": []}, "$ref": "#", "x\\ty": "\\u0000"}',
  ),
  large: {
    x_text: 'long '.repeat(100),
    x_deep: Array.from({ length: DEEP }).reduce((inner: unknown) => [{ inner }], null),
    x_list: Array.from({ length: 20 }, (_, index) => index),
  },
};
