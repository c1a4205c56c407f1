import type { Question } from '../../shared/questions/question.ts';

/**
 * Questions that the emulator does not ask, because real servers do not differ in them. This server supports several
 * answers to each, and the suite must accept all of them.
 */
export const OWN_QUESTIONS: readonly Question[] = [
  {
    ...ofSection('2', 'how many seconds is the clock of the service ahead of its client?'),
    name: 'clock_ahead_seconds',
    choices: { kind: 'integer', from: -86_400, to: 86_400 },
    default: 0,
  },
  {
    ...ofSection('4.1', 'how many characters has a cursor?'),
    name: 'cursor_length',
    choices: { kind: 'integer', from: 1, to: 8_000 },
    default: 79,
  },
  {
    ...ofSection('4.1', 'has an answer an ETag that is not of a job?'),
    name: 'etag_on_other_answers',
    choices: ['absent', 'same_for_all'],
    default: 'absent',
  },
  {
    ...ofSection('4', 'how are the names of headers spelled?'),
    name: 'header_case',
    choices: ['lower', 'upper'],
    default: 'lower',
  },
  {
    ...ofSection('7', 'in which order are the members of a JSON object?'),
    name: 'json_order',
    choices: ['as_specified', 'reversed'],
    default: 'as_specified',
  },
  {
    ...ofSection('2.4', 'which characters has a request id?'),
    name: 'request_id_form',
    choices: ['prefixed', 'other_alphabet'],
    default: 'prefixed',
  },
  {
    ...ofSection('8', 'is a submission refused with 429 now and then?'),
    name: 'sometimes_limited',
    choices: ['never', 'every_fourth'],
    default: 'never',
  },
  {
    ...ofSection('7', 'is a request refused with 503 now and then?'),
    name: 'sometimes_unavailable',
    choices: ['never', 'every_route'],
    default: 'never',
  },
];

/** The choices for these questions, and choices for other questions that only this server supports. */
export type OwnReadings = {
  clock_ahead_seconds: number;
  cursor_length: number;
  etag_on_other_answers: 'absent' | 'same_for_all';
  header_case: 'lower' | 'upper';
  id_form: 'base32' | 'uuid' | 'capitals' | 'number' | 'to_be_encoded';
  json_order: 'as_specified' | 'reversed';
  request_id_form: 'prefixed' | 'other_alphabet';
  sometimes_limited: 'never' | 'every_fourth';
  sometimes_unavailable: 'never' | 'every_route';
};

function ofSection(section: string, ask: string) {
  return { section, ask, because: 'no real server differs in it', moves: 'what the server of another make does' };
}
