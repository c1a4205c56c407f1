/** Why the emulator does not show what a server of someone else shows, by question. */
export const NOT_IMITATED: Readonly<Record<string, string>> = {
  admission_window: 'a Retry-After of 0 tells no window',
  image_min_side:
    'a picture that is accepted is told by the status of an upload, and 200 is not the one that was learned',
  job_retention_from:
    'with an expires_at from the start the emulator counts from the acceptance; a server whose stages take no time shows no difference',
  resend_retries: 'how many attempts are within a day hangs on waits that are drawn',
  analysis_version: 'its version is a text of its own; the emulator has two texts, and none',
  makeup_revision: 'its revision is a number of its own; the emulator has two, and none',
  retry_jitter: 'the waits are drawn: two of them do not tell the range, and lie within that of the emulator',
  usage_shape: 'its fields have names of its own; the emulator has the shape, under other names',
};

/** Choices that are reported by more than their own question, with what is reported and why. */
export const ALSO_TOLD: Readonly<Record<string, { what: readonly string[]; because: string }>> = {
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
  'codes.rate_limited=SLOW_DOWN': {
    what: ['quota_code'],
    because: 'the code of the quota is by default that of a limit',
  },
  'duplicate_deliveries=each': { what: ['resend_retries'], because: 'what comes twice is counted twice' },
  'duplicate_deliveries=every_third': { what: ['resend_retries'], because: 'what comes twice is counted twice' },
  'image_sides_status=422': {
    what: ['image_min_side'],
    because: 'the smallest side is told by the status of a refusal, which is another',
  },
  'job_expires_at=never': { what: ['job_retention', 'job_retention_from'], because: 'no job says how long it is kept' },
  'location_form=with_query': { what: ['replay_location'], because: 'the Location of a replay has the query as well' },
  'sometimes_limited=every_fourth': {
    what: ['admission_window'],
    because: 'a limit that comes now and then has a Retry-After of its own',
  },
};
