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
    emulator: { about: 'check the built-in emulator, with the draft of your suite', group: 'Server' },
    ...CONTAINER_FLAGS,
    ...CHOICE_FLAGS,
    watch: { about: 'rerun failures when the server or a file changes', group: 'Selection' },
    ...OUTPUT_FLAGS,
    out: { about: 'write the shortest failing session as a scenario', value: 'FILE', group: 'Output' },
    ...PRINT_FLAGS,
  },
  notes: `${TARGET_NOTE}

${CHOICE_NOTE}
With --watch and only a scenario file, each save runs it on a new emulator.`,
  exits: {
    0: 'conformant',
    1: 'non-conformant',
    2: 'invalid command line, target or scenario',
    3: 'incomplete: a required rule could not be tested',
    4: 'an internal error of the kit',
    130: 'interrupted',
  },
  examples: {
    'A server and its test key': 'tryon-conformance run http://127.0.0.1:8080 --key pk_test_demo --html report.html',
    'The server of a target file, only two groups': 'tryon-conformance run --target target.yaml --groups core,webhooks',
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

/**
 * A one-line hint about the next step; null if there is none. It goes to standard error, since programs read standard
 * output.
 */
function hintAfter({ failures, gaps }: Report, flags: Flags): string | null {
  if (failures.length > 0)
    return textFlag(flags, 'html') === undefined
      ? 'for a page with all exchanges and curl commands, add --html report.html'
      : null;
  if (flags['emulator'] === true || gaps.length === 0) return null;
  return 'for an emulator that behaves like this server: tryon-conformance calibrate … --out emulator.yaml';
}

/**
 * With a server, watches both the server and the files. Otherwise runs the files on an emulator each time they are
 * saved.
 */
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

/** Milliseconds between two checks of whether the server answers. */
const LOOK = 300;

/** Reports every error of the command line before a server is started or called. */
async function graded(flags: Flags, words: string[], { signal }: Interrupt): Promise<Report> {
  const loaded = openChecked(ownPathsOf(flags));
  const options = runOptions(flags, loaded.suite.registry);
  const draft = loaded.suite.own.flatMap((own) => own.draft);
  const chosen = chooseScenarios(loaded.suite, { only: [], shard: null, ...options });
  assertOutputs(flags);
  assertSessionFile(flags);
  const opening = openServer(flags, words, draft);
  // This process is idle while the emulator starts in another one.
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

/** Adds to each failure the answer of the emulator; a run against the emulator itself needs none. */
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
      printError(`comparing ${counted(failures, 'failure')} with an emulator, for at most ${durationText(atMost)}`),
    onProgress: showProgress(),
  };
}

const USAGE = { method: 'GET', url: '/v1/usage', headers: {}, body: null, timeout: 2_000 };

/**
 * Warns before the run if a key is refused, since every rule would then look broken, or if the server does not answer.
 * The run continues.
 */
async function keyWarnings({ base_url, keys, connection, budget }: Target): Promise<string[]> {
  const client = createHttpClient({ base_url, connection });
  const ask = async (role: Role | null): Promise<string | null> => {
    const headers: Record<string, string> = role === null ? {} : { 'X-API-Key': keys[role]?.secret ?? '' };
    const exchange = await client.send({
      ...USAGE,
      headers,
      timeout: Math.min(USAGE.timeout, budget.wall ?? USAGE.timeout),
    });
    if (exchange.silence !== null && exchange.silence !== 'timeout')
      return `the server does not answer GET /v1/usage: ${exchange.detail ?? exchange.silence}`;
    const refusal = refusalIn(exchange);
    // Only the primary key is known to have every scope.
    if (role === null || refusal === null || (role !== 'primary' && !refusal.startsWith('401'))) return null;
    return `the server answers ${refusal} to GET /v1/usage with the ${role} key: set another with ${flagOf(role)}`;
  };
  try {
    const warnings = await Promise.all(rolesOf(keys).map(ask));
    return [...new Set(warnings)].filter((one) => one !== null);
  } finally {
    await client.close();
  }
}

/** A role for each key that a server should accept; null checks without a key whether the server answers. */
function rolesOf(keys: Target['keys']): (Role | null)[] {
  const roles = USABLE.filter((role) => keys[role] !== undefined);
  const firsts = roles.filter((role) => roles.find((one) => keys[one]?.secret === keys[role]?.secret) === role);
  return firsts.length === 0 ? [null] : firsts;
}

function flagOf(role: Role): string {
  return role === 'primary' ? '--key' : `--key ${role}=…`;
}

/** Whether the server answers; a slow one counts. */
async function isThere({ base_url, connection }: Target): Promise<boolean> {
  const client = createHttpClient({ base_url, connection });
  const { answer, silence } = await client.send(USAGE).finally(() => client.close());
  return answer !== null || silence === 'timeout';
}
