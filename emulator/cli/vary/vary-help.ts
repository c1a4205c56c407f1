export const VARY_HELP = `tryon-emulator vary [options] -- COMMAND [ARGUMENT ...]: run the tests of a client under all that a lawful server may do.

The command is run as it is first, and must pass. Then it is run once for each variation, beside an emulator of its own, with
the variables of exec in its environment: TRYON_URL, TRYON_LIVE_KEY, TRYON_TEST_KEY, TRYON_TOKEN. Emulators that it makes
itself, with createEmulator or tryon-kit/vitest, vary too, and each of their worlds; TRYON_VARIATION tells them how.

Two kinds: a lawful choice keeps the outcome, so that a test that fails is a finding: the client takes something for granted.
Under a misfortune tests may fail rightly; a finding is what the exchanges prove, such as a second job for one intent.
Only what the run as it is shows to matter is varied, and what did not come about in its own run counts as not met. Hints are
about what a careful client need not be ready for: --only hint tries them, and nothing in them is a finding. What readings and
stages a test sets itself stay as they are.

  --only NAMES    variations, with commas between: whole names, those of a question (upload_status), with a * at the end,
                  lawful, misfortune or hint; several times for several
  --skip NAMES    likewise, those to leave out
  --sample N      so many of those that matter, drawn by --seed
  --jobs N        so many runs at once (default 1)
  --results GLOB  where the command leaves what became of its tests: JUnit, CTRF, TAP, JSON of vitest or Jest; several times
                  for several. Default: the folder TRYON_RESULTS, which is each run's own, the usual places, TAP on its
                  stdout, or the failing tests that it prints
  --timeout TIME  how long a run may take before it counts as hanging (default: 30s and five times the run as it is)
  --ignore KINDS  what exchanges prove and does not count, with commas between, such as poll-too-soon
  --baseline FILE known findings with reasons: {known_findings: [{variation, because, kind, until}]}
  --resume FILE   keep in FILE what is done, and go on where it was
  --html FILE     write the report as a page; --junit FILE and --json FILE likewise
  --junit FILE    as JUnit XML, a case for each variation
  --json FILE     as JSON
  --verbose       print what the command prints
  --list          list the variations and end
  --config FILE   emulator.yaml of the emulator beside the command
  --clock MODE    of that emulator: running, frozen or auto (the default)
  --reading NAME=CHOICE
                  what it does where the specification is silent; what varies stands over it
  --seed TEXT     decides every id, score and picture, and what --sample draws
  --host ADDRESS  address to listen on (default: loopback, v4 and v6)

Exit codes: 0 nothing was found; 1 the client takes something for granted, or does something wrong; 2 a mistake on the
command line; 3 nothing was judged, or not all: the command does not pass as it is, no request came, or it was interrupted.`;
