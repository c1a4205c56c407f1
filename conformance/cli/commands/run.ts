import { type CliCommand, EXIT, type Flags, textFlag } from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { durationText } from '../../../shared/report/lines.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { type CertifyOptions, certifyWith } from '../../certify.ts';
import { createHttpClient } from '../../effects/http/http-client.ts';
import { chooseScenarios } from '../../plan/choose.ts';
import type { Report } from '../../report/report.ts';
import { changing } from '../../run/changing-proxy.ts';
import type { Change } from '../../suite/own/change.ts';
import { compileScenarios } from '../../suite/scenario/load-suite.ts';
import type { Role } from '../../suite/vocabulary.ts';
import { refusalIn } from '../../target/ask.ts';
import { connectionLines } from '../../target/connection.ts';
import { USABLE } from '../../target/probe.ts';
import type { Target } from '../../target/target.ts';
import { againCommand } from '../again.ts';
import { changesOf } from '../changes.ts';
import { CONTAINER_FLAGS } from '../container.ts';
import { type Interrupt, listenForInterrupt } from '../interrupt.ts';
import { openServer } from '../open-server.ts';
import {
  assertOutputs,
  assertSessionFile,
  emptyOutputs,
  OUTPUT_FLAGS,
  writeOutputs,
  writeSession,
} from '../outputs.ts';
import { openChecked, ownPathsOf } from '../own-suite.ts';
import { printError } from '../print.ts';
import { PRINT_FLAGS, printReport, showProgress } from '../print-report.ts';
import { CHOICE_FLAGS, CHOICE_NOTE, runOptions } from '../run-options.ts';
import { isUrl, TARGET_FLAGS, TARGET_NOTE } from '../run-target.ts';

export const runCommand: CliCommand = {
  forms: { '[URL] [options]': '' },
  flags: {
    ...TARGET_FLAGS,
    emulator: { about: 'the emulator of this package, with the draft of your own suite', group: 'Server' },
    ...CONTAINER_FLAGS,
    ...CHOICE_FLAGS,
    watch: { about: 'run again what failed, whenever the server or a file changes', group: 'Choice' },
    ...OUTPUT_FLAGS,
    out: { about: 'write the shortest session that broke a rule as a scenario', value: 'FILE', group: 'Output' },
    ...PRINT_FLAGS,
  },
  notes: `${TARGET_NOTE}

${CHOICE_NOTE}
--watch of a scenario file alone runs it on a fresh emulator each time that it is saved.`,
  exits: {
    0: 'conformant',
    1: 'non-conformant',
    2: 'a mistake on the command line, in a target or in a scenario',
    3: 'incomplete: something that must be tested could not be',
    4: 'a fault of the harness',
    130: 'interrupted',
  },
  run: async (flags, words) => {
    if (flags['watch'] === true) return watched(flags, words);
    const began = performance.now();
    const interrupt = listenForInterrupt();
    try {
      const report = await graded(flags, words, interrupt);
      const exitCode = interrupt.signal.aborted ? EXIT.interrupted : report.exit_code;
      printReport(report, flags, exitCode, performance.now() - began);
      for (const file of [...writeOutputs(report, flags), ...writeSession(report, flags)]) printError(`wrote ${file}`);
      const hint = hintAfter(report, flags);
      if (hint !== null) printError(hint);
      return exitCode;
    } finally {
      interrupt.stop();
    }
  },
};

/** What to do next, in one line, where there is something to say. On standard error: what a machine reads is as it was. */
function hintAfter({ failures, gaps }: Report, flags: Flags): string | null {
  if (failures.length > 0)
    return textFlag(flags, 'html') === undefined
      ? 'every failure with its exchanges and curl, on one page: add --html report.html'
      : null;
  if (flags['emulator'] === true || gaps.length === 0) return null;
  return 'an emulator that does as this server where the spec leaves it open: tryon-conformance calibrate … --out emulator.yaml';
}

/** A server is watched itself; files alone are run on an emulator each time that they are saved. */
async function watched(flags: Flags, words: string[]): Promise<number> {
  const isServer = words.some(isUrl) || textFlag(flags, 'target') !== undefined;
  if (!isServer) return (await import('../watch/watch.ts')).watchAndRun(flags, words);
  const { watchServer } = await import('../watch/watch-server.ts');
  const interrupt = listenForInterrupt();
  const { signal } = interrupt;
  const { target } = await openServer(flags, words);
  const files = [...ownPathsOf(flags), textFlag(flags, 'target')].filter((file) => file !== undefined);
  const changes = changesOf(files, signal);
  const run = async (only: readonly string[]) => {
    try {
      const began = performance.now();
      const report = await graded(only.length === 0 ? flags : { ...flags, only: [...only] }, words, interrupt);
      printReport(report, flags, report.exit_code, performance.now() - began);
      writeOutputs(report, flags);
      return report;
    } catch (error) {
      printError(error instanceof Error ? error.message : String(error));
      return null;
    }
  };
  try {
    await watchServer({
      run,
      isThere: () => isThere(target),
      hasChanged: changes.taken,
      say: printError,
      signal,
      pause: LOOK,
    });
    return EXIT.interrupted;
  } finally {
    changes.close();
    interrupt.stop();
  }
}

