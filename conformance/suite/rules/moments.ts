/** When, for what else, how often, in what form a rule has to hold beside right after, and how a scenario may meet it. */
export const MOMENTS = {
  across_midnight: 'on the next UTC day',
  after_the_end: 'after the job has ended, in each way in which it can',
  after_cancel: 'after a cancel that was accepted or deferred',
  after_deletion: 'after the deletion of the job or the asset',
  after_retention: 'after the input, the results or the key were kept for long enough',
  before_expiry: 'just before something expires',
  each_input: 'for each role of an input',
  each_operation: 'for each operation',
  each_event: 'for each type of event, and the ping',
  each_list: 'for each list and each filter',
  each_environment: 'in the live and in the test environment',
  each_foreign_object: 'for each kind of object of somebody else, in each of its stages',
  each_key: 'for each kind of key',
  on_repeat: 'for the same call once more',
  on_replay: 'for the same Idempotency-Key once more',
  in_a_race: 'for calls at the same time',
  odd_ids: 'for ids of unusual forms',
  odd_parameters: 'for parameters of unusual forms',
  odd_json: 'for JSON in unusual spellings',
  near_keys: 'for keys that differ in little',
  odd_receivers: 'for receivers that answer in unusual ways',
  each_delivery_state: 'for a delivery in each state that it can have',
} as const;

export type Moment = keyof typeof MOMENTS;
/** The scenarios that check a rule at a moment. */
export type Moments = { readonly [moment in Moment]?: readonly string[] | undefined };
