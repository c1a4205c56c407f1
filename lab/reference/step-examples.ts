/**
 * An example of each kind of step. Together, in this order, they are a scenario, which a test compiles and runs on the
 * emulator. The page shows them in the order of the table of steps.
 */
export const STEP_EXAMPLES: Readonly<Record<string, string>> = {
  use: '- {use: lib/upload-later, times: 2, as: faces}',
  let: '- {let: {wanted: [acne, redness], key: "${fresh_key()}"}}',
  hook: '- {hook: sink, endpoint: fresh, reply: {status: 500}}',
  drive: '- {drive: jobs.script, next: {stages: {processing: 2s}, outcome: {status: succeeded}}}',
  call: `- id: submit
  call: POST /v1/skin/analyses
  headers: {Idempotency-Key: "\${key}"}
  json: "\${merge(inputs(faces[0]), {concerns: wanted})}"
  expect: {SUBMIT-202: {status: 202, header.Retry-After: {int: ">=0"}}}`,
  offset: '- {offset: 10ms}',
  poll: `- id: done
  poll: "GET /v1/jobs/\${submit.body.id}"
  until: {body.status: {in: [succeeded, failed, cancelled]}}
  always: {JOB-FORWARD-ONLY: {body: {progress_of: previous}}}
  deadline: {after: 10m, else: inconclusive}`,
  value: `- id: concerns
  value: "\${pluck(done.body.output.concerns, 'concern')}"
  expect: {SKIN-ONLY-REQUESTED: {same_set_as: "\${wanted}"}}`,
  walk: `- id: list
  walk: GET /v1/assets
  query: {limit: 1}
  expect: {LIST-ORDER: {items: {ordered: {by: created_at, direction: desc}}}}`,
  receive: `- id: delivered
  receive: sink
  where: {json.data.object.id: "\${submit.body.id}"}
  until: {count: 1}
  expect: {WH-ATTEMPT-N: {first.header.Service-Delivery-Attempt: "1"}}`,
  wait: '- {wait: {for: 1m}}',
  collect: `- id: tries
  collect: sink
  where: {json.data.object.id: "\${submit.body.id}"}
  until: {elapsed: 30h}
  clock: next_timer
  expect: {WH-ID-STABLE: {distinct: {of: header.Service-Event-Id, is: 1}}}`,
  erase: '- {erase: all}',
};
