import { randomBytes } from 'node:crypto';
import {
  type CliCommand,
  EXIT,
  type Flags,
  flagGroup,
  listFlag,
  textFlag,
  UsageError,
} from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { parseDuration } from '../../../shared/expression/quantities.ts';
import { didYouMean } from '../../../shared/nearest.ts';
import { isLoopback } from '../../../shared/proxy.ts';
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { readConfig } from '../../calibrate/read-config.ts';
import { type Searched, search } from '../../explore/search.ts';
import { OPERATIONS } from '../../sessions/draw/draw-session.ts';
import { scenarioText } from '../../sessions/write/write-scenario.ts';
import type { Target } from '../../target/target.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { exploredText, type SearchInfo, scriptOf } from '../explore/explored-text.ts';
import { assertNew, orUsageError, readNamed, writeNamed } from '../files.ts';
import { interruptible } from '../interrupt.ts';
import { openServer } from '../open-server.ts';
import { openChecked } from '../own-suite.ts';
import { print, printError, say } from '../print.ts';
import { TARGET_FLAGS, TARGET_NOTE } from '../run-target.ts';

/** Nothing could be compared: the same exit code as an incomplete run. */
const INCOMPLETE = 3;
const STEPS = 1_000;
const REQUESTS = 2_000;
/** The limit of jobs if they cost credits. */
const SUBMITS = 100;
const LENGTH = 30;
/** Hair is left out since it is a draft. */
const COMPARED = ['skin', 'makeup'] as const;

export const exploreCommand: CliCommand = {
  forms: { '[URL] [options]': '' },
  flags: {
    ...TARGET_FLAGS,
    emulator: { about: 'use the built-in emulator as the server', group: 'Server' },
    ...flagGroup('Search', {
      twin: { about: 'emulator configuration to compare with, as from calibrate', value: 'FILE' },
      seed: { about: 'seed of the sessions', value: 'TEXT' },
      steps: { about: 'maximum number of operations', value: 'N', default: `${STEPS}` },
      requests: { about: 'maximum number of requests to the server', value: 'N', default: `${REQUESTS}` },
      submits: {
        about: 'maximum number of jobs, which may cost credits',
        value: 'N',
        default: `${SUBMITS} with a live key of a remote server, otherwise none`,
      },
      time: { about: 'time limit of the search', value: '5m', group: 'Time' },
      only: { about: 'only these operations or products, and what they need', value: 'X,Y', multiple: true },
    }),
    ...flagGroup('Output', {
      out: { about: 'write the session as a scenario that fails on the server', value: 'FILE' },
      force: { about: 'overwrite an existing file' },
      script: { about: 'also print the session as a script of curl commands' },
      json: { about: 'print the results as JSON' },
    }),
  },
  notes: `Sends random sessions of valid, nearly valid and invalid requests with several keys to the server and to an emulator, and compares
what the spec decides. Only a difference that occurs twice changes the exit code. It is reported with the shortest session
that shows it. A difference that did not occur again is listed.

Operations: ${OPERATIONS.join(', ')}. Products: ${COMPARED.join(', ')}.

${TARGET_NOTE}`,
  exits: {
    0: 'no difference occurred twice',
    1: 'the server differs from the emulator',
    2: 'invalid command line, target or file',
    3: 'nothing could be compared',
    130: 'interrupted',
  },
  examples: {
    'Five minutes, compared with the calibrated emulator':
      'tryon-conformance explore --target target.yaml --twin emulator.yaml --time 5m',
    'Repeat a search, and keep the session as a scenario':
      'tryon-conformance explore http://127.0.0.1:8080 --key pk_test_demo --seed 1a2b --out found.yaml',
  },
  run: async (flags, words) => {
    const seed = textFlag(flags, 'seed') ?? randomBytes(4).toString('hex');
    const out = textFlag(flags, 'out');
    const bounds = boundsIn(flags);
    const config = textFlag(flags, 'twin');
    if (config !== undefined) assertConfig(config);
    if (out !== undefined) assertNew(out, '--out', flags['force'] === true);
    return interruptible(async (signal) => {
      const { target, close } = await openServer(flags, words);
      try {
        const jobs = countIn(flags, 'submits') ?? (costs(target) ? SUBMITS : target.budget.jobs);
        const loaded = openChecked([]);
        const twin = await startTwin(config);
        const over = Date.now() + bounds.time;
        const isOver = () => signal.aborted || Date.now() > over;
        const asked = { ...bounds, seed, isOver, signal, nonce: randomBytes(4).toString('hex') };
        const servers = {
          target: { ...target, budget: { ...target.budget, jobs } },
          twin: targetFromFlags({ base_url: twin.base_url, drivers: { url: twin.driver_url } }),
        };
        const found = await search(loaded, servers, asked, { onSession: progress() }).finally(twin.close);
        if (signal.aborted) return EXIT.interrupted;
        const { name, base_url } = target;
        return printResult(flags, found, { seed, out, target: name, base_url, withScript: flags['script'] === true });
      } finally {
        await close();
      }
    });
  },
};

