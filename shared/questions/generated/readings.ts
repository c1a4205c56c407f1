// Written by `npm run reference` from scenarios/questions.

/** What a server does where the specification is silent. */
export type Readings = {
  /** Reading 64: does a key without the scope learn 403 or 404 of another account's job that it cancels or deletes? "existence_first" unless told; existence_first, scope_first. */
  scope_or_existence: 'existence_first' | 'scope_first';
  /** Reading 36: is the scope of a hair try-on hair.apply or hair.try_on? "hair.apply" unless told; hair.apply, hair.try_on, either. */
  hair_scope: 'hair.apply' | 'hair.try_on' | 'either';
  /** Spec 5.5: has a 401 a WWW-Authenticate? "absent" unless told; absent, present. */
  www_authenticate: 'absent' | 'present';
  /** Reading 45: does the API answer browsers of another origin? "absent" unless told; absent, any_origin. */
  cors: 'absent' | 'any_origin';
  check_order: {
    /** Reading 20: which refusal wins when an operation is not enabled and the key may not be used from here? "feature_first" unless told; feature_first, network_first. */
    network_and_feature: 'feature_first' | 'network_first';
    /** Reading 20: which refusal wins when a key lacks the scope and the body is wrong? "scope_first" unless told; scope_first, form_first. */
    scope_and_form: 'scope_first' | 'form_first';
    /** Reading 20: which refusal wins when a key lacks the scope and the body is too large? "scope_first" unless told; scope_first, size_first. */
    size_and_scope: 'scope_first' | 'size_first';
    /** Reading 20: which refusal wins when the body is wrong and names an input that is not there? "form_first" unless told; form_first, input_first. */
    form_and_input: 'form_first' | 'input_first';
    /** Reading 20: which refusal wins when the input is not there and the units are not enough? "input_first" unless told; input_first, credits_first. */
    input_and_credits: 'input_first' | 'credits_first';
    /** Reading 20: which refusal wins when the units are not enough and the limit is reached? "credits_first" unless told; credits_first, limits_first. */
    credits_and_limits: 'credits_first' | 'limits_first';
    /** Reading 20: which refusal wins when the body is wrong and the limit is reached? "form_first" unless told; form_first, limits_first. */
    form_and_limits: 'form_first' | 'limits_first';
    /** Spec 4.1: which refusal wins when an upload is too large and of a wrong type? "size_first" unless told; size_first, type_first. */
    size_and_media_type: 'size_first' | 'type_first';
  };
  /** Reading 64: what does a cancel or a deletion of another account's job answer? 404 unless told; 404, 403. */
  change_of_foreign_job: 404 | 403;
  /** Spec 5.6: what does a submission answer that names another account's asset? 404 unless told; 404, 403. */
  input_of_foreign_account: 404 | 403;
  /** Reading 6: is the content of another account's asset answered as that of an asset that never existed? "as_unknown" unless told; as_unknown, 410. */
  content_of_foreign_asset: 'as_unknown' | 410;
  /** Spec 5.7: do lists show what another API key of the account has made? "account" unless told; account, api_key. */
  list_owner: 'account' | 'api_key';
  /** Reading 29: how long is an input asset kept? 86400000 unless told; a duration from 0s to 36500d. */
  input_retention: number;
  /** Spec 4.1: does an input asset stay when the last job that used it is deleted? "stays" unless told; stays, goes_with_the_last. */
  input_of_deleted_job: 'stays' | 'goes_with_the_last';
  /** Reading 65: is an asset still there at the very instant of its expires_at? "gone" unless told; gone, there. */
  expiry_instant: 'gone' | 'there';
  /** Spec 4.1: what does an id answer that does not have the form of one? 404 unless told; 404, 400. */
  malformed_id: 404 | 400;
  /** Spec 3: for how long is a deletion repeated with 204? null unless told; a duration from 1m to 36500d or null. */
  tombstone_retention: number | null;
  /** Spec 4.1: for how long does a submission that names an expired input answer 410 and not 404? null unless told; a duration from 1m to 36500d or null. */
  expired_input_remembered: number | null;
  /** Reading 63: does deleting a result asset whose job is gone already answer 204 or 404? 204 unless told; 204, 404. */
  result_deletion_of_gone_job: 204 | 404;
  /** Reading 32: what does deleting an asset id answer that never existed, or is foreign? 404 unless told; 404, 204. */
  deletion_of_unknown_asset: 404 | 204;
  /** Reading 61: where deletion is not enabled, does that hold for assets as well as for jobs? "both" unless told; both, jobs_only, assets_only. */
  delete_feature: 'both' | 'jobs_only' | 'assets_only';
  /** Reading 61: where listing is not enabled, does that hold for both lists? "both" unless told; both, assets_only, jobs_only. */
  lists_feature: 'both' | 'assets_only' | 'jobs_only';
  /** Reading 7: does the content route serve an input asset to its owner? "refuse" unless told; refuse, serve. */
  input_content: 'refuse' | 'serve';
  /** Reading 6: which Content-Type has a downloaded picture? "media_type" unless told; media_type, octet_stream, absent. */
  content_type: 'media_type' | 'octet_stream' | 'absent';
  /** Reading 6: has a downloaded picture an ETag? "strong" unless told; strong, weak, absent. */
  content_etag: 'strong' | 'weak' | 'absent';
  /** Reading 6: does the content route answer 304 to its own tag? 304 unless told; 304, 200. */
  content_if_none_match: 304 | 200;
  /** Reading 6: which Cache-Control has a downloaded picture? "private_no_store" unless told; private_no_store, private_max_age, absent. */
  content_cache_control: 'private_no_store' | 'private_max_age' | 'absent';
  /** Reading 6: does a download carry X-Content-Type-Options? "present" unless told; present, absent. */
  content_nosniff: 'present' | 'absent';
  /** Reading 6: does a download carry a Content-Disposition? "absent" unless told; absent, inline, attachment. */
  content_disposition: 'absent' | 'inline' | 'attachment';
  /** Spec 4.1: does the content route serve a part of a picture? "ignore" unless told; ignore, serve. */
  content_ranges: 'ignore' | 'serve';
  /** Spec 4.1: does the content route give the bytes itself, or lead to another address? "bytes" unless told; bytes, redirect. */
  content_redirect: 'bytes' | 'redirect';
  /** Reading 6: what does the content route answer for an asset id that never existed? 404 unless told; 404, 410. */
  content_of_unknown_asset: 404 | 410;
  /** Reading 6: what does the content route answer for a result that was deleted with its job? 404 unless told; 404, 410. */
  content_of_deleted_result: 404 | 410;
  /** Spec 2.5: how many units does an accepted job cost? {"hair.try_on":2,"makeup.apply":1,"skin.analyze":1} unless told; a whole number for each operation, from 0. */
  unit_costs: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
  /** Spec 2.5: has unit_costs every operation, or those alone that the environment has? "all" unless told; all, enabled. */
  unit_costs_operations: 'all' | 'enabled';
  /** Spec 2.5: does a balance carry its object? "present" unless told; present, absent. */
  balance_object: 'present' | 'absent';
  /** Reading 25: when do held units become a charge? "at_end" unless told; at_end, at_processing, at_pick_up, at_acceptance. */
  capture_moment: 'at_end' | 'at_processing' | 'at_pick_up' | 'at_acceptance';
  /** Reading 25: is a job billed that was processed and failed? "billed" unless told; billed, not_billed. */
  failed_job_billing: 'billed' | 'not_billed';
  /** Spec 2.5: how old may a balance be that is read? 0 unless told; a duration from 0s to 1h. */
  balance_lag: number;
  /** Reading 26: what balance does a test key read? "of_account" unless told; of_account, empty. */
  test_key_balance: 'of_account' | 'empty';
  /** Reading 26: is a submission with a test key refused where the account has too few units? "accept" unless told; accept, refuse. */
  test_key_without_units: 'accept' | 'refuse';
  /** Reading 24: is a submission taken from an account that is not enforced and has less than nothing? "accept" unless told; accept, limited. */
  overdrawn_submission: 'accept' | 'limited';
  /** Reading 25: does the deletion of a job give units back? "none" unless told; none, failed_jobs. */
  deletion_refund: 'none' | 'failed_jobs';
  /** Reading 13: which shape does the usage have? "rows" unless told; rows, days_map, bare_map, nested_rows, days_back, short_names. */
  usage_shape: 'rows' | 'days_map' | 'bare_map' | 'nested_rows' | 'days_back' | 'short_names';
  /** Reading 13: which parameters does the usage take? "from_and_to" unless told; from_and_to, none. */
  usage_parameters: 'from_and_to' | 'none';
  /** Spec 4.4: what does the usage answer to a parameter that it does not know? "refuse" unless told; refuse, ignore. */
  usage_unknown_parameter: 'refuse' | 'ignore';
  /** Reading 13: how many days does the usage show where none are asked for? 30 unless told; a whole number from 1 to 36500. */
  usage_days: number;
  /** Reading 13: in which order are the days of the usage? "oldest_first" unless told; oldest_first, newest_first. */
  usage_order: 'oldest_first' | 'newest_first';
  /** Reading 13: does the usage show days and operations without a job? "left_out" unless told; left_out, zero. */
  usage_empty_days: 'left_out' | 'zero';
  /** Reading 13: does a cancelled job stay counted? "counted" unless told; counted, taken_out. */
  usage_cancelled: 'counted' | 'taken_out';
  /** Spec 4.4: how late may a job be counted? 0 unless told; a duration from 0s to 1d. */
  usage_lag: number;
  /** Reading 26: does the usage count the jobs of the key's environment, or of the account? "environment" unless told; environment, account. */
  usage_of: 'environment' | 'account';
  codes: {
    /** Reading 14: which code has the 400 of a concern that is asked for twice? "INVALID_REQUEST" unless told; a code in capitals. */
    duplicate_concern: string;
    /** Reading 14: which code has the 410 of an input asset that expired? "ASSET_EXPIRED" unless told; a code in capitals. */
    asset_expired: string;
    /** Reading 14: which code has a 413? "PAYLOAD_TOO_LARGE" unless told; a code in capitals. */
    payload_too_large: string;
    /** Reading 14: which code has a 429? "RATE_LIMITED" unless told; a code in capitals. */
    rate_limited: string;
    /** Reading 14: which code has a 500? "INTERNAL_ERROR" unless told; a code in capitals. */
    internal_error: string;
    /** Reading 15: which code has the 404 of an unknown path? "NOT_FOUND" unless told; a code in capitals. */
    not_found: string;
    /** Spec 4.2: which code has the 400 of a submission? "INVALID_REQUEST" unless told; a code in capitals. */
    invalid_submission: string;
    /** Spec 4.1: which code has the refusal of an upload that is no picture, or not of its type? "INVALID_REQUEST" unless told; a code in capitals. */
    invalid_upload: string;
    /** Spec 4.1: which code has the refusal of a picture whose sides are too short or too long? "INVALID_REQUEST" unless told; a code in capitals. */
    image_sides: string;
    /** Spec 4.1: which code has the 400 of an id that does not have the form of one? "INVALID_REQUEST" unless told; a code in capitals. */
    malformed_id: string;
    /** Reading 22: which code has the answer to a method that a known path does not have? "NOT_FOUND" unless told; a code in capitals. */
    wrong_method: string;
  };
  /** Reading 62: does the message of a 400 name the wrong parameter? "present" unless told; present, absent. */
  error_message_names_field: 'present' | 'absent';
  /** Spec 2.4: has an error a doc_url? "absent" unless told; absent, as_null, address. */
  error_doc_url: 'absent' | 'as_null' | 'address';
  /** Spec 2.4: does an error say whether it can be retried? "present" unless told; present, absent, as_null. */
  error_retryable: 'present' | 'absent' | 'as_null';
  /** Spec 2.4: in which language are messages? "english" unless told; english, german, french. */
  message_language: 'english' | 'german' | 'french';
  /** Reading 62: what is within the details of an error? "fields_list" unless told; fields_list, by_field, parameter, hint, absent. */
  error_details: 'fields_list' | 'by_field' | 'parameter' | 'hint' | 'absent';
  /** Spec 2.4: has an answer a header with its request id? "absent" unless told; absent, present. */
  request_id_header: 'absent' | 'present';
  /** Reading 21: does an unknown path without a usable key answer 401 or 404? 404 unless told; 404, 401. */
  unknown_path_without_key: 404 | 401;
  /** Spec 7: has the 404 of an unknown path the body of an error, or that of something in front of the service? "error_detail" unless told; error_detail, other_json, html. */
  unknown_path_body: 'error_detail' | 'other_json' | 'html';
  /** Reading 22: what does a known path answer to a method that it does not have? 404 unless told; 404, 405. */
  wrong_method: 404 | 405;
  /** Spec 4: is a path with a slash at its end the same path? "unknown_path" unless told; unknown_path, same_path. */
  trailing_slash: 'unknown_path' | 'same_path';
  /** Spec 7: which Content-Type has an error? "application_json" unless told; application_json, problem_json. */
  error_content_type: 'application_json' | 'problem_json';
  /** Spec 7: does the refusal of a quota that is used up say that it can be retried? "retryable" unless told; retryable, not_retryable. */
  quota_error_retryable: 'retryable' | 'not_retryable';
  /** Spec 2: which characters has an id behind its prefix? "base32" unless told; base32, uuid, capitals, number. */
  id_form: 'base32' | 'uuid' | 'capitals' | 'number';
  /** Spec 2: how many characters has an id at least behind its prefix? 16 unless told; a whole number from 1 to 200. */
  id_length: number;
  /** Spec 4.1: do ids grow in the order in which they are made? "growing" unless told; growing, random. */
  id_order: 'growing' | 'random';
  /** Spec 2: how many digits has a time behind its second? "milliseconds" unless told; milliseconds, none, microseconds, as_needed. */
  time_digits: 'milliseconds' | 'none' | 'microseconds' | 'as_needed';
  /** Spec 2: is UTC spelled as Z or as an offset? "z" unless told; z, zero_offset. */
  time_offset: 'z' | 'zero_offset';
  /** Reading 37: does livemode always appear where test-mode keys exist? "with_test_keys" unless told; with_test_keys, never, jobs_and_events. */
  livemode: 'with_test_keys' | 'never' | 'jobs_and_events';
  /** Spec 2.3: have answers fields that the specification does not name? "none" unless told; none, in_jobs, everywhere. */
  extra_fields: 'none' | 'in_jobs' | 'everywhere';
  /** Spec 7: is JSON spelled with spaces and line ends? "compact" unless told; compact, indented. */
  json_spacing: 'compact' | 'indented';
  /** Spec 7: how is the Content-Type of JSON spelled? "plain" unless told; plain, charset, capitals_and_charset. */
  json_content_type: 'plain' | 'charset' | 'capitals_and_charset';
  /** Spec 4: have answers headers that the specification does not name? "none" unless told; none, on_job_reads, everywhere. */
  extra_headers: 'none' | 'on_job_reads' | 'everywhere';
  /** Spec 4: what does a route answer that has no parameters, when there is one? "ignore" unless told; ignore, refuse. */
  unknown_query_parameter: 'ignore' | 'refuse';
  /** Spec 4.1: must a request say the length of its body? "take" unless told; take, 411. */
  chunked_request: 'take' | 411;
  /** Spec 4: does an answer say its length, or come in chunks? "present" unless told; present, chunked. */
  content_length: 'present' | 'chunked';
  /** Spec 4: does the service close a connection after each answer? "keep_alive" unless told; keep_alive, close. */
  connection: 'keep_alive' | 'close';
  /** Spec 4: is an answer compressed where the client takes it? "none" unless told; none, gzip. */
  compression: 'none' | 'gzip';
  /** Spec 4.2: is there a hair try-on? "served" unless told; served, absent. */
  hair_endpoint: 'served' | 'absent';
  /** Spec 4.2: which status has a hair try-on that was accepted? 202 unless told; 202, 200, 201. */
  hair_submit_status: 202 | 200 | 201;
  /** Reading 11: which fields does a hair try-on take? "color_gradient" unless told; color_gradient, colors_list, one_color. */
  hair_body: 'color_gradient' | 'colors_list' | 'one_color';
  /** Reading 11: where does a hair try-on name its mask? "input_role" unless told; input_role, own_field. */
  hair_mask_place: 'input_role' | 'own_field';
  /** Reading 11: what becomes of a hair mask that is not of the size of the source? "refuse" unless told; refuse, job_fails, scale. */
  hair_mask_of_other_size: 'refuse' | 'job_fails' | 'scale';
  /** Reading 11: what becomes of a hair mask that is not grayscale? "take_brightness" unless told; take_brightness, refuse, job_fails. */
  hair_mask_in_color: 'take_brightness' | 'refuse' | 'job_fails';
  /** Spec 2.3: are the colors that an output says were applied spelled as the request has them? "as_sent" unless told; as_sent, capitals, small_letters. */
  hair_applied: 'as_sent' | 'capitals' | 'small_letters';
  /** Reading 16: must a submission have an Idempotency-Key? "required" unless told; required, optional. */
  idempotency_key: 'required' | 'optional';
  /** Reading 16: how many characters may an Idempotency-Key have? 255 unless told; a whole number from 1 to 16384. */
  idempotency_key_max_length: number;
  /** Reading 16: which characters may an Idempotency-Key have? "visible_ascii" unless told; visible_ascii, with_spaces, any, uuid. */
  idempotency_key_characters: 'visible_ascii' | 'with_spaces' | 'any' | 'uuid';
  /** Reading 16: is an empty Idempotency-Key refused, or none at all? "refuse" unless told; refuse, as_missing. */
  empty_idempotency_key: 'refuse' | 'as_missing';
  /** Spec 4.2: for how long is an Idempotency-Key claimed? null unless told; a duration from 1m to 36500d or null. */
  idempotency_key_retention: number | null;
  /** Reading 17: does a key that one product has claimed conflict on another product's route? "shared" unless told; shared, apart. */
  idempotency_key_routes: 'shared' | 'apart';
  /** Reading 17: do two API keys of one account share their idempotency keys? "account" unless told; account, api_key. */
  idempotency_key_owner: 'account' | 'api_key';
  /** Reading 17: does a key conflict that another account or environment has claimed? "free" unless told; free, conflict. */
  idempotency_key_of_other_account: 'free' | 'conflict';
  same_request: {
    /** Reading 18: is an omitted optional field the same request as its default? "same" unless told; same, other. */
    defaults: 'same' | 'other';
    /** Reading 18: is 1.0 in place of 1 the same request? "same" unless told; same, other. */
    numbers: 'same' | 'other';
    /** Spec 4.2: is a color in capitals the same request? "other" unless told; other, same. */
    color_case: 'other' | 'same';
    /** Spec 4.2: are the same visualizations in another order the same request? "other" unless told; other, same. */
    visualization_order: 'other' | 'same';
  };
  /** Reading 60: does a request that is refused claim its key? "free" unless told; free, claimed. */
  refused_request_claims_key: 'free' | 'claimed';
  /** Reading 19: does a replay show the job as it is now or as it was at first? "present" unless told; present, first. */
  replay_state: 'present' | 'first';
  /** Reading 19: has a replay a Location? "present" unless told; present, absent. */
  replay_location: 'present' | 'absent';
  /** Reading 19: has a replay a Retry-After? "while_not_done" unless told; while_not_done, always, absent. */
  replay_retry_after: 'while_not_done' | 'always' | 'absent';
  /** Reading 20: is a replay still answered when its input asset has expired or was deleted? "replay" unless told; replay, refuse. */
  replay_after_input_gone: 'replay' | 'refuse';
  /** Reading 20: is a replay answered while submissions are over their limit? "replay" unless told; replay, refuse. */
  replay_over_limit: 'replay' | 'refuse';
  /** Spec 4.2: what does a replay answer while the first request is still under way? "same_job" unless told; same_job, 503. */
  replay_under_way: 'same_job' | 503;
  /** Reading 59: what does another request answer under the key of a deleted job? 410 unless told; 410, 409. */
  deleted_key_other_request: 410 | 409;
  /** Spec 3: what does a replay answer when the retention of its job has passed? 410 unless told; 410, new_job. */
  key_of_expired_job: 410 | 'new_job';
  daily_quota: {
    /** Reading 27: how many jobs of each operation may a day have, with live keys? {} unless told; a whole number for each operation, from 0. */
    live: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
    /** Reading 27: how many jobs of each operation may a day have, with test keys? {} unless told; a whole number for each operation, from 0. */
    test: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
  };
  /** Reading 27: what does a submission answer when the day's quota is used up? 429 unless told; 429, 402, 403. */
  quota_status: 429 | 402 | 403;
  /** Reading 27: which code has the refusal when the day's quota is used up? "RATE_LIMITED" unless told; a code in capitals. */
  quota_code: string;
  /** Reading 27: does the refusal of a used up quota ask to wait for the next day? "until_next_day" unless told; until_next_day, one_hour, absent. */
  quota_retry_after: 'until_next_day' | 'one_hour' | 'absent';
  /** Reading 27: is the daily quota counted by operation, or for all operations together? "by_operation" unless told; by_operation, together. */
  quota_counts: 'by_operation' | 'together';
  /** Reading 27: when does a day of the quota begin? "utc_midnight" unless told; utc_midnight, at_first_job, rolling. */
  quota_day: 'utc_midnight' | 'at_first_job' | 'rolling';
  /** Reading 27: does a job that failed give its unit of the daily quota back? "used" unless told; used, given_back. */
  quota_of_failed: 'used' | 'given_back';
  /** Reading 27: whose jobs use up a daily quota, those of the account or of the API key? "account" unless told; account, api_key. */
  quota_owner: 'account' | 'api_key';
  /** Reading 28: how many submissions are admitted a minute? null unless told; a whole number from 0 or null. */
  admission_per_minute: number | null;
  /** Reading 28: within which time are submissions counted for their limit? "calendar_minute" unless told; calendar_minute, sliding_minute, token_bucket. */
  admission_window: 'calendar_minute' | 'sliding_minute' | 'token_bucket';
  /** Reading 28: for whom are submissions counted for their limit? "api_key" unless told; api_key, environment, account. */
  admission_owner: 'api_key' | 'environment' | 'account';
  /** Reading 28: do submissions count for the limit that were refused for another reason, or replayed? "accepted" unless told; accepted, all. */
  admission_counts: 'accepted' | 'all';
  /** Spec 4.1: has a cursor characters that a query must encode? "url_safe" unless told; url_safe, to_be_encoded. */
  cursor_characters: 'url_safe' | 'to_be_encoded';
  /** Spec 4.1: can another key of the same account and environment go on with a cursor? "take" unless told; take, refuse. */
  cursor_other_key: 'take' | 'refuse';
  /** Spec 4.1: are the filters of a cursor compared as they are written, or by what they mean? "as_written" unless told; as_written, by_meaning. */
  cursor_filters: 'as_written' | 'by_meaning';
  /** Spec 4.1: what does an empty cursor answer? "invalid_cursor" unless told; invalid_cursor, invalid_request, first_page. */
  empty_cursor: 'invalid_cursor' | 'invalid_request' | 'first_page';
  /** Spec 4.1: has the last page a next_cursor? "as_null" unless told; as_null, present. */
  next_cursor_at_end: 'as_null' | 'present';
  /** Spec 4.1: where does the next page begin when things came or went in between? "behind_last" unless told; behind_last, by_offset. */
  page_walk: 'behind_last' | 'by_offset';
  /** Spec 4.1: what does a value answer that is none of its kind, such as a limit in letters? "refuse" unless told; refuse, ignore. */
  malformed_parameter: 'refuse' | 'ignore';
  /** Spec 4.1: is a filter with an empty value refused, or no filter? "refuse" unless told; refuse, ignore. */
  empty_parameter: 'refuse' | 'ignore';
  /** Spec 4.1: what does created_gte answer that is not before created_lt? "empty_list" unless told; empty_list, refuse. */
  inverted_range: 'empty_list' | 'refuse';
  /** Reading 33: what does the list of assets answer for a job that never existed? "empty_list" unless told; empty_list, 400, 404. */
  list_of_unknown_job: 'empty_list' | 400 | 404;
  /** Spec 4.1: what does the list of assets answer for a job_id that does not have the form of one? "empty_list" unless told; empty_list, 400. */
  malformed_job_id: 'empty_list' | 400;
  /** Reading 28: how many list requests are admitted a minute? null unless told; a whole number from 1 to 1000000 or null. */
  list_limit_per_minute: number | null;
  /** Reading 12: which shape does the list of jobs have? "page" unless told; page, bare_list, under_jobs, summaries. */
  jobs_list_shape: 'page' | 'bare_list' | 'under_jobs' | 'summaries';
  /** Reading 12: which parameters does the list of jobs take? "all_filters" unless told; all_filters, limit_and_cursor, none. */
  jobs_list_parameters: 'all_filters' | 'limit_and_cursor' | 'none';
  /** Reading 12: how many jobs does a page have where no limit is given? 20 unless told; a whole number from 1 to 10000. */
  jobs_list_default_limit: number;
  /** Reading 12: how many jobs may a page have? 100 unless told; a whole number from 1 to 10000. */
  jobs_list_max_limit: number;
  /** Reading 12: in which order are jobs listed that were created at the same instant? "id_descending" unless told; id_descending, id_ascending. */
  jobs_list_ties: 'id_descending' | 'id_ascending';
  /** Reading 12: does the list of jobs still show deleted jobs? "left_out" unless told; left_out, shown. */
  jobs_list_deleted: 'left_out' | 'shown';
  /** Reading 10: within which range do scores lie? [0,100] unless told; two numbers, the lower one first, from -1000000 to 1000000. */
  score_range: [number, number];
  /** Reading 10: how many decimals has a score at most? 1 unless told; a whole number from 0 to 15. */
  score_decimals: number;
  /** Spec 4.2: has the same picture the same scores in every job? "same" unless told; same, varies. */
  score_repeats: 'same' | 'varies';
  /** Spec 2.3: is every requested concern measured of a good face? "none" unless told; none, some, left_out. */
  unmeasured_concerns: 'none' | 'some' | 'left_out';
  /** Spec 2.3: in which order are the concerns of an output? "as_requested" unless told; as_requested, reversed, by_name. */
  concern_order: 'as_requested' | 'reversed' | 'by_name';
  /** Spec 2.3: in which order are the visualizations of an output? "as_requested" unless told; as_requested, reversed. */
  visualization_order: 'as_requested' | 'reversed';
  /** Spec 9: does every skin output carry its analysis_version, and which? "default" unless told; default, other, absent. */
  analysis_version: 'default' | 'other' | 'absent';
  /** Spec 2.3: has a skin output without pictures its visualizations? "empty_list" unless told; empty_list, absent. */
  no_visualizations: 'empty_list' | 'absent';
  /** Spec 9: does every makeup output carry its revision, and which? "default" unless told; default, other, absent. */
  makeup_revision: 'default' | 'other' | 'absent';
  /** Spec 9: does every hair output carry its revision, and which? "default" unless told; default, other, absent. */
  hair_revision: 'default' | 'other' | 'absent';
  /** Spec 9: may an output have a type that is not named? "never" unless told; never, always. */
  unknown_output_type: 'never' | 'always';
  /** Spec 2.3: which media type have result pictures? "image/png" unless told; image/png, image/webp. */
  result_type: 'image/png' | 'image/webp';
  /** Spec 2.3: does a result say how wide and high it is? "present" unless told; present, absent, as_null, mixed. */
  result_sides: 'present' | 'absent' | 'as_null' | 'mixed';
  /** Spec 2.3: is a result as large as its input? "as_input" unless told; as_input, halved. */
  result_size: 'as_input' | 'halved';
  /** Spec 2.3: which role has the picture of a makeup or hair try-on? "image" unless told; image, result, try_on. */
  try_on_role: 'image' | 'result' | 'try_on';
  /** Spec 5.3: do the results of a test key depend on the picture? "as_live" unless told; as_live, fixed. */
  test_results: 'as_live' | 'fixed';
  /** Reading 50: how many seconds does Retry-After ask for while a job is not done? 1 unless told; a whole number from 0. */
  retry_after: number;
  /** Reading 50: how many seconds does the Retry-After of a 202 ask for, when it is not that of a read? null unless told; a whole number from 0 or null. */
  retry_after_on_accept: number | null;
  /** Reading 50: has a read of a job that is not done always a Retry-After? "present" unless told; present, absent. */
  retry_after_on_read: 'present' | 'absent';
  /** Spec 4.3: has a read of a finished job a Retry-After? "absent" unless told; absent, present. */
  retry_after_on_finished: 'absent' | 'present';
  /** Reading 28: has a 429 always a Retry-After? "present" unless told; present, absent. */
  retry_after_on_429: 'present' | 'absent';
  /** Spec 7: has a 503 always a Retry-After? "present" unless told; present, absent. */
  retry_after_on_503: 'present' | 'absent';
  /** Spec 7: how many seconds does a 503 ask to wait? 1 unless told; a whole number from 0 to 86400. */
  retry_after_503_seconds: number;
  /** Reading 38: is the ETag of a job strong or weak? "strong" unless told; strong, weak. */
  job_etag: 'strong' | 'weak';
  /** Reading 39: does If-None-Match take a star, a list of tags and a weak mark? "all_forms" unless told; all_forms, one_tag. */
  if_none_match: 'all_forms' | 'one_tag';
  /** Spec 4.3: which headers does a 304 carry? "etag_and_retry_after" unless told; etag_and_retry_after, etag, none. */
  not_modified_headers: 'etag_and_retry_after' | 'etag' | 'none';
  /** Spec 4.2: do the 202 and the 200 of a submission have the ETag of the job? "present" unless told; present, absent. */
  etag_on_submit: 'present' | 'absent';
  /** Spec 4.3: what becomes of a body that comes with a cancel or a deletion? "ignore" unless told; ignore, refuse. */
  body_on_cancel: 'ignore' | 'refuse';
  /** Spec 4.3: what does an Idempotency-Key do that comes with a cancel? "ignore" unless told; ignore, refuse. */
  idempotency_key_on_cancel: 'ignore' | 'refuse';
  /** Reading 25: what does a job cost whose cancel was honoured late? "not_billed" unless told; not_billed, billed. */
  late_cancel_billing: 'not_billed' | 'billed';
  /** Reading 27: does a job whose cancel was honoured late give back its unit of the daily quota? "while_queued" unless told; while_queued, always, never. */
  late_cancel_quota: 'while_queued' | 'always' | 'never';
  /** Spec 4: what does a route that can be read answer to HEAD? "as_get" unless told; as_get, 404, 405. */
  head_requests: 'as_get' | 404 | 405;
  stage_status: {
    /** Reading 34: is a job that is picked up, but not at work yet, shown as queued or as running? "queued" unless told; queued, running. */
    picked_up: 'queued' | 'running';
    /** Reading 34: is a job that prepares shown as running already? "running" unless told; running, queued. */
    preparing: 'running' | 'queued';
  };
  /** Reading 34: does the 202 show the job as it was accepted, or as it is by the time of the answer? "queued" unless told; queued, as_it_is. */
  accepted_job: 'queued' | 'as_it_is';
  /** Reading 35: after which time does a job that is not done end by itself? null unless told; a duration from 1s to 36500d or null. */
  job_timeout: number | null;
  /** Reading 35: with which code does a job fail that took too long? "PROCESSING_FAILED" unless told; PROCESSING_FAILED, INPUT_EXPIRED. */
  job_timeout_code: 'PROCESSING_FAILED' | 'INPUT_EXPIRED';
  /** Spec 3: how many jobs of an account are at work at once? null unless told; a whole number from 1 to 1000 or null. */
  jobs_at_once: number | null;
  /** Reading 30: how long is a job's own copy of its input kept? null unless told; a duration from 1m to 36500d or null. */
  snapshot_retention: number | null;
  /** Reading 30: when does a job fail with INPUT_EXPIRED? "when_processing_starts" unless told; when_processing_starts, when_it_lapses, never. */
  input_expired: 'when_processing_starts' | 'when_it_lapses' | 'never';
  /** Reading 30: is a job billed that failed with INPUT_EXPIRED? "billed" unless told; billed, not_billed. */
  input_expired_billing: 'billed' | 'not_billed';
  /** Reading 29: how long are a finished job and its results kept? 604800000 unless told; a duration from 0s to 36500d. */
  job_retention: number;
  /** Reading 29: does the retention of a job begin at its end, or when it was accepted? "end" unless told; end, acceptance. */
  job_retention_from: 'end' | 'acceptance';
  /** Reading 29: from when on does a job say when it expires? "at_end" unless told; at_end, from_start, never. */
  job_expires_at: 'at_end' | 'from_start' | 'never';
  /** Reading 29: is a job still read after its expires_at? "gone" unless told; gone, read_without_results, read_with_bare_output. */
  job_after_expires_at: 'gone' | 'read_without_results' | 'read_with_bare_output';
  /** Spec 2.2: what moves updated_at of a job? "status" unless told; status, stage, every_read_while_running. */
  updated_at: 'status' | 'stage' | 'every_read_while_running';
  /** Spec 9: has an input of a job the role that the submission gave it? "as_sent" unless told; as_sent, other. */
  job_inputs_role: 'as_sent' | 'other';
  /** Spec 2.2: does a picture with nothing like a face fail its job? "on" unless told; on, off. */
  face_detection: 'on' | 'off';
  /** Reading 14: how many bytes may a submission have? 65536 unless told; a whole number from 0. */
  submit_max_bytes: number;
  /** Reading 23: is a field that the specification does not name refused or ignored? "refuse" unless told; refuse, ignore. */
  unknown_body_fields: 'refuse' | 'ignore';
  /** Spec 4.2: is an optional field that is null the same as one that is left out? "refuse" unless told; refuse, as_absent. */
  optional_field_null: 'refuse' | 'as_absent';
  /** Reading 20: what does a submission answer whose Content-Type is not application/json? 400 unless told; 400, 415, accept. */
  submit_content_type: 400 | 415 | 'accept';
  /** Spec 4.2: may the Content-Type of a submission have parameters or capitals? "take" unless told; take, refuse. */
  submit_type_parameters: 'take' | 'refuse';
  /** Reading 48: what does a submission answer that has two inputs, or the same one twice? "refuse" unless told; refuse, use_first. */
  two_inputs: 'refuse' | 'use_first';
  /** Reading 49: what does a submission answer that names a result asset as its input? "refuse" unless told; refuse, not_found, accept. */
  result_as_input: 'refuse' | 'not_found' | 'accept';
  /** Reading 47: what does a skin analysis answer whose list of concerns is empty? "refuse" unless told; refuse, accept. */
  no_concerns: 'refuse' | 'accept';
  /** Reading 47: what does a visualization answer of a concern that the request does not list? "refuse" unless told; refuse, leave_out, draw. */
  visualization_of_other_concern: 'refuse' | 'leave_out' | 'draw';
  /** Spec 4.2: what does a visualization answer that is asked for twice? "refuse" unless told; refuse, draw_once, draw_twice. */
  repeated_visualization: 'refuse' | 'draw_once' | 'draw_twice';
  /** Spec 4.2: what does a makeup try-on answer whose list of products is empty? "refuse" unless told; refuse, accept. */
  no_products: 'refuse' | 'accept';
  /** Spec 4.2: how many products may a makeup try-on have? null unless told; a whole number from 2 to 10000 or null. */
  max_products: number | null;
  /** Spec 4.2: may two products of a makeup try-on have the same category? "accept" unless told; accept, refuse. */
  repeated_category: 'accept' | 'refuse';
  /** Reading 8: which spellings of a color are accepted? "hex" unless told; hex, any, hex_without_mark, rgb_function. */
  color_format: 'hex' | 'any' | 'hex_without_mark' | 'rgb_function';
  /** Reading 9: between which ends may an opacity lie? [0,1] unless told; two numbers, the lower one first, from -1000000 to 1000000. */
  opacity_range: [number, number];
  /** Spec 4.2: is the Location of a submission a path, with the path of base_url or without it, a path from the request, one with a query, or a whole address? "path" unless told; path, path_below_base_url, relative, with_query, absolute, other_origin. */
  location_form: 'path' | 'path_below_base_url' | 'relative' | 'with_query' | 'absolute' | 'other_origin';
  /** Spec 1: has base_url a path of its own? "none" unless told; none, one_segment, two_segments. */
  base_path: 'none' | 'one_segment' | 'two_segments';
  /** Reading 1: which status does a successful upload have? 201 unless told; 200, 201, 202. */
  upload_status: 200 | 201 | 202;
  /** Reading 2: how many bytes may an upload have? 10485760 unless told; a whole number from 0. */
  upload_max_bytes: number;
  /** Reading 3: how many pixels has the shortest side of an upload to have? 32 unless told; a whole number from 0. */
  image_min_side: number;
  /** Reading 3: how many pixels may the longest side of an upload have? 8192 unless told; a whole number from 0. */
  image_max_side: number;
  /** Reading 3: how many pixels may an upload have in all? 40000000 unless told; a whole number from 0. */
  image_max_pixels: number;
  /** Reading 3: which status has the refusal of a picture whose sides are too short or too long? 400 unless told; 400, 413, 422. */
  image_sides_status: 400 | 413 | 422;
  /** Reading 4: which status answers an upload whose bytes are no picture of the type that it declares, or none at all? 400 unless told; 400, 415, 422. */
  unreadable_image_status: 400 | 415 | 422;
  /** Reading 4: which status answers an upload whose Content-Type is none of the three, or missing? 400 unless told; 400, 415, 422. */
  unsupported_media_type_status: 400 | 415 | 422;
  /** Reading 4: is an upload refused whose bytes are a picture of another of the three types than it declares? "refuse" unless told; refuse, take_true_type. */
  mismatched_content_type: 'refuse' | 'take_true_type';
  /** Spec 4.1: may the Content-Type of an upload have parameters or capitals? "take" unless told; take, refuse. */
  upload_type_parameters: 'take' | 'refuse';
  /** Reading 5: is a picture with a good header and broken pixels refused at upload, or does its job fail? "job_fails" unless told; job_fails, refuse. */
  broken_image: 'job_fails' | 'refuse';
  /** Spec 2.1: are the bytes of an upload kept as they came, encoded anew, or scaled down? "as_sent" unless told; as_sent, encoded_anew, scaled_down. */
  stored_image: 'as_sent' | 'encoded_anew' | 'scaled_down';
  /** Spec 2.1: are width and height of a turned photo those of its pixels, or of the picture seen upright? "upright" unless told; upright, as_stored. */
  image_orientation: 'upright' | 'as_stored';
  /** Spec 4.1: does the same picture, uploaded twice, give a second asset? "new_asset" unless told; new_asset, same_asset. */
  repeated_upload: 'new_asset' | 'same_asset';
  /** Spec 4.1: what does an Idempotency-Key do that comes with an upload? "ignore" unless told; ignore, same_asset, refuse. */
  idempotency_key_on_upload: 'ignore' | 'same_asset' | 'refuse';
  /** Spec 4.1: does an upload answer with a Location? "absent" unless told; absent, present. */
  upload_location: 'absent' | 'present';
  /** Reading 41: is an endpoint refused that is not HTTPS on port 443? "any" unless told; any, strict. */
  webhook_urls: 'any' | 'strict';
  /** Reading 42: which endpoints get an event: those of its job's submission, of its creation or of its delivery? "at_creation" unless told; at_creation, at_delivery, at_submission. */
  event_receivers: 'at_creation' | 'at_delivery' | 'at_submission';
  /** Spec 6.5: how long after its event does the first attempt go out? 0 unless told; a duration from 0s to 1d. */
  first_attempt_delay: number;
  /** Spec 6.5: does an event come again although it was acknowledged? "never" unless told; never, every_third, each. */
  duplicate_deliveries: 'never' | 'every_third' | 'each';
  /** Spec 6.2: has a result within an event all its fields, or its href and expires_at alone? "as_read" unless told; as_read, href_and_expiry. */
  event_results: 'as_read' | 'href_and_expiry';
  /** Reading 43: between which shares of a wait does its jitter lie? [-0.2,0.2] unless told; two numbers, the lower one first, from -0.2 to 0.2. */
  retry_jitter: [number, number];
  /** Reading 52: is the wait for the next attempt measured from the end or from the begin of the one before? "end" unless told; end, begin. */
  retry_wait_from: 'end' | 'begin';
  /** Reading 58: what has to come within 10 seconds, the head of the answer or all of it? "head" unless told; head, whole_body. */
  acknowledgement: 'head' | 'whole_body';
  /** Reading 58: on whose clock do the 10 seconds of a delivery run where time was moved? "wall" unless told; wall, virtual. */
  delivery_clock: 'wall' | 'virtual';
  /** Reading 55: is a test.ping sent whatever is subscribed? "always" unless told; always, when_subscribed. */
  ping_subscription: 'always' | 'when_subscribed';
  /** Reading 55: does a failed test.ping count towards disabling its endpoint? "counted" unless told; counted, not_counted. */
  failed_ping_counts: 'counted' | 'not_counted';
  /** Reading 56: are events of the time when an endpoint is disabled lost to it? "lost" unless told; lost, listed_as_cancelled, sent_when_enabled. */
  events_while_disabled: 'lost' | 'listed_as_cancelled' | 'sent_when_enabled';
  /** Reading 56: can a ping or a resend be sent to a disabled endpoint? "refuse" unless told; refuse, send. */
  disabled_by_hand: 'refuse' | 'send';
  /** Reading 44: is an endpoint disabled at a failed attempt, or as soon as its day of failing is over? "at_attempt" unless told; at_attempt, at_the_day. */
  disabling_moment: 'at_attempt' | 'at_the_day';
  /** Reading 57: what does a delivery carry when the job's retention has passed? "as_deleted" unless told; as_deleted, last_job, nothing_sent. */
  retention_body: 'as_deleted' | 'last_job' | 'nothing_sent';
  /** Reading 54: from which number do a resend's attempts count? "from_one" unless told; from_one, go_on. */
  resend_attempts: 'from_one' | 'go_on';
  /** Reading 54: is a resend that fails tried again? "within_the_day" unless told; within_the_day, never. */
  resend_retries: 'within_the_day' | 'never';
  /** Spec 6.3: has a delivery headers that are not shown? "none" unless told; none, some. */
  delivery_headers: 'none' | 'some';
  /** Reading 40: whose time does a signature carry where time was moved? "wall" unless told; wall, virtual. */
  signature_clock: 'wall' | 'virtual';
  /** Spec 6.4: does each attempt carry its own time in its signature, or that of the first? "each_attempt" unless told; each_attempt, first_attempt. */
  signature_moment: 'each_attempt' | 'first_attempt';
  /** Spec 6.3: are the hex digits of a signature small letters or capitals? "lower" unless told; lower, upper. */
  signature_hex: 'lower' | 'upper';
  /** Spec 6.4: has a signature parts of other schemes? "none" unless told; none, before, behind. */
  signature_other_schemes: 'none' | 'before' | 'behind';
  /** Spec 6.4: which signature comes first during a rotation? "new_first" unless told; new_first, previous_first. */
  signature_order: 'new_first' | 'previous_first';
  /** Reading 53: how many previous secrets sign after several rotations in a row? 1 unless told; a whole number from 1 to 10. */
  previous_secrets: number;
};

