// Written by `npm run reference` from scenarios/questions.

/** What a server does where the specification is silent. */
export type Readings = {
  /** Reading 64: does a key without the scope get 403 or 404 when it cancels or deletes another account's job? The default is "existence_first"; choices: existence_first, scope_first. */
  scope_or_existence: 'existence_first' | 'scope_first';
  /** Reading 36: is the scope of a hair try-on hair.apply or hair.try_on? The default is "hair.apply"; choices: hair.apply, hair.try_on, either. */
  hair_scope: 'hair.apply' | 'hair.try_on' | 'either';
  /** Spec 5.5: does a 401 have a WWW-Authenticate header? The default is "absent"; choices: absent, present. */
  www_authenticate: 'absent' | 'present';
  /** Reading 45: does the API allow browsers from other origins? The default is "absent"; choices: absent, any_origin. */
  cors: 'absent' | 'any_origin';
  check_order: {
    /** Reading 20: which refusal wins if an operation is not enabled and the key is used from outside its network? The default is "feature_first"; choices: feature_first, network_first. */
    network_and_feature: 'feature_first' | 'network_first';
    /** Reading 20: which refusal wins if a key lacks the scope and the body is invalid? The default is "scope_first"; choices: scope_first, form_first. */
    scope_and_form: 'scope_first' | 'form_first';
    /** Reading 20: which refusal wins if a key lacks the scope and the body is too large? The default is "scope_first"; choices: scope_first, size_first. */
    size_and_scope: 'scope_first' | 'size_first';
    /** Reading 20: which refusal wins if the body is invalid and names an input that does not exist? The default is "form_first"; choices: form_first, input_first. */
    form_and_input: 'form_first' | 'input_first';
    /** Reading 20: which refusal wins if the input does not exist and the units are not enough? The default is "input_first"; choices: input_first, credits_first. */
    input_and_credits: 'input_first' | 'credits_first';
    /** Reading 20: which refusal wins if the units are not enough and the limit is reached? The default is "credits_first"; choices: credits_first, limits_first. */
    credits_and_limits: 'credits_first' | 'limits_first';
    /** Reading 20: which refusal wins if the body is invalid and the limit is reached? The default is "form_first"; choices: form_first, limits_first. */
    form_and_limits: 'form_first' | 'limits_first';
    /** Spec 4.1: which refusal wins if an upload is too large and has a wrong type? The default is "size_first"; choices: size_first, type_first. */
    size_and_media_type: 'size_first' | 'type_first';
  };
  /** Reading 64: what does a cancel or deletion of another account's job return? The default is 404; choices: 404, 403. */
  change_of_foreign_job: 404 | 403;
  /** Spec 5.6: what does a submission with another account's asset return? The default is 404; choices: 404, 403. */
  input_of_foreign_account: 404 | 403;
  /** Reading 6: does the content of another account's asset return the same as an asset that never existed? The default is "as_unknown"; choices: as_unknown, 410. */
  content_of_foreign_asset: 'as_unknown' | 410;
  /** Spec 5.7: do lists show what another API key of the account created? The default is "account"; choices: account, api_key. */
  list_owner: 'account' | 'api_key';
  /** Reading 29: how long is an input asset kept? The default is 86400000; choices: a duration from 0s to 36500d. */
  input_retention: number;
  /** Spec 4.1: does an input asset stay when the last job that used it is deleted? The default is "stays"; choices: stays, goes_with_the_last. */
  input_of_deleted_job: 'stays' | 'goes_with_the_last';
  /** Reading 65: does an asset still exist at the exact instant of its expires_at? The default is "gone"; choices: gone, there. */
  expiry_instant: 'gone' | 'there';
  /** Spec 4.1: what does a malformed id return? The default is 404; choices: 404, 400. */
  malformed_id: 404 | 400;
  /** Spec 3: how long does a repeated deletion return 204? The default is null; choices: a duration from 1m to 36500d or null. */
  tombstone_retention: number | null;
  /** Spec 4.1: how long does a submission with an expired input return 410 instead of 404? The default is null; choices: a duration from 1m to 36500d or null. */
  expired_input_remembered: number | null;
  /** Reading 63: does deleting a result asset return 204 or 404 if its job no longer exists? The default is 204; choices: 204, 404. */
  result_deletion_of_gone_job: 204 | 404;
  /** Reading 32: what does deleting an unknown or foreign asset id return? The default is 404; choices: 404, 204. */
  deletion_of_unknown_asset: 404 | 204;
  /** Reading 61: if deletion is not enabled, does that apply to assets as well as jobs? The default is "both"; choices: both, jobs_only, assets_only. */
  delete_feature: 'both' | 'jobs_only' | 'assets_only';
  /** Reading 61: if listing is not enabled, does that apply to both lists? The default is "both"; choices: both, assets_only, jobs_only. */
  lists_feature: 'both' | 'assets_only' | 'jobs_only';
  /** Reading 7: does the content route serve an input asset to its owner? The default is "refuse"; choices: refuse, serve. */
  input_content: 'refuse' | 'serve';
  /** Reading 6: which Content-Type does a downloaded picture have? The default is "media_type"; choices: media_type, octet_stream, absent. */
  content_type: 'media_type' | 'octet_stream' | 'absent';
  /** Reading 6: does a downloaded picture have an ETag? The default is "strong"; choices: strong, weak, absent. */
  content_etag: 'strong' | 'weak' | 'absent';
  /** Reading 6: does the content route return 304 for its own ETag? The default is 304; choices: 304, 200. */
  content_if_none_match: 304 | 200;
  /** Reading 6: which Cache-Control does a downloaded picture have? The default is "private_no_store"; choices: private_no_store, private_max_age, absent. */
  content_cache_control: 'private_no_store' | 'private_max_age' | 'absent';
  /** Reading 6: does a download have X-Content-Type-Options? The default is "present"; choices: present, absent. */
  content_nosniff: 'present' | 'absent';
  /** Reading 6: does a download have a Content-Disposition? The default is "absent"; choices: absent, inline, attachment. */
  content_disposition: 'absent' | 'inline' | 'attachment';
  /** Spec 4.1: does the content route serve byte ranges? The default is "ignore"; choices: ignore, serve. */
  content_ranges: 'ignore' | 'serve';
  /** Spec 4.1: does the content route return the bytes itself, or redirect to another URL? The default is "bytes"; choices: bytes, redirect. */
  content_redirect: 'bytes' | 'redirect';
  /** Reading 6: what does the content route return for an asset id that never existed? The default is 404; choices: 404, 410. */
  content_of_unknown_asset: 404 | 410;
  /** Reading 6: what does the content route return for a result that was deleted with its job? The default is 404; choices: 404, 410. */
  content_of_deleted_result: 404 | 410;
  /** Spec 2.5: how many units does an accepted job cost? The default is {"hair.try_on":2,"makeup.apply":1,"skin.analyze":1}; choices: an integer for each operation, from 0. */
  unit_costs: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
  /** Spec 2.5: does unit_costs contain every operation, or only those that the environment has? The default is "all"; choices: all, enabled. */
  unit_costs_operations: 'all' | 'enabled';
  /** Spec 2.5: does a balance have an object field? The default is "present"; choices: present, absent. */
  balance_object: 'present' | 'absent';
  /** Reading 25: when do held units become a charge? The default is "at_end"; choices: at_end, at_processing, at_pick_up, at_acceptance. */
  capture_moment: 'at_end' | 'at_processing' | 'at_pick_up' | 'at_acceptance';
  /** Reading 25: is a job that was processed and failed billed? The default is "billed"; choices: billed, not_billed. */
  failed_job_billing: 'billed' | 'not_billed';
  /** Spec 2.5: how old may the balance in an answer be? The default is 0; choices: a duration from 0s to 1h. */
  balance_lag: number;
  /** Reading 26: what balance does a test key see? The default is "of_account"; choices: of_account, empty. */
  test_key_balance: 'of_account' | 'empty';
  /** Reading 26: is a submission with a test key refused if the account has too few units? The default is "accept"; choices: accept, refuse. */
  test_key_without_units: 'accept' | 'refuse';
  /** Reading 24: is a submission accepted if enforced is false and the balance is negative? The default is "accept"; choices: accept, limited. */
  overdrawn_submission: 'accept' | 'limited';
  /** Reading 25: does deleting a job refund units? The default is "none"; choices: none, failed_jobs. */
  deletion_refund: 'none' | 'failed_jobs';
  /** Reading 13: which shape does the usage have? The default is "rows"; choices: rows, days_map, bare_map, nested_rows, days_back, short_names. */
  usage_shape: 'rows' | 'days_map' | 'bare_map' | 'nested_rows' | 'days_back' | 'short_names';
  /** Reading 13: which parameters does the usage accept? The default is "from_and_to"; choices: from_and_to, none. */
  usage_parameters: 'from_and_to' | 'none';
  /** Spec 4.4: what does the usage return for an unknown parameter? The default is "refuse"; choices: refuse, ignore. */
  usage_unknown_parameter: 'refuse' | 'ignore';
  /** Reading 13: how many days does the usage show by default? The default is 30; choices: an integer from 1 to 36500. */
  usage_days: number;
  /** Reading 13: in which order are the days of the usage? The default is "oldest_first"; choices: oldest_first, newest_first. */
  usage_order: 'oldest_first' | 'newest_first';
  /** Reading 13: does the usage show days and operations without jobs? The default is "left_out"; choices: left_out, zero. */
  usage_empty_days: 'left_out' | 'zero';
  /** Reading 13: does the usage still count a cancelled job? The default is "counted"; choices: counted, taken_out. */
  usage_cancelled: 'counted' | 'taken_out';
  /** Spec 4.4: how late may a job appear in the usage? The default is 0; choices: a duration from 0s to 1d. */
  usage_lag: number;
  /** Reading 26: does the usage count the jobs of the key's environment, or of the whole account? The default is "environment"; choices: environment, account. */
  usage_of: 'environment' | 'account';
  codes: {
    /** Reading 14: which code does the 400 of a repeated concern have? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    duplicate_concern: string;
    /** Reading 14: which code does the 410 of an expired input asset have? The default is "ASSET_EXPIRED"; choices: a code in capitals. */
    asset_expired: string;
    /** Reading 14: which code does a 413 have? The default is "PAYLOAD_TOO_LARGE"; choices: a code in capitals. */
    payload_too_large: string;
    /** Reading 14: which code does a 429 have? The default is "RATE_LIMITED"; choices: a code in capitals. */
    rate_limited: string;
    /** Reading 14: which code does a 500 have? The default is "INTERNAL_ERROR"; choices: a code in capitals. */
    internal_error: string;
    /** Reading 15: which code does the 404 of an unknown path have? The default is "NOT_FOUND"; choices: a code in capitals. */
    not_found: string;
    /** Spec 4.2: which code does the 400 of a submission have? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    invalid_submission: string;
    /** Spec 4.1: which code does an upload get that is not a picture of its declared type? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    invalid_upload: string;
    /** Spec 4.1: which code does an upload get whose sides are too short or too long? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    image_sides: string;
    /** Spec 4.1: which code does the 400 of a malformed id have? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    malformed_id: string;
    /** Reading 22: which code does a known path return for a method that it does not support? The default is "NOT_FOUND"; choices: a code in capitals. */
    wrong_method: string;
  };
  /** Reading 62: does the message of a 400 name the invalid parameter? The default is "present"; choices: present, absent. */
  error_message_names_field: 'present' | 'absent';
  /** Spec 2.4: does an error have a doc_url? The default is "absent"; choices: absent, as_null, address. */
  error_doc_url: 'absent' | 'as_null' | 'address';
  /** Spec 2.4: does an error say whether the request can be retried? The default is "present"; choices: present, absent, as_null. */
  error_retryable: 'present' | 'absent' | 'as_null';
  /** Spec 2.4: which language do messages have? The default is "english"; choices: english, german, french. */
  message_language: 'english' | 'german' | 'french';
  /** Reading 62: what do the details of an error contain? The default is "fields_list"; choices: fields_list, by_field, parameter, hint, absent. */
  error_details: 'fields_list' | 'by_field' | 'parameter' | 'hint' | 'absent';
  /** Spec 2.4: does an answer have a header with its request id? The default is "absent"; choices: absent, present. */
  request_id_header: 'absent' | 'present';
  /** Reading 21: does an unknown path without a usable key return 401 or 404? The default is 404; choices: 404, 401. */
  unknown_path_without_key: 404 | 401;
  /** Spec 7: does the 404 of an unknown path have an error body, or the body of a proxy in front of the service? The default is "error_detail"; choices: error_detail, other_json, html. */
  unknown_path_body: 'error_detail' | 'other_json' | 'html';
  /** Reading 22: what does a known path return for a method that it does not support? The default is 404; choices: 404, 405. */
  wrong_method: 404 | 405;
  /** Spec 4: is a path with a trailing slash the same path? The default is "unknown_path"; choices: unknown_path, same_path. */
  trailing_slash: 'unknown_path' | 'same_path';
  /** Spec 7: which Content-Type does an error have? The default is "application_json"; choices: application_json, problem_json. */
  error_content_type: 'application_json' | 'problem_json';
  /** Spec 7: does the refusal of an exhausted quota say that the request can be retried? The default is "retryable"; choices: retryable, not_retryable. */
  quota_error_retryable: 'retryable' | 'not_retryable';
  /** Spec 2: which characters does an id have after its prefix? The default is "base32"; choices: base32, uuid, capitals, number. */
  id_form: 'base32' | 'uuid' | 'capitals' | 'number';
  /** Spec 2: how many characters does an id have after its prefix, at least? The default is 16; choices: an integer from 1 to 200. */
  id_length: number;
  /** Spec 4.1: do ids sort in the order of their creation? The default is "growing"; choices: growing, random. */
  id_order: 'growing' | 'random';
  /** Spec 2: how many digits does a time have after the seconds? The default is "milliseconds"; choices: milliseconds, none, microseconds, as_needed. */
  time_digits: 'milliseconds' | 'none' | 'microseconds' | 'as_needed';
  /** Spec 2: is UTC written as Z or as an offset? The default is "z"; choices: z, zero_offset. */
  time_offset: 'z' | 'zero_offset';
  /** Reading 37: does livemode always appear where test-mode keys exist? The default is "with_test_keys"; choices: with_test_keys, never, jobs_and_events. */
  livemode: 'with_test_keys' | 'never' | 'jobs_and_events';
  /** Spec 2.3: do answers have fields that are not in the specification? The default is "none"; choices: none, in_jobs, everywhere. */
  extra_fields: 'none' | 'in_jobs' | 'everywhere';
  /** Spec 7: is JSON written with whitespace and line breaks? The default is "compact"; choices: compact, indented. */
  json_spacing: 'compact' | 'indented';
  /** Spec 7: how is the Content-Type of JSON written? The default is "plain"; choices: plain, charset, capitals_and_charset. */
  json_content_type: 'plain' | 'charset' | 'capitals_and_charset';
  /** Spec 4: do answers have headers that are not in the specification? The default is "none"; choices: none, on_job_reads, everywhere. */
  extra_headers: 'none' | 'on_job_reads' | 'everywhere';
  /** Spec 4: what does a route without query parameters return if one is sent? The default is "ignore"; choices: ignore, refuse. */
  unknown_query_parameter: 'ignore' | 'refuse';
  /** Spec 4.1: must a request state the length of its body? The default is "take"; choices: take, 411. */
  chunked_request: 'take' | 411;
  /** Spec 4: does an answer have a Content-Length, or is it chunked? The default is "present"; choices: present, chunked. */
  content_length: 'present' | 'chunked';
  /** Spec 4: does the service close a connection after each answer? The default is "keep_alive"; choices: keep_alive, close. */
  connection: 'keep_alive' | 'close';
  /** Spec 4: is an answer compressed if the client accepts it? The default is "none"; choices: none, gzip. */
  compression: 'none' | 'gzip';
  /** Spec 4.2: does the hair try-on exist? The default is "served"; choices: served, absent. */
  hair_endpoint: 'served' | 'absent';
  /** Spec 4.2: which status does an accepted hair try-on return? The default is 202; choices: 202, 200, 201. */
  hair_submit_status: 202 | 200 | 201;
  /** Reading 11: which fields does a hair try-on accept? The default is "color_gradient"; choices: color_gradient, colors_list, one_color. */
  hair_body: 'color_gradient' | 'colors_list' | 'one_color';
  /** Reading 11: where does a hair try-on name its mask? The default is "input_role"; choices: input_role, own_field. */
  hair_mask_place: 'input_role' | 'own_field';
  /** Reading 11: what happens to a hair mask whose size differs from that of the source? The default is "refuse"; choices: refuse, job_fails, scale. */
  hair_mask_of_other_size: 'refuse' | 'job_fails' | 'scale';
  /** Reading 11: what happens to a hair mask that is not grayscale? The default is "take_brightness"; choices: take_brightness, refuse, job_fails. */
  hair_mask_in_color: 'take_brightness' | 'refuse' | 'job_fails';
  /** Spec 2.3: does the output show the applied colors in the spelling of the request? The default is "as_sent"; choices: as_sent, capitals, small_letters. */
  hair_applied: 'as_sent' | 'capitals' | 'small_letters';
  /** Reading 16: does a submission require an Idempotency-Key? The default is "required"; choices: required, optional. */
  idempotency_key: 'required' | 'optional';
  /** Reading 16: how many characters may an Idempotency-Key have? The default is 255; choices: an integer from 1 to 16384. */
  idempotency_key_max_length: number;
  /** Reading 16: which characters may an Idempotency-Key contain? The default is "visible_ascii"; choices: visible_ascii, with_spaces, any, uuid. */
  idempotency_key_characters: 'visible_ascii' | 'with_spaces' | 'any' | 'uuid';
  /** Reading 16: is an empty Idempotency-Key refused, or treated as missing? The default is "refuse"; choices: refuse, as_missing. */
  empty_idempotency_key: 'refuse' | 'as_missing';
  /** Spec 4.2: how long does an Idempotency-Key stay claimed? The default is null; choices: a duration from 1m to 36500d or null. */
  idempotency_key_retention: number | null;
  /** Reading 17: does a key that is claimed on one product's route conflict on another product's route? The default is "shared"; choices: shared, apart. */
  idempotency_key_routes: 'shared' | 'apart';
  /** Reading 17: do two API keys of one account share their idempotency keys? The default is "account"; choices: account, api_key. */
  idempotency_key_owner: 'account' | 'api_key';
  /** Reading 17: does a key conflict if another account or environment has claimed it? The default is "free"; choices: free, conflict. */
  idempotency_key_of_other_account: 'free' | 'conflict';
  same_request: {
    /** Reading 18: is a request that omits an optional field the same as one that sends its default? The default is "same"; choices: same, other. */
    defaults: 'same' | 'other';
    /** Reading 18: is a request with 1.0 in place of 1 the same request? The default is "same"; choices: same, other. */
    numbers: 'same' | 'other';
    /** Spec 4.2: is a request with a color in uppercase the same request? The default is "other"; choices: other, same. */
    color_case: 'other' | 'same';
    /** Spec 4.2: is a request with reordered visualizations the same request? The default is "other"; choices: other, same. */
    visualization_order: 'other' | 'same';
  };
  /** Reading 60: does a refused request claim its key? The default is "free"; choices: free, claimed. */
  refused_request_claims_key: 'free' | 'claimed';
  /** Reading 19: does a replay show the current or the original state of the job? The default is "present"; choices: present, first. */
  replay_state: 'present' | 'first';
  /** Reading 19: does a replay have a Location? The default is "present"; choices: present, absent. */
  replay_location: 'present' | 'absent';
  /** Reading 19: does a replay have a Retry-After? The default is "while_not_done"; choices: while_not_done, always, absent. */
  replay_retry_after: 'while_not_done' | 'always' | 'absent';
  /** Reading 20: does a replay still succeed after its input asset has expired or was deleted? The default is "replay"; choices: replay, refuse. */
  replay_after_input_gone: 'replay' | 'refuse';
  /** Reading 20: is a replay accepted while submissions exceed their limit? The default is "replay"; choices: replay, refuse. */
  replay_over_limit: 'replay' | 'refuse';
  /** Spec 4.2: what does a replay return while the first request is still in progress? The default is "same_job"; choices: same_job, 503. */
  replay_under_way: 'same_job' | 503;
  /** Reading 59: what does a different request with the key of a deleted job return? The default is 410; choices: 410, 409. */
  deleted_key_other_request: 410 | 409;
  /** Spec 3: what does a replay return after the retention of its job has passed? The default is 410; choices: 410, new_job. */
  key_of_expired_job: 410 | 'new_job';
  daily_quota: {
    /** Reading 27: how many jobs of each operation per day do live keys have? The default is {}; choices: an integer for each operation, from 0. */
    live: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
    /** Reading 27: how many jobs of each operation per day do test keys have? The default is {}; choices: an integer for each operation, from 0. */
    test: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
  };
  /** Reading 27: what does a submission return when the daily quota is used up? The default is 429; choices: 429, 402, 403. */
  quota_status: 429 | 402 | 403;
  /** Reading 27: which code does the refusal have when the daily quota is used up? The default is "RATE_LIMITED"; choices: a code in capitals. */
  quota_code: string;
  /** Reading 27: does the refusal of an exhausted quota set Retry-After to the next day? The default is "until_next_day"; choices: until_next_day, one_hour, absent. */
  quota_retry_after: 'until_next_day' | 'one_hour' | 'absent';
  /** Reading 27: is the daily quota counted per operation, or for all operations together? The default is "by_operation"; choices: by_operation, together. */
  quota_counts: 'by_operation' | 'together';
  /** Reading 27: when does a quota day begin? The default is "utc_midnight"; choices: utc_midnight, at_first_job, rolling. */
  quota_day: 'utc_midnight' | 'at_first_job' | 'rolling';
  /** Reading 27: does a failed job refund its unit of the daily quota? The default is "used"; choices: used, given_back. */
  quota_of_failed: 'used' | 'given_back';
  /** Reading 27: whose jobs consume a daily quota, those of the account or of the API key? The default is "account"; choices: account, api_key. */
  quota_owner: 'account' | 'api_key';
  /** Reading 28: how many submissions are admitted per minute? The default is null; choices: an integer from 0 or null. */
  admission_per_minute: number | null;
  /** Reading 28: within which period are submissions counted for the limit? The default is "calendar_minute"; choices: calendar_minute, sliding_minute, token_bucket. */
  admission_window: 'calendar_minute' | 'sliding_minute' | 'token_bucket';
  /** Reading 28: for whom are submissions counted for the limit? The default is "api_key"; choices: api_key, environment, account. */
  admission_owner: 'api_key' | 'environment' | 'account';
  /** Reading 28: do refused and replayed submissions count for the limit? The default is "accepted"; choices: accepted, all. */
  admission_counts: 'accepted' | 'all';
  /** Spec 4.1: does a cursor contain characters that must be encoded in a query? The default is "url_safe"; choices: url_safe, to_be_encoded. */
  cursor_characters: 'url_safe' | 'to_be_encoded';
  /** Spec 4.1: can another key of the same account and environment use a cursor? The default is "take"; choices: take, refuse. */
  cursor_other_key: 'take' | 'refuse';
  /** Spec 4.1: are the filters of a cursor compared by spelling or by meaning? The default is "as_written"; choices: as_written, by_meaning. */
  cursor_filters: 'as_written' | 'by_meaning';
  /** Spec 4.1: what does an empty cursor return? The default is "invalid_cursor"; choices: invalid_cursor, invalid_request, first_page. */
  empty_cursor: 'invalid_cursor' | 'invalid_request' | 'first_page';
  /** Spec 4.1: does the last page have a next_cursor? The default is "as_null"; choices: as_null, present. */
  next_cursor_at_end: 'as_null' | 'present';
  /** Spec 4.1: where does the next page begin after uploads or deletions in between? The default is "behind_last"; choices: behind_last, by_offset. */
  page_walk: 'behind_last' | 'by_offset';
  /** Spec 4.1: what does an invalid value return, such as a limit with letters? The default is "refuse"; choices: refuse, ignore. */
  malformed_parameter: 'refuse' | 'ignore';
  /** Spec 4.1: is a filter with an empty value refused or ignored? The default is "refuse"; choices: refuse, ignore. */
  empty_parameter: 'refuse' | 'ignore';
  /** Spec 4.1: what does a list return if created_gte is not before created_lt? The default is "empty_list"; choices: empty_list, refuse. */
  inverted_range: 'empty_list' | 'refuse';
  /** Reading 33: what does the list of assets return for a job that never existed? The default is "empty_list"; choices: empty_list, 400, 404. */
  list_of_unknown_job: 'empty_list' | 400 | 404;
  /** Spec 4.1: what does the list of assets return for a malformed job_id? The default is "empty_list"; choices: empty_list, 400. */
  malformed_job_id: 'empty_list' | 400;
  /** Reading 28: how many list requests are admitted per minute? The default is null; choices: an integer from 1 to 1000000 or null. */
  list_limit_per_minute: number | null;
  /** Reading 12: which shape does the list of jobs have? The default is "page"; choices: page, bare_list, under_jobs, summaries. */
  jobs_list_shape: 'page' | 'bare_list' | 'under_jobs' | 'summaries';
  /** Reading 12: which parameters does the list of jobs accept? The default is "all_filters"; choices: all_filters, limit_and_cursor, none. */
  jobs_list_parameters: 'all_filters' | 'limit_and_cursor' | 'none';
  /** Reading 12: how many jobs does a page have by default? The default is 20; choices: an integer from 1 to 10000. */
  jobs_list_default_limit: number;
  /** Reading 12: how many jobs can a page have? The default is 100; choices: an integer from 1 to 10000. */
  jobs_list_max_limit: number;
  /** Reading 12: how are jobs ordered that were created at the same instant? The default is "id_descending"; choices: id_descending, id_ascending. */
  jobs_list_ties: 'id_descending' | 'id_ascending';
  /** Reading 12: does the list of jobs still show deleted jobs? The default is "left_out"; choices: left_out, shown. */
  jobs_list_deleted: 'left_out' | 'shown';
  /** Reading 10: what is the range of scores? The default is [0,100]; choices: two numbers, the lower one first, from -1000000 to 1000000. */
  score_range: [number, number];
  /** Reading 10: how many decimals can a score have? The default is 1; choices: an integer from 0 to 15. */
  score_decimals: number;
  /** Spec 4.2: does the same picture get the same scores in every job? The default is "same"; choices: same, varies. */
  score_repeats: 'same' | 'varies';
  /** Spec 2.3: is every requested concern of a good face measured? The default is "none"; choices: none, some, left_out. */
  unmeasured_concerns: 'none' | 'some' | 'left_out';
  /** Spec 2.3: how are the concerns of an output ordered? The default is "as_requested"; choices: as_requested, reversed, by_name. */
  concern_order: 'as_requested' | 'reversed' | 'by_name';
  /** Spec 2.3: how are the visualizations of an output ordered? The default is "as_requested"; choices: as_requested, reversed. */
  visualization_order: 'as_requested' | 'reversed';
  /** Spec 9: does every skin output have an analysis_version, and which? The default is "default"; choices: default, other, absent. */
  analysis_version: 'default' | 'other' | 'absent';
  /** Spec 2.3: does a skin output without pictures have a visualizations field? The default is "empty_list"; choices: empty_list, absent. */
  no_visualizations: 'empty_list' | 'absent';
  /** Spec 9: does every makeup output have a revision, and which? The default is "default"; choices: default, other, absent. */
  makeup_revision: 'default' | 'other' | 'absent';
  /** Spec 9: does every hair output have a revision, and which? The default is "default"; choices: default, other, absent. */
  hair_revision: 'default' | 'other' | 'absent';
  /** Spec 9: can an output have a type that is not in the spec? The default is "never"; choices: never, always. */
  unknown_output_type: 'never' | 'always';
  /** Spec 2.3: which media type do result pictures have? The default is "image/png"; choices: image/png, image/webp. */
  result_type: 'image/png' | 'image/webp';
  /** Spec 2.3: does a result state its width and height? The default is "present"; choices: present, absent, as_null, mixed. */
  result_sides: 'present' | 'absent' | 'as_null' | 'mixed';
  /** Spec 2.3: is a result as large as its input? The default is "as_input"; choices: as_input, halved. */
  result_size: 'as_input' | 'halved';
  /** Spec 2.3: which role does the picture of a makeup or hair try-on have? The default is "image"; choices: image, result, try_on. */
  try_on_role: 'image' | 'result' | 'try_on';
  /** Spec 5.3: do the results of a test key depend on the picture? The default is "as_live"; choices: as_live, fixed. */
  test_results: 'as_live' | 'fixed';
  /** Reading 50: how many seconds does Retry-After give while a job is unfinished? The default is 1; choices: an integer from 0. */
  retry_after: number;
  /** Reading 50: how many seconds does the Retry-After of a 202 give, if it differs from that of a read? The default is null; choices: an integer from 0 or null. */
  retry_after_on_accept: number | null;
  /** Reading 50: does a read of an unfinished job always have a Retry-After? The default is "present"; choices: present, absent. */
  retry_after_on_read: 'present' | 'absent';
  /** Spec 4.3: does a read of a finished job have a Retry-After? The default is "absent"; choices: absent, present. */
  retry_after_on_finished: 'absent' | 'present';
  /** Reading 28: does a 429 always have a Retry-After? The default is "present"; choices: present, absent. */
  retry_after_on_429: 'present' | 'absent';
  /** Spec 7: does a 503 always have a Retry-After? The default is "present"; choices: present, absent. */
  retry_after_on_503: 'present' | 'absent';
  /** Spec 7: how many seconds does the Retry-After of a 503 give? The default is 1; choices: an integer from 0 to 86400. */
  retry_after_503_seconds: number;
  /** Reading 38: is the ETag of a job strong or weak? The default is "strong"; choices: strong, weak. */
  job_etag: 'strong' | 'weak';
  /** Reading 39: does If-None-Match accept an asterisk, a list of tags and weak tags? The default is "all_forms"; choices: all_forms, one_tag. */
  if_none_match: 'all_forms' | 'one_tag';
  /** Spec 4.3: which headers does a 304 have? The default is "etag_and_retry_after"; choices: etag_and_retry_after, etag, none. */
  not_modified_headers: 'etag_and_retry_after' | 'etag' | 'none';
  /** Spec 4.2: do the 202 and the 200 of a submission have the ETag of the job? The default is "present"; choices: present, absent. */
  etag_on_submit: 'present' | 'absent';
  /** Spec 4.3: what happens to the body of a cancel or deletion? The default is "ignore"; choices: ignore, refuse. */
  body_on_cancel: 'ignore' | 'refuse';
  /** Spec 4.3: what is the effect of an Idempotency-Key on a cancel? The default is "ignore"; choices: ignore, refuse. */
  idempotency_key_on_cancel: 'ignore' | 'refuse';
  /** Reading 25: what does a job cost if its cancel takes effect late? The default is "not_billed"; choices: not_billed, billed. */
  late_cancel_billing: 'not_billed' | 'billed';
  /** Reading 27: does a late cancel refund the job's unit of the daily quota? The default is "while_queued"; choices: while_queued, always, never. */
  late_cancel_quota: 'while_queued' | 'always' | 'never';
  /** Spec 4: what does a readable route return for HEAD? The default is "as_get"; choices: as_get, 404, 405. */
  head_requests: 'as_get' | 404 | 405;
  stage_status: {
    /** Reading 34: is a job shown as queued or as running after its pickup, before its work starts? The default is "queued"; choices: queued, running. */
    picked_up: 'queued' | 'running';
    /** Reading 34: is a job shown as running while it prepares? The default is "running"; choices: running, queued. */
    preparing: 'running' | 'queued';
  };
  /** Reading 34: does the 202 show the job as accepted, or as it is when the answer is sent? The default is "queued"; choices: queued, as_it_is. */
  accepted_job: 'queued' | 'as_it_is';
  /** Reading 35: after how long does an unfinished job end by itself? The default is null; choices: a duration from 1s to 36500d or null. */
  job_timeout: number | null;
  /** Reading 35: with which code does a job fail that takes too long? The default is "PROCESSING_FAILED"; choices: PROCESSING_FAILED, INPUT_EXPIRED. */
  job_timeout_code: 'PROCESSING_FAILED' | 'INPUT_EXPIRED';
  /** Spec 3: how many jobs of an account run in parallel? The default is null; choices: an integer from 1 to 1000 or null. */
  jobs_at_once: number | null;
  /** Reading 30: how long is a job's own copy of its input kept? The default is null; choices: a duration from 1m to 36500d or null. */
  snapshot_retention: number | null;
  /** Reading 30: when does a job fail with INPUT_EXPIRED? The default is "when_processing_starts"; choices: when_processing_starts, when_it_lapses, never. */
  input_expired: 'when_processing_starts' | 'when_it_lapses' | 'never';
  /** Reading 30: is a job that failed with INPUT_EXPIRED billed? The default is "billed"; choices: billed, not_billed. */
  input_expired_billing: 'billed' | 'not_billed';
  /** Reading 29: how long are a finished job and its results kept? The default is 604800000; choices: a duration from 0s to 36500d. */
  job_retention: number;
  /** Reading 29: does the retention of a job begin when it ends or when it is accepted? The default is "end"; choices: end, acceptance. */
  job_retention_from: 'end' | 'acceptance';
  /** Reading 29: when does a job start to show its expires_at? The default is "at_end"; choices: at_end, from_start, never. */
  job_expires_at: 'at_end' | 'from_start' | 'never';
  /** Reading 29: can a job be read after its expires_at? The default is "gone"; choices: gone, read_without_results, read_with_bare_output. */
  job_after_expires_at: 'gone' | 'read_without_results' | 'read_with_bare_output';
  /** Spec 2.2: what changes updated_at of a job? The default is "status"; choices: status, stage, every_read_while_running. */
  updated_at: 'status' | 'stage' | 'every_read_while_running';
  /** Spec 9: does an input of a job have the role from the submission? The default is "as_sent"; choices: as_sent, other. */
  job_inputs_role: 'as_sent' | 'other';
  /** Spec 2.2: does a job fail if its picture shows nothing like a face? The default is "on"; choices: on, off. */
  face_detection: 'on' | 'off';
  /** Reading 14: how many bytes may a submission's body have? The default is 65536; choices: an integer from 0. */
  submit_max_bytes: number;
  /** Reading 23: is a field that is not in the spec refused or ignored? The default is "refuse"; choices: refuse, ignore. */
  unknown_body_fields: 'refuse' | 'ignore';
  /** Spec 4.2: is a null optional field the same as an omitted one? The default is "refuse"; choices: refuse, as_absent. */
  optional_field_null: 'refuse' | 'as_absent';
  /** Reading 20: what does a submission return if its Content-Type is not application/json? The default is 400; choices: 400, 415, accept. */
  submit_content_type: 400 | 415 | 'accept';
  /** Spec 4.2: may the Content-Type of a submission have parameters or uppercase letters? The default is "take"; choices: take, refuse. */
  submit_type_parameters: 'take' | 'refuse';
  /** Reading 48: what does a submission with two inputs, or the same input twice, return? The default is "refuse"; choices: refuse, use_first. */
  two_inputs: 'refuse' | 'use_first';
  /** Reading 49: what does a submission return if its input is a result asset? The default is "refuse"; choices: refuse, not_found, accept. */
  result_as_input: 'refuse' | 'not_found' | 'accept';
  /** Reading 47: what does a skin analysis with an empty list of concerns return? The default is "refuse"; choices: refuse, accept. */
  no_concerns: 'refuse' | 'accept';
  /** Reading 47: what does a request return that asks for a visualization of a concern it does not list? The default is "refuse"; choices: refuse, leave_out, draw. */
  visualization_of_other_concern: 'refuse' | 'leave_out' | 'draw';
  /** Spec 4.2: what does a repeated visualization return? The default is "refuse"; choices: refuse, draw_once, draw_twice. */
  repeated_visualization: 'refuse' | 'draw_once' | 'draw_twice';
  /** Spec 4.2: what does a makeup try-on with an empty list of products return? The default is "refuse"; choices: refuse, accept. */
  no_products: 'refuse' | 'accept';
  /** Spec 4.2: how many products can a makeup try-on have? The default is null; choices: an integer from 2 to 10000 or null. */
  max_products: number | null;
  /** Spec 4.2: can two products of a makeup try-on have the same category? The default is "accept"; choices: accept, refuse. */
  repeated_category: 'accept' | 'refuse';
  /** Reading 8: which color formats are accepted? The default is "hex"; choices: hex, any, hex_without_mark, rgb_function. */
  color_format: 'hex' | 'any' | 'hex_without_mark' | 'rgb_function';
  /** Reading 9: what is the range of an opacity? The default is [0,1]; choices: two numbers, the lower one first, from -1000000 to 1000000. */
  opacity_range: [number, number];
  /** Spec 4.2: is the Location of a submission a path (with or without the path of base_url), a path relative to the request, a path with a query, or an absolute URL? The default is "path"; choices: path, path_below_base_url, relative, with_query, absolute, other_origin. */
  location_form: 'path' | 'path_below_base_url' | 'relative' | 'with_query' | 'absolute' | 'other_origin';
  /** Spec 1: does base_url have a path? The default is "none"; choices: none, one_segment, two_segments. */
  base_path: 'none' | 'one_segment' | 'two_segments';
  /** Reading 1: which status does a successful upload return? The default is 201; choices: 200, 201, 202. */
  upload_status: 200 | 201 | 202;
  /** Reading 2: how many bytes may an upload have? The default is 10485760; choices: an integer from 0. */
  upload_max_bytes: number;
  /** Reading 3: how many pixels must the shortest side of an upload have? The default is 32; choices: an integer from 0. */
  image_min_side: number;
  /** Reading 3: how many pixels may the longest side of an upload have? The default is 8192; choices: an integer from 0. */
  image_max_side: number;
  /** Reading 3: how many pixels may an upload have in total? The default is 40000000; choices: an integer from 0. */
  image_max_pixels: number;
  /** Reading 3: which status does an upload get whose sides are too short or too long? The default is 400; choices: 400, 413, 422. */
  image_sides_status: 400 | 413 | 422;
  /** Reading 4: which status does an upload get that is empty or not a picture of its declared type? The default is 400; choices: 400, 415, 422. */
  unreadable_image_status: 400 | 415 | 422;
  /** Reading 4: which status does an upload get whose Content-Type is missing or not one of the three? The default is 400; choices: 400, 415, 422. */
  unsupported_media_type_status: 400 | 415 | 422;
  /** Reading 4: is an upload refused if its bytes are a picture of another supported type than it declares? The default is "refuse"; choices: refuse, take_true_type. */
  mismatched_content_type: 'refuse' | 'take_true_type';
  /** Spec 4.1: may the Content-Type of an upload have parameters or uppercase letters? The default is "take"; choices: take, refuse. */
  upload_type_parameters: 'take' | 'refuse';
  /** Reading 5: is a picture with a valid header and broken pixels refused at upload, or does its job fail? The default is "job_fails"; choices: job_fails, refuse. */
  broken_image: 'job_fails' | 'refuse';
  /** Spec 2.1: are the bytes of an upload kept unchanged, re-encoded or scaled down? The default is "as_sent"; choices: as_sent, encoded_anew, scaled_down. */
  stored_image: 'as_sent' | 'encoded_anew' | 'scaled_down';
  /** Spec 2.1: are width and height of a rotated photo those of its pixels, or of the upright picture? The default is "upright"; choices: upright, as_stored. */
  image_orientation: 'upright' | 'as_stored';
  /** Spec 4.1: does uploading the same picture twice create a second asset? The default is "new_asset"; choices: new_asset, same_asset. */
  repeated_upload: 'new_asset' | 'same_asset';
  /** Spec 4.1: what is the effect of an Idempotency-Key on an upload? The default is "ignore"; choices: ignore, same_asset, refuse. */
  idempotency_key_on_upload: 'ignore' | 'same_asset' | 'refuse';
  /** Spec 4.1: does an upload return a Location? The default is "absent"; choices: absent, present. */
  upload_location: 'absent' | 'present';
  /** Reading 41: is an endpoint refused if it is not HTTPS on port 443? The default is "any"; choices: any, strict. */
  webhook_urls: 'any' | 'strict';
  /** Reading 42: which endpoints get an event, those registered at the job's submission, at the event's creation or at its delivery? The default is "at_creation"; choices: at_creation, at_delivery, at_submission. */
  event_receivers: 'at_creation' | 'at_delivery' | 'at_submission';
  /** Spec 6.5: how long after its event is the first attempt made? The default is 0; choices: a duration from 0s to 1d. */
  first_attempt_delay: number;
  /** Spec 6.5: is an event sent again after it was acknowledged? The default is "never"; choices: never, every_third, each. */
  duplicate_deliveries: 'never' | 'every_third' | 'each';
  /** Spec 6.2: does a result in an event have all its fields, or only href and expires_at? The default is "as_read"; choices: as_read, href_and_expiry. */
  event_results: 'as_read' | 'href_and_expiry';
  /** Reading 43: what is the range of the jitter, as a share of the wait? The default is [-0.2,0.2]; choices: two numbers, the lower one first, from -0.2 to 0.2. */
  retry_jitter: [number, number];
  /** Reading 52: is the wait for the next attempt measured from the end or the start of the previous one? The default is "end"; choices: end, begin. */
  retry_wait_from: 'end' | 'begin';
  /** Reading 58: what must arrive within 10 seconds, the headers of the answer or the whole answer? The default is "head"; choices: head, whole_body. */
  acknowledgement: 'head' | 'whole_body';
  /** Reading 58: which clock measures the 10 seconds of a delivery after time was moved? The default is "wall"; choices: wall, virtual. */
  delivery_clock: 'wall' | 'virtual';
  /** Reading 55: is a test.ping sent whatever types are subscribed? The default is "always"; choices: always, when_subscribed. */
  ping_subscription: 'always' | 'when_subscribed';
  /** Reading 55: does a failed test.ping count towards disabling its endpoint? The default is "counted"; choices: counted, not_counted. */
  failed_ping_counts: 'counted' | 'not_counted';
  /** Reading 56: does an endpoint miss the events that occur while it is disabled? The default is "lost"; choices: lost, listed_as_cancelled, sent_when_enabled. */
  events_while_disabled: 'lost' | 'listed_as_cancelled' | 'sent_when_enabled';
  /** Reading 56: can a ping or a resend be sent to a disabled endpoint? The default is "refuse"; choices: refuse, send. */
  disabled_by_hand: 'refuse' | 'send';
  /** Reading 44: is an endpoint disabled at a failed attempt, or as soon as it has been failing for 24 hours? The default is "at_attempt"; choices: at_attempt, at_the_day. */
  disabling_moment: 'at_attempt' | 'at_the_day';
  /** Reading 57: what does a delivery carry after the job's retention has passed? The default is "as_deleted"; choices: as_deleted, last_job, nothing_sent. */
  retention_body: 'as_deleted' | 'last_job' | 'nothing_sent';
  /** Reading 54: at which number does a resend's attempt count start? The default is "from_one"; choices: from_one, go_on. */
  resend_attempts: 'from_one' | 'go_on';
  /** Reading 54: is a failed resend retried? The default is "within_the_day"; choices: within_the_day, never. */
  resend_retries: 'within_the_day' | 'never';
  /** Spec 6.3: does a delivery have headers that are not shown? The default is "none"; choices: none, some. */
  delivery_headers: 'none' | 'some';
  /** Reading 40: which clock gives the time of a signature after time was moved? The default is "wall"; choices: wall, virtual. */
  signature_clock: 'wall' | 'virtual';
  /** Spec 6.4: does the signature of each attempt carry its own time, or that of the first attempt? The default is "each_attempt"; choices: each_attempt, first_attempt. */
  signature_moment: 'each_attempt' | 'first_attempt';
  /** Spec 6.3: are the hex digits of a signature lowercase or uppercase? The default is "lower"; choices: lower, upper. */
  signature_hex: 'lower' | 'upper';
  /** Spec 6.4: does a signature have parts of other schemes? The default is "none"; choices: none, before, behind. */
  signature_other_schemes: 'none' | 'before' | 'behind';
  /** Spec 6.4: which signature comes first during a rotation? The default is "new_first"; choices: new_first, previous_first. */
  signature_order: 'new_first' | 'previous_first';
  /** Reading 53: how many previous secrets sign after several rotations in quick succession? The default is 1; choices: an integer from 1 to 10. */
  previous_secrets: number;
};

