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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What the server does where the specification is silent, by question of scenarios/questions, unless it is told. */
export const OWN_CHOICES = {
  analysis_version: 'other',
  balance_object: 'present',
  capture_moment: 'at_end',
  clock_ahead_seconds: 0,
  'codes.asset_expired': 'INPUT_GONE',
  'codes.duplicate_concern': 'NOT_A_SET',
  'codes.internal_error': 'BUG',
  'codes.invalid_submission': 'BAD_FIELDS',
  'codes.invalid_upload': 'NO_PICTURE',
  'codes.not_found': 'NO_SUCH_ROUTE',
  'codes.payload_too_large': 'TOO_MUCH',
  'codes.rate_limited': 'TOO_MANY',
  'codes.wrong_method': 'WRONG_METHOD',
  color_format: 'any',
  concern_order: 'reversed',
  connection: 'keep_alive',
  content_cache_control: 'absent',
  content_etag: 'absent',
  content_if_none_match: 200,
  content_length: 'present',
  content_nosniff: 'absent',
  cursor_length: 79,
  deleted_key_other_request: 409,
  empty_idempotency_key: 'as_missing',
  error_details: 'parameter',
  error_doc_url: 'absent',
  error_retryable: 'absent',
  etag_on_other_answers: 'absent',
  extra_fields: 'none',
  face_detection: 'off',
  hair_endpoint: 'absent',
  head_requests: 404,
  header_case: 'lower',
  id_form: 'base32',
  id_order: 'random',
  idempotency_key: 'required',
  idempotency_key_characters: 'any',
  idempotency_key_max_length: 300,
  idempotency_key_owner: 'account',
  idempotency_key_routes: 'apart',
  if_none_match: 'one_tag',
  image_orientation: 'as_stored',
  input_content: 'refuse',
  input_expired: 'never',
  input_retention: 3 * HOUR,
  job_etag: 'strong',
  job_expires_at: 'at_end',
  job_retention: 5 * HOUR,
  jobs_list_shape: 'page',
  json_content_type: 'plain',
  /** Its order is neither that of the specification nor the reverse. */
  json_order: null,
  json_spacing: 'compact',
  late_cancel_billing: 'not_billed',
  livemode: 'with_test_keys',
  location_form: 'path',
  makeup_revision: 'other',
  message_language: 'english',
  no_concerns: 'refuse',
  no_products: 'refuse',
  no_visualizations: 'empty_list',
  repeated_visualization: 'draw_twice',
  replay_location: 'absent',
  replay_retry_after: 'always',
  replay_state: 'present',
  request_id_form: 'prefixed',
  result_as_input: 'refuse',
  result_sides: 'present',
  retry_after: 0,
  retry_after_503_seconds: 0,
  retry_after_on_finished: 'absent',
  scope_or_existence: 'existence_first',
  score_range: [0, 1],
  sometimes_limited: 'never',
  sometimes_unavailable: 'never',
  'stages.queued': 120,
  'stages.picked_up': 120,
  'stages.preparing': 120,
  'stages.processing': 120,
  submit_content_type: 400,
  submit_max_bytes: 256 * 1024,
  time_digits: 'milliseconds',
  time_offset: 'z',
  try_on_role: 'try_on',
  unit_costs: { 'skin.analyze': 7, 'makeup.apply': 11, 'hair.try_on': 5 },
  unit_costs_operations: 'enabled',
  unknown_body_fields: 'refuse',
  unknown_output_type: 'never',
  unknown_path_body: 'error_detail',
  unknown_path_without_key: 401,
  unmeasured_concerns: 'some',
  unreadable_image_status: 422,
  unsupported_media_type_status: 415,
  updated_at: 'status',
  upload_max_bytes: 8 * 1024 * 1024,
  upload_status: 201,
  usage_cancelled: 'counted',
  usage_parameters: 'none',
  usage_shape: 'nested_rows',
  usage_unknown_parameter: 'ignore',
  visualization_of_other_concern: 'refuse',
  wrong_method: 404,
} as const;

type ChoiceName = keyof typeof OWN_CHOICES;
type ChoiceAt<Name> = Name extends keyof Readings
  ? Readonly<Readings[Name]>
  : Name extends `codes.${infer Code extends keyof Readings['codes']}`
    ? Readings['codes'][Code]
    : number;
/** What is chosen for each question that the server has an opinion on. */
export type Choices = { [Name in ChoiceName]: ChoiceAt<Name> | (Name extends 'json_order' ? null : never) };

