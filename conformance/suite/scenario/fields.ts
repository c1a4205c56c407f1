import * as z from 'zod/mini';
import { NAME } from '../own/suite-file.ts';
import type { Reason } from '../reasons.ts';
import { DRIVERS, DRIVES, FEATURES, ROLES } from '../vocabulary.ts';
import {
  type Fields,
  field,
  listNode,
  mapNode,
  node,
  type Read,
  required,
  text,
  texts,
  word,
  words,
} from '../yaml/fields.ts';
import type { JsonSchema } from '../yaml/schema-parts.ts';

function ref(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** `${row.then}` may be replaced by any value of a matrix row. */
const TEMPLATE: JsonSchema = { type: 'string', pattern: '^\\$\\{' };

function mapOf(values: JsonSchema) {
  return mapNode('value', { anyOf: [{ type: 'object', additionalProperties: values }, TEMPLATE] });
}

const value = node('value');
const fieldsOrTemplate = node('value', { type: ['object', 'string'] });
const changes = mapNode('value', { type: ['object', 'string'] });
const condition = node('expression', { type: ['string', 'boolean'] });
const steps = listNode('list of steps', { items: ref('step') });
const expectation = node('expectation', ref('expectation'));
const checks = mapNode('expectations by rule', ref('checks'));
const defaults = field('defaults of every call', mapNode('value', { type: 'object', additionalProperties: false }));

export const REQUIRES = {
  keys: field('roles of keys without which nothing can be tested', words(Object.keys(ROLES))),
  features: field(
    'features that must be on',
    texts({ anyOf: [{ enum: Object.keys(FEATURES) }, { type: 'string', pattern: NAME.source }] }),
  ),
  drivers: field('drivers without which nothing can be tested', words(DRIVERS)),
};

export const REPEAT = {
  times: required('how often at most', value),
  stop_when: field('`all_classes_seen`: stop early', word(['all_classes_seen'])),
};

/** What a target can lack, so that the arm cannot run. */
const ARM_REASONS = [
  'needs-clock',
  'needs-receiver',
  'needs-key',
  'needs-tenant',
  'needs-driver',
  'feature-off',
  'condition',
] as const satisfies readonly Reason[];

export const ARM = {
  name: required('how the report calls it', text()),
  needs: field(
    'conditions; the first arm whose needs are met is run',
    listNode('list of expressions', { items: { type: ['string', 'boolean'] } }),
  ),
  matrix: field('rows of this arm alone', node('value', { type: ['array', 'object'] })),
  given: field('set-up of this arm alone, after that of the scenario', steps),
  pins: field(
    'value of the first column of the matrix -> class of answer that it must have',
    mapOf({ type: 'string' }),
  ),
  repeat: field('run it several times', z.strictObject(REPEAT)),
  unseen: field('`inconclusive`: what a class that never came up means', word(['inconclusive'])),
  horizon: field('how long is looked on', value),
  time: field('`target` or `wall`: whose clock signatures are judged on', text()),
  partial: field('true: what is seen may fail a rule and never passes one', value),
  verdict: field('`inconclusive`: nothing is run', word(['inconclusive'])),
  reason: field('why nothing is run', word(ARM_REASONS)),
  hint: field('what would help', text()),
};

const EXCLUSIVES = ['credits', 'clock', 'keys', 'account'] as const;

export const SCENARIO = {
  scenario: required('its name, like a path: topic/what-it-shows', text({ pattern: '^[a-z0-9-]+(/[a-z0-9-]+)*$' })),
  about: field('what it shows, in one sentence', text()),
  covers: required('every rule that it checks and every gap that it observes', texts()),
  requires: field('required features and drivers', z.strictObject(REQUIRES)),
  tenant: field('the account that it needs, if the target can create one', value),
  exclusive: field('what no other scenario may use meanwhile: credits, clock, keys or the account', words(EXCLUSIVES)),
  slow: field('true: it takes seconds of real time with any clock, and starts first', value),
  products: field(
    '`any`: a row whose `op` is a product that the server does not have is played with another one, which lib/product gives',
    words(['any']),
  ),
  matrix: field(
    'a list of rows, or columns with their values; each row is a run of its own',
    node('value', { type: ['array', 'object'] }),
  ),
  arms: field(
    'several strengths of control; the first whose needs are met is run',
    listNode('value', { items: ref('arm') }),
  ),
  given: field('set-up; a failure here does not count against the rules below', steps),
  defaults,
  steps: required('requests and expectations', steps),
  finally: field('done at the end whatever happens, in reverse order', steps),
};

export const SET_UP = {
  set_up: required('its name: lib/what-it-does', text()),
  about: field('what it does, in a sentence', text()),
  takes: field('its parameters with their defaults; null means required', mapNode('value')),
  defaults,
  steps: required('its steps; a broken rule ends them', steps),
  gives: field('the values that it returns', value),
};

export const EVERY_STEP = {
  id: field('the name under which later steps find the answer', text()),
  about: field('a remark for readers', text()),
  if: field('the step is skipped if this is false', condition),
  occasion: field('if this is true, a skipped step counts as not applicable instead of untested', condition),
};

export const REQUEST = {
  key: field('role of the key that is sent (default primary); none sends none', value),
  query: field('parameters; a list repeats one', fieldsOrTemplate),
  headers: field('headers; null removes a default', fieldsOrTemplate),
  json: field('a JSON body, or {of, respell: [member_order, whitespace, escapes]}', value),
  body: field(
    'a raw body: a text, {fixture, truncate?, prepend?, append?}, {file, type?}, beside the scenario, {base64, type?}, {text, spaces?: size} or {zeros: size}',
    value,
  ),
  timeout: field('how long to wait for the answer', value),
  retry: field(
    'false: a 429, a 503 or a balance that is older than what was seen is the answer, and nothing is tried again',
    value,
  ),
  unpaid: field(
    'true: a 402 is the answer, also of an account whose units are not those that the scenario asked for',
    value,
  ),
};

export const CLASS = {
  when: required('what the answer is like', expectation),
  expect: field('what it must be like then', checks),
};

export const OTHERWISE = {
  fail: required('the rule that any other answer breaks', text()),
  show: field('`nearest_class`: compare with the class that comes nearest', text()),
};

/** The fields that judge what a step saw. */
export const JUDGED = {
  expect: field('expectations by rule; those without a rule must hold for the rest to make sense', checks),
  by_class: field('expectations for each class of the last classified answer', mapOf(ref('checks'))),
  observe: field(
    'gap -> what is noted of it, never graded',
    mapNode('value', { type: 'object', additionalProperties: ref('noted') }),
  ),
};

export const ANSWERED = {
  ...JUDGED,
  classify: field(
    'several lawful answers, each with its own duties; otherwise: {fail: RULE}',
    mapNode('value', {
      type: 'object',
      properties: { otherwise: { type: 'object', properties: { fail: {}, show: {} }, required: ['fail'] } },
      additionalProperties: ref('class'),
    }),
  ),
  exclusive: field('what no other scenario may use from here on', words(EXCLUSIVES)),
};

const deliveries = field('which deliveries are meant', expectation);

/** Each kind of step, by the field that identifies it. */
export const STEPS = {
  call: {
    call: field('METHOD and path of a request', value),
    parallel: field(
      'send it so many times at once, or once for each of a list, which is `item`; the answers are a list',
      value,
    ),
    twin_of: field('a step whose request this repeats but for `change`', text()),
    change: field('places of the request, such as headers.Idempotency-Key, and their new values', changes),
    ...REQUEST,
    ...ANSWERED,
  },
  poll: {
    poll: required('METHOD and path of a request, repeated until …', value),
    until: required('what ends it', expectation),
    always: field('expectations of every answer; `previous` is the body before', checks),
    pace: field('`retry-after`, the default, or a duration', value),
    deadline: field(
      '{after: 10m, else: inconclusive}',
      node('value', { type: ['object', 'string'], properties: { after: {}, else: { const: 'inconclusive' } } }),
    ),
    ...REQUEST,
    ...ANSWERED,
  },
  walk: {
    walk: required('GET and path of a list; its pages are followed to the end', value),
    most: field('pages at most (default 50)', value),
    ...REQUEST,
    ...ANSWERED,
  },
  use: {
    use: required('a set-up of the library', text()),
    as: field('the name of its result', text()),
    times: field('number of times; the result is a list', value),
    for_each: field('once for each member of a list, which is `item`', value),
  },
  let: { let: required('names and their values', mapNode('value', { type: 'object', minProperties: 1 })) },
  value: { value: required('a value that the expectations are about', value), ...JUDGED },
  drive: {
    drive: required('a call of a driver', text({ enum: Object.keys(DRIVES) })),
    as: field('the name of its answer', text()),
  },
  hook: {
    hook: required('a receiver of webhooks', text()),
    endpoint: field('`fresh`: registered for this scenario alone', word(['fresh'])),
    scheme: field('`https`: an address without TLS, so that every attempt fails', word(['https', 'http'])),
    url: field('an address of your own choice, such as one that a server must refuse: nothing is received then', value),
    events: field('the events of the endpoint (default: all)', value),
    environment: field('`live` or `test` (default that of the primary key)', value),
    reply: field(
      '{status, early, delay, redirect, reset, body, headers}, or a list of them; the last one repeats',
      value,
    ),
  },
  receive: {
    receive: required('a receiver; its deliveries are a list', text()),
    where: deliveries,
    settle: field('how long is waited for more (default 30s)', value),
    until: field('{count: n}: no longer than needed', value),
    ...ANSWERED,
  },
  collect: {
    collect: required('a receiver; its deliveries are a list', text()),
    where: deliveries,
    until: required('{elapsed: 30h}', value),
    clock: field('`next_timer`: from one due timer to the next where the clock can be moved', word(['next_timer'])),
    ...ANSWERED,
  },
  wait: { wait: required('{for: 10s} or {until: instant}, on the target’s clock', value) },
  offset: { offset: required('a wait of this length, on the tester’s clock', value) },
  erase: { erase: required('all, or a list of jobs and assets that the scenario made', value) },
} as const satisfies Readonly<Record<string, Fields>>;

export type Kind = keyof typeof STEPS;
export const KINDS = Object.keys(STEPS) as readonly Kind[];
export const REQUEST_KINDS: readonly Kind[] = ['call', 'poll', 'walk'];
/** The kinds of step whose entries include arguments of a set-up or a driver. */
export const FREE_KINDS: readonly Kind[] = ['use', 'drive'];

/** The fields that were read from a kind of step. */
export type ReadStep<Of extends Kind> = Read<typeof EVERY_STEP> & Read<(typeof STEPS)[Of]>;

const FIELDS_BY_KIND = new Map(KINDS.map((kind): [Kind, Fields] => [kind, { ...EVERY_STEP, ...STEPS[kind] }]));

/** Returns the fields of a kind of step, including those that every step has. */
export function stepFields(kind: Kind): Fields {
  return FIELDS_BY_KIND.get(kind) ?? EVERY_STEP;
}
