import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { findingLines } from '../control/assertions.ts';
import type { Emulator } from '../create.ts';
import { AUDIT_RULES, type AuditRule } from '../domain/audit.ts';
import { type CliCommand, EXIT, type Flags, oneOfWords, textFlag, UsageError } from './command.ts';
import { EMULATOR_HELP, EMULATOR_OPTIONS, openEmulator } from './open-emulator.ts';
import { print, printError } from './print.ts';

export const execCommand: CliCommand = {
  help: `tryon-emulator exec [options] -- COMMAND [ARGUMENT ...]: start an emulator on a free port, run a command, stop.

The command finds in its environment:
  TRYON_URL       where the emulator listens
  TRYON_LIVE_KEY  a key of the live environment
  TRYON_TEST_KEY  a key of the test environment
  TRYON_TOKEN     what control calls must carry, if anything

Its exit code is handed on. With --audit, a client that did something wrong turns a success into exit code 1.

  --port N        port to listen on (default: any free one)
${EMULATOR_HELP}
  --audit         print what the client did wrong, and which plans were not used, and fail if there is anything
  --ignore RULES  with --audit: rules that do not count, with commas between:
                  ${Object.keys(AUDIT_RULES).join(', ')}
  --json          with --audit: print the findings as JSON

The clock is auto unless told otherwise.`,
  options: { ...EMULATOR_OPTIONS, audit: { type: 'boolean' }, ignore: { type: 'string' }, json: { type: 'boolean' } },
  run: async (flags, words) => {
    const [program, ...args] = words;
    if (program === undefined) throw new UsageError('exec needs a command: tryon-emulator exec -- npm test');
    const ignore = ignoredRules(flags);
    const emulator = await openEmulator(flags, { port: 0, clock: 'auto' });
    try {
      const code = await runProgram(program, args, environmentOf(emulator));
      const isClean = flags['audit'] !== true || reportAudit(emulator, ignore, flags['json'] === true);
      return code === EXIT.fine && !isClean ? EXIT.failed : code;
    } finally {
      await emulator.close();
    }
  },
};

function ignoredRules(flags: Flags): AuditRule[] {
  const rules = Object.keys(AUDIT_RULES) as AuditRule[];
  const names = textFlag(flags, 'ignore')?.split(',') ?? [];
  return names.map((name) => oneOfWords(name, rules, '--ignore'));
}

function environmentOf({ url, keys, token }: Emulator): NodeJS.ProcessEnv {
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

function reportAudit(emulator: Emulator, ignore: AuditRule[], asJson: boolean): boolean {
  const findings = emulator.audit.findings({ ignore });
  const unused = emulator.plans.unused();
  if (asJson) print(JSON.stringify({ findings, unused_plans: unused }));
  else if (findings.length > 0)
    printError(`tryon-emulator: the client did this wrong:\n${findingLines(findings).join('\n')}`);
  if (!asJson && unused.length > 0)
    printError(`tryon-emulator: plans that decided no job: ${unused.map(({ id }) => id).join(', ')}`);
  return findings.length === 0 && unused.length === 0;
}
