import type { Level } from '../../conformance/suite/rules/rule.ts';

/** Texts that the tables of the language do not contain. Types and a test compare each list with its table. */

export const LEVELS: Readonly<Record<Level, [meaning: string, breach: string]>> = {
  must: ['the specification says it', 'a failure'],
  should: ['the specification advises it', 'a warning'],
  derived: [
    'it follows from rules that it names in `from`',
    'a warning where its `spares` excuse it, or where it is `open`; else a failure',
  ],
  gap: ['the specification leaves it open', 'never graded: what the server does is noted'],
  excluded: ['it cannot be graded, for the reason in `because`', 'never graded'],
};

/** The names that all expressions can use. */
export const GLOBALS: Readonly<Record<string, string>> = {
  target: 'the target file: `target.base_url`, `target.data.products`, `target.hair.fields`',
  tenant: 'the account that was made for the scenario; null if the keys of the target are used',
  run: '`run.seed`, which decides every draw',
  budget: '`budget.wall` in milliseconds, `budget.jobs`, `budget.credit_units`',
  key: 'the keys by role: `key.primary.secret`, `key.primary.environment`; missing where there is none',
  feature: 'whether a feature is on: `feature.job.cancel`, `feature.lists`',
  driver: 'whether a driver is there: `driver.clock`',
  median_job_time: 'how long a job needs on this target, in milliseconds',
};

/** Names that are only available in some places. */
export const LOCALS: Readonly<Record<string, string>> = {
  row: 'the row of the matrix, by column',
  arm: '`arm.name`, `arm.horizon`, `arm.time`, `arm.partial`',
  previous: 'within a poll: the body before; at first the body itself',
  observed_until: 'after receive and collect: the instant until which was looked',
  'it, index': 'within each, some, none and exactly_one: the element and its position',
  'it, wanted, index':
    'within spares: what holds the places that the spare names, the value that the rule compared with, the position of `it` in its list',
  'item, index ':
    'within use with times or for_each, and a call with a list in parallel: the member of the list and its position',
};

/** Names that expectations for every answer can use, in addition to the name of the object to compare. */
export const OF_EVERY_ANSWER: Readonly<Record<string, string>> = {
  it: 'what is judged',
  answer: 'the answer that it is in, with the names of its operation and key: `answer.route`, `answer.key`',
  job: 'the Job that it is, or belongs to; missing where there is none',
};

/** The fields of what a step has seen, which expressions access by the id of the step. */
export const VIEW: Readonly<Record<string, string>> = {
  status: 'status of the answer; null if none came',
  header: 'headers by name, in whatever case: `header.Retry-After`',
  headers: 'every header as [name, value], in order',
  location:
    'where its Location leads: a path below base_url, or a whole address elsewhere, which no request is sent to',
  body: 'JSON of the answer',
  text: 'the answer as text',
  size: 'bytes of the answer',
  image:
    'of a picture: media_type, width, height, whether all of it is there and can be decoded (decodable), and its look, which two functions compare',
  silence: 'why no answer came: timeout, closed and so on; null if one came',
  at: 'when it came; of a delivery, on the clock of the target',
  took: 'how long it took, in milliseconds',
  request: 'what was sent: method, url, header, body, text, image',
  method: 'of a delivery: its method',
  path: 'of a delivery: the path that it was sent to',
  json: 'of a delivery: its JSON',
  received_at: 'of a delivery: when it came, on the clock of the tester',
  raw: 'of a delivery: its bytes as they came',
  answered_after:
    'of a delivery with a late reply: how many milliseconds it waited, on the clock of the tester (received) and on that of the target',
  pages: 'of a walk: its pages, each an answer',
  items: 'of a walk: the items of all pages together',
  first: 'of a list: its first element',
  last: 'of a list: its last element',
  each: 'of a list: every element; what is said holds of all of them',
  count: 'of a list: how many there are',
};
