import type { Fields } from '../yaml/read-fields.ts';

export const REQUIRES: Fields = {
  keys: { about: 'roles of keys without which nothing can be tested', form: 'texts' },
  features: { about: 'features that must be on', form: 'texts' },
  drivers: { about: 'drivers without which nothing can be tested', form: 'texts' },
};

export const REPEAT: Fields = {
  times: { about: 'how often at most', form: 'value', required: true },
  stop_when: { about: '`all_classes_seen`: stop early', form: 'text' },
};

export const ARM: Fields = {
  name: { about: 'how the report calls it', form: 'text', required: true },
  needs: { about: 'conditions; the first arm whose needs are met is run', form: 'conditions' },
  matrix: { about: 'rows of this arm alone', form: 'value' },
  given: { about: 'set-up of this arm alone, after that of the scenario', form: 'steps' },
  pins: { about: 'value of the first column of the matrix -> class of answer that it must have', form: 'value' },
  repeat: { about: 'run it several times', form: REPEAT },
  unseen: { about: '`inconclusive`: what a class that never came up means', form: 'text' },
  horizon: { about: 'how long is looked on', form: 'value' },
  time: { about: '`target` or `wall`: whose clock signatures are judged on', form: 'text' },
  partial: { about: 'true: what is seen may fail a rule and never passes one', form: 'value' },
  verdict: { about: '`inconclusive`: nothing is run', form: 'text' },
  reason: { about: 'why nothing is run', form: 'text' },
  hint: { about: 'what would help', form: 'text' },
};

export const SCENARIO: Fields = {
  scenario: { about: 'its name, like a path: topic/what-it-shows', form: 'text', required: true },
  about: { about: 'what it shows, in a sentence', form: 'text' },
  covers: { about: 'every rule that it checks and every gap that it observes', form: 'texts', required: true },
  requires: { about: 'what must be there', form: REQUIRES },
  tenant: { about: 'the account that it wants, where the target can make one', form: 'value' },
  exclusive: { about: 'what nobody else may touch meanwhile: credits, clock, keys or the account', form: 'texts' },
  slow: { about: 'true: it takes seconds of real time whatever the clock, and is begun first', form: 'value' },
  products: {
    about:
      '`any`: a row whose `op` is a product that the server does not have is played with another one, which lib/product gives',
    form: 'text',
  },
  matrix: { about: 'a list of rows, or columns with their values; each row is a run of its own', form: 'value' },
  arms: { about: 'several strengths of control; the first whose needs are met is run', form: 'value' },
  given: { about: 'set-up; what fails here is no fault of the rules below', form: 'steps' },
  defaults: { about: 'what every call has unless it says otherwise', form: 'value' },
  steps: { about: 'what is done and expected', form: 'steps', required: true },
  finally: { about: 'done at the end whatever happens, in reverse order', form: 'steps' },
};

export const SET_UP: Fields = {
  set_up: { about: 'its name: lib/what-it-does', form: 'text', required: true },
  about: { about: 'what it does, in a sentence', form: 'text' },
  takes: { about: 'what it takes, each with its default; null must be given', form: 'value' },
  defaults: { about: 'what every call has unless it says otherwise', form: 'value' },
  steps: { about: 'what it does; a broken rule ends it', form: 'steps', required: true },
  gives: { about: 'what the one who uses it gets', form: 'value' },
};

export const EVERY_STEP: Fields = {
  id: { about: 'the name under which later steps find the answer', form: 'text' },
  about: { about: 'a remark for readers', form: 'text' },
  if: { about: 'the step is passed over where this is false', form: 'condition' },
  occasion: {
    about:
      'where this is true, the occasion was brought: what its `if` leaves out is without occasion, and not untested',
    form: 'condition',
  },
};

