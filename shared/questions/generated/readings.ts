// Written by `npm run reference` from scenarios/questions.

/** What a server does where the specification is silent. */
export type Readings = {
  /** Reading 1: which status does a successful upload have? 201 unless told; 200, 201, 202. */
  upload_status: 200 | 201 | 202;
  /** Reading 2: how many bytes may an upload have? 10485760 unless told; a whole number from 0. */
  upload_max_bytes: number;
  /** Spec 4.2: how many bytes may a submission have? 65536 unless told; a whole number from 0. */
  submit_max_bytes: number;
  /** Reading 3: how short may a side of an upload be, in pixels? 32 unless told; a whole number from 0. */
  image_min_side: number;
  /** Reading 3: how long may a side of an upload be, in pixels? 8192 unless told; a whole number from 0. */
  image_max_side: number;
  /** Reading 3: how many pixels may an upload have? 40000000 unless told; a whole number from 0. */
  image_max_pixels: number;
  /** Reading 7: does the content route serve an input? "refuse" unless told; refuse, serve. */
  input_content: 'refuse' | 'serve';
  /** Reading 8: which colors are taken? "hex" unless told; hex, any. */
  color_format: 'hex' | 'any';
  /** Reading 9: which opacities are taken? [0,1] unless told; two numbers, the lower one first,. */
  opacity_range: [number, number];
  /** Reading 10: between what do scores lie? [0,100] unless told; two numbers, the lower one first,. */
  score_range: [number, number];
  codes: {
    /** Reading 14: which code is it: duplicate_concern? "INVALID_REQUEST" unless told; a code in capitals. */
    duplicate_concern: string;
    /** Reading 14: which code is it: asset_expired? "ASSET_EXPIRED" unless told; a code in capitals. */
    asset_expired: string;
    /** Reading 14: which code is it: payload_too_large? "PAYLOAD_TOO_LARGE" unless told; a code in capitals. */
    payload_too_large: string;
    /** Reading 14: which code is it: rate_limited? "RATE_LIMITED" unless told; a code in capitals. */
    rate_limited: string;
    /** Reading 14: which code is it: internal_error? "INTERNAL_ERROR" unless told; a code in capitals. */
    internal_error: string;
    /** Reading 15: which code is it: not_found? "NOT_FOUND" unless told; a code in capitals. */
    not_found: string;
  };
  /** Reading 16: must a submission carry an Idempotency-Key? "required" unless told; required, optional. */
  idempotency_key: 'required' | 'optional';
  /** Reading 23: is a body field that the spec does not name refused? "refuse" unless told; refuse, ignore. */
  unknown_body_fields: 'refuse' | 'ignore';
  daily_quota: {
    /** Reading 27: how many jobs of each operation a UTC day, with live keys? {} unless told; a whole number for each operation. */
    live: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
    /** Reading 27: how many jobs of each operation a UTC day, with test keys? {} unless told; a whole number for each operation. */
    test: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined };
  };
  /** Reading 28: how many jobs may one key submit in a minute? null unless told; a whole number from 0 or null. */
  admission_per_minute: number | null;
  /** Reading 29: how long is an input kept? 86400000 unless told; a duration from 0s. */
  input_retention: number;
  /** Reading 29: how long is a finished job kept? 604800000 unless told; a duration from 0s. */
  job_retention: number;
  /** Spec 2.3: which media type do result pictures have? "image/png" unless told; image/png, image/webp. */
  result_type: 'image/png' | 'image/webp';
  /** Spec 2.2: does a picture without a face fail its job? "on" unless told; on, off. */
  face_detection: 'on' | 'off';
  /** Reading 40: whose time does a signature carry? "wall" unless told; wall, virtual. */
  signature_clock: 'wall' | 'virtual';
  /** Reading 41: which addresses may an endpoint have? "any" unless told; any, strict. */
  webhook_urls: 'any' | 'strict';
  /** Reading 50: which Retry-After has a job that is not terminal? 1 unless told; a whole number from 0. */
  retry_after: number;
  /** Reading 22: what does a known path answer to a method that it does not have? 404 unless told; 404, 405. */
  unknown_method: 404 | 405;
};

