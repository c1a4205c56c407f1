import type { Path } from '../../../shared/expression/paths.ts';
import type { Place } from '../../../shared/yaml/node.ts';
import type { Expectation } from '../expectation/expectation.ts';
import type { Check } from '../expectation/finding.ts';
import { ROUTES, type RouteName } from '../vocabulary.ts';
import { field, mapNode, node, required, text, texts, word, words } from '../yaml/fields.ts';

/** The expectations of a suite for every answer, whatever the scenario tests. */
export type EveryAnswer = {
  checks: readonly AnswerCheck[];
  /** Each rule once, in alphabetical order. */
  rules: readonly string[];
  /** The places that mention each rule. */
  mentioned: readonly { rule: string; place: Place }[];
};

/** A document of every-answer/, compiled. */
export type AnswerCheck = {
  lookAt: readonly LookAt[];
  /** Empty: all routes. */
  routes: readonly RouteName[];
  where: Check | null;
  /** Empty: the subject itself. */
  at: readonly Path[];
  compareWith: CompareWith | null;
  same: readonly Same[];
  expect: readonly { rule: string; expectation: Expectation }[];
};

/** The parts of an answer that can be looked at. */
export const LOOK_AT = {
  answers: 'every answer of a documented operation, whole',
  jobs: 'every whole Job: of a submission, a read or a cancel',
  current_jobs: 'the same without those of a replay, which may show an earlier state',
  listed_jobs: 'the items of a list of jobs',
  results: 'every result of a Job whose output is of a described type',
  assets: 'every Asset: uploaded, read or listed',
  errors: 'the ErrorDetail of every error, where it has one',
} as const;
export type LookAt = keyof typeof LOOK_AT;

/** What a part can be compared with: what the same document looked at earlier in the same run of a scenario. */
export const COMPARE_WITH = {
  earlier: 'each one that was answered before this request was sent, in turn, as `earlier`',
  previous: 'the last of those, as `previous`; nothing is judged where there is none',
  other: 'each one so far, also of requests that were under way at the same time, as `other`',
  history: 'those that were answered before this request was sent, together, as the list `history`',
} as const;
export type CompareWith = keyof typeof COMPARE_WITH;

/** What two parts must share to be comparable. */
export const SAME = { id: 'about the same job or asset', key: 'asked for with the same key' } as const;
type Same = keyof typeof SAME;

const expectation = node('expectation', { $ref: '#/$defs/expectation_of_value' });
const names = <Table extends object>(table: Table) => words(Object.keys(table) as (keyof Table & string)[]);

export const EVERY_ANSWER = {
  about: required('what is expected, in a sentence', text()),
  look_at: required(`what is looked at: ${Object.keys(LOOK_AT).join(', ')}`, names(LOOK_AT)),
  routes: field('operations whose answers are meant (default all)', names(ROUTES)),
  where: field('which of what is looked at is meant', expectation),
  at: field('paths below it: what stands there is judged instead, unless it is null or missing', texts()),
  compare_with: field(
    `also judged against what came before: ${Object.keys(COMPARE_WITH).join(', ')}`,
    word(Object.keys(COMPARE_WITH) as CompareWith[]),
  ),
  same: field('what that must have in common with it: id, key', names(SAME)),
  expect: required(
    'expectations by rule; a list of them is judged one by one',
    mapNode('expectations by rule', { $ref: '#/$defs/answer_checks' }),
  ),
};
