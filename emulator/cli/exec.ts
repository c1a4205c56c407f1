import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { type CliCommand, EXIT, type Flags, flagGroup, UsageError } from '../../shared/command.ts';
import type { Emulator } from '../create.ts';
import type { Uncounted } from '../domain/test-control/audit.ts';
import { AUDIT_FLAGS, expectedStatuses, ignoredRules } from './audit-flags.ts';
import { type AuditedRun, openAuditedRun, reportNotes, reportTexts } from './audited-run.ts';
import { COVERAGE_FLAGS, coverageWish, tellCoverage } from './covered/coverage-flags.ts';
import { type CoveredRun, openCoveredRun } from './covered/covered-run.ts';
import { EMULATOR_NOTES, emulatorFlags, openEmulator } from './open-emulator.ts';
import { print, printError } from './print.ts';

export const execCommand: CliCommand = {
  forms: { '[options] -- COMMAND [ARGUMENT ...]': '' },
  flags: {
    ...flagGroup('Audit', {
      audit: { about: 'print what the client did wrong and the plans that were not used' },
      ...AUDIT_FLAGS,
    }),
    ...COVERAGE_FLAGS,
    ...flagGroup('Output', { json: { about: 'with --audit or --coverage: print each as a line of JSON' } }),
    ...emulatorFlags({ port: 'any free one', clock: 'auto' }),
  },
  notes: `The command has in its environment: TRYON_URL, where the emulator listens; TRYON_LIVE_KEY and TRYON_TEST_KEY, a key of each
environment; and TRYON_TOKEN, what control calls must carry, if anything. Its exit code is passed on.

With --audit, a client that did something wrong, or sent nothing at all, turns a success into exit code 1. All worlds count,
those that were removed or reset too, and so do the emulators that the command makes itself with createEmulator or
tryon-kit/vitest: TRYON_AUDIT_FOLDER tells them where to leave what they saw. Coverage is merged over all worlds,
processes and workers.

${EMULATOR_NOTES}`,
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