/** The same as a configuration gives it: what is left out is the default. */
export type ReadingsInput = {
  /** Reading 64: does a key without the scope get 403 or 404 when it cancels or deletes another account's job? The default is "existence_first"; choices: existence_first, scope_first. */
  scope_or_existence?: 'existence_first' | 'scope_first' | undefined;
  /** Reading 36: is the scope of a hair try-on hair.apply or hair.try_on? The default is "hair.apply"; choices: hair.apply, hair.try_on, either. */
  hair_scope?: 'hair.apply' | 'hair.try_on' | 'either' | undefined;
  /** Spec 5.5: does a 401 have a WWW-Authenticate header? The default is "absent"; choices: absent, present. */
  www_authenticate?: 'absent' | 'present' | undefined;
  /** Reading 45: does the API allow browsers from other origins? The default is "absent"; choices: absent, any_origin. */
  cors?: 'absent' | 'any_origin' | undefined;
  check_order?: {
    /** Reading 20: which refusal wins if an operation is not enabled and the key is used from outside its network? The default is "feature_first"; choices: feature_first, network_first. */
    network_and_feature?: 'feature_first' | 'network_first' | undefined;
    /** Reading 20: which refusal wins if a key lacks the scope and the body is invalid? The default is "scope_first"; choices: scope_first, form_first. */
    scope_and_form?: 'scope_first' | 'form_first' | undefined;
    /** Reading 20: which refusal wins if a key lacks the scope and the body is too large? The default is "scope_first"; choices: scope_first, size_first. */
    size_and_scope?: 'scope_first' | 'size_first' | undefined;
    /** Reading 20: which refusal wins if the body is invalid and names an input that does not exist? The default is "form_first"; choices: form_first, input_first. */
    form_and_input?: 'form_first' | 'input_first' | undefined;
    /** Reading 20: which refusal wins if the input does not exist and the units are not enough? The default is "input_first"; choices: input_first, credits_first. */
    input_and_credits?: 'input_first' | 'credits_first' | undefined;
    /** Reading 20: which refusal wins if the units are not enough and the limit is reached? The default is "credits_first"; choices: credits_first, limits_first. */
    credits_and_limits?: 'credits_first' | 'limits_first' | undefined;
    /** Reading 20: which refusal wins if the body is invalid and the limit is reached? The default is "form_first"; choices: form_first, limits_first. */
    form_and_limits?: 'form_first' | 'limits_first' | undefined;
    /** Spec 4.1: which refusal wins if an upload is too large and has a wrong type? The default is "size_first"; choices: size_first, type_first. */
    size_and_media_type?: 'size_first' | 'type_first' | undefined;
  };
  /** Reading 64: what does a cancel or deletion of another account's job return? The default is 404; choices: 404, 403. */
  change_of_foreign_job?: 404 | 403 | undefined;
  /** Spec 5.6: what does a submission with another account's asset return? The default is 404; choices: 404, 403. */
  input_of_foreign_account?: 404 | 403 | undefined;
  /** Reading 6: does the content of another account's asset return the same as an asset that never existed? The default is "as_unknown"; choices: as_unknown, 410. */
  content_of_foreign_asset?: 'as_unknown' | 410 | undefined;
  /** Spec 5.7: do lists show what another API key of the account created? The default is "account"; choices: account, api_key. */
  list_owner?: 'account' | 'api_key' | undefined;
  /** Reading 29: how long is an input asset kept? The default is 86400000; choices: a duration from 0s to 36500d. */
  input_retention?: number | string | undefined;
  /** Spec 4.1: does an input asset stay when the last job that used it is deleted? The default is "stays"; choices: stays, goes_with_the_last. */
  input_of_deleted_job?: 'stays' | 'goes_with_the_last' | undefined;
  /** Reading 65: does an asset still exist at the exact instant of its expires_at? The default is "gone"; choices: gone, there. */
  expiry_instant?: 'gone' | 'there' | undefined;
  /** Spec 4.1: what does a malformed id return? The default is 404; choices: 404, 400. */
  malformed_id?: 404 | 400 | undefined;
  /** Spec 3: how long does a repeated deletion return 204? The default is null; choices: a duration from 1m to 36500d or null. */
  tombstone_retention?: number | string | null | undefined;
  /** Spec 4.1: how long does a submission with an expired input return 410 instead of 404? The default is null; choices: a duration from 1m to 36500d or null. */
  expired_input_remembered?: number | string | null | undefined;
  /** Reading 63: does deleting a result asset return 204 or 404 if its job no longer exists? The default is 204; choices: 204, 404. */
  result_deletion_of_gone_job?: 204 | 404 | undefined;
  /** Reading 32: what does deleting an unknown or foreign asset id return? The default is 404; choices: 404, 204. */
  deletion_of_unknown_asset?: 404 | 204 | undefined;
  /** Reading 61: if deletion is not enabled, does that apply to assets as well as jobs? The default is "both"; choices: both, jobs_only, assets_only. */
  delete_feature?: 'both' | 'jobs_only' | 'assets_only' | undefined;
  /** Reading 61: if listing is not enabled, does that apply to both lists? The default is "both"; choices: both, assets_only, jobs_only. */
  lists_feature?: 'both' | 'assets_only' | 'jobs_only' | undefined;
  /** Reading 7: does the content route serve an input asset to its owner? The default is "refuse"; choices: refuse, serve. */
  input_content?: 'refuse' | 'serve' | undefined;
  /** Reading 6: which Content-Type does a downloaded picture have? The default is "media_type"; choices: media_type, octet_stream, absent. */
  content_type?: 'media_type' | 'octet_stream' | 'absent' | undefined;
  /** Reading 6: does a downloaded picture have an ETag? The default is "strong"; choices: strong, weak, absent. */
  content_etag?: 'strong' | 'weak' | 'absent' | undefined;
  /** Reading 6: does the content route return 304 for its own ETag? The default is 304; choices: 304, 200. */
  content_if_none_match?: 304 | 200 | undefined;
  /** Reading 6: which Cache-Control does a downloaded picture have? The default is "private_no_store"; choices: private_no_store, private_max_age, absent. */
  content_cache_control?: 'private_no_store' | 'private_max_age' | 'absent' | undefined;
  /** Reading 6: does a download have X-Content-Type-Options? The default is "present"; choices: present, absent. */
  content_nosniff?: 'present' | 'absent' | undefined;
  /** Reading 6: does a download have a Content-Disposition? The default is "absent"; choices: absent, inline, attachment. */
  content_disposition?: 'absent' | 'inline' | 'attachment' | undefined;
  /** Spec 4.1: does the content route serve byte ranges? The default is "ignore"; choices: ignore, serve. */
  content_ranges?: 'ignore' | 'serve' | undefined;
  /** Spec 4.1: does the content route return the bytes itself, or redirect to another URL? The default is "bytes"; choices: bytes, redirect. */
  content_redirect?: 'bytes' | 'redirect' | undefined;
  /** Reading 6: what does the content route return for an asset id that never existed? The default is 404; choices: 404, 410. */
  content_of_unknown_asset?: 404 | 410 | undefined;
  /** Reading 6: what does the content route return for a result that was deleted with its job? The default is 404; choices: 404, 410. */
  content_of_deleted_result?: 404 | 410 | undefined;
  /** Spec 2.5: how many units does an accepted job cost? The default is {"hair.try_on":2,"makeup.apply":1,"skin.analyze":1}; choices: an integer for each operation, from 0. */
  unit_costs?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
  /** Spec 2.5: does unit_costs contain every operation, or only those that the environment has? The default is "all"; choices: all, enabled. */
  unit_costs_operations?: 'all' | 'enabled' | undefined;
  /** Spec 2.5: does a balance have an object field? The default is "present"; choices: present, absent. */
  balance_object?: 'present' | 'absent' | undefined;
  /** Reading 25: when do held units become a charge? The default is "at_end"; choices: at_end, at_processing, at_pick_up, at_acceptance. */
  capture_moment?: 'at_end' | 'at_processing' | 'at_pick_up' | 'at_acceptance' | undefined;
  /** Reading 25: is a job that was processed and failed billed? The default is "billed"; choices: billed, not_billed. */
  failed_job_billing?: 'billed' | 'not_billed' | undefined;
  /** Spec 2.5: how old may the balance in an answer be? The default is 0; choices: a duration from 0s to 1h. */
  balance_lag?: number | string | undefined;
  /** Reading 26: what balance does a test key see? The default is "of_account"; choices: of_account, empty. */
  test_key_balance?: 'of_account' | 'empty' | undefined;
  /** Reading 26: is a submission with a test key refused if the account has too few units? The default is "accept"; choices: accept, refuse. */
  test_key_without_units?: 'accept' | 'refuse' | undefined;
  /** Reading 24: is a submission accepted if enforced is false and the balance is negative? The default is "accept"; choices: accept, limited. */
  overdrawn_submission?: 'accept' | 'limited' | undefined;
  /** Reading 25: does deleting a job refund units? The default is "none"; choices: none, failed_jobs. */
  deletion_refund?: 'none' | 'failed_jobs' | undefined;
  /** Reading 13: which shape does the usage have? The default is "rows"; choices: rows, days_map, bare_map, nested_rows, days_back, short_names. */
  usage_shape?: 'rows' | 'days_map' | 'bare_map' | 'nested_rows' | 'days_back' | 'short_names' | undefined;
  /** Reading 13: which parameters does the usage accept? The default is "from_and_to"; choices: from_and_to, none. */
  usage_parameters?: 'from_and_to' | 'none' | undefined;
  /** Spec 4.4: what does the usage return for an unknown parameter? The default is "refuse"; choices: refuse, ignore. */
  usage_unknown_parameter?: 'refuse' | 'ignore' | undefined;
  /** Reading 13: how many days does the usage show by default? The default is 30; choices: an integer from 1 to 36500. */
  usage_days?: number | undefined;
  /** Reading 13: in which order are the days of the usage? The default is "oldest_first"; choices: oldest_first, newest_first. */
  usage_order?: 'oldest_first' | 'newest_first' | undefined;
  /** Reading 13: does the usage show days and operations without jobs? The default is "left_out"; choices: left_out, zero. */
  usage_empty_days?: 'left_out' | 'zero' | undefined;
  /** Reading 13: does the usage still count a cancelled job? The default is "counted"; choices: counted, taken_out. */
  usage_cancelled?: 'counted' | 'taken_out' | undefined;
  /** Spec 4.4: how late may a job appear in the usage? The default is 0; choices: a duration from 0s to 1d. */
  usage_lag?: number | string | undefined;
  /** Reading 26: does the usage count the jobs of the key's environment, or of the whole account? The default is "environment"; choices: environment, account. */
  usage_of?: 'environment' | 'account' | undefined;
  codes?: {
    /** Reading 14: which code does the 400 of a repeated concern have? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    duplicate_concern?: string | undefined;
    /** Reading 14: which code does the 410 of an expired input asset have? The default is "ASSET_EXPIRED"; choices: a code in capitals. */
    asset_expired?: string | undefined;
    /** Reading 14: which code does a 413 have? The default is "PAYLOAD_TOO_LARGE"; choices: a code in capitals. */
    payload_too_large?: string | undefined;
    /** Reading 14: which code does a 429 have? The default is "RATE_LIMITED"; choices: a code in capitals. */
    rate_limited?: string | undefined;
    /** Reading 14: which code does a 500 have? The default is "INTERNAL_ERROR"; choices: a code in capitals. */
    internal_error?: string | undefined;
    /** Reading 15: which code does the 404 of an unknown path have? The default is "NOT_FOUND"; choices: a code in capitals. */
    not_found?: string | undefined;
    /** Spec 4.2: which code does the 400 of a submission have? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    invalid_submission?: string | undefined;
    /** Spec 4.1: which code does an upload get that is not a picture of its declared type? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    invalid_upload?: string | undefined;
    /** Spec 4.1: which code does an upload get whose sides are too short or too long? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    image_sides?: string | undefined;
    /** Spec 4.1: which code does the 400 of a malformed id have? The default is "INVALID_REQUEST"; choices: a code in capitals. */
    malformed_id?: string | undefined;
    /** Reading 22: which code does a known path return for a method that it does not support? The default is "NOT_FOUND"; choices: a code in capitals. */
    wrong_method?: string | undefined;
  };
  /** Reading 62: does the message of a 400 name the invalid parameter? The default is "present"; choices: present, absent. */
  error_message_names_field?: 'present' | 'absent' | undefined;
  /** Spec 2.4: does an error have a doc_url? The default is "absent"; choices: absent, as_null, address. */
  error_doc_url?: 'absent' | 'as_null' | 'address' | undefined;
  /** Spec 2.4: does an error say whether the request can be retried? The default is "present"; choices: present, absent, as_null. */
  error_retryable?: 'present' | 'absent' | 'as_null' | undefined;
  /** Spec 2.4: which language do messages have? The default is "english"; choices: english, german, french. */
  message_language?: 'english' | 'german' | 'french' | undefined;
  /** Reading 62: what do the details of an error contain? The default is "fields_list"; choices: fields_list, by_field, parameter, hint, absent. */
  error_details?: 'fields_list' | 'by_field' | 'parameter' | 'hint' | 'absent' | undefined;
  /** Spec 2.4: does an answer have a header with its request id? The default is "absent"; choices: absent, present. */
  request_id_header?: 'absent' | 'present' | undefined;
  /** Reading 21: does an unknown path without a usable key return 401 or 404? The default is 404; choices: 404, 401. */
  unknown_path_without_key?: 404 | 401 | undefined;
  /** Spec 7: does the 404 of an unknown path have an error body, or the body of a proxy in front of the service? The default is "error_detail"; choices: error_detail, other_json, html. */
  unknown_path_body?: 'error_detail' | 'other_json' | 'html' | undefined;
  /** Reading 22: what does a known path return for a method that it does not support? The default is 404; choices: 404, 405. */
  wrong_method?: 404 | 405 | undefined;
  /** Spec 4: is a path with a trailing slash the same path? The default is "unknown_path"; choices: unknown_path, same_path. */
  trailing_slash?: 'unknown_path' | 'same_path' | undefined;
  /** Spec 7: which Content-Type does an error have? The default is "application_json"; choices: application_json, problem_json. */
  error_content_type?: 'application_json' | 'problem_json' | undefined;
  /** Spec 7: does the refusal of an exhausted quota say that the request can be retried? The default is "retryable"; choices: retryable, not_retryable. */
  quota_error_retryable?: 'retryable' | 'not_retryable' | undefined;
  /** Spec 2: which characters does an id have after its prefix? The default is "base32"; choices: base32, uuid, capitals, number. */
  id_form?: 'base32' | 'uuid' | 'capitals' | 'number' | undefined;
  /** Spec 2: how many characters does an id have after its prefix, at least? The default is 16; choices: an integer from 1 to 200. */
  id_length?: number | undefined;
  /** Spec 4.1: do ids sort in the order of their creation? The default is "growing"; choices: growing, random. */
  id_order?: 'growing' | 'random' | undefined;
  /** Spec 2: how many digits does a time have after the seconds? The default is "milliseconds"; choices: milliseconds, none, microseconds, as_needed. */
  time_digits?: 'milliseconds' | 'none' | 'microseconds' | 'as_needed' | undefined;
  /** Spec 2: is UTC written as Z or as an offset? The default is "z"; choices: z, zero_offset. */
  time_offset?: 'z' | 'zero_offset' | undefined;
  /** Reading 37: does livemode always appear where test-mode keys exist? The default is "with_test_keys"; choices: with_test_keys, never, jobs_and_events. */
  livemode?: 'with_test_keys' | 'never' | 'jobs_and_events' | undefined;
  /** Spec 2.3: do answers have fields that are not in the specification? The default is "none"; choices: none, in_jobs, everywhere. */
  extra_fields?: 'none' | 'in_jobs' | 'everywhere' | undefined;
  /** Spec 7: is JSON written with whitespace and line breaks? The default is "compact"; choices: compact, indented. */
  json_spacing?: 'compact' | 'indented' | undefined;
  /** Spec 7: how is the Content-Type of JSON written? The default is "plain"; choices: plain, charset, capitals_and_charset. */
  json_content_type?: 'plain' | 'charset' | 'capitals_and_charset' | undefined;
  /** Spec 4: do answers have headers that are not in the specification? The default is "none"; choices: none, on_job_reads, everywhere. */
  extra_headers?: 'none' | 'on_job_reads' | 'everywhere' | undefined;
  /** Spec 4: what does a route without query parameters return if one is sent? The default is "ignore"; choices: ignore, refuse. */
  unknown_query_parameter?: 'ignore' | 'refuse' | undefined;
  /** Spec 4.1: must a request state the length of its body? The default is "take"; choices: take, 411. */
  chunked_request?: 'take' | 411 | undefined;
  /** Spec 4: does an answer have a Content-Length, or is it chunked? The default is "present"; choices: present, chunked. */
  content_length?: 'present' | 'chunked' | undefined;
  /** Spec 4: does the service close a connection after each answer? The default is "keep_alive"; choices: keep_alive, close. */
  connection?: 'keep_alive' | 'close' | undefined;
  /** Spec 4: is an answer compressed if the client accepts it? The default is "none"; choices: none, gzip. */
  compression?: 'none' | 'gzip' | undefined;
  /** Spec 4.2: does the hair try-on exist? The default is "served"; choices: served, absent. */
  hair_endpoint?: 'served' | 'absent' | undefined;
  /** Spec 4.2: which status does an accepted hair try-on return? The default is 202; choices: 202, 200, 201. */
  hair_submit_status?: 202 | 200 | 201 | undefined;
  /** Reading 11: which fields does a hair try-on accept? The default is "color_gradient"; choices: color_gradient, colors_list, one_color. */
  hair_body?: 'color_gradient' | 'colors_list' | 'one_color' | undefined;
  /** Reading 11: where does a hair try-on name its mask? The default is "input_role"; choices: input_role, own_field. */
  hair_mask_place?: 'input_role' | 'own_field' | undefined;
  /** Reading 11: what happens to a hair mask whose size differs from that of the source? The default is "refuse"; choices: refuse, job_fails, scale. */
  hair_mask_of_other_size?: 'refuse' | 'job_fails' | 'scale' | undefined;
  /** Reading 11: what happens to a hair mask that is not grayscale? The default is "take_brightness"; choices: take_brightness, refuse, job_fails. */
  hair_mask_in_color?: 'take_brightness' | 'refuse' | 'job_fails' | undefined;
  /** Spec 2.3: does the output show the applied colors in the spelling of the request? The default is "as_sent"; choices: as_sent, capitals, small_letters. */
  hair_applied?: 'as_sent' | 'capitals' | 'small_letters' | undefined;
  /** Reading 16: does a submission require an Idempotency-Key? The default is "required"; choices: required, optional. */
  idempotency_key?: 'required' | 'optional' | undefined;
  /** Reading 16: how many characters may an Idempotency-Key have? The default is 255; choices: an integer from 1 to 16384. */
  idempotency_key_max_length?: number | undefined;
  /** Reading 16: which characters may an Idempotency-Key contain? The default is "visible_ascii"; choices: visible_ascii, with_spaces, any, uuid. */
  idempotency_key_characters?: 'visible_ascii' | 'with_spaces' | 'any' | 'uuid' | undefined;
  /** Reading 16: is an empty Idempotency-Key refused, or treated as missing? The default is "refuse"; choices: refuse, as_missing. */
  empty_idempotency_key?: 'refuse' | 'as_missing' | undefined;
  /** Spec 4.2: how long does an Idempotency-Key stay claimed? The default is null; choices: a duration from 1m to 36500d or null. */
  idempotency_key_retention?: number | string | null | undefined;
  /** Reading 17: does a key that is claimed on one product's route conflict on another product's route? The default is "shared"; choices: shared, apart. */
  idempotency_key_routes?: 'shared' | 'apart' | undefined;
  /** Reading 17: do two API keys of one account share their idempotency keys? The default is "account"; choices: account, api_key. */
  idempotency_key_owner?: 'account' | 'api_key' | undefined;
  /** Reading 17: does a key conflict if another account or environment has claimed it? The default is "free"; choices: free, conflict. */
  idempotency_key_of_other_account?: 'free' | 'conflict' | undefined;
  same_request?: {
    /** Reading 18: is a request that omits an optional field the same as one that sends its default? The default is "same"; choices: same, other. */
    defaults?: 'same' | 'other' | undefined;
    /** Reading 18: is a request with 1.0 in place of 1 the same request? The default is "same"; choices: same, other. */
    numbers?: 'same' | 'other' | undefined;
    /** Spec 4.2: is a request with a color in uppercase the same request? The default is "other"; choices: other, same. */
    color_case?: 'other' | 'same' | undefined;
    /** Spec 4.2: is a request with reordered visualizations the same request? The default is "other"; choices: other, same. */
    visualization_order?: 'other' | 'same' | undefined;
  };
  /** Reading 60: does a refused request claim its key? The default is "free"; choices: free, claimed. */
  refused_request_claims_key?: 'free' | 'claimed' | undefined;
  /** Reading 19: does a replay show the current or the original state of the job? The default is "present"; choices: present, first. */
  replay_state?: 'present' | 'first' | undefined;
  /** Reading 19: does a replay have a Location? The default is "present"; choices: present, absent. */
  replay_location?: 'present' | 'absent' | undefined;
  /** Reading 19: does a replay have a Retry-After? The default is "while_not_done"; choices: while_not_done, always, absent. */
  replay_retry_after?: 'while_not_done' | 'always' | 'absent' | undefined;
  /** Reading 20: does a replay still succeed after its input asset has expired or was deleted? The default is "replay"; choices: replay, refuse. */
  replay_after_input_gone?: 'replay' | 'refuse' | undefined;
  /** Reading 20: is a replay accepted while submissions exceed their limit? The default is "replay"; choices: replay, refuse. */
  replay_over_limit?: 'replay' | 'refuse' | undefined;
  /** Spec 4.2: what does a replay return while the first request is still in progress? The default is "same_job"; choices: same_job, 503. */
  replay_under_way?: 'same_job' | 503 | undefined;
  /** Reading 59: what does a different request with the key of a deleted job return? The default is 410; choices: 410, 409. */
  deleted_key_other_request?: 410 | 409 | undefined;
  /** Spec 3: what does a replay return after the retention of its job has passed? The default is 410; choices: 410, new_job. */
  key_of_expired_job?: 410 | 'new_job' | undefined;
  daily_quota?: {
    /** Reading 27: how many jobs of each operation per day do live keys have? The default is {}; choices: an integer for each operation, from 0. */
    live?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
    /** Reading 27: how many jobs of each operation per day do test keys have? The default is {}; choices: an integer for each operation, from 0. */
    test?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
  };
  /** Reading 27: what does a submission return when the daily quota is used up? The default is 429; choices: 429, 402, 403. */
  quota_status?: 429 | 402 | 403 | undefined;
  /** Reading 27: which code does the refusal have when the daily quota is used up? The default is "RATE_LIMITED"; choices: a code in capitals. */
  quota_code?: string | undefined;
  /** Reading 27: does the refusal of an exhausted quota set Retry-After to the next day? The default is "until_next_day"; choices: until_next_day, one_hour, absent. */
  quota_retry_after?: 'until_next_day' | 'one_hour' | 'absent' | undefined;
  /** Reading 27: is the daily quota counted per operation, or for all operations together? The default is "by_operation"; choices: by_operation, together. */
  quota_counts?: 'by_operation' | 'together' | undefined;
  /** Reading 27: when does a quota day begin? The default is "utc_midnight"; choices: utc_midnight, at_first_job, rolling. */
  quota_day?: 'utc_midnight' | 'at_first_job' | 'rolling' | undefined;
  /** Reading 27: does a failed job refund its unit of the daily quota? The default is "used"; choices: used, given_back. */
  quota_of_failed?: 'used' | 'given_back' | undefined;
  /** Reading 27: whose jobs consume a daily quota, those of the account or of the API key? The default is "account"; choices: account, api_key. */
  quota_owner?: 'account' | 'api_key' | undefined;
  /** Reading 28: how many submissions are admitted per minute? The default is null; choices: an integer from 0 or null. */
  admission_per_minute?: number | null | undefined;
  /** Reading 28: within which period are submissions counted for the limit? The default is "calendar_minute"; choices: calendar_minute, sliding_minute, token_bucket. */
  admission_window?: 'calendar_minute' | 'sliding_minute' | 'token_bucket' | undefined;
  /** Reading 28: for whom are submissions counted for the limit? The default is "api_key"; choices: api_key, environment, account. */
  admission_owner?: 'api_key' | 'environment' | 'account' | undefined;
  /** Reading 28: do refused and replayed submissions count for the limit? The default is "accepted"; choices: accepted, all. */
  admission_counts?: 'accepted' | 'all' | undefined;
  /** Spec 4.1: does a cursor contain characters that must be encoded in a query? The default is "url_safe"; choices: url_safe, to_be_encoded. */
  cursor_characters?: 'url_safe' | 'to_be_encoded' | undefined;
  /** Spec 4.1: can another key of the same account and environment use a cursor? The default is "take"; choices: take, refuse. */
  cursor_other_key?: 'take' | 'refuse' | undefined;
  /** Spec 4.1: are the filters of a cursor compared by spelling or by meaning? The default is "as_written"; choices: as_written, by_meaning. */
  cursor_filters?: 'as_written' | 'by_meaning' | undefined;
  /** Spec 4.1: what does an empty cursor return? The default is "invalid_cursor"; choices: invalid_cursor, invalid_request, first_page. */
  empty_cursor?: 'invalid_cursor' | 'invalid_request' | 'first_page' | undefined;
  /** Spec 4.1: does the last page have a next_cursor? The default is "as_null"; choices: as_null, present. */
  next_cursor_at_end?: 'as_null' | 'present' | undefined;
  /** Spec 4.1: where does the next page begin after uploads or deletions in between? The default is "behind_last"; choices: behind_last, by_offset. */
  page_walk?: 'behind_last' | 'by_offset' | undefined;
  /** Spec 4.1: what does an invalid value return, such as a limit with letters? The default is "refuse"; choices: refuse, ignore. */
  malformed_parameter?: 'refuse' | 'ignore' | undefined;
  /** Spec 4.1: is a filter with an empty value refused or ignored? The default is "refuse"; choices: refuse, ignore. */
  empty_parameter?: 'refuse' | 'ignore' | undefined;
  /** Spec 4.1: what does a list return if created_gte is not before created_lt? The default is "empty_list"; choices: empty_list, refuse. */
  inverted_range?: 'empty_list' | 'refuse' | undefined;
  /** Reading 33: what does the list of assets return for a job that never existed? The default is "empty_list"; choices: empty_list, 400, 404. */
  list_of_unknown_job?: 'empty_list' | 400 | 404 | undefined;
  /** Spec 4.1: what does the list of assets return for a malformed job_id? The default is "empty_list"; choices: empty_list, 400. */
  malformed_job_id?: 'empty_list' | 400 | undefined;
  /** Reading 28: how many list requests are admitted per minute? The default is null; choices: an integer from 1 to 1000000 or null. */
  list_limit_per_minute?: number | null | undefined;
  /** Reading 12: which shape does the list of jobs have? The default is "page"; choices: page, bare_list, under_jobs, summaries. */
  jobs_list_shape?: 'page' | 'bare_list' | 'under_jobs' | 'summaries' | undefined;
  /** Reading 12: which parameters does the list of jobs accept? The default is "all_filters"; choices: all_filters, limit_and_cursor, none. */
  jobs_list_parameters?: 'all_filters' | 'limit_and_cursor' | 'none' | undefined;
  /** Reading 12: how many jobs does a page have by default? The default is 20; choices: an integer from 1 to 10000. */
  jobs_list_default_limit?: number | undefined;
  /** Reading 12: how many jobs can a page have? The default is 100; choices: an integer from 1 to 10000. */
  jobs_list_max_limit?: number | undefined;
  /** Reading 12: how are jobs ordered that were created at the same instant? The default is "id_descending"; choices: id_descending, id_ascending. */
  jobs_list_ties?: 'id_descending' | 'id_ascending' | undefined;
  /** Reading 12: does the list of jobs still show deleted jobs? The default is "left_out"; choices: left_out, shown. */
  jobs_list_deleted?: 'left_out' | 'shown' | undefined;
  /** Reading 10: what is the range of scores? The default is [0,100]; choices: two numbers, the lower one first, from -1000000 to 1000000. */
  score_range?: [number, number] | undefined;
  /** Reading 10: how many decimals can a score have? The default is 1; choices: an integer from 0 to 15. */
  score_decimals?: number | undefined;
  /** Spec 4.2: does the same picture get the same scores in every job? The default is "same"; choices: same, varies. */
  score_repeats?: 'same' | 'varies' | undefined;
  /** Spec 2.3: is every requested concern of a good face measured? The default is "none"; choices: none, some, left_out. */
  unmeasured_concerns?: 'none' | 'some' | 'left_out' | undefined;
  /** Spec 2.3: how are the concerns of an output ordered? The default is "as_requested"; choices: as_requested, reversed, by_name. */
  concern_order?: 'as_requested' | 'reversed' | 'by_name' | undefined;
  /** Spec 2.3: how are the visualizations of an output ordered? The default is "as_requested"; choices: as_requested, reversed. */
  visualization_order?: 'as_requested' | 'reversed' | undefined;
  /** Spec 9: does every skin output have an analysis_version, and which? The default is "default"; choices: default, other, absent. */
  analysis_version?: 'default' | 'other' | 'absent' | undefined;
  /** Spec 2.3: does a skin output without pictures have a visualizations field? The default is "empty_list"; choices: empty_list, absent. */
  no_visualizations?: 'empty_list' | 'absent' | undefined;
  /** Spec 9: does every makeup output have a revision, and which? The default is "default"; choices: default, other, absent. */
  makeup_revision?: 'default' | 'other' | 'absent' | undefined;
  /** Spec 9: does every hair output have a revision, and which? The default is "default"; choices: default, other, absent. */
  hair_revision?: 'default' | 'other' | 'absent' | undefined;
  /** Spec 9: can an output have a type that is not in the spec? The default is "never"; choices: never, always. */
  unknown_output_type?: 'never' | 'always' | undefined;
  /** Spec 2.3: which media type do result pictures have? The default is "image/png"; choices: image/png, image/webp. */
  result_type?: 'image/png' | 'image/webp' | undefined;
  /** Spec 2.3: does a result state its width and height? The default is "present"; choices: present, absent, as_null, mixed. */
  result_sides?: 'present' | 'absent' | 'as_null' | 'mixed' | undefined;
  /** Spec 2.3: is a result as large as its input? The default is "as_input"; choices: as_input, halved. */
  result_size?: 'as_input' | 'halved' | undefined;
  /** Spec 2.3: which role does the picture of a makeup or hair try-on have? The default is "image"; choices: image, result, try_on. */
  try_on_role?: 'image' | 'result' | 'try_on' | undefined;
  /** Spec 5.3: do the results of a test key depend on the picture? The default is "as_live"; choices: as_live, fixed. */
  test_results?: 'as_live' | 'fixed' | undefined;
  /** Reading 50: how many seconds does Retry-After give while a job is unfinished? The default is 1; choices: an integer from 0. */
  retry_after?: number | undefined;
  /** Reading 50: how many seconds does the Retry-After of a 202 give, if it differs from that of a read? The default is null; choices: an integer from 0 or null. */
  retry_after_on_accept?: number | null | undefined;
  /** Reading 50: does a read of an unfinished job always have a Retry-After? The default is "present"; choices: present, absent. */
  retry_after_on_read?: 'present' | 'absent' | undefined;
  /** Spec 4.3: does a read of a finished job have a Retry-After? The default is "absent"; choices: absent, present. */
  retry_after_on_finished?: 'absent' | 'present' | undefined;
  /** Reading 28: does a 429 always have a Retry-After? The default is "present"; choices: present, absent. */
  retry_after_on_429?: 'present' | 'absent' | undefined;
  /** Spec 7: does a 503 always have a Retry-After? The default is "present"; choices: present, absent. */
  retry_after_on_503?: 'present' | 'absent' | undefined;
  /** Spec 7: how many seconds does the Retry-After of a 503 give? The default is 1; choices: an integer from 0 to 86400. */
  retry_after_503_seconds?: number | undefined;
  /** Reading 38: is the ETag of a job strong or weak? The default is "strong"; choices: strong, weak. */
  job_etag?: 'strong' | 'weak' | undefined;
  /** Reading 39: does If-None-Match accept an asterisk, a list of tags and weak tags? The default is "all_forms"; choices: all_forms, one_tag. */
  if_none_match?: 'all_forms' | 'one_tag' | undefined;
  /** Spec 4.3: which headers does a 304 have? The default is "etag_and_retry_after"; choices: etag_and_retry_after, etag, none. */
  not_modified_headers?: 'etag_and_retry_after' | 'etag' | 'none' | undefined;
  /** Spec 4.2: do the 202 and the 200 of a submission have the ETag of the job? The default is "present"; choices: present, absent. */
  etag_on_submit?: 'present' | 'absent' | undefined;
  /** Spec 4.3: what happens to the body of a cancel or deletion? The default is "ignore"; choices: ignore, refuse. */
  body_on_cancel?: 'ignore' | 'refuse' | undefined;
  /** Spec 4.3: what is the effect of an Idempotency-Key on a cancel? The default is "ignore"; choices: ignore, refuse. */
  idempotency_key_on_cancel?: 'ignore' | 'refuse' | undefined;
  /** Reading 25: what does a job cost if its cancel takes effect late? The default is "not_billed"; choices: not_billed, billed. */
  late_cancel_billing?: 'not_billed' | 'billed' | undefined;
  /** Reading 27: does a late cancel refund the job's unit of the daily quota? The default is "while_queued"; choices: while_queued, always, never. */
  late_cancel_quota?: 'while_queued' | 'always' | 'never' | undefined;
  /** Spec 4: what does a readable route return for HEAD? The default is "as_get"; choices: as_get, 404, 405. */
  head_requests?: 'as_get' | 404 | 405 | undefined;
  stage_status?: {
    /** Reading 34: is a job shown as queued or as running after its pickup, before its work starts? The default is "queued"; choices: queued, running. */
    picked_up?: 'queued' | 'running' | undefined;
    /** Reading 34: is a job shown as running while it prepares? The default is "running"; choices: running, queued. */
    preparing?: 'running' | 'queued' | undefined;
  };
  /** Reading 34: does the 202 show the job as accepted, or as it is when the answer is sent? The default is "queued"; choices: queued, as_it_is. */
  accepted_job?: 'queued' | 'as_it_is' | undefined;
  /** Reading 35: after how long does an unfinished job end by itself? The default is null; choices: a duration from 1s to 36500d or null. */
  job_timeout?: number | string | null | undefined;
  /** Reading 35: with which code does a job fail that takes too long? The default is "PROCESSING_FAILED"; choices: PROCESSING_FAILED, INPUT_EXPIRED. */
  job_timeout_code?: 'PROCESSING_FAILED' | 'INPUT_EXPIRED' | undefined;
  /** Spec 3: how many jobs of an account run in parallel? The default is null; choices: an integer from 1 to 1000 or null. */
  jobs_at_once?: number | null | undefined;
  /** Reading 30: how long is a job's own copy of its input kept? The default is null; choices: a duration from 1m to 36500d or null. */
  snapshot_retention?: number | string | null | undefined;
  /** Reading 30: when does a job fail with INPUT_EXPIRED? The default is "when_processing_starts"; choices: when_processing_starts, when_it_lapses, never. */
  input_expired?: 'when_processing_starts' | 'when_it_lapses' | 'never' | undefined;
  /** Reading 30: is a job that failed with INPUT_EXPIRED billed? The default is "billed"; choices: billed, not_billed. */
  input_expired_billing?: 'billed' | 'not_billed' | undefined;
  /** Reading 29: how long are a finished job and its results kept? The default is 604800000; choices: a duration from 0s to 36500d. */
  job_retention?: number | string | undefined;
  /** Reading 29: does the retention of a job begin when it ends or when it is accepted? The default is "end"; choices: end, acceptance. */
  job_retention_from?: 'end' | 'acceptance' | undefined;
  /** Reading 29: when does a job start to show its expires_at? The default is "at_end"; choices: at_end, from_start, never. */
  job_expires_at?: 'at_end' | 'from_start' | 'never' | undefined;
  /** Reading 29: can a job be read after its expires_at? The default is "gone"; choices: gone, read_without_results, read_with_bare_output. */
  job_after_expires_at?: 'gone' | 'read_without_results' | 'read_with_bare_output' | undefined;
  /** Spec 2.2: what changes updated_at of a job? The default is "status"; choices: status, stage, every_read_while_running. */
  updated_at?: 'status' | 'stage' | 'every_read_while_running' | undefined;
  /** Spec 9: does an input of a job have the role from the submission? The default is "as_sent"; choices: as_sent, other. */
  job_inputs_role?: 'as_sent' | 'other' | undefined;
  /** Spec 2.2: does a job fail if its picture shows nothing like a face? The default is "on"; choices: on, off. */
  face_detection?: 'on' | 'off' | undefined;
  /** Reading 14: how many bytes may a submission's body have? The default is 65536; choices: an integer from 0. */
  submit_max_bytes?: number | undefined;
  /** Reading 23: is a field that is not in the spec refused or ignored? The default is "refuse"; choices: refuse, ignore. */
  unknown_body_fields?: 'refuse' | 'ignore' | undefined;
  /** Spec 4.2: is a null optional field the same as an omitted one? The default is "refuse"; choices: refuse, as_absent. */
  optional_field_null?: 'refuse' | 'as_absent' | undefined;
  /** Reading 20: what does a submission return if its Content-Type is not application/json? The default is 400; choices: 400, 415, accept. */
  submit_content_type?: 400 | 415 | 'accept' | undefined;
  /** Spec 4.2: may the Content-Type of a submission have parameters or uppercase letters? The default is "take"; choices: take, refuse. */
  submit_type_parameters?: 'take' | 'refuse' | undefined;
  /** Reading 48: what does a submission with two inputs, or the same input twice, return? The default is "refuse"; choices: refuse, use_first. */
  two_inputs?: 'refuse' | 'use_first' | undefined;
  /** Reading 49: what does a submission return if its input is a result asset? The default is "refuse"; choices: refuse, not_found, accept. */
  result_as_input?: 'refuse' | 'not_found' | 'accept' | undefined;
  /** Reading 47: what does a skin analysis with an empty list of concerns return? The default is "refuse"; choices: refuse, accept. */
  no_concerns?: 'refuse' | 'accept' | undefined;
  /** Reading 47: what does a request return that asks for a visualization of a concern it does not list? The default is "refuse"; choices: refuse, leave_out, draw. */
  visualization_of_other_concern?: 'refuse' | 'leave_out' | 'draw' | undefined;
  /** Spec 4.2: what does a repeated visualization return? The default is "refuse"; choices: refuse, draw_once, draw_twice. */
  repeated_visualization?: 'refuse' | 'draw_once' | 'draw_twice' | undefined;
  /** Spec 4.2: what does a makeup try-on with an empty list of products return? The default is "refuse"; choices: refuse, accept. */
  no_products?: 'refuse' | 'accept' | undefined;
  /** Spec 4.2: how many products can a makeup try-on have? The default is null; choices: an integer from 2 to 10000 or null. */
  max_products?: number | null | undefined;
  /** Spec 4.2: can two products of a makeup try-on have the same category? The default is "accept"; choices: accept, refuse. */
  repeated_category?: 'accept' | 'refuse' | undefined;
  /** Reading 8: which color formats are accepted? The default is "hex"; choices: hex, any, hex_without_mark, rgb_function. */
  color_format?: 'hex' | 'any' | 'hex_without_mark' | 'rgb_function' | undefined;
  /** Reading 9: what is the range of an opacity? The default is [0,1]; choices: two numbers, the lower one first, from -1000000 to 1000000. */
  opacity_range?: [number, number] | undefined;
  /** Spec 4.2: is the Location of a submission a path (with or without the path of base_url), a path relative to the request, a path with a query, or an absolute URL? The default is "path"; choices: path, path_below_base_url, relative, with_query, absolute, other_origin. */
  location_form?: 'path' | 'path_below_base_url' | 'relative' | 'with_query' | 'absolute' | 'other_origin' | undefined;
  /** Spec 1: does base_url have a path? The default is "none"; choices: none, one_segment, two_segments. */
  base_path?: 'none' | 'one_segment' | 'two_segments' | undefined;
  /** Reading 1: which status does a successful upload return? The default is 201; choices: 200, 201, 202. */
  upload_status?: 200 | 201 | 202 | undefined;
  /** Reading 2: how many bytes may an upload have? The default is 10485760; choices: an integer from 0. */
  upload_max_bytes?: number | undefined;
  /** Reading 3: how many pixels must the shortest side of an upload have? The default is 32; choices: an integer from 0. */
  image_min_side?: number | undefined;
  /** Reading 3: how many pixels may the longest side of an upload have? The default is 8192; choices: an integer from 0. */
  image_max_side?: number | undefined;
  /** Reading 3: how many pixels may an upload have in total? The default is 40000000; choices: an integer from 0. */
  image_max_pixels?: number | undefined;
  /** Reading 3: which status does an upload get whose sides are too short or too long? The default is 400; choices: 400, 413, 422. */
  image_sides_status?: 400 | 413 | 422 | undefined;
  /** Reading 4: which status does an upload get that is empty or not a picture of its declared type? The default is 400; choices: 400, 415, 422. */
  unreadable_image_status?: 400 | 415 | 422 | undefined;
  /** Reading 4: which status does an upload get whose Content-Type is missing or not one of the three? The default is 400; choices: 400, 415, 422. */
  unsupported_media_type_status?: 400 | 415 | 422 | undefined;
  /** Reading 4: is an upload refused if its bytes are a picture of another supported type than it declares? The default is "refuse"; choices: refuse, take_true_type. */
  mismatched_content_type?: 'refuse' | 'take_true_type' | undefined;
  /** Spec 4.1: may the Content-Type of an upload have parameters or uppercase letters? The default is "take"; choices: take, refuse. */
  upload_type_parameters?: 'take' | 'refuse' | undefined;
  /** Reading 5: is a picture with a valid header and broken pixels refused at upload, or does its job fail? The default is "job_fails"; choices: job_fails, refuse. */
  broken_image?: 'job_fails' | 'refuse' | undefined;
  /** Spec 2.1: are the bytes of an upload kept unchanged, re-encoded or scaled down? The default is "as_sent"; choices: as_sent, encoded_anew, scaled_down. */
  stored_image?: 'as_sent' | 'encoded_anew' | 'scaled_down' | undefined;
  /** Spec 2.1: are width and height of a rotated photo those of its pixels, or of the upright picture? The default is "upright"; choices: upright, as_stored. */
  image_orientation?: 'upright' | 'as_stored' | undefined;
  /** Spec 4.1: does uploading the same picture twice create a second asset? The default is "new_asset"; choices: new_asset, same_asset. */
  repeated_upload?: 'new_asset' | 'same_asset' | undefined;
  /** Spec 4.1: what is the effect of an Idempotency-Key on an upload? The default is "ignore"; choices: ignore, same_asset, refuse. */
  idempotency_key_on_upload?: 'ignore' | 'same_asset' | 'refuse' | undefined;
  /** Spec 4.1: does an upload return a Location? The default is "absent"; choices: absent, present. */
  upload_location?: 'absent' | 'present' | undefined;
  /** Reading 41: is an endpoint refused if it is not HTTPS on port 443? The default is "any"; choices: any, strict. */
  webhook_urls?: 'any' | 'strict' | undefined;
  /** Reading 42: which endpoints get an event, those registered at the job's submission, at the event's creation or at its delivery? The default is "at_creation"; choices: at_creation, at_delivery, at_submission. */
  event_receivers?: 'at_creation' | 'at_delivery' | 'at_submission' | undefined;
  /** Spec 6.5: how long after its event is the first attempt made? The default is 0; choices: a duration from 0s to 1d. */
  first_attempt_delay?: number | string | undefined;
  /** Spec 6.5: is an event sent again after it was acknowledged? The default is "never"; choices: never, every_third, each. */
  duplicate_deliveries?: 'never' | 'every_third' | 'each' | undefined;
  /** Spec 6.2: does a result in an event have all its fields, or only href and expires_at? The default is "as_read"; choices: as_read, href_and_expiry. */
  event_results?: 'as_read' | 'href_and_expiry' | undefined;
  /** Reading 43: what is the range of the jitter, as a share of the wait? The default is [-0.2,0.2]; choices: two numbers, the lower one first, from -0.2 to 0.2. */
  retry_jitter?: [number, number] | undefined;
  /** Reading 52: is the wait for the next attempt measured from the end or the start of the previous one? The default is "end"; choices: end, begin. */
  retry_wait_from?: 'end' | 'begin' | undefined;
  /** Reading 58: what must arrive within 10 seconds, the headers of the answer or the whole answer? The default is "head"; choices: head, whole_body. */
  acknowledgement?: 'head' | 'whole_body' | undefined;
  /** Reading 58: which clock measures the 10 seconds of a delivery after time was moved? The default is "wall"; choices: wall, virtual. */
  delivery_clock?: 'wall' | 'virtual' | undefined;
  /** Reading 55: is a test.ping sent whatever types are subscribed? The default is "always"; choices: always, when_subscribed. */
  ping_subscription?: 'always' | 'when_subscribed' | undefined;
  /** Reading 55: does a failed test.ping count towards disabling its endpoint? The default is "counted"; choices: counted, not_counted. */
  failed_ping_counts?: 'counted' | 'not_counted' | undefined;
  /** Reading 56: does an endpoint miss the events that occur while it is disabled? The default is "lost"; choices: lost, listed_as_cancelled, sent_when_enabled. */
  events_while_disabled?: 'lost' | 'listed_as_cancelled' | 'sent_when_enabled' | undefined;
  /** Reading 56: can a ping or a resend be sent to a disabled endpoint? The default is "refuse"; choices: refuse, send. */
  disabled_by_hand?: 'refuse' | 'send' | undefined;
  /** Reading 44: is an endpoint disabled at a failed attempt, or as soon as it has been failing for 24 hours? The default is "at_attempt"; choices: at_attempt, at_the_day. */
  disabling_moment?: 'at_attempt' | 'at_the_day' | undefined;
  /** Reading 57: what does a delivery carry after the job's retention has passed? The default is "as_deleted"; choices: as_deleted, last_job, nothing_sent. */
  retention_body?: 'as_deleted' | 'last_job' | 'nothing_sent' | undefined;
  /** Reading 54: at which number does a resend's attempt count start? The default is "from_one"; choices: from_one, go_on. */
  resend_attempts?: 'from_one' | 'go_on' | undefined;
  /** Reading 54: is a failed resend retried? The default is "within_the_day"; choices: within_the_day, never. */
  resend_retries?: 'within_the_day' | 'never' | undefined;
  /** Spec 6.3: does a delivery have headers that are not shown? The default is "none"; choices: none, some. */
  delivery_headers?: 'none' | 'some' | undefined;
  /** Reading 40: which clock gives the time of a signature after time was moved? The default is "wall"; choices: wall, virtual. */
  signature_clock?: 'wall' | 'virtual' | undefined;
  /** Spec 6.4: does the signature of each attempt carry its own time, or that of the first attempt? The default is "each_attempt"; choices: each_attempt, first_attempt. */
  signature_moment?: 'each_attempt' | 'first_attempt' | undefined;
  /** Spec 6.3: are the hex digits of a signature lowercase or uppercase? The default is "lower"; choices: lower, upper. */
  signature_hex?: 'lower' | 'upper' | undefined;
  /** Spec 6.4: does a signature have parts of other schemes? The default is "none"; choices: none, before, behind. */
  signature_other_schemes?: 'none' | 'before' | 'behind' | undefined;
  /** Spec 6.4: which signature comes first during a rotation? The default is "new_first"; choices: new_first, previous_first. */
  signature_order?: 'new_first' | 'previous_first' | undefined;
  /** Reading 53: how many previous secrets sign after several rotations in quick succession? The default is 1; choices: an integer from 1 to 10. */
  previous_secrets?: number | undefined;
  /** @deprecated It has no effect. */
  input_expiry_moves?: unknown;
  /** @deprecated It has no effect. */
  input_purge?: unknown;
  /** @deprecated It has no effect. */
  expired_asset_read?: unknown;
  /** @deprecated It has no effect. */
  content_form?: unknown;
  /** @deprecated It has no effect. */
  result_retention?: unknown;
  /** @deprecated It has no effect. */
  result_created_at?: unknown;
  /** @deprecated It has no effect. */
  test_funded_spending?: unknown;
  /** @deprecated It has no effect. */
  balance_copies?: unknown;
  /** @deprecated It has no effect. */
  not_enforced_without_units?: unknown;
  /** @deprecated It has no effect. */
  refusal_fee?: unknown;
  /** @deprecated It has no effect. */
  request_id_form?: unknown;
  /** @deprecated It has no effect. */
  request_id_length?: unknown;
  /** @deprecated It has no effect. */
  request_id_scope?: unknown;
  /** @deprecated It has no effect. */
  code_spelling?: unknown;
  /** @deprecated It has no effect. */
  path_without_prefix?: unknown;
  /** @deprecated It has no effect. */
  clock_ahead_seconds?: unknown;
  /** @deprecated It has no effect. */
  json_order?: unknown;
  /** @deprecated It has no effect. */
  json_escapes?: unknown;
  /** @deprecated It has no effect. */
  header_case?: unknown;
  /** @deprecated It has no effect. */
  idempotency_key_compared_length?: unknown;
  /** @deprecated It has no effect. */
  replayed_header_on_first?: unknown;
  /** @deprecated It has no effect. */
  quota_refund_day?: unknown;
  /** @deprecated It has no effect. */
  sometimes_limited?: unknown;
  /** @deprecated It has no effect. */
  cursor_length?: unknown;
  /** @deprecated It has no effect. */
  cursor_lifetime?: unknown;
  /** @deprecated It has no effect. */
  list_expiry_digits?: unknown;
  /** @deprecated It has no effect. */
  measured_without_score?: unknown;
  /** @deprecated It has no effect. */
  unasked_visualizations?: unknown;
  /** @deprecated It has no effect. */
  empty_visualizations?: unknown;
  /** @deprecated It has no effect. */
  result_sides_of?: unknown;
  /** @deprecated It has no effect. */
  result_href?: unknown;
  /** @deprecated It has no effect. */
  try_on_picture?: unknown;
  /** @deprecated It has no effect. */
  visualization_of_unmeasured_concern?: unknown;
  /** @deprecated It has no effect. */
  sometimes_unavailable?: unknown;
  /** @deprecated It has no effect. */
  sometimes_failing?: unknown;
  /** @deprecated It has no effect. */
  job_etag_length?: unknown;
  /** @deprecated It has no effect. */
  job_etag_characters?: unknown;
  /** @deprecated It has no effect. */
  job_etag_lasts?: unknown;
  /** @deprecated It has no effect. */
  error_under_way?: unknown;
  /** @deprecated It has no effect. */
  job_inputs_name?: unknown;
  /** @deprecated It has no effect. */
  job_inputs_after_deletion?: unknown;
  /** @deprecated It has no effect. */
  later_time_digits?: unknown;
  /** @deprecated It has no effect. */
  unreadable_image?: unknown;
  /** @deprecated It has no effect. */
  wrapped_image?: unknown;
  /** @deprecated It has no effect. */
  stored_media_type?: unknown;
  /** @deprecated It has no effect. */
  unsupported_media_type?: unknown;
  /** @deprecated It has no effect. */
  etag_on_other_answers?: unknown;
  /** @deprecated It has no effect. */
  event_accounts?: unknown;
  /** @deprecated It has no effect. */
  previous_secret_sweep?: unknown;
  /** @deprecated It has no effect. */
  webhook_secret_form?: unknown;
  /** @deprecated It has no effect. */
  webhook_secret_length?: unknown;
};
