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
import { QUESTIONS } from '../../../shared/questions/generated/table.ts';
import { visibleLine } from '../../../shared/visible.ts';
import { readConfig } from '../../calibrate/read-config.ts';
import { type Searched, search } from '../../explore/search.ts';
import { OPERATIONS } from '../../sessions/draw/draw-session.ts';
import { scenarioText } from '../../sessions/write/write-scenario.ts';
import { isLoopback } from '../../target/connection.ts';
import type { Target } from '../../target/target.ts';
import { targetFromFlags } from '../../target/target-from-flags.ts';
import { scriptOf, type Told, toldText } from '../explore/told-text.ts';
import { assertNew, orUsageError, readNamed, writeNamed } from '../files.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { openServer } from '../open-server.ts';
import { openChecked } from '../own-suite.ts';
import { print, printError, say } from '../print.ts';
import { TARGET_FLAGS, TARGET_NOTE } from '../run-target.ts';

/** Nothing could be compared: the same as a run which is incomplete. */
const INCOMPLETE = 3;
const STEPS = 1_000;
const REQUESTS = 2_000;
/** Of jobs, where they cost somebody's credits. */
const SUBMITS = 100;
const LENGTH = 30;
/** Hair is a draft. */
const COMPARED = ['skin', 'makeup'] as const;

export const exploreCommand: CliCommand = {
  forms: { '[URL] [options]': '' },
  flags: {
    ...TARGET_FLAGS,
    emulator: { about: 'the emulator of this package', group: 'Server' },
    ...flagGroup('Search', {
      twin: { about: 'a configuration of the emulator beside it, as calibrate writes one', value: 'FILE' },
      seed: { about: 'the same seed gives the same sessions', value: 'TEXT' },
      steps: { about: 'operations in all', value: 'N', default: `${STEPS}` },
      requests: { about: 'requests to the server at most', value: 'N', default: `${REQUESTS}` },
      submits: {
        about: 'jobs at most, each of which may cost credits',
        value: 'N',
        default: `${SUBMITS} with a live key of a server elsewhere, else no bound`,
      },
      time: { about: 'how long to search', value: '5m' },
      only: { about: 'these operations or products alone, and what they need', value: 'X,Y', multiple: true },
    }),
    ...flagGroup('Output', {
      out: { about: 'write the session as a scenario, which fails on the server alone', value: 'FILE' },
      force: { about: 'write over an existing file' },
      script: { about: 'print the requests of the session as a script for curl, too' },
      json: { about: 'print what was found as JSON' },
    }),
  },
  notes: `Random sessions (good requests, nearly good ones and bad ones, with several keys) are sent to the server and to an
emulator beside it. What the specification decides is compared, and never what it leaves open. A difference is reported
once it was there twice, in the shortest session that still shows it; one that was not seen on a second play is reported
too, and changes no exit code.

The operations are ${OPERATIONS.join(', ')}; the products ${COMPARED.join(', ')}.

${TARGET_NOTE}`,
  exits: {
    0: 'no difference was met twice',
    1: 'there is a difference',
    2: 'a mistake on the command line, in a target or in the file',
    3: 'nothing could be compared',
    130: 'interrupted',
  },
  run: async (flags, words) => {
    const seed = textFlag(flags, 'seed') ?? randomBytes(4).toString('hex');
    const out = textFlag(flags, 'out');
    const bounds = boundsIn(flags);
    const config = textFlag(flags, 'twin');
    if (config !== undefined) assertConfig(config);
    if (out !== undefined) assertNew(out, '--out', flags['force'] === true);
    const interrupt = listenForInterrupt();
    const { target, close } = await openServer(flags, words);
    try {
      const jobs = countIn(flags, 'submits') ?? (costs(target) ? SUBMITS : target.budget.jobs);
      const loaded = openChecked([]);
      const twin = await startTwin(config);
      const over = Date.now() + bounds.time;
      const isOver = () => interrupt.signal.aborted || Date.now() > over;
      const asked = { ...bounds, seed, isOver, signal: interrupt.signal, nonce: randomBytes(4).toString('hex') };
      const servers = {
        target: { ...target, budget: { ...target.budget, jobs } },
        twin: targetFromFlags({ base_url: twin.base_url, drivers: { url: twin.driver_url } }),
      };
      const found = await search(loaded, servers, asked, { onSession: progress() }).finally(twin.close);
      if (interrupt.signal.aborted) return EXIT.interrupted;
      return told(flags, found, {
        seed,
        out,
        target: target.name,
        base_url: target.base_url,
        withScript: flags['script'] === true,
      });
    } finally {
      await close();
      interrupt.stop();
    }
  },
};

/** A question or a choice that does not exist is told with its place, before anything is asked of a server. */
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

/** A live key spends somebody's credits, but on this machine. */
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
        `--only ${name}: there is no such operation or product${didYouMean(name, [...OPERATIONS, ...COMPARED])}`,
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
  throw new UsageError(`--${name} must be a whole number above 0, such as 500; not ${text}`);
}

function timeIn(flags: Flags): number {
  const text = textFlag(flags, 'time');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  const time = /[a-z]$/.test(text) ? parseDuration(text) : null;
  if (time !== null && time > 0) return time;
  throw new UsageError(`--time must be a length of time with its unit, such as 5m; not ${text}`);
}

/** A line now and then, on standard error. */
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

type About = Told & { out: string | undefined };

function told(flags: Flags, found: Searched | { problem: string }, about: About): number {
  if ('problem' in found) {
    print(`inconclusive: nothing could be compared: ${visibleLine(found.problem)}`);
    return INCOMPLETE;
  }
  const { explored, rules, requests } = found;
  const written = about.out === undefined ? null : writtenTo(about.out, found);
  const { told: first, sessions, unsure, givenUp, firstAt, coverage } = explored;
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
  say(flags, plain, () => toldText(found, about, written));
  if (first !== null) return EXIT.problems;
  return isNothing(explored) ? INCOMPLETE : EXIT.fine;
}

/** Whether no session came to its end. */
function isNothing({ sessions, stopped, givenUp }: Searched['explored']): boolean {
  if (givenUp !== null) return true;
  return [...stopped.values()].reduce((sum, times) => sum + times, 0) >= sessions;
}

function writtenTo(file: string, { scenario }: Searched): string | null {
  if (scenario === null) return null;
  writeNamed(file, scenarioText(scenario), '--out');
  return file;
}
