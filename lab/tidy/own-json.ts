/** The files that parse JSON without limits: it is not in a file that someone else may have written. */
export const OWN_JSON: readonly string[] = [
  // Texts that the same program has made, such as the body of an answer.
  'conformance/calibrate/fit/templates/templates.ts',
  'conformance/model/lists/lists.ts',
  'emulator/control/inspect/job-story.ts',
  'emulator/control/journal-control.ts',
  'emulator/deviations/choices/spelling.ts',
  'emulator/deviations/edits.ts',
  'emulator/deviations/forgeries.ts',
  'emulator/deviations/occurrences.ts',
  'emulator/deviations/posts.ts',
  'emulator/deviations/rows/edit-delivery.ts',
  'emulator/record/contents.ts',
  'emulator/record/redact.ts',
  'emulator/replay/play-session.ts',
  'emulator/vary/forms.ts',
  // Files of the package and of this process.
  'conformance/suite/suite-files.ts',
  'conformance/version.ts',
  'docs/user-project.ts',
  'emulator/adapters/run-folder.ts',
  'emulator/adapters/version.ts',
  'fixtures/encode-drawings.ts',
  'fixtures/files.ts',
  // Files of a few bytes.
  'emulator/adapters/files/lock-file.ts',
  'emulator/storage/change-log.ts',
  // Messages of another program, which are limited where they are received.
  'conformance/effects/drivers/call-driver.ts',
  'conformance/target/probe.ts',
  'console/api/live.ts',
  'emulator/cli/listen.ts',
  'emulator/domain/signature.ts',
  'emulator/http/submission/form.ts',
  'emulator/remote/control-call.ts',
  'emulator/webhooks/receiver.ts',
  // In a script and in an example.
  'conformance/report/curl/curl.ts',
  'emulator/cli/deviations.ts',
  // With these limits.
  'shared/json-in.ts',
];
