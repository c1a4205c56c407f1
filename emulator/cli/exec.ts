import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { type CliCommand, EXIT, type Flags, listFlag, oneOfWords, textFlag, UsageError } from '../../shared/command.ts';
import type { Emulator } from '../create.ts';
import { AUDIT_RULES, type AuditRule, type Uncounted } from '../domain/test-control/audit.ts';
import { type AuditedRun, openAuditedRun, reportNotes, reportTexts } from './audited-run.ts';
import { COVERAGE_HELP, COVERAGE_OPTIONS, coverageWish, tellCoverage } from './covered/coverage-flags.ts';
import { type CoveredRun, openCoveredRun } from './covered/covered-run.ts';
import { EMULATOR_HELP, EMULATOR_OPTIONS, openEmulator } from './open-emulator.ts';
import { print, printError } from './print.ts';

export const execCommand: CliCommand = {
  help: `tryon-emulator exec [options] -- COMMAND [ARGUMENT ...]: start an emulator on a free port, run a command, stop.

The command finds in its environment:
  TRYON_URL       where the emulator listens
  TRYON_LIVE_KEY  a key of the live environment
  TRYON_TEST_KEY  a key of the test environment
  TRYON_TOKEN     what control calls must carry, if anything

Its exit code is handed on. With --audit, a client that did something wrong turns a success into exit code 1, and so does
one that sent nothing at all. All worlds count, those that were removed or reset too, and so do the emulators that the
command makes itself with createEmulator or tryon-kit/vitest: TRYON_AUDIT_FOLDER tells them where to leave what they saw.

  --port N        port to listen on (default: any free one)
${EMULATOR_HELP}
  --audit         print what the client did wrong, how often and in what it did so first, and which plans were not used;
                  fail if there is anything, or if no request came
  --ignore RULES  with --audit: rules that do not count, with commas between:
                  ${Object.keys(AUDIT_RULES).join(', ')}
  --expect STATUSES  with --audit: statuses of refusals that the tests bring about on purpose, with commas between, such as 400,402
${COVERAGE_HELP}
  --json          with --audit or --coverage: print what was found as JSON, each on a line

The clock is auto unless told otherwise.`,
  options: {
    ...EMULATOR_OPTIONS,
    ...COVERAGE_OPTIONS,
    audit: { type: 'boolean' },
    ignore: { type: 'string' },
    expect: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  run: async (flags, words) => {
    const [program, ...args] = words;
    if (program === undefined) throw new UsageError('exec needs a command: tryon-emulator exec -- npm test');
    const uncounted = { ignore: ignoredRules(flags), expect: expectedStatuses(flags) };
    const wish = coverageWish(flags);
    const audit = flags['audit'] === true ? openAuditedRun() : null;
    const covered = wish === null ? null : openCoveredRun();
    try {
      const code = await runBeside(flags, { audit, covered }, program, args);
      const isClean = audit === null || isFine(audit, uncounted, flags['json'] === true);
      const isEnough = covered === null || wish === null || tellCoverage(covered, wish);
      return code === EXIT.fine && !(isClean && isEnough) ? EXIT.problems : code;
    } finally {
      audit?.end();
      covered?.end();
    }
  },
};

type Told = { audit: AuditedRun | null; covered: CoveredRun | null };

/** The emulator is closed first: its worlds tell then what they still have to tell. */
async function runBeside(flags: Flags, { audit, covered }: Told, program: string, args: string[]): Promise<number> {
  const hearers = { audit: audit?.port, onMark: covered?.onMark };
  const emulator = await openEmulator(flags, { port: 0, clock: 'auto' }, hearers);
  try {
    return await runProgram(program, args, { ...environmentOf(emulator), ...audit?.env, ...covered?.env });
  } finally {
    await emulator.close();
  }
}

function ignoredRules(flags: Flags): AuditRule[] {
  const rules = Object.keys(AUDIT_RULES) as AuditRule[];
  const names = textFlag(flags, 'ignore')?.split(',') ?? [];
  return names.map((name) => oneOfWords(name, rules, '--ignore'));
}

export function expectedStatuses(flags: Flags): number[] {
  return listFlag(flags, 'expect').map((text) => {
    if (/^[45]\d\d$/.test(text)) return Number(text);
    throw new UsageError(`--expect must be statuses of refusals with commas between, such as 400,402; not ${text}`);
  });
}

export function environmentOf({ url, keys, token }: Emulator): NodeJS.ProcessEnv {
  return {
    ...process.env,
    TRYON_URL: url,
    ...(keys.live !== null && { TRYON_LIVE_KEY: keys.live }),
    ...(keys.test !== null && { TRYON_TEST_KEY: keys.test }),
    ...(token !== null && { TRYON_TOKEN: token }),
  };
}

/** Runs a program to its end, npm too, which is a script on Windows. A signal goes to it: nothing is left behind. */
function runProgram(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env });
    const passOn = (signal: NodeJS.Signals) => child.kill(signal);
    const stop = () => process.off('SIGINT', passOn).off('SIGTERM', passOn);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    child.once('error', (error: NodeJS.ErrnoException) => {
      stop();
      reject(error.code === 'ENOENT' ? new UsageError(`there is no command ${program}`) : error);
    });
    child.once('exit', (code, signal) => {
      stop();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

function isFine(audit: AuditedRun, uncounted: Uncounted, asJson: boolean): boolean {
  const report = audit.report(uncounted);
  const texts = reportTexts(report);
  if (audit.warning !== null) printError(`tryon-emulator: warning: ${audit.warning}`);
  if (asJson) print(JSON.stringify(report));
  else for (const text of [...texts, ...reportNotes(report)]) printError(`tryon-emulator: ${text}`);
  return texts.length === 0;
}
