import type { ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { type Flags, UsageError } from '../../../shared/command.ts';
import { textOfNamed } from '../../../shared/named-file.ts';
import { AUDIT_FOLDER, AUDIT_JOURNAL, readAuditFolder, VARIATION_FILE } from '../../adapters/run-folder.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import type { Variation } from '../../domain/test-control/variation.ts';
import { CLIENT_REPORT, FORMER_CLIENT_REPORT, readClientReport } from '../../vary/client-report.ts';
import { createCollector } from '../../vary/collect.ts';
import { type ResultFile, readResults } from '../../vary/results/read-results.ts';
import type { Ran } from '../../vary/verdict.ts';
import { environmentOf } from '../exec.ts';
import { openEmulator } from '../open-emulator.ts';

export type RunSettings = {
  command: readonly string[];
  flags: Flags;
  /** Patterns for the JUnit files in which the command writes its test results. */
  results: readonly string[];
  /** Whether the default places are searched too; runs at the same time would overwrite each other's files there. */
  readsUsual: boolean;
  timeout: number;
  signal: AbortSignal;
  onOutput?(text: string): void;
};

/** The variable with a separate folder for the test results of this run. */
const RESULTS_FOLDER = 'TRYON_RESULTS';
const TAIL = 4_000;

/** Runs the command once with a new emulator; the variation also applies to those that the command creates. */
export async function runOnce(settings: RunSettings, variation: Variation): Promise<Ran> {
  const { command, flags, results, readsUsual, timeout, signal, onOutput } = settings;
  const place = makePlace(variation);
  const collector = createCollector();
  const port = { tell: collector.take, atExit: () => () => {}, keepsJournal: true, emulator: 'beside' };
  const since = wallClock.now();
  try {
    const emulator = await openEmulator(
      flags,
      { port: 0, clock: 'auto' },
      { audit: port, varied: { variation, isOver: true } },
    );
    const env = { ...environmentOf(emulator), ...place.env };
    const ended = runCommand(command, { env, timeout, signal, ...(onOutput && { onOutput }) });
    const { exit, output, took } = await ended.finally(() => emulator.close());
    for (const event of readAuditFolder(place.journal)) collector.takeUnchecked(event);
    const files = resultFiles(place.results, { globs: results, readsUsual }, since);
    return {
      exit,
      results: readResults(files),
      tail: output,
      took,
      seen: collector.seen(readClientReport(place.clientReport())),
    };
  } finally {
    place.remove();
  }
}

function makePlace(variation: Variation) {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-vary-'));
  const [journal, results] = [join(folder, 'journal'), join(folder, 'results')];
  const reportFile = join(folder, 'client-report.jsonl');
  for (const made of [journal, results]) mkdirSync(made);
  const file = join(folder, 'variation.json');
  writeFileSync(file, JSON.stringify(variation));
  return {
    journal,
    results,
    env: {
      [AUDIT_FOLDER]: journal,
      [AUDIT_JOURNAL]: '1',
      [VARIATION_FILE]: file,
      [RESULTS_FOLDER]: results,
      [CLIENT_REPORT]: reportFile,
      [FORMER_CLIENT_REPORT]: reportFile,
    },
    clientReport: () => (existsSync(reportFile) ? textOfNamed(reportFile, MOST_BYTES) : ''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Where test runners write their results by default. */
const USUAL_PLACES = [
  ...['junit*.xml', 'report*.xml', 'results*.xml', 'test-results*.xml', 'TEST-*.xml'],
  ...['reports/**/*.xml', 'test-results/**/*.xml', 'test-reports/**/*.xml', 'target/surefire-reports/*.xml'],
];
const NEVER = ['node_modules', '.git'];
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_DEPTH = 8;

/** The files in the folder of the run, or else those that match and were written since an instant. */
export function resultFiles(
  own: string,
  { globs, readsUsual }: { globs: readonly string[]; readsUsual: boolean },
  since: number,
): ResultFile[] {
  const given = filesBelow(own, '', 0).map((name) => ({ name, path: join(own, name) }));
  const places = (globs.length > 0 ? globs : readsUsual ? USUAL_PLACES : []).map(patternOf);
  const found =
    places.length === 0 ? [] : filesBelow('.', '', 0).filter((name) => places.some((place) => place.test(name)));
  const named = found.map((name) => ({ name, path: name }));
  return (given.length > 0 ? given : named)
    .filter(({ path }) => isOf(path, since))
    .map(({ name, path }) => ({ name, text: readFileSync(path, 'utf8') }));
}

function isOf(path: string, since: number): boolean {
  const { mtimeMs, size } = statSync(path);
  // The times of files are less precise than the clock.
  return Math.ceil(mtimeMs) >= since - 10 && size <= MOST_BYTES;
}

function filesBelow(root: string, folder: string, depth: number): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [name];
    if (!entry.isDirectory() || NEVER.includes(entry.name) || depth >= MOST_DEPTH) return [];
    return filesBelow(root, name, depth + 1);
  });
}

/** `**` matches any folders, `*` any text within a name. */
function patternOf(glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '').replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const text = plain.replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${text}$`);
}

type CommandEnd = {
  /** Null if it did not end by itself and was killed. */
  exit: number | null;
  /** The end of its output. */
  output: string;
  took: number;
};

type CommandOptions = {
  env: NodeJS.ProcessEnv;
  /** The time limit, in real time. */
  timeout: number;
  /** Aborted when the result is no longer needed. */
  signal: AbortSignal;
  onOutput?(text: string): void;
};

/** How long it has to end by itself after it is asked to. */
const GRACE = 2_000;

/** Runs a command to its end, together with all processes that it starts: if it hangs, all of them are killed. */
function runCommand([program = '', ...args]: readonly string[], options: CommandOptions): Promise<CommandEnd> {
  const { env, timeout, signal, onOutput } = options;
  const began = wallClock.now();
  const isGroup = process.platform !== 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroup });
    let output = '';
    const take = (chunk: Buffer) => {
      const text = chunk.toString();
      onOutput?.(text);
      output = (output + text).slice(-TAIL);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    let isCut = false;
    const cut = () => {
      isCut = true;
      endGroup(child, isGroup);
    };
    const limit = wallClock.callAt(began + timeout, cut);
    signal.addEventListener('abort', cut);
    const stop = () => {
      limit.cancel();
      signal.removeEventListener('abort', cut);
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      stop();
      reject(error.code === 'ENOENT' ? new UsageError(`command not found: ${program}`) : error);
    });
    child.once('close', (code) => {
      stop();
      resolve({ exit: isCut ? null : (code ?? 1), output, took: wallClock.now() - began });
    });
  });
}

function endGroup(child: ChildProcess, isGroup: boolean): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      if (isGroup && child.pid !== undefined) process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // It has ended in the meantime.
    }
  };
  send('SIGTERM');
  const last = wallClock.callAt(wallClock.now() + GRACE, () => send('SIGKILL'));
  child.once('close', () => last.cancel());
}