/** The same as a configuration gives it: what is left out is the default. */
export type ReadingsInput = {
  /** Reading 64: does a key without the scope learn 403 or 404 of another account's job that it cancels or deletes? "existence_first" unless told; existence_first, scope_first. */
  scope_or_existence?: 'existence_first' | 'scope_first' | undefined;
  /** Reading 36: is the scope of a hair try-on hair.apply or hair.try_on? "hair.apply" unless told; hair.apply, hair.try_on, either. */
  hair_scope?: 'hair.apply' | 'hair.try_on' | 'either' | undefined;
  /** Spec 5.5: has a 401 a WWW-Authenticate? "absent" unless told; absent, present. */
  www_authenticate?: 'absent' | 'present' | undefined;
  /** Reading 45: does the API answer browsers of another origin? "absent" unless told; absent, any_origin. */
  cors?: 'absent' | 'any_origin' | undefined;
  check_order?: {
    /** Reading 20: which refusal wins when an operation is not enabled and the key may not be used from here? "feature_first" unless told; feature_first, network_first. */
    network_and_feature?: 'feature_first' | 'network_first' | undefined;
    /** Reading 20: which refusal wins when a key lacks the scope and the body is wrong? "scope_first" unless told; scope_first, form_first. */
    scope_and_form?: 'scope_first' | 'form_first' | undefined;
    /** Reading 20: which refusal wins when a key lacks the scope and the body is too large? "scope_first" unless told; scope_first, size_first. */
    size_and_scope?: 'scope_first' | 'size_first' | undefined;
    /** Reading 20: which refusal wins when the body is wrong and names an input that is not there? "form_first" unless told; form_first, input_first. */
    form_and_input?: 'form_first' | 'input_first' | undefined;
    /** Reading 20: which refusal wins when the input is not there and the units are not enough? "input_first" unless told; input_first, credits_first. */
    input_and_credits?: 'input_first' | 'credits_first' | undefined;
    /** Reading 20: which refusal wins when the units are not enough and the limit is reached? "credits_first" unless told; credits_first, limits_first. */
    credits_and_limits?: 'credits_first' | 'limits_first' | undefined;
    /** Reading 20: which refusal wins when the body is wrong and the limit is reached? "form_first" unless told; form_first, limits_first. */
    form_and_limits?: 'form_first' | 'limits_first' | undefined;
    /** Spec 4.1: which refusal wins when an upload is too large and of a wrong type? "size_first" unless told; size_first, type_first. */
    size_and_media_type?: 'size_first' | 'type_first' | undefined;
  };
  /** Reading 64: what does a cancel or a deletion of another account's job answer? 404 unless told; 404, 403. */
  change_of_foreign_job?: 404 | 403 | undefined;
  /** Spec 5.6: what does a submission answer that names another account's asset? 404 unless told; 404, 403. */
  input_of_foreign_account?: 404 | 403 | undefined;
  /** Reading 6: is the content of another account's asset answered as that of an asset that never existed? "as_unknown" unless told; as_unknown, 410. */
  content_of_foreign_asset?: 'as_unknown' | 410 | undefined;
  /** Spec 5.7: do lists show what another API key of the account has made? "account" unless told; account, api_key. */
  list_owner?: 'account' | 'api_key' | undefined;
  /** Reading 29: how long is an input asset kept? 86400000 unless told; a duration from 0s to 36500d. */
  input_retention?: number | string | undefined;
  /** Spec 4.1: does an input asset stay when the last job that used it is deleted? "stays" unless told; stays, goes_with_the_last. */
  input_of_deleted_job?: 'stays' | 'goes_with_the_last' | undefined;
  /** Reading 65: is an asset still there at the very instant of its expires_at? "gone" unless told; gone, there. */
  expiry_instant?: 'gone' | 'there' | undefined;
  /** Spec 4.1: what does an id answer that does not have the form of one? 404 unless told; 404, 400. */
  malformed_id?: 404 | 400 | undefined;
  /** Spec 3: for how long is a deletion repeated with 204? null unless told; a duration from 1m to 36500d or null. */
  tombstone_retention?: number | string | null | undefined;
  /** Spec 4.1: for how long does a submission that names an expired input answer 410 and not 404? null unless told; a duration from 1m to 36500d or null. */
  expired_input_remembered?: number | string | null | undefined;
  /** Reading 63: does deleting a result asset whose job is gone already answer 204 or 404? 204 unless told; 204, 404. */
  result_deletion_of_gone_job?: 204 | 404 | undefined;
  /** Reading 32: what does deleting an asset id answer that never existed, or is foreign? 404 unless told; 404, 204. */
  deletion_of_unknown_asset?: 404 | 204 | undefined;
  /** Reading 61: where deletion is not enabled, does that hold for assets as well as for jobs? "both" unless told; both, jobs_only, assets_only. */
  delete_feature?: 'both' | 'jobs_only' | 'assets_only' | undefined;
  /** Reading 61: where listing is not enabled, does that hold for both lists? "both" unless told; both, assets_only, jobs_only. */
  lists_feature?: 'both' | 'assets_only' | 'jobs_only' | undefined;
  /** Reading 7: does the content route serve an input asset to its owner? "refuse" unless told; refuse, serve. */
  input_content?: 'refuse' | 'serve' | undefined;
  /** Reading 6: which Content-Type has a downloaded picture? "media_type" unless told; media_type, octet_stream, absent. */
  content_type?: 'media_type' | 'octet_stream' | 'absent' | undefined;
  /** Reading 6: has a downloaded picture an ETag? "strong" unless told; strong, weak, absent. */
  content_etag?: 'strong' | 'weak' | 'absent' | undefined;
  /** Reading 6: does the content route answer 304 to its own tag? 304 unless told; 304, 200. */
  content_if_none_match?: 304 | 200 | undefined;
  /** Reading 6: which Cache-Control has a downloaded picture? "private_no_store" unless told; private_no_store, private_max_age, absent. */
  content_cache_control?: 'private_no_store' | 'private_max_age' | 'absent' | undefined;
  /** Reading 6: does a download carry X-Content-Type-Options? "present" unless told; present, absent. */
  content_nosniff?: 'present' | 'absent' | undefined;
  /** Reading 6: does a download carry a Content-Disposition? "absent" unless told; absent, inline, attachment. */
  content_disposition?: 'absent' | 'inline' | 'attachment' | undefined;
  /** Spec 4.1: does the content route serve a part of a picture? "ignore" unless told; ignore, serve. */
  content_ranges?: 'ignore' | 'serve' | undefined;
  /** Spec 4.1: does the content route give the bytes itself, or lead to another address? "bytes" unless told; bytes, redirect. */
  content_redirect?: 'bytes' | 'redirect' | undefined;
  /** Reading 6: what does the content route answer for an asset id that never existed? 404 unless told; 404, 410. */
  content_of_unknown_asset?: 404 | 410 | undefined;
  /** Reading 6: what does the content route answer for a result that was deleted with its job? 404 unless told; 404, 410. */
  content_of_deleted_result?: 404 | 410 | undefined;
  /** Spec 2.5: how many units does an accepted job cost? {"hair.try_on":2,"makeup.apply":1,"skin.analyze":1} unless told; a whole number for each operation, from 0. */
  unit_costs?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
  /** Spec 2.5: has unit_costs every operation, or those alone that the environment has? "all" unless told; all, enabled. */
  unit_costs_operations?: 'all' | 'enabled' | undefined;
  /** Spec 2.5: does a balance carry its object? "present" unless told; present, absent. */
  balance_object?: 'present' | 'absent' | undefined;
  /** Reading 25: when do held units become a charge? "at_end" unless told; at_end, at_processing, at_pick_up, at_acceptance. */
  capture_moment?: 'at_end' | 'at_processing' | 'at_pick_up' | 'at_acceptance' | undefined;
  /** Reading 25: is a job billed that was processed and failed? "billed" unless told; billed, not_billed. */
  failed_job_billing?: 'billed' | 'not_billed' | undefined;
  /** Spec 2.5: how old may a balance be that is read? 0 unless told; a duration from 0s to 1h. */
  balance_lag?: number | string | undefined;
  /** Reading 26: what balance does a test key read? "of_account" unless told; of_account, empty. */
  test_key_balance?: 'of_account' | 'empty' | undefined;
  /** Reading 26: is a submission with a test key refused where the account has too few units? "accept" unless told; accept, refuse. */
  test_key_without_units?: 'accept' | 'refuse' | undefined;
  /** Reading 24: is a submission taken from an account that is not enforced and has less than nothing? "accept" unless told; accept, limited. */
  overdrawn_submission?: 'accept' | 'limited' | undefined;
  /** Reading 25: does the deletion of a job give units back? "none" unless told; none, failed_jobs. */
  deletion_refund?: 'none' | 'failed_jobs' | undefined;
  /** Reading 13: which shape does the usage have? "rows" unless told; rows, days_map, bare_map, nested_rows, days_back, short_names. */
  usage_shape?: 'rows' | 'days_map' | 'bare_map' | 'nested_rows' | 'days_back' | 'short_names' | undefined;
  /** Reading 13: which parameters does the usage take? "from_and_to" unless told; from_and_to, none. */
  usage_parameters?: 'from_and_to' | 'none' | undefined;
  /** Spec 4.4: what does the usage answer to a parameter that it does not know? "refuse" unless told; refuse, ignore. */
  usage_unknown_parameter?: 'refuse' | 'ignore' | undefined;
  /** Reading 13: how many days does the usage show where none are asked for? 30 unless told; a whole number from 1 to 36500. */
  usage_days?: number | undefined;
  /** Reading 13: in which order are the days of the usage? "oldest_first" unless told; oldest_first, newest_first. */
  usage_order?: 'oldest_first' | 'newest_first' | undefined;
  /** Reading 13: does the usage show days and operations without a job? "left_out" unless told; left_out, zero. */
  usage_empty_days?: 'left_out' | 'zero' | undefined;
  /** Reading 13: does a cancelled job stay counted? "counted" unless told; counted, taken_out. */
  usage_cancelled?: 'counted' | 'taken_out' | undefined;
  /** Spec 4.4: how late may a job be counted? 0 unless told; a duration from 0s to 1d. */
  usage_lag?: number | string | undefined;
  /** Reading 26: does the usage count the jobs of the key's environment, or of the account? "environment" unless told; environment, account. */
  usage_of?: 'environment' | 'account' | undefined;
  codes?: {
    /** Reading 14: which code has the 400 of a concern that is asked for twice? "INVALID_REQUEST" unless told; a code in capitals. */
    duplicate_concern?: string | undefined;
    /** Reading 14: which code has the 410 of an input asset that expired? "ASSET_EXPIRED" unless told; a code in capitals. */
    asset_expired?: string | undefined;
    /** Reading 14: which code has a 413? "PAYLOAD_TOO_LARGE" unless told; a code in capitals. */
    payload_too_large?: string | undefined;
    /** Reading 14: which code has a 429? "RATE_LIMITED" unless told; a code in capitals. */
    rate_limited?: string | undefined;
    /** Reading 14: which code has a 500? "INTERNAL_ERROR" unless told; a code in capitals. */
    internal_error?: string | undefined;
    /** Reading 15: which code has the 404 of an unknown path? "NOT_FOUND" unless told; a code in capitals. */
    not_found?: string | undefined;
    /** Spec 4.2: which code has the 400 of a submission? "INVALID_REQUEST" unless told; a code in capitals. */
    invalid_submission?: string | undefined;
    /** Spec 4.1: which code has the refusal of an upload that is no picture, or not of its type? "INVALID_REQUEST" unless told; a code in capitals. */
    invalid_upload?: string | undefined;
    /** Spec 4.1: which code has the refusal of a picture whose sides are too short or too long? "INVALID_REQUEST" unless told; a code in capitals. */
    image_sides?: string | undefined;
    /** Spec 4.1: which code has the 400 of an id that does not have the form of one? "INVALID_REQUEST" unless told; a code in capitals. */
    malformed_id?: string | undefined;
    /** Reading 22: which code has the answer to a method that a known path does not have? "NOT_FOUND" unless told; a code in capitals. */
    wrong_method?: string | undefined;
  };
  /** Reading 62: does the message of a 400 name the wrong parameter? "present" unless told; present, absent. */
  error_message_names_field?: 'present' | 'absent' | undefined;
  /** Spec 2.4: has an error a doc_url? "absent" unless told; absent, as_null, address. */
  error_doc_url?: 'absent' | 'as_null' | 'address' | undefined;
  /** Spec 2.4: does an error say whether it can be retried? "present" unless told; present, absent, as_null. */
  error_retryable?: 'present' | 'absent' | 'as_null' | undefined;
  /** Spec 2.4: in which language are messages? "english" unless told; english, german, french. */
  message_language?: 'english' | 'german' | 'french' | undefined;
  /** Reading 62: what is within the details of an error? "fields_list" unless told; fields_list, by_field, parameter, hint, absent. */
  error_details?: 'fields_list' | 'by_field' | 'parameter' | 'hint' | 'absent' | undefined;
  /** Spec 2.4: has an answer a header with its request id? "absent" unless told; absent, present. */
  request_id_header?: 'absent' | 'present' | undefined;
  /** Reading 21: does an unknown path without a usable key answer 401 or 404? 404 unless told; 404, 401. */
  unknown_path_without_key?: 404 | 401 | undefined;
  /** Spec 7: has the 404 of an unknown path the body of an error, or that of something in front of the service? "error_detail" unless told; error_detail, other_json, html. */
  unknown_path_body?: 'error_detail' | 'other_json' | 'html' | undefined;
  /** Reading 22: what does a known path answer to a method that it does not have? 404 unless told; 404, 405. */
  wrong_method?: 404 | 405 | undefined;
  /** Spec 4: is a path with a slash at its end the same path? "unknown_path" unless told; unknown_path, same_path. */
  trailing_slash?: 'unknown_path' | 'same_path' | undefined;
  /** Spec 7: which Content-Type has an error? "application_json" unless told; application_json, problem_json. */
  error_content_type?: 'application_json' | 'problem_json' | undefined;
  /** Spec 7: does the refusal of a quota that is used up say that it can be retried? "retryable" unless told; retryable, not_retryable. */
  quota_error_retryable?: 'retryable' | 'not_retryable' | undefined;
  /** Spec 2: which characters has an id behind its prefix? "base32" unless told; base32, uuid, capitals, number. */
  id_form?: 'base32' | 'uuid' | 'capitals' | 'number' | undefined;
  /** Spec 2: how many characters has an id at least behind its prefix? 16 unless told; a whole number from 1 to 200. */
  id_length?: number | undefined;
  /** Spec 4.1: do ids grow in the order in which they are made? "growing" unless told; growing, random. */
  id_order?: 'growing' | 'random' | undefined;
  /** Spec 2: how many digits has a time behind its second? "milliseconds" unless told; milliseconds, none, microseconds, as_needed. */
  time_digits?: 'milliseconds' | 'none' | 'microseconds' | 'as_needed' | undefined;
  /** Spec 2: is UTC spelled as Z or as an offset? "z" unless told; z, zero_offset. */
  time_offset?: 'z' | 'zero_offset' | undefined;
  /** Reading 37: does livemode always appear where test-mode keys exist? "with_test_keys" unless told; with_test_keys, never, jobs_and_events. */
  livemode?: 'with_test_keys' | 'never' | 'jobs_and_events' | undefined;
  /** Spec 2.3: have answers fields that the specification does not name? "none" unless told; none, in_jobs, everywhere. */
  extra_fields?: 'none' | 'in_jobs' | 'everywhere' | undefined;
  /** Spec 7: is JSON spelled with spaces and line ends? "compact" unless told; compact, indented. */
  json_spacing?: 'compact' | 'indented' | undefined;
  /** Spec 7: how is the Content-Type of JSON spelled? "plain" unless told; plain, charset, capitals_and_charset. */
  json_content_type?: 'plain' | 'charset' | 'capitals_and_charset' | undefined;
  /** Spec 4: have answers headers that the specification does not name? "none" unless told; none, on_job_reads, everywhere. */
  extra_headers?: 'none' | 'on_job_reads' | 'everywhere' | undefined;
  /** Spec 4: what does a route answer that has no parameters, when there is one? "ignore" unless told; ignore, refuse. */
  unknown_query_parameter?: 'ignore' | 'refuse' | undefined;
  /** Spec 4.1: must a request say the length of its body? "take" unless told; take, 411. */
  chunked_request?: 'take' | 411 | undefined;
  /** Spec 4: does an answer say its length, or come in chunks? "present" unless told; present, chunked. */
  content_length?: 'present' | 'chunked' | undefined;
  /** Spec 4: does the service close a connection after each answer? "keep_alive" unless told; keep_alive, close. */
  connection?: 'keep_alive' | 'close' | undefined;
  /** Spec 4: is an answer compressed where the client takes it? "none" unless told; none, gzip. */
  compression?: 'none' | 'gzip' | undefined;
  /** Spec 4.2: is there a hair try-on? "served" unless told; served, absent. */
  hair_endpoint?: 'served' | 'absent' | undefined;
  /** Spec 4.2: which status has a hair try-on that was accepted? 202 unless told; 202, 200, 201. */
  hair_submit_status?: 202 | 200 | 201 | undefined;
  /** Reading 11: which fields does a hair try-on take? "color_gradient" unless told; color_gradient, colors_list, one_color. */
  hair_body?: 'color_gradient' | 'colors_list' | 'one_color' | undefined;
  /** Reading 11: where does a hair try-on name its mask? "input_role" unless told; input_role, own_field. */
  hair_mask_place?: 'input_role' | 'own_field' | undefined;
  /** Reading 11: what becomes of a hair mask that is not of the size of the source? "refuse" unless told; refuse, job_fails, scale. */
  hair_mask_of_other_size?: 'refuse' | 'job_fails' | 'scale' | undefined;
  /** Reading 11: what becomes of a hair mask that is not grayscale? "take_brightness" unless told; take_brightness, refuse, job_fails. */
  hair_mask_in_color?: 'take_brightness' | 'refuse' | 'job_fails' | undefined;
  /** Spec 2.3: are the colors that an output says were applied spelled as the request has them? "as_sent" unless told; as_sent, capitals, small_letters. */
  hair_applied?: 'as_sent' | 'capitals' | 'small_letters' | undefined;
  /** Reading 16: must a submission have an Idempotency-Key? "required" unless told; required, optional. */
  idempotency_key?: 'required' | 'optional' | undefined;
  /** Reading 16: how many characters may an Idempotency-Key have? 255 unless told; a whole number from 1 to 16384. */
  idempotency_key_max_length?: number | undefined;
  /** Reading 16: which characters may an Idempotency-Key have? "visible_ascii" unless told; visible_ascii, with_spaces, any, uuid. */
  idempotency_key_characters?: 'visible_ascii' | 'with_spaces' | 'any' | 'uuid' | undefined;
  /** Reading 16: is an empty Idempotency-Key refused, or none at all? "refuse" unless told; refuse, as_missing. */
  empty_idempotency_key?: 'refuse' | 'as_missing' | undefined;
  /** Spec 4.2: for how long is an Idempotency-Key claimed? null unless told; a duration from 1m to 36500d or null. */
  idempotency_key_retention?: number | string | null | undefined;
  /** Reading 17: does a key that one product has claimed conflict on another product's route? "shared" unless told; shared, apart. */
  idempotency_key_routes?: 'shared' | 'apart' | undefined;
  /** Reading 17: do two API keys of one account share their idempotency keys? "account" unless told; account, api_key. */
  idempotency_key_owner?: 'account' | 'api_key' | undefined;
  /** Reading 17: does a key conflict that another account or environment has claimed? "free" unless told; free, conflict. */
  idempotency_key_of_other_account?: 'free' | 'conflict' | undefined;
  same_request?: {
    /** Reading 18: is an omitted optional field the same request as its default? "same" unless told; same, other. */
    defaults?: 'same' | 'other' | undefined;
    /** Reading 18: is 1.0 in place of 1 the same request? "same" unless told; same, other. */
    numbers?: 'same' | 'other' | undefined;
    /** Spec 4.2: is a color in capitals the same request? "other" unless told; other, same. */
    color_case?: 'other' | 'same' | undefined;
    /** Spec 4.2: are the same visualizations in another order the same request? "other" unless told; other, same. */
    visualization_order?: 'other' | 'same' | undefined;
  };
  /** Reading 60: does a request that is refused claim its key? "free" unless told; free, claimed. */
  refused_request_claims_key?: 'free' | 'claimed' | undefined;
  /** Reading 19: does a replay show the job as it is now or as it was at first? "present" unless told; present, first. */
  replay_state?: 'present' | 'first' | undefined;
  /** Reading 19: has a replay a Location? "present" unless told; present, absent. */
  replay_location?: 'present' | 'absent' | undefined;
  /** Reading 19: has a replay a Retry-After? "while_not_done" unless told; while_not_done, always, absent. */
  replay_retry_after?: 'while_not_done' | 'always' | 'absent' | undefined;
  /** Reading 20: is a replay still answered when its input asset has expired or was deleted? "replay" unless told; replay, refuse. */
  replay_after_input_gone?: 'replay' | 'refuse' | undefined;
  /** Reading 20: is a replay answered while submissions are over their limit? "replay" unless told; replay, refuse. */
  replay_over_limit?: 'replay' | 'refuse' | undefined;
  /** Spec 4.2: what does a replay answer while the first request is still under way? "same_job" unless told; same_job, 503. */
  replay_under_way?: 'same_job' | 503 | undefined;
  /** Reading 59: what does another request answer under the key of a deleted job? 410 unless told; 410, 409. */
  deleted_key_other_request?: 410 | 409 | undefined;
  /** Spec 3: what does a replay answer when the retention of its job has passed? 410 unless told; 410, new_job. */
  key_of_expired_job?: 410 | 'new_job' | undefined;
  daily_quota?: {
    /** Reading 27: how many jobs of each operation may a day have, with live keys? {} unless told; a whole number for each operation, from 0. */
    live?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
    /** Reading 27: how many jobs of each operation may a day have, with test keys? {} unless told; a whole number for each operation, from 0. */
    test?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
  };
  /** Reading 27: what does a submission answer when the day's quota is used up? 429 unless told; 429, 402, 403. */
  quota_status?: 429 | 402 | 403 | undefined;
  /** Reading 27: which code has the refusal when the day's quota is used up? "RATE_LIMITED" unless told; a code in capitals. */
  quota_code?: string | undefined;
  /** Reading 27: does the refusal of a used up quota ask to wait for the next day? "until_next_day" unless told; until_next_day, one_hour, absent. */
  quota_retry_after?: 'until_next_day' | 'one_hour' | 'absent' | undefined;
  /** Reading 27: is the daily quota counted by operation, or for all operations together? "by_operation" unless told; by_operation, together. */
  quota_counts?: 'by_operation' | 'together' | undefined;
  /** Reading 27: when does a day of the quota begin? "utc_midnight" unless told; utc_midnight, at_first_job, rolling. */
  quota_day?: 'utc_midnight' | 'at_first_job' | 'rolling' | undefined;
  /** Reading 27: does a job that failed give its unit of the daily quota back? "used" unless told; used, given_back. */
  quota_of_failed?: 'used' | 'given_back' | undefined;
  /** Reading 27: whose jobs use up a daily quota, those of the account or of the API key? "account" unless told; account, api_key. */
  quota_owner?: 'account' | 'api_key' | undefined;
  /** Reading 28: how many submissions are admitted a minute? null unless told; a whole number from 0 or null. */
  admission_per_minute?: number | null | undefined;
  /** Reading 28: within which time are submissions counted for their limit? "calendar_minute" unless told; calendar_minute, sliding_minute, token_bucket. */
  admission_window?: 'calendar_minute' | 'sliding_minute' | 'token_bucket' | undefined;
  /** Reading 28: for whom are submissions counted for their limit? "api_key" unless told; api_key, environment, account. */
  admission_owner?: 'api_key' | 'environment' | 'account' | undefined;
  /** Reading 28: do submissions count for the limit that were refused for another reason, or replayed? "accepted" unless told; accepted, all. */
  admission_counts?: 'accepted' | 'all' | undefined;
  /** Spec 4.1: has a cursor characters that a query must encode? "url_safe" unless told; url_safe, to_be_encoded. */
  cursor_characters?: 'url_safe' | 'to_be_encoded' | undefined;
  /** Spec 4.1: can another key of the same account and environment go on with a cursor? "take" unless told; take, refuse. */
  cursor_other_key?: 'take' | 'refuse' | undefined;
  /** Spec 4.1: are the filters of a cursor compared as they are written, or by what they mean? "as_written" unless told; as_written, by_meaning. */
  cursor_filters?: 'as_written' | 'by_meaning' | undefined;
  /** Spec 4.1: what does an empty cursor answer? "invalid_cursor" unless told; invalid_cursor, invalid_request, first_page. */
  empty_cursor?: 'invalid_cursor' | 'invalid_request' | 'first_page' | undefined;
  /** Spec 4.1: has the last page a next_cursor? "as_null" unless told; as_null, present. */
  next_cursor_at_end?: 'as_null' | 'present' | undefined;
  /** Spec 4.1: where does the next page begin when things came or went in between? "behind_last" unless told; behind_last, by_offset. */
  page_walk?: 'behind_last' | 'by_offset' | undefined;
  /** Spec 4.1: what does a value answer that is none of its kind, such as a limit in letters? "refuse" unless told; refuse, ignore. */
  malformed_parameter?: 'refuse' | 'ignore' | undefined;
  /** Spec 4.1: is a filter with an empty value refused, or no filter? "refuse" unless told; refuse, ignore. */
  empty_parameter?: 'refuse' | 'ignore' | undefined;
  /** Spec 4.1: what does created_gte answer that is not before created_lt? "empty_list" unless told; empty_list, refuse. */
  inverted_range?: 'empty_list' | 'refuse' | undefined;
  /** Reading 33: what does the list of assets answer for a job that never existed? "empty_list" unless told; empty_list, 400, 404. */
  list_of_unknown_job?: 'empty_list' | 400 | 404 | undefined;
  /** Spec 4.1: what does the list of assets answer for a job_id that does not have the form of one? "empty_list" unless told; empty_list, 400. */
  malformed_job_id?: 'empty_list' | 400 | undefined;
  /** Reading 28: how many list requests are admitted a minute? null unless told; a whole number from 1 to 1000000 or null. */
  list_limit_per_minute?: number | null | undefined;
  /** Reading 12: which shape does the list of jobs have? "page" unless told; page, bare_list, under_jobs, summaries. */
  jobs_list_shape?: 'page' | 'bare_list' | 'under_jobs' | 'summaries' | undefined;
  /** Reading 12: which parameters does the list of jobs take? "all_filters" unless told; all_filters, limit_and_cursor, none. */
  jobs_list_parameters?: 'all_filters' | 'limit_and_cursor' | 'none' | undefined;
  /** Reading 12: how many jobs does a page have where no limit is given? 20 unless told; a whole number from 1 to 10000. */
  jobs_list_default_limit?: number | undefined;
  /** Reading 12: how many jobs may a page have? 100 unless told; a whole number from 1 to 10000. */
  jobs_list_max_limit?: number | undefined;
  /** Reading 12: in which order are jobs listed that were created at the same instant? "id_descending" unless told; id_descending, id_ascending. */
  jobs_list_ties?: 'id_descending' | 'id_ascending' | undefined;
  /** Reading 12: does the list of jobs still show deleted jobs? "left_out" unless told; left_out, shown. */
  jobs_list_deleted?: 'left_out' | 'shown' | undefined;
  /** Reading 10: within which range do scores lie? [0,100] unless told; two numbers, the lower one first, from -1000000 to 1000000. */
  score_range?: [number, number] | undefined;
  /** Reading 10: how many decimals has a score at most? 1 unless told; a whole number from 0 to 15. */
  score_decimals?: number | undefined;
  /** Spec 4.2: has the same picture the same scores in every job? "same" unless told; same, varies. */
  score_repeats?: 'same' | 'varies' | undefined;
  /** Spec 2.3: is every requested concern measured of a good face? "none" unless told; none, some, left_out. */
  unmeasured_concerns?: 'none' | 'some' | 'left_out' | undefined;
  /** Spec 2.3: in which order are the concerns of an output? "as_requested" unless told; as_requested, reversed, by_name. */
  concern_order?: 'as_requested' | 'reversed' | 'by_name' | undefined;
  /** Spec 2.3: in which order are the visualizations of an output? "as_requested" unless told; as_requested, reversed. */
  visualization_order?: 'as_requested' | 'reversed' | undefined;
  /** Spec 9: does every skin output carry its analysis_version, and which? "default" unless told; default, other, absent. */
  analysis_version?: 'default' | 'other' | 'absent' | undefined;
  /** Spec 2.3: has a skin output without pictures its visualizations? "empty_list" unless told; empty_list, absent. */
  no_visualizations?: 'empty_list' | 'absent' | undefined;
  /** Spec 9: does every makeup output carry its revision, and which? "default" unless told; default, other, absent. */
  makeup_revision?: 'default' | 'other' | 'absent' | undefined;
  /** Spec 9: does every hair output carry its revision, and which? "default" unless told; default, other, absent. */
  hair_revision?: 'default' | 'other' | 'absent' | undefined;
  /** Spec 9: may an output have a type that is not named? "never" unless told; never, always. */
  unknown_output_type?: 'never' | 'always' | undefined;
  /** Spec 2.3: which media type have result pictures? "image/png" unless told; image/png, image/webp. */
  result_type?: 'image/png' | 'image/webp' | undefined;
  /** Spec 2.3: does a result say how wide and high it is? "present" unless told; present, absent, as_null, mixed. */
  result_sides?: 'present' | 'absent' | 'as_null' | 'mixed' | undefined;
  /** Spec 2.3: is a result as large as its input? "as_input" unless told; as_input, halved. */
  result_size?: 'as_input' | 'halved' | undefined;
  /** Spec 2.3: which role has the picture of a makeup or hair try-on? "image" unless told; image, result, try_on. */
  try_on_role?: 'image' | 'result' | 'try_on' | undefined;
  /** Spec 5.3: do the results of a test key depend on the picture? "as_live" unless told; as_live, fixed. */
  test_results?: 'as_live' | 'fixed' | undefined;
  /** Reading 50: how many seconds does Retry-After ask for while a job is not done? 1 unless told; a whole number from 0. */
  retry_after?: number | undefined;
  /** Reading 50: how many seconds does the Retry-After of a 202 ask for, when it is not that of a read? null unless told; a whole number from 0 or null. */
  retry_after_on_accept?: number | null | undefined;
  /** Reading 50: has a read of a job that is not done always a Retry-After? "present" unless told; present, absent. */
  retry_after_on_read?: 'present' | 'absent' | undefined;
  /** Spec 4.3: has a read of a finished job a Retry-After? "absent" unless told; absent, present. */
  retry_after_on_finished?: 'absent' | 'present' | undefined;
  /** Reading 28: has a 429 always a Retry-After? "present" unless told; present, absent. */
  retry_after_on_429?: 'present' | 'absent' | undefined;
  /** Spec 7: has a 503 always a Retry-After? "present" unless told; present, absent. */
  retry_after_on_503?: 'present' | 'absent' | undefined;
  /** Spec 7: how many seconds does a 503 ask to wait? 1 unless told; a whole number from 0 to 86400. */
  retry_after_503_seconds?: number | undefined;
  /** Reading 38: is the ETag of a job strong or weak? "strong" unless told; strong, weak. */
  job_etag?: 'strong' | 'weak' | undefined;
  /** Reading 39: does If-None-Match take a star, a list of tags and a weak mark? "all_forms" unless told; all_forms, one_tag. */
  if_none_match?: 'all_forms' | 'one_tag' | undefined;
  /** Spec 4.3: which headers does a 304 carry? "etag_and_retry_after" unless told; etag_and_retry_after, etag, none. */
  not_modified_headers?: 'etag_and_retry_after' | 'etag' | 'none' | undefined;
  /** Spec 4.2: do the 202 and the 200 of a submission have the ETag of the job? "present" unless told; present, absent. */
  etag_on_submit?: 'present' | 'absent' | undefined;
  /** Spec 4.3: what becomes of a body that comes with a cancel or a deletion? "ignore" unless told; ignore, refuse. */
  body_on_cancel?: 'ignore' | 'refuse' | undefined;
  /** Spec 4.3: what does an Idempotency-Key do that comes with a cancel? "ignore" unless told; ignore, refuse. */
  idempotency_key_on_cancel?: 'ignore' | 'refuse' | undefined;
  /** Reading 25: what does a job cost whose cancel was honoured late? "not_billed" unless told; not_billed, billed. */
  late_cancel_billing?: 'not_billed' | 'billed' | undefined;
  /** Reading 27: does a job whose cancel was honoured late give back its unit of the daily quota? "while_queued" unless told; while_queued, always, never. */
  late_cancel_quota?: 'while_queued' | 'always' | 'never' | undefined;
  /** Spec 4: what does a route that can be read answer to HEAD? "as_get" unless told; as_get, 404, 405. */
  head_requests?: 'as_get' | 404 | 405 | undefined;
  stage_status?: {
    /** Reading 34: is a job that is picked up, but not at work yet, shown as queued or as running? "queued" unless told; queued, running. */
    picked_up?: 'queued' | 'running' | undefined;
    /** Reading 34: is a job that prepares shown as running already? "running" unless told; running, queued. */
    preparing?: 'running' | 'queued' | undefined;
  };
  /** Reading 34: does the 202 show the job as it was accepted, or as it is by the time of the answer? "queued" unless told; queued, as_it_is. */
  accepted_job?: 'queued' | 'as_it_is' | undefined;
  /** Reading 35: after which time does a job that is not done end by itself? null unless told; a duration from 1s to 36500d or null. */
  job_timeout?: number | string | null | undefined;
  /** Reading 35: with which code does a job fail that took too long? "PROCESSING_FAILED" unless told; PROCESSING_FAILED, INPUT_EXPIRED. */
  job_timeout_code?: 'PROCESSING_FAILED' | 'INPUT_EXPIRED' | undefined;
  /** Spec 3: how many jobs of an account are at work at once? null unless told; a whole number from 1 to 1000 or null. */
  jobs_at_once?: number | null | undefined;
  /** Reading 30: how long is a job's own copy of its input kept? null unless told; a duration from 1m to 36500d or null. */
  snapshot_retention?: number | string | null | undefined;
  /** Reading 30: when does a job fail with INPUT_EXPIRED? "when_processing_starts" unless told; when_processing_starts, when_it_lapses, never. */
  input_expired?: 'when_processing_starts' | 'when_it_lapses' | 'never' | undefined;
  /** Reading 30: is a job billed that failed with INPUT_EXPIRED? "billed" unless told; billed, not_billed. */
  input_expired_billing?: 'billed' | 'not_billed' | undefined;
  /** Reading 29: how long are a finished job and its results kept? 604800000 unless told; a duration from 0s to 36500d. */
  job_retention?: number | string | undefined;
  /** Reading 29: does the retention of a job begin at its end, or when it was accepted? "end" unless told; end, acceptance. */
  job_retention_from?: 'end' | 'acceptance' | undefined;
  /** Reading 29: from when on does a job say when it expires? "at_end" unless told; at_end, from_start, never. */
  job_expires_at?: 'at_end' | 'from_start' | 'never' | undefined;
  /** Reading 29: is a job still read after its expires_at? "gone" unless told; gone, read_without_results, read_with_bare_output. */
  job_after_expires_at?: 'gone' | 'read_without_results' | 'read_with_bare_output' | undefined;
  /** Spec 2.2: what moves updated_at of a job? "status" unless told; status, stage, every_read_while_running. */
  updated_at?: 'status' | 'stage' | 'every_read_while_running' | undefined;
  /** Spec 9: has an input of a job the role that the submission gave it? "as_sent" unless told; as_sent, other. */
  job_inputs_role?: 'as_sent' | 'other' | undefined;
  /** Spec 2.2: does a picture with nothing like a face fail its job? "on" unless told; on, off. */
  face_detection?: 'on' | 'off' | undefined;
  /** Reading 14: how many bytes may a submission have? 65536 unless told; a whole number from 0. */
  submit_max_bytes?: number | undefined;
  /** Reading 23: is a field that the specification does not name refused or ignored? "refuse" unless told; refuse, ignore. */
  unknown_body_fields?: 'refuse' | 'ignore' | undefined;
  /** Spec 4.2: is an optional field that is null the same as one that is left out? "refuse" unless told; refuse, as_absent. */
  optional_field_null?: 'refuse' | 'as_absent' | undefined;
  /** Reading 20: what does a submission answer whose Content-Type is not application/json? 400 unless told; 400, 415, accept. */
  submit_content_type?: 400 | 415 | 'accept' | undefined;
  /** Spec 4.2: may the Content-Type of a submission have parameters or capitals? "take" unless told; take, refuse. */
  submit_type_parameters?: 'take' | 'refuse' | undefined;
  /** Reading 48: what does a submission answer that has two inputs, or the same one twice? "refuse" unless told; refuse, use_first. */
  two_inputs?: 'refuse' | 'use_first' | undefined;
  /** Reading 49: what does a submission answer that names a result asset as its input? "refuse" unless told; refuse, not_found, accept. */
  result_as_input?: 'refuse' | 'not_found' | 'accept' | undefined;
  /** Reading 47: what does a skin analysis answer whose list of concerns is empty? "refuse" unless told; refuse, accept. */
  no_concerns?: 'refuse' | 'accept' | undefined;
  /** Reading 47: what does a visualization answer of a concern that the request does not list? "refuse" unless told; refuse, leave_out, draw. */
  visualization_of_other_concern?: 'refuse' | 'leave_out' | 'draw' | undefined;
  /** Spec 4.2: what does a visualization answer that is asked for twice? "refuse" unless told; refuse, draw_once, draw_twice. */
  repeated_visualization?: 'refuse' | 'draw_once' | 'draw_twice' | undefined;
  /** Spec 4.2: what does a makeup try-on answer whose list of products is empty? "refuse" unless told; refuse, accept. */
  no_products?: 'refuse' | 'accept' | undefined;
  /** Spec 4.2: how many products may a makeup try-on have? null unless told; a whole number from 2 to 10000 or null. */
  max_products?: number | null | undefined;
  /** Spec 4.2: may two products of a makeup try-on have the same category? "accept" unless told; accept, refuse. */
  repeated_category?: 'accept' | 'refuse' | undefined;
  /** Reading 8: which spellings of a color are accepted? "hex" unless told; hex, any, hex_without_mark, rgb_function. */
  color_format?: 'hex' | 'any' | 'hex_without_mark' | 'rgb_function' | undefined;
  /** Reading 9: between which ends may an opacity lie? [0,1] unless told; two numbers, the lower one first, from -1000000 to 1000000. */
  opacity_range?: [number, number] | undefined;
  /** Spec 4.2: is the Location of a submission a path, with the path of base_url or without it, a path from the request, one with a query, or a whole address? "path" unless told; path, path_below_base_url, relative, with_query, absolute, other_origin. */
  location_form?: 'path' | 'path_below_base_url' | 'relative' | 'with_query' | 'absolute' | 'other_origin' | undefined;
  /** Spec 1: has base_url a path of its own? "none" unless told; none, one_segment, two_segments. */
  base_path?: 'none' | 'one_segment' | 'two_segments' | undefined;
  /** Reading 1: which status does a successful upload have? 201 unless told; 200, 201, 202. */
  upload_status?: 200 | 201 | 202 | undefined;
  /** Reading 2: how many bytes may an upload have? 10485760 unless told; a whole number from 0. */
  upload_max_bytes?: number | undefined;
  /** Reading 3: how many pixels has the shortest side of an upload to have? 32 unless told; a whole number from 0. */
  image_min_side?: number | undefined;
  /** Reading 3: how many pixels may the longest side of an upload have? 8192 unless told; a whole number from 0. */
  image_max_side?: number | undefined;
  /** Reading 3: how many pixels may an upload have in all? 40000000 unless told; a whole number from 0. */
  image_max_pixels?: number | undefined;
  /** Reading 3: which status has the refusal of a picture whose sides are too short or too long? 400 unless told; 400, 413, 422. */
  image_sides_status?: 400 | 413 | 422 | undefined;
  /** Reading 4: which status answers an upload whose bytes are no picture of the type that it declares, or none at all? 400 unless told; 400, 415, 422. */
  unreadable_image_status?: 400 | 415 | 422 | undefined;
  /** Reading 4: which status answers an upload whose Content-Type is none of the three, or missing? 400 unless told; 400, 415, 422. */
  unsupported_media_type_status?: 400 | 415 | 422 | undefined;
  /** Reading 4: is an upload refused whose bytes are a picture of another of the three types than it declares? "refuse" unless told; refuse, take_true_type. */
  mismatched_content_type?: 'refuse' | 'take_true_type' | undefined;
  /** Spec 4.1: may the Content-Type of an upload have parameters or capitals? "take" unless told; take, refuse. */
  upload_type_parameters?: 'take' | 'refuse' | undefined;
  /** Reading 5: is a picture with a good header and broken pixels refused at upload, or does its job fail? "job_fails" unless told; job_fails, refuse. */
  broken_image?: 'job_fails' | 'refuse' | undefined;
  /** Spec 2.1: are the bytes of an upload kept as they came, encoded anew, or scaled down? "as_sent" unless told; as_sent, encoded_anew, scaled_down. */
  stored_image?: 'as_sent' | 'encoded_anew' | 'scaled_down' | undefined;
  /** Spec 2.1: are width and height of a turned photo those of its pixels, or of the picture seen upright? "upright" unless told; upright, as_stored. */
  image_orientation?: 'upright' | 'as_stored' | undefined;
  /** Spec 4.1: does the same picture, uploaded twice, give a second asset? "new_asset" unless told; new_asset, same_asset. */
  repeated_upload?: 'new_asset' | 'same_asset' | undefined;
  /** Spec 4.1: what does an Idempotency-Key do that comes with an upload? "ignore" unless told; ignore, same_asset, refuse. */
  idempotency_key_on_upload?: 'ignore' | 'same_asset' | 'refuse' | undefined;
  /** Spec 4.1: does an upload answer with a Location? "absent" unless told; absent, present. */
  upload_location?: 'absent' | 'present' | undefined;
  /** Reading 41: is an endpoint refused that is not HTTPS on port 443? "any" unless told; any, strict. */
  webhook_urls?: 'any' | 'strict' | undefined;
  /** Reading 42: which endpoints get an event: those of its job's submission, of its creation or of its delivery? "at_creation" unless told; at_creation, at_delivery, at_submission. */
  event_receivers?: 'at_creation' | 'at_delivery' | 'at_submission' | undefined;
  /** Spec 6.5: how long after its event does the first attempt go out? 0 unless told; a duration from 0s to 1d. */
  first_attempt_delay?: number | string | undefined;
  /** Spec 6.5: does an event come again although it was acknowledged? "never" unless told; never, every_third, each. */
  duplicate_deliveries?: 'never' | 'every_third' | 'each' | undefined;
  /** Spec 6.2: has a result within an event all its fields, or its href and expires_at alone? "as_read" unless told; as_read, href_and_expiry. */
  event_results?: 'as_read' | 'href_and_expiry' | undefined;
  /** Reading 43: between which shares of a wait does its jitter lie? [-0.2,0.2] unless told; two numbers, the lower one first, from -0.2 to 0.2. */
  retry_jitter?: [number, number] | undefined;
  /** Reading 52: is the wait for the next attempt measured from the end or from the begin of the one before? "end" unless told; end, begin. */
  retry_wait_from?: 'end' | 'begin' | undefined;
  /** Reading 58: what has to come within 10 seconds, the head of the answer or all of it? "head" unless told; head, whole_body. */
  acknowledgement?: 'head' | 'whole_body' | undefined;
  /** Reading 58: on whose clock do the 10 seconds of a delivery run where time was moved? "wall" unless told; wall, virtual. */
  delivery_clock?: 'wall' | 'virtual' | undefined;
  /** Reading 55: is a test.ping sent whatever is subscribed? "always" unless told; always, when_subscribed. */
  ping_subscription?: 'always' | 'when_subscribed' | undefined;
  /** Reading 55: does a failed test.ping count towards disabling its endpoint? "counted" unless told; counted, not_counted. */
  failed_ping_counts?: 'counted' | 'not_counted' | undefined;
  /** Reading 56: are events of the time when an endpoint is disabled lost to it? "lost" unless told; lost, listed_as_cancelled, sent_when_enabled. */
  events_while_disabled?: 'lost' | 'listed_as_cancelled' | 'sent_when_enabled' | undefined;
  /** Reading 56: can a ping or a resend be sent to a disabled endpoint? "refuse" unless told; refuse, send. */
  disabled_by_hand?: 'refuse' | 'send' | undefined;
  /** Reading 44: is an endpoint disabled at a failed attempt, or as soon as its day of failing is over? "at_attempt" unless told; at_attempt, at_the_day. */
  disabling_moment?: 'at_attempt' | 'at_the_day' | undefined;
  /** Reading 57: what does a delivery carry when the job's retention has passed? "as_deleted" unless told; as_deleted, last_job, nothing_sent. */
  retention_body?: 'as_deleted' | 'last_job' | 'nothing_sent' | undefined;
  /** Reading 54: from which number do a resend's attempts count? "from_one" unless told; from_one, go_on. */
  resend_attempts?: 'from_one' | 'go_on' | undefined;
  /** Reading 54: is a resend that fails tried again? "within_the_day" unless told; within_the_day, never. */
  resend_retries?: 'within_the_day' | 'never' | undefined;
  /** Spec 6.3: has a delivery headers that are not shown? "none" unless told; none, some. */
  delivery_headers?: 'none' | 'some' | undefined;
  /** Reading 40: whose time does a signature carry where time was moved? "wall" unless told; wall, virtual. */
  signature_clock?: 'wall' | 'virtual' | undefined;
  /** Spec 6.4: does each attempt carry its own time in its signature, or that of the first? "each_attempt" unless told; each_attempt, first_attempt. */
  signature_moment?: 'each_attempt' | 'first_attempt' | undefined;
  /** Spec 6.3: are the hex digits of a signature small letters or capitals? "lower" unless told; lower, upper. */
  signature_hex?: 'lower' | 'upper' | undefined;
  /** Spec 6.4: has a signature parts of other schemes? "none" unless told; none, before, behind. */
  signature_other_schemes?: 'none' | 'before' | 'behind' | undefined;
  /** Spec 6.4: which signature comes first during a rotation? "new_first" unless told; new_first, previous_first. */
  signature_order?: 'new_first' | 'previous_first' | undefined;
  /** Reading 53: how many previous secrets sign after several rotations in a row? 1 unless told; a whole number from 1 to 10. */
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
