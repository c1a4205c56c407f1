import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestContext } from 'vitest';
import { visible } from '../../shared/visible.ts';
import { findingLines } from '../control/assertions.ts';
import type { Finding, Recording, WorldControl } from '../index.ts';
import { exchangeText } from './exchange-text.ts';

const SHOWN = 6;

type Circumstances = {
  /** What the error already says. */
  message: string;
  /** The number of requests in the meantime whose keys belong to no world. */
  strangers: number;
  url: string;
};

/** What the world of a failed test has recorded: exchanges, reasons for refusals, and mistakes of the client. */
export function failureNote(world: WorldControl, { message, strangers, url }: Circumstances): string {
  const findings = world.audit.findings().filter(({ did }) => !message.includes(did));
  const lines = [
    ...exchangeLines(world, url),
    ...sleepLines(world, message),
    ...(strangers === 0 ? [] : [`Requests with a key that no world has, meanwhile: ${strangers}.`]),
    ...(findings.length === 0 ? [] : ['Mistakes of the client:', ...findingLines(firstOfEach(findings))]),
  ];
  return visible(lines.join('\n'));
}

function exchangeLines({ name, keys, journal }: WorldControl, url: string): string[] {
  const exchanges = journal.find();
  if (exchanges.length === 0)
    return [
      `No request reached ${name}, the world of this test: it is found at ${url} with ${keys.test ?? keys.live}.`,
    ];
  const last = exchanges.slice(-SHOWN);
  const count = last.length < exchanges.length ? `the last ${last.length} of ${exchanges.length}` : `${last.length}`;
  return [
    `Exchanges in ${name}, the world of this test (${count}):`,
    ...last.map((exchange) => `  ${exchangeText(exchange)}`),
  ];
}

/** On an auto clock no client needs to wait: one that sleeps between polls exceeds most time limits. */
function sleepLines({ clock, journal }: WorldControl, message: string): string[] {
  if (!/timed out/i.test(message) || clock.read().mode !== 'auto') return [];
  const waits = journal
    .find({ route: 'GET /v1/jobs/:id' })
    .map(({ responseHeaders }) => Number(responseHeaders['Retry-After'] ?? 0));
  const longest = waits.reduce((most, wait) => Math.max(most, wait), 0);
  if (longest === 0) return [];
  return [
    `Your client is asked to wait ${longest} s before it polls again. The emulator does not need that wait in real time:`,
    '  test.override({ worldOptions: { readings: { retry_after: 0, retry_after_on_accept: 0 } } }), a sleep of your own, or fake timers',
    '  (docs/my-client-sleeps.md).',
  ];
}

/** Only the first finding of each rule, since a client often repeats a mistake. */
function firstOfEach(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ rule }, index) => findings.findIndex((other) => other.rule === rule) === index);
}

/** If set to `failures`, each test that fails leaves its session in a file. */
const RECORD = 'TRYON_RECORD';
/** The folder for these files; by default `tryon-sessions`. */
const FOLDER = 'TRYON_RECORD_DIR';
const USUAL_FOLDER = 'tryon-sessions';

const LONGEST_NAME = 120;

/** The recording of the world of a test; null if none is requested, or if the whole emulator is recorded anyway. */
export async function recordForFailure(world: WorldControl, isRecorded: boolean): Promise<Recording | null> {
  const wanted = process.env[RECORD];
  if (wanted === undefined || wanted === '') return null;
  if (wanted !== 'failures') throw new Error(`${RECORD} must be failures, not ${wanted}`);
  return isRecorded ? null : world.record();
}

/** Writes the session of a failed test to a file, and returns a note about it. */
export async function leaveSession(recording: Recording, task: TestContext['task']): Promise<string> {
  const folder = process.env[FOLDER] || USUAL_FOLDER;
  const file = join(folder, `${nameOf(task)}.session`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await recording.stop();
    await recording.save(file);
  } catch (error) {
    return `Its session could not be left in ${file}: ${(error as Error).message}`;
  }
  return `Its session, to be run again: npx tryon-emulator replay ${relative(process.cwd(), file)}`;
}

function nameOf({ file, name, suite }: TestContext['task']): string {
  const names = [name];
  for (let above = suite; above !== undefined; above = above.suite) names.unshift(above.name);
  const text = [file.name, ...names].join(' ');
  const plain = text.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return plain.slice(0, LONGEST_NAME).toLowerCase();
}