/** What may be said of a request. */
export const REQUEST: Fields = {
  key: { about: 'role of the key that is sent (default primary); none sends none', form: 'value' },
  query: { about: 'parameters; a list repeats one', form: 'value' },
  headers: { about: 'headers; null leaves a default out', form: 'value' },
  json: { about: 'a JSON body, or {of, respell: [member_order, whitespace, escapes]}', form: 'value' },
  body: {
    about:
      'a raw body: a text, {fixture, truncate?, prepend?, append?}, {file, type?}, beside the scenario, {base64, type?}, {text, spaces?: size} or {zeros: size}',
    form: 'value',
  },
  timeout: { about: 'how long to wait for the answer', form: 'value' },
  retry: {
    about:
      'false: a 429, a 503 or a balance that is older than what was seen is the answer, and nothing is tried again',
    form: 'value',
  },
  unpaid: {
    about: 'true: a 402 is the answer, also of an account whose units are not those that the scenario asked for',
    form: 'value',
  },
};

export const CLASS: Fields = {
  when: { about: 'what the answer is like', form: 'expectation', required: true },
  expect: { about: 'what it must be like then', form: 'checks' },
};

/** What may be said of what a step saw. */
export const JUDGED: Fields = {
  expect: { about: 'expectations by rule; those without a rule must hold for the rest to make sense', form: 'checks' },
  by_class: { about: 'expectations for each class of the last classified answer', form: 'value' },
  observe: { about: 'gap -> what is noted of it, never graded', form: 'value' },
};

export const ANSWERED: Fields = {
  ...JUDGED,
  classify: { about: 'several lawful answers, each with its own duties; otherwise: {fail: RULE}', form: 'value' },
  exclusive: { about: 'what nobody else may touch from here on', form: 'text' },
};

/** Each kind of step, by the field that tells it. */
export const STEPS: Readonly<Record<string, Fields>> = {
  call: {
    call: { about: 'METHOD and path of a request', form: 'value' },
    parallel: {
      about: 'send it so many times at once, or once for each of a list, which is `item`; the answers are a list',
      form: 'value',
    },
    twin_of: { about: 'a step whose request this repeats but for `change`', form: 'text' },
    change: { about: 'places of the request, such as headers.Idempotency-Key, and their new values', form: 'value' },
    ...REQUEST,
    ...ANSWERED,
  },
  poll: {
    poll: { about: 'METHOD and path of a request, repeated until …', form: 'value', required: true },
    until: { about: 'what ends it', form: 'expectation', required: true },
    always: { about: 'expectations of every answer; `previous` is the body before', form: 'checks' },
    pace: { about: '`retry-after`, the default, or a duration', form: 'value' },
    deadline: { about: '{after: 10m, else: inconclusive}', form: 'value' },
    ...REQUEST,
    ...ANSWERED,
  },
  walk: {
    walk: { about: 'GET and path of a list; its pages are followed to the end', form: 'value', required: true },
    most: { about: 'pages at most (default 50)', form: 'value' },
    ...REQUEST,
    ...ANSWERED,
  },
  use: {
    use: { about: 'a set-up of the library', form: 'text', required: true },
    as: { about: 'the name of what it gives', form: 'text' },
    times: { about: 'how often; what it gives is a list', form: 'value' },
    for_each: { about: 'once for each member of a list, which is `item`', form: 'value' },
  },
  let: { let: { about: 'names and their values', form: 'value', required: true } },
  value: { value: { about: 'a value that the expectations are about', form: 'value', required: true }, ...JUDGED },
  drive: {
    drive: { about: 'a call of a driver', form: 'text', required: true },
    as: { about: 'the name of what it answers', form: 'text' },
  },
  hook: {
    hook: { about: 'a receiver of webhooks', form: 'text', required: true },
    endpoint: { about: '`fresh`: registered for this scenario alone', form: 'text' },
    scheme: { about: '`https`: an address at which nobody speaks TLS, so that every attempt fails', form: 'text' },
    url: {
      about: 'an address of your own choice, such as one that a server must refuse: nothing is received then',
      form: 'value',
    },
    events: { about: 'what the endpoint is told of (default everything)', form: 'value' },
    environment: { about: '`live` or `test` (default that of the primary key)', form: 'value' },
    reply: {
      about: '{status, early, delay, redirect, reset, body, headers}, or a list of them; the last one repeats',
      form: 'value',
    },
  },
  receive: {
    receive: { about: 'a receiver; what came to it is a list', form: 'text', required: true },
    where: { about: 'which deliveries are meant', form: 'expectation' },
    settle: { about: 'how long is waited for more (default 30s)', form: 'value' },
    until: { about: '{count: n}: no longer than needed', form: 'value' },
    ...ANSWERED,
  },
  collect: {
    collect: { about: 'a receiver; what came to it is a list', form: 'text', required: true },
    where: { about: 'which deliveries are meant', form: 'expectation' },
    until: { about: '{elapsed: 30h}', form: 'value', required: true },
    clock: { about: '`next_timer`: from one due timer to the next where the clock can be moved', form: 'text' },
    ...ANSWERED,
  },
  wait: { wait: { about: '{for: 10s} or {until: instant}, on the target’s clock', form: 'value', required: true } },
  offset: { offset: { about: 'a wait of this length, on the tester’s clock', form: 'value', required: true } },
  erase: {
    erase: { about: 'all, or a list of jobs and assets that the scenario made', form: 'value', required: true },
  },
};