/** Milliseconds between two looks whether a server is there. */
const LOOK = 300;

/** Reports every mistake of the command line before a server is started or asked. */
async function graded(flags: Flags, words: string[], { signal }: Interrupt): Promise<Report> {
  const loaded = openChecked(ownPathsOf(flags));
  const options = runOptions(flags, loaded.suite.registry);
  const draft = loaded.suite.own.flatMap((own) => own.draft);
  const chosen = chooseScenarios(loaded.suite, { only: [], shard: null, ...options });
  assertOutputs(flags);
  assertSessionFile(flags);
  const opening = openServer(flags, words, draft);
  // While the emulator starts beside this process, nothing else is to be done here.
  if (flags['emulator'] === true) compileScenarios(loaded, chosen);
  const { target, close } = await opening;
  try {
    emptyOutputs(flags);
    const warn = (text: string) => printError(`tryon-conformance: warning: ${visibleLine(text)}`);
    for (const warning of await keyWarnings(target)) warn(warning);
    for (const line of connectionLines(target)) printError(`tryon-conformance: ${line}`);
    for (const warning of target.warnings) warn(warning);
    const report = await certifyWith(loaded, target, {
      ...options,
      signal,
      ...telling(),
      ...referenceFor(flags, draft),
    });
    return { ...report, command: againCommand(flags, words, { outputs: Object.keys(OUTPUT_FLAGS) }) };
  } finally {
    await close();
  }
}

/** Adds to each failure what the emulator answers to the same; a run against the emulator itself needs none. */
function referenceFor(flags: Flags, draft: readonly Change[]): Pick<CertifyOptions, 'reference'> {
  if (flags['emulator'] === true) return {};
  return {
    reference: async () => {
      const { startEmulator } = await import('../../run/self-test.ts');
      return changing(await startEmulator(), draft);
    },
  };
}

function telling(): Pick<CertifyOptions, 'onProgress' | 'onReference'> {
  return {
    onReference: ({ failures, atMost }) =>
      printError(`comparing ${counted(failures, 'failure')} with an emulator, at most ${durationText(atMost)}`),
    onProgress: showProgress(),
  };
}

const USAGE = { method: 'GET', url: '/v1/usage', headers: {}, body: null, timeout: 2_000 };

/** Warns before the run where a key is refused, since every rule would look broken, or where the server does not answer. The run goes on. */
async function keyWarnings({ base_url, keys, connection }: Target): Promise<string[]> {
  const client = createHttpClient({ base_url, connection });
  const ask = async (role: Role | null): Promise<string | null> => {
    const headers: Record<string, string> = role === null ? {} : { 'X-API-Key': keys[role]?.secret ?? '' };
    const exchange = await client.send({ ...USAGE, headers });
    if (exchange.silence !== null && exchange.silence !== 'timeout')
      return `the server gives no answer (GET /v1/usage): ${exchange.detail ?? exchange.silence}`;
    const refusal = refusalIn(exchange);
    // Only the primary key is known to have every scope.
    if (role === null || refusal === null || (role !== 'primary' && !refusal.startsWith('401'))) return null;
    return `the server answers ${refusal} to the ${role} key (GET /v1/usage): give another with ${flagOf(role)}`;
  };
  try {
    const told = await Promise.all(rolesOf(keys).map(ask));
    return [...new Set(told)].filter((one) => one !== null);
  } finally {
    await client.close();
  }
}

/** A role for each key that a server should take; none asks without a key whether anybody is there. */
function rolesOf(keys: Target['keys']): (Role | null)[] {
  const roles = USABLE.filter((role) => keys[role] !== undefined);
  const firsts = roles.filter((role) => roles.find((one) => keys[one]?.secret === keys[role]?.secret) === role);
  return firsts.length === 0 ? [null] : firsts;
}

function flagOf(role: Role): string {
  return role === 'primary' ? '--key' : `--key ${role}=…`;
}

/** Whether anybody answers; one that takes long is there. */
async function isThere({ base_url, connection }: Target): Promise<boolean> {
  const client = createHttpClient({ base_url, connection });
  const { answer, silence } = await client.send(USAGE).finally(() => client.close());
  return answer !== null || silence === 'timeout';
}
