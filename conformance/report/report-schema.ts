import { REASONS } from '../suite/reasons.ts';
import { GROUPS, LEVELS } from '../suite/rules/rule.ts';
import { REPORT_VERSION } from './report.ts';
import {
  anything,
  array,
  boolean,
  integer,
  type JsonSchema,
  map,
  nullable,
  number,
  object,
  oneOf,
  ref,
  string,
} from './schema-parts.ts';
import { TAPE_DEFINITIONS } from './tape-schema.ts';

const reason = nullable(oneOf(Object.keys(REASONS)));
const positions = array(integer);

const RULE = object({
  id: string,
  clause: string,
  level: oneOf(LEVELS),
  group: oneOf(GROUPS),
  says: string,
  verdict: oneOf(['pass', 'fail', 'warn', 'inconclusive', 'not_applicable', 'error']),
  reason,
  hint: nullable(string),
  counts: object({ held: integer, violated: integer, untested: integer }),
  known: boolean,
});

const FAILURE = object({
  rule: string,
  scenario: string,
  instance: string,
  step: string,
  place: string,
  mismatches: array(ref('mismatch')),
  exchanges: positions,
  reference: nullable(object({ status: integer, body: string })),
});

const INSTANCE = object(
  {
    id: string,
    scenario: string,
    arm: nullable(string),
    row: nullable(string),
    outcome: oneOf(['done', 'setup_failed', 'untested', 'crashed']),
    reason,
    detail: nullable(string),
    took: number,
    keys: map(string),
    tenant: nullable(string),
    median_job_time: number,
    tape: array(ref('tape_entry')),
    digest: string,
  },
  ['digest'],
);

const EVIDENCE = object({
  rule: string,
  outcome: oneOf(['held', 'violated', 'untested']),
  partial: boolean,
  instance: string,
  step: string,
  place: nullable(string),
  reason,
  detail: nullable(string),
  mismatches: array(ref('mismatch')),
  exchanges: positions,
});

const GROUP = object({
  group: oneOf(GROUPS),
  must: object({ passed: integer, total: integer, failed: integer, untested: integer }),
  warnings: integer,
  not_applicable: integer,
});

const GAP = object({ id: string, ask: string, answers: array(object({ seen: map(anything), times: integer })) });

const TARGET = object({
  name: string,
  version: nullable(string),
  base_url: string,
  spec: nullable(string),
  data: map(anything),
  budget: object({ wall: nullable(number), jobs: nullable(integer), credit_units: nullable(integer) }),
  timeouts: object({ answer: number }),
  hair: object({ mapped: boolean, fields: map(string) }),
});

const FEATURES = map(object({ declared: oneOf(['on', 'off', 'auto']), found: nullable(boolean) }));

const SHARD = object({ shard: string, nonce: string, target: TARGET, features: FEATURES, drivers: array(string) });

const REPORT = object(
  {
    report: { const: REPORT_VERSION },
    tool: object({ name: { const: 'tryon-kit' }, version: string }),
    suite: object({ digest: string, scenarios: integer, rules: integer }),
    target: TARGET,
    features: FEATURES,
    drivers: array(string),
    keys: map(oneOf(['live', 'test', 'other'])),
    options: object({ seed: string, nonce: string, only: array(string), shard: nullable(string), repeat: integer }),
    started: { type: 'string', format: 'date-time' },
    took: number,
    requests: integer,
    conclusion: oneOf(['conformant', 'non-conformant', 'incomplete', 'error']),
    exit_code: oneOf([0, 1, 3, 4]),
    groups: array(GROUP),
    rules: array(RULE),
    failures: array(FAILURE),
    gaps: array(GAP),
    evidence: array(EVIDENCE),
    observations: array(object({ gap: string, instance: string, step: string, seen: map(anything) })),
    instances: array(INSTANCE),
    leftovers: array(string),
    stale: array(string),
    errors: array(object({ instance: nullable(string), message: string })),
    shards: array(SHARD),
  },
  ['shards'],
);

/** The JSON Schema of a report, for whoever reads one by a program. What is not required is missing in reports of older versions. */
export const REPORT_SCHEMA: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `Report of a conformance run, version ${REPORT_VERSION}`,
  ...REPORT,
  $defs: { mismatch: object({ pointer: string, expected: string, seen: anything }, ['seen']), ...TAPE_DEFINITIONS },
};
