/** Why the emulator does not show what a server of somebody else shows, by question. */
export const NOT_IMITATED: Readonly<Record<string, string>> = {
  analysis_version: 'its version is a text of its own; the emulator has two texts, and none',
  makeup_revision: 'its revision is a number of its own; the emulator has two, and none',
  retry_jitter: 'the waits are drawn: two of them do not tell the range, and lie within that of the emulator',
  usage_shape: 'its fields have names of its own; the emulator has the shape, under other names',
};

/** Choices that are told by more than their own question, with what is told and why. */
export const ALSO_TOLD: Readonly<Record<string, { what: readonly string[]; because: string }>> = {
  'code_spelling=lower_snake': {
    what: [
      'codes.asset_expired',
      'codes.duplicate_concern',
      'codes.image_sides',
      'codes.internal_error',
      'codes.invalid_submission',
      'codes.invalid_upload',
      'codes.not_found',
      'codes.payload_too_large',
      'codes.rate_limited',
      'codes.wrong_method',
      'quota_code',
    ],
    because: 'nothing observes the spelling itself, and each of these codes is spelled in small letters',
  },
  'extra_fields=everywhere': {
    what: ['error_details', 'jobs_list_shape', 'usage_shape'],
    because: 'these are shown by whole bodies, which have more fields then',
  },
  'result_type=image/webp': {
    what: ['content_type'],
    because: 'the header names the type of the picture, which is another',
  },
  'snapshot_retention=2592000000': {
    what: ['input_expired'],
    because: 'a job whose picture is kept ends well after its input, as where inputs never expire for jobs',
  },
  'stages.processing=0': {
    what: ['capture_moment'],
    because: 'nobody can look into a stage that takes no time: the job has been charged by then',
  },
};
