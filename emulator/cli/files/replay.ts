import { structuredPatch } from 'diff';
import {
  atMostWords,
  type CliCommand,
  countFlag,
  EXIT,
  type Flags,
  portFlag,
  UsageError,
} from '../../../shared/command.ts';
import { counted } from '../../../shared/counted.ts';
import { version } from '../../adapters/version.ts';
import type { WorldControl } from '../../control/world-control.ts';
import { DEFAULT_WORLD } from '../../domain/test-control/default-world.ts';
import { urlOf } from '../../host/servers.ts';
import { readSession } from '../../record/read-session.ts';
import type { Session } from '../../record/session.ts';
import type { Difference } from '../../replay/compare.ts';
import { type PlayedSession, playSession } from '../../replay/play-session.ts';
import { interrupted, print, printError } from '../print.ts';
import { DEFAULT_PORT } from '../remote.ts';
import { writtenBytes } from './report-file.ts';

const MOST_EXCHANGES = 999_999_999;

export const replayCommand: CliCommand = {
  forms: { FILE: '' },
  flags: {
    until: { about: 'stop before exchange N of the file', value: 'N' },
    serve: { about: 'serve the emulator afterwards, also after a difference' },
    send: { about: 'with --serve: send webhooks to the recorded addresses' },
    port: { about: 'with --serve: port to listen on; 0 selects a free one', value: 'N', default: String(DEFAULT_PORT) },
    json: { about: 'print the result as JSON' },
  },
  notes: `The session runs in this process without a network connection. Answers and deliveries are compared byte for byte. Of a
redacted file, only statuses and error codes are compared. Record a session with start --record, world.record() or
TRYON_RECORD=failures.`,
  exits: {
    [EXIT.fine]: 'all answers are the same',
    [EXIT.problems]: 'an answer differs; the first difference is printed (- recorded, + now)',
  },
  examples: {
    'Replay a session': 'tryon-emulator replay session.jsonl',
    'Stop before exchange 12, and look at the state': 'tryon-emulator replay session.jsonl --until 12 --serve',
  },
  run: async (flags, words) => {
    const file = fileIn(words);
    const until = countFlag(flags, 'until', MOST_EXCHANGES);
    const port = portFlag(flags, 'port', DEFAULT_PORT);
    if (flags['send'] === true && flags['serve'] !== true) throw new UsageError('--send needs --serve');
    const stop = flags['serve'] === true ? interrupted() : null;
    const bytes = writtenBytes(file);
    const session = readSession(file, bytes);
    for (const note of notesOn(session)) printError(note);
    const played = await playSession(session, { until });
    tell(flags, session, played, until);
    if (stop !== null) await serveUntil(stop, played, { session, port, sends: flags['send'] === true });
    await played.close();
    return played.difference === null ? EXIT.fine : EXIT.problems;
  },
};

function fileIn(words: readonly string[]): string {
  atMostWords(words, 1);
  if (words[0] === undefined) throw new UsageError('replay needs a file: tryon-emulator replay FILE');
  return words[0];
}

function notesOn({ name, head, entries, isTorn }: Session): string[] {
  const end = entries.at(-1);
  const isCut = head.pace === 'recorded' && end?.do !== 'end';
  return [
    ...(isTorn ? [`${name}: the last line is cut off; the lines before it are played`] : []),
    ...(isCut && !isTorn ? [`${name}: the recording is incomplete: its emulator was killed, or is still running`] : []),
    ...(end?.do === 'end' && end.why !== undefined ? [`${name}: the recording ends early: ${end.why}`] : []),
    ...(head.redacted ? [`${name} is redacted: only statuses and the codes of refusals are compared`] : []),
    ...(head.version !== '?' && head.version !== version()
      ? [`${name} was recorded by version ${head.version}, this is ${version()}: some answers may legitimately differ`]
      : []),
  ];
}

function tell(flags: Flags, session: Session, played: PlayedSession, until: number | undefined): void {
  const { difference, exchanges, deliveries } = played;
  const { name: file, head, isTorn } = session;
  if (flags['json'] === true) {
    print(JSON.stringify({ file, redacted: head.redacted, torn: isTorn, exchanges, deliveries, difference }));
    return;
  }
  const what = `${counted(exchanges, 'exchange')} and ${counted(deliveries, 'delivery', 'deliveries')}`;
  if (difference !== null) print(differenceText(session, difference));
  const same = head.redacted ? 'have the same statuses' : 'are the same';
  const where = until === undefined ? '' : `, up to exchange ${until}`;
  print(difference === null ? `${what} ${same}${where}` : `${what} before it ${same}`);
}

function differenceText({ name }: Session, { line, exchange, what, recorded, played }: Difference): string {
  const place = exchange === null ? `${name}:${line}` : `${name}:${line}, exchange ${exchange}`;
  return [`${place}: ${what}`, ...diffLines(recorded, played).map((one) => `  ${one}`)].join('\n');
}

/** With more edits than this, the texts are shown one after the other instead of as a diff. */
const MOST_EDITS = 4_000;

export function diffLines(recorded: readonly string[], played: readonly string[]): string[] {
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  const options = { context: 3, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('', '', text(recorded), text(played), undefined, undefined, options);
  if (patch === undefined) return [...recorded.map((line) => `- ${line}`), ...played.map((line) => `+ ${line}`)];
  return patch.hunks.flatMap(({ lines }, index) => [
    ...(index === 0 ? [] : ['  …']),
    ...lines.map((line) => `${line.slice(0, 1)} ${line.slice(1)}`),
  ]);
}

type Serving = { session: Session; port: number; sends: boolean };

async function serveUntil(stop: Promise<void>, played: PlayedSession, serving: Serving): Promise<void> {
  played.leave(serving.sends);
  const servers = await played.assembled.listen(serving.port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') throw new UsageError(`port ${serving.port} is taken: choose another with --port`);
    throw error;
  });
  const { token, worlds } = played.assembled.emulator;
  print(`the emulator is listening on ${urlOf(undefined, servers[0])}; its clock continues from there`);
  for (const line of keyLines(serving.session, worlds.list())) print(`  ${line}`);
  print(`${token === null ? '' : `  token     ${token}\n`}Ctrl-C stops it.`);
  await stop;
  await Promise.all(servers.map((server) => server.close()));
}

const MOST_WORLDS = 5;

/** A key of each world in the session. If only one world was recorded, the keys of the others would not lead to it. */
export function keyLines(
  { entries }: Pick<Session, 'entries'>,
  worlds: readonly Pick<WorldControl, 'name' | 'keys'>[],
): string[] {
  const recorded = entries.flatMap((entry) => (entry.do === 'world' ? [entry.name] : []));
  const own = worlds.filter(({ name }) => recorded.length === 0 || recorded.includes(name));
  return own.slice(0, MOST_WORLDS).map(({ name, keys }) => {
    const [kind, key] = keys.test === null ? ['live', keys.live ?? 'none'] : ['test', keys.test];
    return `${kind} key  ${key}${name === DEFAULT_WORLD ? '' : `  of the world ${name}`}`;
  });
}