/** The same as a configuration gives it: what is left out is the default. */
export type ReadingsInput = {
  /** Reading 1: which status does a successful upload have? 201 unless told; 200, 201, 202. */
  upload_status?: 200 | 201 | 202 | undefined;
  /** Reading 2: how many bytes may an upload have? 10485760 unless told; a whole number from 0. */
  upload_max_bytes?: number | undefined;
  /** Spec 4.2: how many bytes may a submission have? 65536 unless told; a whole number from 0. */
  submit_max_bytes?: number | undefined;
  /** Reading 3: how short may a side of an upload be, in pixels? 32 unless told; a whole number from 0. */
  image_min_side?: number | undefined;
  /** Reading 3: how long may a side of an upload be, in pixels? 8192 unless told; a whole number from 0. */
  image_max_side?: number | undefined;
  /** Reading 3: how many pixels may an upload have? 40000000 unless told; a whole number from 0. */
  image_max_pixels?: number | undefined;
  /** Reading 7: does the content route serve an input? "refuse" unless told; refuse, serve. */
  input_content?: 'refuse' | 'serve' | undefined;
  /** Reading 8: which colors are taken? "hex" unless told; hex, any. */
  color_format?: 'hex' | 'any' | undefined;
  /** Reading 9: which opacities are taken? [0,1] unless told; two numbers, the lower one first,. */
  opacity_range?: [number, number] | undefined;
  /** Reading 10: between what do scores lie? [0,100] unless told; two numbers, the lower one first,. */
  score_range?: [number, number] | undefined;
  codes?: {
    /** Reading 14: which code is it: duplicate_concern? "INVALID_REQUEST" unless told; a code in capitals. */
    duplicate_concern?: string | undefined;
    /** Reading 14: which code is it: asset_expired? "ASSET_EXPIRED" unless told; a code in capitals. */
    asset_expired?: string | undefined;
    /** Reading 14: which code is it: payload_too_large? "PAYLOAD_TOO_LARGE" unless told; a code in capitals. */
    payload_too_large?: string | undefined;
    /** Reading 14: which code is it: rate_limited? "RATE_LIMITED" unless told; a code in capitals. */
    rate_limited?: string | undefined;
    /** Reading 14: which code is it: internal_error? "INTERNAL_ERROR" unless told; a code in capitals. */
    internal_error?: string | undefined;
    /** Reading 15: which code is it: not_found? "NOT_FOUND" unless told; a code in capitals. */
    not_found?: string | undefined;
  };
  /** Reading 16: must a submission carry an Idempotency-Key? "required" unless told; required, optional. */
  idempotency_key?: 'required' | 'optional' | undefined;
  /** Reading 23: is a body field that the spec does not name refused? "refuse" unless told; refuse, ignore. */
  unknown_body_fields?: 'refuse' | 'ignore' | undefined;
  daily_quota?: {
    /** Reading 27: how many jobs of each operation a UTC day, with live keys? {} unless told; a whole number for each operation. */
    live?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
    /** Reading 27: how many jobs of each operation a UTC day, with test keys? {} unless told; a whole number for each operation. */
    test?: { 'skin.analyze'?: number | undefined; 'makeup.apply'?: number | undefined; 'hair.try_on'?: number | undefined } | undefined;
  };
  /** Reading 28: how many jobs may one key submit in a minute? null unless told; a whole number from 0 or null. */
  admission_per_minute?: number | null | undefined;
  /** Reading 29: how long is an input kept? 86400000 unless told; a duration from 0s. */
  input_retention?: number | string | undefined;
  /** Reading 29: how long is a finished job kept? 604800000 unless told; a duration from 0s. */
  job_retention?: number | string | undefined;
  /** Spec 2.3: which media type do result pictures have? "image/png" unless told; image/png, image/webp. */
  result_type?: 'image/png' | 'image/webp' | undefined;
  /** Spec 2.2: does a picture without a face fail its job? "on" unless told; on, off. */
  face_detection?: 'on' | 'off' | undefined;
  /** Reading 40: whose time does a signature carry? "wall" unless told; wall, virtual. */
  signature_clock?: 'wall' | 'virtual' | undefined;
  /** Reading 41: which addresses may an endpoint have? "any" unless told; any, strict. */
  webhook_urls?: 'any' | 'strict' | undefined;
  /** Reading 50: which Retry-After has a job that is not terminal? 1 unless told; a whole number from 0. */
  retry_after?: number | undefined;
  /** Reading 22: what does a known path answer to a method that it does not have? 404 unless told; 404, 405. */
  unknown_method?: 404 | 405 | undefined;
};
