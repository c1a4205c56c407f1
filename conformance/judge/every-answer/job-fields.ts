import { isMap } from '../../suite/expectation/operators/same-as.ts';
import { TERMINAL } from '../../suite/vocabulary.ts';
import { type FieldRule, fieldCheck, isText, oneOf } from './fields.ts';
import { isDatetime, itemsOf, type Seen, seen, UNDER_WAY } from './sighting.ts';

const A_DATETIME = 'an ISO 8601 time in UTC';
const OPERATIONS = ['makeup.apply', 'skin.analyze', 'hair.try_on'];
const STATUSES = [...UNDER_WAY, ...TERMINAL];

const datetime = { expected: A_DATETIME, holds: isDatetime };
const isNull = { expected: 'null', holds: (value: unknown) => value === null };

function status(...wanted: readonly unknown[]): (job: Seen) => boolean {
  return ({ value }) => wanted.includes(value['status']);
}

/** A member that no later time could make right: earlier than the creation of its job. */
function notBeforeCreation(value: unknown, { value: job }: Seen): boolean {
  const [time, created] = [Date.parse(String(value)), Date.parse(String(job['created_at']))];
  return Number.isNaN(time) || Number.isNaN(created) || time >= created;
}

const RULES: readonly FieldRule[] = [
  {
    rule: 'ID-JOB',
    field: 'id',
    expected: 'job_ and something after it',
    holds: (id) => isText(id) && /^job_./s.test(id),
  },
  { rule: 'JOB-OPERATION', field: 'operation', ...oneOf(...OPERATIONS) },
  { rule: 'JOB-STATUS', field: 'status', ...oneOf(...STATUSES) },
  { rule: 'JOB-CREATED-AT', field: 'created_at', ...datetime },
  { rule: 'JOB-UPDATED-AT', field: 'updated_at', ...datetime },
  { rule: 'JOB-COMPLETED-AT', field: 'completed_at', when: status(...UNDER_WAY), ...isNull },
  { rule: 'JOB-COMPLETED-SET', field: 'completed_at', when: status(...TERMINAL), ...datetime },
  {
    rule: 'JOB-EXPIRES-AT',
    field: 'expires_at',
    expected: `${A_DATETIME}, or null`,
    holds: (value) => value === null || isDatetime(value),
  },
  { rule: 'JOB-INPUTS', field: 'inputs', expected: 'a list', holds: Array.isArray },
  { rule: 'JOB-OUTPUT-NULL', field: 'output', when: status('queued', 'running', 'failed', 'cancelled'), ...isNull },
  {
    rule: 'JOB-OUTPUT-SET',
    field: 'output',
    expected: 'an output with a type',
    when: status('succeeded'),
    holds: (output) => isMap(output) && isText(output['type']),
  },
  { rule: 'JOB-ERROR-SET', field: 'error', expected: 'an error', when: status('failed'), holds: isMap },
  { rule: 'JOB-ERROR-NULL', field: 'error', when: status('queued', 'running', 'succeeded', 'cancelled'), ...isNull },
  { rule: 'JOB-TIMES-ORDER', field: 'updated_at', expected: 'not before created_at', holds: notBeforeCreation },
  { rule: 'JOB-TIMES-ORDER', field: 'completed_at', expected: 'not before created_at', holds: notBeforeCreation },
];

export const jobFields = fieldCheck(({ jobs }) => jobs, RULES);

export const jobInputs = fieldCheck(
  ({ jobs }) => jobs.flatMap(({ value, pointer }) => itemsOf(value, 'inputs', pointer)),
  [
    { rule: 'JOB-INPUT-ASSET-ID', field: 'asset_id', expected: 'a text', holds: isText },
    { rule: 'JOB-INPUT-ROLE', field: 'role', expected: 'a text', holds: isText },
  ],
);

export const jobErrors = fieldCheck(
  ({ jobs }) => jobs.filter(status('failed')).flatMap(({ value, pointer }) => seen(value['error'], `${pointer}/error`)),
  [
    { rule: 'JOB-ERROR-CODE', field: 'code', ...oneOf('INPUT_UNPROCESSABLE', 'INPUT_EXPIRED', 'PROCESSING_FAILED') },
    { rule: 'JOB-ERROR-MESSAGE', field: 'message', expected: 'a text', holds: isText },
  ],
);

const TYPES = [
  ['skin.analyze', 'skin.analysis', 'SKIN-OUTPUT-TYPE'],
  ['makeup.apply', 'makeup.try_on', 'MAKEUP-OUTPUT-TYPE'],
  ['hair.try_on', 'hair.try_on', 'HAIR-OUTPUT-TYPE'],
] as const;

type Output = Seen & { operation: unknown };

/** A type that nobody described is lawful, since the union is open; a described one belongs to its operation. */
export const outputTypes = fieldCheck<Output>(
  ({ jobs }) =>
    jobs.filter(status('succeeded')).flatMap(({ value, pointer }) =>
      seen(value['output'], `${pointer}/output`)
        .filter((output) => TYPES.some(([, type]) => type === output.value['type']))
        .map((output) => ({ ...output, operation: value['operation'] })),
    ),
  TYPES.map(([operation, type, rule]) => ({
    rule,
    field: 'type',
    expected: type,
    when: (output) => output.operation === operation,
    holds: (value) => value === type,
  })),
);
