import type { Mismatch } from '../../suite/expectation/mismatch.ts';
import { isMap } from '../../suite/expectation/operators/same-as.ts';
import type { RouteName } from '../../target/routes.ts';
import { type FieldRule, fieldCheck, isText, oneOf } from './fields.ts';
import { finding, type PassiveCheck, type Seen, type Sighting, seen } from './sighting.ts';

/** Of these operations a 404 may be that of an unknown path, whose body is not shown. */
const MAY_BE_OFF: readonly RouteName[] = [
  'asset-list',
  'job-list',
  'cancel',
  'job-delete',
  'asset-delete',
  'balance',
  'submit-hair',
];
/** A gateway answers these where the service itself says nothing. */
const OF_GATEWAYS = [502, 504];

/** The body of every error is ErrorDetail, wherever the spec shows the error at all. */
export const errorShape: PassiveCheck = {
  rules: ['ERROR-SHAPE'],
  start: () => (sighting) => (isToBeDetailed(sighting) ? [finding('ERROR-SHAPE', shapeMismatches(sighting))] : []),
};

function isToBeDetailed({ status, route, view }: Sighting): boolean {
  if (status < 400 || OF_GATEWAYS.includes(status)) return false;
  const mayBeOther = (status === 404 && MAY_BE_OFF.includes(route.name)) || route.name === 'content';
  return !mayBeOther || (isMap(view.body) && isMap(view.body['error']));
}

const isFilled = (value: unknown) => isText(value) && value !== '';
const MEMBERS: readonly (readonly [name: string, expected: string, holds: (value: unknown) => boolean])[] = [
  ['code', 'a text', isFilled],
  ['message', 'a text', isText],
  ['request_id', 'a text', isFilled],
  ['details', 'a map or nothing', (value) => value === undefined || isMap(value)],
  ['doc_url', 'a text, null or nothing', (value) => value === undefined || value === null || isText(value)],
  ['retryable', 'true, false, null or nothing', (value) => [undefined, null, true, false].includes(value as never)],
];

function shapeMismatches({ view }: Sighting): Mismatch[] {
  if (!isMap(view.body)) return [{ pointer: '/body', expected: 'JSON with an error in it', seen: view.text }];
  const { error } = view.body;
  if (!isMap(error)) return [{ pointer: '/body/error', expected: 'an ErrorDetail', seen: error }];
  return MEMBERS.flatMap(([name, expected, holds]) =>
    holds(error[name]) ? [] : [{ pointer: `/body/error/${name}`, expected, seen: error[name] }],
  );
}

type Failure = Seen & { status: number };
const RETRY_LATER = [429, 503];
const NEVER_RETRY = [401, 403];

const DETAIL_RULES: readonly FieldRule<Failure>[] = [
  {
    rule: 'ERROR-403-CODE',
    field: 'code',
    when: ({ status }) => status === 403,
    ...oneOf('INSUFFICIENT_SCOPE', 'API_KEY_IP_NOT_ALLOWED'),
  },
  { rule: 'ERROR-503-CODE', field: 'code', when: ({ status }) => status === 503, ...oneOf('SERVICE_UNAVAILABLE') },
  {
    rule: 'ERROR-RETRYABLE-RIGHT',
    field: 'retryable',
    expected: 'not false, since it is to be tried again',
    when: ({ status, value }) => RETRY_LATER.includes(status) && typeof value['retryable'] === 'boolean',
    holds: (value) => value === true,
  },
  {
    rule: 'ERROR-RETRYABLE-RIGHT',
    field: 'retryable',
    expected: 'not true, since another try changes nothing',
    when: ({ status, value }) => NEVER_RETRY.includes(status) && typeof value['retryable'] === 'boolean',
    holds: (value) => value === false,
  },
];

export const errorDetails = fieldCheck<Failure>(failuresOf, DETAIL_RULES);

function failuresOf({ status, view }: Sighting): Failure[] {
  if (status < 400 || !isMap(view.body)) return [];
  return seen(view.body['error'], '/body/error').map((error) => ({ ...error, status }));
}

/** No two errors have the same request id. */
export const requestIds: PassiveCheck = {
  rules: ['ERROR-REQUEST-ID'],
  start: () => {
    const known = new Set<string>();
    return (sighting) =>
      failuresOf(sighting).flatMap(({ value: { request_id: id } }) => {
        if (!isText(id)) return [];
        const isNew = !known.has(id);
        known.add(id);
        if (isNew && known.size < 2) return [];
        const mismatch = { pointer: '/body/error/request_id', expected: 'an id that no earlier error had', seen: id };
        return [finding('ERROR-REQUEST-ID', isNew ? [] : [mismatch])];
      });
  },
};
