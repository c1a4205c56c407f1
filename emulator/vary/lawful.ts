import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { choiceName, otherChoices, type Question, shownChoice } from '../../shared/questions/question.ts';
import { NO_VARIATION } from '../domain/test-control/variation.ts';
import type { FactName, Variation } from './facts.ts';

/** Open questions whose answer does not change the outcome for a client, with what must be visible for it to matter. */
const MATTERS: Readonly<Partial<Record<FactName, readonly string[]>>> = {
  upload: ['upload_status', 'stored_image', 'repeated_upload', 'upload_location'],
  upload_refused: ['unreadable_image_status', 'image_sides_status', 'codes.invalid_upload'],
  asset: ['id_form', 'id_length', 'id_order', 'livemode', 'input_retention'],
  submit: ['location_form', 'retry_after_on_accept', 'etag_on_submit'],
  two_submits: ['jobs_at_once'],
  submit_refused: ['codes.invalid_submission'],
  submit_limited: ['codes.rate_limited', 'quota_status', 'quota_code', 'quota_retry_after'],
  replay: ['replay_state', 'replay_location', 'replay_retry_after'],
  hair: ['hair_submit_status'],
  two_concerns: ['concern_order'],
  poll: [...['job_etag', 'updated_at', 'job_inputs_role']],
  poll_unfinished: [
    ...['retry_after', 'retry_after_on_read', 'job_expires_at'],
    ...['stage_status.picked_up', 'stage_status.preparing'],
  ],
  poll_finished: ['retry_after_on_finished', 'job_retention'],
  not_modified: ['not_modified_headers'],
  output: ['test_results'],
  skin_output: [
    ...['score_range', 'score_decimals', 'score_repeats', 'unmeasured_concerns'],
    ...['no_visualizations', 'analysis_version'],
  ],
  makeup_output: ['makeup_revision', 'try_on_role'],
  hair_output: ['hair_revision', 'hair_applied'],
  result: ['result_type', 'result_sides', 'result_size'],
  two_visualizations: ['visualization_order'],
  content: [
    ...['content_type', 'content_etag', 'content_cache_control', 'content_nosniff', 'content_disposition'],
    ...['content_ranges', 'content_redirect'],
  ],
  list: ['next_cursor_at_end'],
  list_jobs: ['jobs_list_default_limit', 'jobs_list_ties'],
  next_page: ['cursor_characters'],
  usage: ['usage_order', 'usage_empty_days'],
  balance: ['balance_object', 'capture_moment'],
  error: [...['error_doc_url', 'error_retryable', 'message_language'], ...['request_id_header', 'error_content_type']],
  error_400: ['error_details'],
  error_401: ['www_authenticate'],
  error_413: ['codes.payload_too_large'],
  error_500: ['codes.internal_error'],
  unknown_path: ['codes.not_found', 'unknown_path_body'],
  request: ['extra_headers', 'content_length', 'connection', 'compression'],
  json: [...['time_digits', 'time_offset', 'extra_fields', 'json_spacing'], ...['json_content_type']],
  webhook: [
    ...['duplicate_deliveries', 'event_results', 'delivery_headers', 'signature_hex', 'signature_other_schemes'],
  ],
};

/** Choices that only a client with longer waits than a test would notice, or that withhold something from the client. */
const LEFT_OUT: readonly string[] = [
  ...['retry_after=3600', 'input_retention=60000', 'job_retention=60000', 'unmeasured_concerns=left_out'],
  ...['input_retention=7200000', 'input_retention=10800000', 'job_retention=3600000'],
  // No time would pass in a world whose clock is moved by the waits of the client.
  'retry_after=0',
];

/** Behavior of real servers that the specification gives a client no reason to expect. */
const HINTS: readonly string[] = [
  // Spec 2.3, 4.1, 5.1: the content route serves the bytes directly, and requires the key.
  'content_redirect=redirect',
  // Spec 6.4: hex. Nearly every library writes it in lower case; `probe-webhook` does not judge it either.
  'signature_hex=upper',
  // Spec 3: an input asset is created by an upload.
  'repeated_upload=same_asset',
  // Spec 2.1: an Asset has a size, a width and a height. A test may take them for those of the picture that it uploads.
  'stored_image=encoded_anew',
  'stored_image=scaled_down',
];

/** The hints among them. */
export const LAWFUL: readonly Variation[] = Object.entries(MATTERS).flatMap(([fact, names = []]) =>
  names.flatMap((name) => variationsOf(questionOf(name), fact as FactName)),
);

function questionOf(name: string): Question {
  const question = QUESTIONS.find((one) => one.name === name);
  if (question === undefined) throw new Error(`there is no open question ${name}`);
  return question;
}

function variationsOf(question: Question, fact: FactName): Variation[] {
  const { name, section, ask, default: usual, shows_with = {} } = question;
  return otherChoices(question)
    .map((choice) => ({ choice, id: choiceName(name, choice) }))
    .filter(({ id }) => !LEFT_OUT.includes(id))
    .map(({ choice, id }) => ({
      name: id,
      kind: HINTS.includes(id) ? 'hint' : 'lawful',
      section,
      says: `${ask} ${shown(question, choice)} in place of ${shown(question, usual)}`,
      assumes: `the answer to “${ask}” is ${shown(question, usual)}; a server may as well choose ${shown(question, choice)}`,
      needs: [fact],
      sets: { ...NO_VARIATION, readings: { ...shows_with, [name]: choice } },
    }));
}

function shown(question: Question, choice: unknown): string {
  return choice === null ? 'none' : shownChoice(question, choice);
}