/** Reports an unknown question or choice with its place, before the first request. */
function assertConfig(file: string): void {
  const text = readNamed(file, '--twin');
  orUsageError(() => readConfig(file, text, QUESTIONS));
}

async function startTwin(config: string | undefined) {
  const { startEmulator } = await import('../../run/self-test.ts');
  try {
    return await startEmulator(config === undefined ? {} : { config });
  } catch (error) {
    throw new UsageError(`--twin ${config}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A live key spends real credits, except on this machine. */
function costs({ keys, base_url }: Target): boolean {
  return keys.primary?.environment === 'live' && !isLoopback(new URL(base_url).hostname);
}

function boundsIn(flags: Flags) {
  const words = listFlag(flags, 'only');
  const products = COMPARED.filter((product) => words.includes(product));
  const others = words.filter((word) => !COMPARED.some((product) => product === word));
  const only = others.map((name) => {
    const known = OPERATIONS.find((one) => one === name.replaceAll('-', ' '));
    if (known === undefined)
      throw new UsageError(
        `--only ${name}: unknown operation or product${didYouMean(name, [...OPERATIONS, ...COMPARED])}`,
      );
    return known;
  });
  return {
    steps: countIn(flags, 'steps') ?? STEPS,
    requests: countIn(flags, 'requests') ?? REQUESTS,
    length: LENGTH,
    time: timeIn(flags),
    only: only.length === 0 ? null : only,
    products,
  };
}

function countIn(flags: Flags, name: string): number | undefined {
  const text = textFlag(flags, name);
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageError(`--${name} must be an integer above 0, such as 500, not ${text}`);
}

function timeIn(flags: Flags): number {
  const text = textFlag(flags, 'time');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const time = /[a-z]$/.test(text) ? parseDuration(text) : null;
  if (time !== null && time > 0) return time;
  throw new UsageError(`--time must be a duration with a unit, such as 5m, not ${text}`);
}

/** Prints the progress on standard error from time to time. */
function progress() {
  let next = 0;
  return ({ steps, sessions, requests }: { steps: number; sessions: number; requests: number }) => {
    if (Date.now() < next) return;
    next = Date.now() + 5_000;
    printError(
      `${counted(sessions, 'session')}, ${counted(steps, 'operation')}, ${counted(requests, 'request')}: no difference so far`,
    );
  };
}

type About = SearchInfo & { out: string | undefined };

function printResult(flags: Flags, found: Searched | { problem: string }, about: About): number {
  if ('problem' in found) {
    print(`inconclusive: nothing could be compared: ${visibleLine(found.problem)}`);
    return INCOMPLETE;
  }
  const { explored, rules, requests } = found;
  const written = about.out === undefined ? null : writtenTo(about.out, found);
  const { confirmed: first, sessions, unsure, givenUp, firstAt, coverage } = explored;
  const stopped = [...explored.stopped].map(([why, times]) => ({ why, times }));
  const plain = {
    seed: about.seed,
    difference: first?.difference ?? null,
    session: first?.session ?? null,
    ...(about.withScript && { script: first === null ? null : scriptOf(first, about) }),
    ...{ rules, first_at: firstAt, sessions, requests, stopped, given_up: givenUp, unsure, out: written },
    coverage: {
      answers: Object.fromEntries(coverage.answers),
      transitions: Object.fromEntries(coverage.transitions),
      pairs: coverage.pairs.size,
    },
  };
  say(flags, plain, () => exploredText(found, about, written));
  if (first !== null) return EXIT.problems;
  return isNothing(explored) ? INCOMPLETE : EXIT.fine;
}

/** Whether no session was completed. */
function isNothing({ sessions, stopped, givenUp }: Searched['explored']): boolean {
  if (givenUp !== null) return true;
  return [...stopped.values()].reduce((sum, times) => sum + times, 0) >= sessions;
}

function writtenTo(file: string, { scenario }: Searched): string | null {
  if (scenario === null) return null;
  writeNamed(file, scenarioText(scenario), '--out');
  return file;
}