const FIELDS_BY_KIND: Readonly<Record<string, Fields>> = Object.fromEntries(
  Object.entries(STEPS).map(([kind, own]) => [kind, { ...EVERY_STEP, ...own }]),
);

/** The fields of a kind of step, with those that every step has. */
export function stepFields(kind: string): Fields {
  return FIELDS_BY_KIND[kind] ?? EVERY_STEP;
}

export const DRIVES: Readonly<Record<string, { driver: string; about: string; takes: readonly string[] }>> = {
  'jobs.script': {
    driver: 'jobs',
    about: 'decides what becomes of the next job of a key: a role, primary where it is left out',
    takes: ['next', 'key'],
  },
  'jobs.forget': { driver: 'jobs', about: 'takes back the plans that have not decided a job', takes: [] },
  'jobs.await_hold': {
    driver: 'jobs',
    about: 'waits until a job has come to its hold; `key` here and below: the role that submitted it',
    takes: ['job', 'key'],
  },
  'jobs.read': {
    driver: 'jobs',
    about: 'tells the inner stage of a job, or its status when it has ended',
    takes: ['job', 'key'],
  },
  'jobs.release': { driver: 'jobs', about: 'lets a held job go on', takes: ['job', 'key'] },
  'jobs.step': { driver: 'jobs', about: 'takes a job over its next boundary', takes: ['job', 'key'] },
  'clock.advance': { driver: 'clock', about: 'lets time pass on the target', takes: ['by', 'to'] },
  'tenants.change': { driver: 'tenants', about: 'switches features of the account', takes: ['features'] },
  'credits.change': {
    driver: 'credits',
    about: 'changes the credits of the account',
    takes: ['adjust', 'enforced', 'threshold', 'test_funded'],
  },
  'faults.set': {
    driver: 'faults',
    about: 'makes stores unreadable, or admission narrow',
    takes: ['key_store_unreadable', 'ledger_unreadable', 'admission_per_minute', 'daily_quota'],
  },
  'webhooks.rotate': { driver: 'webhooks', about: 'makes a new secret', takes: ['hook', 'keep_previous_for'] },
  'webhooks.ping': { driver: 'webhooks', about: 'sends a test event', takes: ['hook'] },
  'webhooks.enable': { driver: 'webhooks', about: 'enables an endpoint', takes: ['hook'] },
  'webhooks.disable': { driver: 'webhooks', about: 'disables an endpoint', takes: ['hook'] },
  'webhooks.deliveries': { driver: 'webhooks', about: 'the delivery log of an endpoint', takes: ['hook'] },
  'webhooks.resend': { driver: 'webhooks', about: 'sends a delivery again', takes: ['delivery'] },
  'webhooks.endpoint': { driver: 'webhooks', about: 'the state of an endpoint', takes: ['hook'] },
};