/** The other lawful choices that it can take; of a range it can take all, and these are tried. */
export const OTHER_CHOICES: { readonly [Name in ChoiceName]?: readonly ChoiceAt<Name>[] } = {
  analysis_version: ['absent'],
  balance_object: ['absent'],
  capture_moment: ['at_pick_up'],
  clock_ahead_seconds: [3_600],
  'codes.asset_expired': ['GONE'],
  'codes.duplicate_concern': ['DUPLICATE'],
  'codes.invalid_submission': ['VALIDATION_FAILED'],
  'codes.invalid_upload': ['INVALID_IMAGE'],
  'codes.payload_too_large': ['TOO_BIG'],
  'codes.rate_limited': ['SLOW_DOWN'],
  connection: ['close'],
  content_length: ['chunked'],
  cursor_length: [1_600],
  error_details: ['absent'],
  error_doc_url: ['as_null'],
  error_retryable: ['as_null'],
  etag_on_other_answers: ['same_for_all'],
  extra_fields: ['everywhere'],
  header_case: ['upper'],
  id_form: ['uuid', 'capitals', 'number', 'to_be_encoded'],
  idempotency_key: ['optional'],
  idempotency_key_owner: ['api_key'],
  input_content: ['serve'],
  job_etag: ['weak'],
  job_expires_at: ['from_start'],
  jobs_list_shape: ['summaries', 'bare_list'],
  json_content_type: ['capitals_and_charset'],
  json_order: ['reversed'],
  json_spacing: ['indented'],
  late_cancel_billing: ['billed'],
  livemode: ['never'],
  location_form: ['absolute', 'other_origin'],
  makeup_revision: ['absent'],
  message_language: ['french'],
  no_concerns: ['accept'],
  no_products: ['accept'],
  no_visualizations: ['absent'],
  replay_state: ['first'],
  request_id_form: ['other_alphabet'],
  result_as_input: ['accept'],
  result_sides: ['absent', 'as_null'],
  retry_after: [1],
  retry_after_on_finished: ['present'],
  scope_or_existence: ['scope_first'],
  score_range: [[0, 5_000]],
  sometimes_limited: ['every_fourth'],
  sometimes_unavailable: ['every_route'],
  'stages.queued': [0],
  'stages.picked_up': [0],
  'stages.preparing': [0],
  'stages.processing': [0],
  submit_content_type: ['accept'],
  time_digits: ['none', 'microseconds'],
  time_offset: ['zero_offset'],
  unit_costs: [{ 'hair.try_on': 0, 'makeup.apply': 0, 'skin.analyze': 0 }],
  unknown_body_fields: ['ignore'],
  unknown_output_type: ['always'],
  unknown_path_body: ['other_json'],
  unknown_path_without_key: [404],
  updated_at: ['every_read_while_running'],
  upload_status: [200],
  usage_cancelled: ['taken_out'],
  usage_shape: ['bare_map'],
  visualization_of_other_concern: ['leave_out', 'draw'],
  wrong_method: [405],
};

/** Their names, `question=choice`. */
export const VARIANTS: readonly string[] = Object.entries(OTHER_CHOICES).flatMap(([name, choices]) =>
  choices.map((choice) => choiceName(name, choice)),
);

/** The open questions that it has an opinion on, with its own choice as the usual one, and those that it can take instead. */
export function ownTable(questions: readonly Question[]): Question[] {
  return questions.flatMap((question): Question[] => {
    const { name, choices, shows_with = {}, set: _, ...rest } = question;
    if (!isOwnQuestion(name)) return [];
    const others: readonly unknown[] = OTHER_CHOICES[name] ?? [];
    const known = isEnumeration(choices)
      ? { choices: [OWN_CHOICES[name], ...others].filter((one): one is Word => one !== null) }
      : { choices, tries: others };
    const beside = Object.entries(shows_with).filter(([other]) => isOwnQuestion(other));
    return [{ ...rest, name, ...known, shows_with: Object.fromEntries(beside), default: OWN_CHOICES[name] }];
  });
}

type Told = { choices?: Readonly<Record<string, unknown>>; stage?: number };

/** Its choices, with what it is told. Throws an Error where that is no choice, or none that it can take. */
export function choicesOf({ choices = {}, stage }: Told): Choices {
  for (const [name, choice] of Object.entries(choices)) checkChoice(name, choice);
  return { ...OWN_CHOICES, ...(stage !== undefined && stagesOf(stage)), ...choices };
}

function stagesOf(each: number) {
  return { 'stages.queued': each, 'stages.picked_up': each, 'stages.preparing': each, 'stages.processing': each };
}

function checkChoice(name: string, choice: unknown): void {
  const question = questionNamed(name, QUESTIONS);
  const problem = choiceProblem(question, choice);
  if (problem !== null) throw new Error(`${name} ${problem}`);
  if (!isOwnQuestion(name)) throw new Error(`the server of another make has no choice for ${name}`);
  const known: readonly unknown[] = [OWN_CHOICES[name], ...(OTHER_CHOICES[name] ?? [])];
  if (!isEnumeration(question.choices) || known.some((one) => isDeepStrictEqual(one, choice))) return;
  const words = known.map((one) => choiceName(name, one)).join(', ');
  throw new Error(`the server of another make cannot take ${choiceName(name, choice)}: it knows ${words}`);
}

function isOwnQuestion(name: string): name is ChoiceName {
  return Object.hasOwn(OWN_CHOICES, name);
}
