import { isDeepStrictEqual } from 'node:util';
import type { Readings } from '../../shared/questions/generated/readings.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import {
  choiceName,
  choiceProblem,
  isEnumeration,
  type Question,
  questionNamed,
  type Word,
} from '../../shared/questions/question.ts';

import { OWN_QUESTIONS, type OwnReadings } from './own-questions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * What the server does where the specification is silent, by question of scenarios/questions. The first choice is the
 * default.
 */
export const CHOICES = {
  analysis_version: ['other', 'absent'],
  balance_object: ['present', 'absent'],
  capture_moment: ['at_end', 'at_pick_up'],
  clock_ahead_seconds: [0, 3_600],
  'codes.asset_expired': ['INPUT_GONE', 'GONE'],
  'codes.duplicate_concern': ['NOT_A_SET', 'DUPLICATE'],
  'codes.internal_error': ['BUG'],
  'codes.invalid_submission': ['BAD_FIELDS', 'VALIDATION_FAILED'],
  'codes.invalid_upload': ['NO_PICTURE', 'INVALID_IMAGE'],
  'codes.not_found': ['NO_SUCH_ROUTE'],
  'codes.payload_too_large': ['TOO_MUCH', 'TOO_BIG'],
  'codes.rate_limited': ['TOO_MANY', 'SLOW_DOWN'],
  'codes.wrong_method': ['WRONG_METHOD'],
  color_format: ['any'],
  concern_order: ['reversed'],
  connection: ['keep_alive', 'close'],
  content_cache_control: ['absent'],
  content_etag: ['absent'],
  content_if_none_match: [200],
  content_length: ['present', 'chunked'],
  content_nosniff: ['absent'],
  cursor_length: [79, 1_600],
  deleted_key_other_request: [409],
  empty_idempotency_key: ['as_missing'],
  error_details: ['parameter', 'absent'],
  error_doc_url: ['absent', 'as_null'],
  error_retryable: ['absent', 'as_null'],
  etag_on_other_answers: ['absent', 'same_for_all'],
  extra_fields: ['none', 'everywhere'],
  face_detection: ['off'],
  hair_endpoint: ['absent'],
  head_requests: [404],
  header_case: ['lower', 'upper'],
  id_form: ['base32', 'uuid', 'capitals', 'number', 'to_be_encoded'],
  id_order: ['random'],
  idempotency_key: ['required', 'optional'],
  idempotency_key_characters: ['any'],
  idempotency_key_max_length: [300],
  idempotency_key_owner: ['account', 'api_key'],
  idempotency_key_routes: ['apart'],
  if_none_match: ['one_tag'],
  image_orientation: ['as_stored'],
  input_content: ['refuse', 'serve'],
  input_expired: ['never'],
  input_retention: [3 * HOUR],
  job_etag: ['strong', 'weak'],
  job_expires_at: ['at_end', 'from_start'],
  job_retention: [5 * HOUR],
  jobs_list_shape: ['page', 'summaries', 'bare_list'],
  json_content_type: ['plain', 'capitals_and_charset'],
  /** By default, the order is neither that of the specification nor its reverse. */
  json_order: [null, 'reversed'],
  json_spacing: ['compact', 'indented'],
  late_cancel_billing: ['not_billed', 'billed'],
  livemode: ['with_test_keys', 'never'],
  location_form: ['path', 'absolute', 'other_origin'],
  makeup_revision: ['other', 'absent'],
  message_language: ['english', 'french'],
  no_concerns: ['refuse', 'accept'],
  no_products: ['refuse', 'accept'],
  no_visualizations: ['empty_list', 'absent'],
  repeated_visualization: ['draw_twice'],
  replay_location: ['absent'],
  replay_retry_after: ['always'],
  replay_state: ['present', 'first'],
  request_id_form: ['prefixed', 'other_alphabet'],
  result_as_input: ['refuse', 'accept'],
  result_sides: ['present', 'absent', 'as_null'],
  retry_after: [0, 1],
  retry_after_503_seconds: [0],
  retry_after_on_finished: ['absent', 'present'],
  scope_or_existence: ['existence_first', 'scope_first'],
  score_range: [
    [0, 1],
    [0, 5_000],
  ],
  sometimes_limited: ['never', 'every_fourth'],
  sometimes_unavailable: ['never', 'every_route'],
  'stages.queued': [120, 0],
  'stages.picked_up': [120, 0],
  'stages.preparing': [120, 0],
  'stages.processing': [120, 0],
  submit_content_type: [400, 'accept'],
  submit_max_bytes: [256 * 1024],
  time_digits: ['milliseconds', 'none', 'microseconds'],
  time_offset: ['z', 'zero_offset'],
  try_on_role: ['try_on'],
  unit_costs: [
    { 'skin.analyze': 7, 'makeup.apply': 11, 'hair.try_on': 5 },
    { 'hair.try_on': 0, 'makeup.apply': 0, 'skin.analyze': 0 },
  ],
  unit_costs_operations: ['enabled'],
  unknown_body_fields: ['refuse', 'ignore'],
  unknown_output_type: ['never', 'always'],
  unknown_path_body: ['error_detail', 'other_json'],
  unknown_path_without_key: [401, 404],
  unmeasured_concerns: ['some'],
  unreadable_image_status: [422],
  unsupported_media_type_status: [415],
  updated_at: ['status', 'every_read_while_running'],
  upload_max_bytes: [8 * 1024 * 1024],
  upload_status: [201, 200],
  usage_cancelled: ['counted', 'taken_out'],
  usage_parameters: ['none'],
  usage_shape: ['nested_rows', 'bare_map'],
  usage_unknown_parameter: ['ignore'],
  visualization_of_other_concern: ['refuse', 'leave_out', 'draw'],
  wrong_method: [404, 405],
} as const satisfies Readonly<Record<string, readonly [unknown, ...unknown[]]>>;

export type ChoiceName = keyof typeof CHOICES;
type ChoiceAt<Name> = Name extends keyof OwnReadings
  ? OwnReadings[Name]
  : Name extends keyof Readings
    ? Readonly<Readings[Name]>
    : Name extends `codes.${infer Code extends keyof Readings['codes']}`
      ? Readings['codes'][Code]
      : number;
/** A choice for each question that the server supports. */
export type Choices = { [Name in ChoiceName]: ChoiceAt<Name> | (Name extends 'json_order' ? null : never) };

export const OWN_CHOICES = Object.fromEntries(Object.entries(CHOICES).map(([name, [own]]) => [name, own])) as Choices;

export const OTHER_CHOICES: readonly { name: ChoiceName; choice: unknown }[] = Object.entries(CHOICES).flatMap(
  ([name, [, ...others]]) => others.map((choice) => ({ name: name as ChoiceName, choice })),
);

/** The questions that the server supports, with its own default and the choices that it supports. */
export function ownTable(questions: readonly Question[]): Question[] {
  return [...questions, ...OWN_QUESTIONS].flatMap((question): Question[] => {
    const { name, choices, shows_with = {}, set: _, ...rest } = question;
    if (!isOwnQuestion(name)) return [];
    const [own, ...others]: readonly unknown[] = CHOICES[name];
    const known = isEnumeration(choices)
      ? { choices: [own, ...others].filter((one): one is Word => one !== null) }
      : { choices, tries: others };
    const beside = Object.entries(shows_with).filter(([other]) => isOwnQuestion(other));
    return [{ ...rest, name, ...known, shows_with: Object.fromEntries(beside), default: own }];
  });
}

type Given = { choices?: Readonly<Record<string, unknown>>; stage?: number };

/** The default choices, overridden by the given ones. Throws an Error for an unknown or unsupported choice. */
export function choicesOf({ choices = {}, stage }: Given): Choices {
  for (const [name, choice] of Object.entries(choices)) checkChoice(name, choice);
  return { ...OWN_CHOICES, ...(stage !== undefined && stagesOf(stage)), ...choices };
}

function stagesOf(each: number) {
  return { 'stages.queued': each, 'stages.picked_up': each, 'stages.preparing': each, 'stages.processing': each };
}

function checkChoice(name: string, choice: unknown): void {
  const question = questionNamed(name, [...QUESTIONS, ...OWN_QUESTIONS]);
  const known: readonly unknown[] = isOwnQuestion(name) ? CHOICES[name] : [];
  if (known.some((one) => isDeepStrictEqual(one, choice))) return;
  const problem = choiceProblem(question, choice);
  if (problem !== null) throw new Error(`${name} ${problem}`);
  if (!isOwnQuestion(name)) throw new Error(`the server of another make has no choice for ${name}`);
  if (!isEnumeration(question.choices)) return;
  const words = known.map((one) => choiceName(name, one)).join(', ');
  throw new Error(`the server of another make cannot take ${choiceName(name, choice)}: it knows ${words}`);
}

function isOwnQuestion(name: string): name is ChoiceName {
  return Object.hasOwn(CHOICES, name);
}
