import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median } from '../../shared/median.ts';
import { startChild } from './children.ts';
import { type Figure, figure } from './figure.ts';
import { applyLoad } from './load.ts';
import { whole } from './table.ts';

const run = promisify(execFile);

const LIFE_MILLISECONDS = 1_000;
const SAME_PACE = 1.2;
const BYTES_PER_JOB = 3_072;
const SHARE_OF_RECEIVER = 0.5;
const DELIVERIES = 1_000;
/** About what an event of a makeup job takes. */
const ENVELOPE_BYTES = 900;

type Day = { jobs: number; fired: number; submitMs: number; advanceMs: number; bytesPerJob: number };

/** A day passes over many jobs in flight: all of it settled when the advance has answered. */
export async function dayFigures(counts: readonly number[], runs: number): Promise<Figure[]> {
  const days: Day[] = [];
  for (const count of counts) days.push(await medianDay(count, runs));
  const perJob = ({ jobs, advanceMs }: Day) => (advanceMs / jobs) * 1_000;
  const [first] = days;
  return days.flatMap((day) => {
    const name = `a day over ${whole(day.jobs)} jobs`;
    const beside = {
      timers: whole(day.fired),
      submits: `${whole(day.submitMs)} ms`,
      'a job': `${whole(perJob(day))} µs`,
    };
    const isFirst = day === first || first === undefined;
    const pace = isFirst
      ? figure(name, [day.advanceMs, 'ms'], { atMost: LIFE_MILLISECONDS }, beside)
      : figure(`${name}: times as long a job`, [perJob(day) / perJob(first), 'of'], { atMost: SAME_PACE }, beside);
    return [pace, figure(`${name}: a finished one`, [day.bytesPerJob, 'bytes'], { atMost: BYTES_PER_JOB })];
  });
}

async function medianDay(count: number, runs: number): Promise<Day> {
  const days: Day[] = [];
  for (let index = 0; index < runs; index += 1)
    days.push(await runScript<Day>('servers/day.mjs', [String(count)], ['--expose-gc']));
  const middle = median(days.map(({ advanceMs }) => advanceMs));
  return days.find(({ advanceMs }) => advanceMs === middle) ?? (days[0] as Day);
}

/** Many deliveries through a day of outage, beside what the receiver takes from the load of this bench. */
export async function outageFigures(rounds: number, milliseconds: number): Promise<Figure[]> {
  const sink = startChild({ file: 'servers/sink.mjs' }, ['ignore', 'pipe', 'inherit']);
  const address = await sink.address;
  const ours: number[] = [];
  const limits: number[] = [];
  let attempts = 0;
  for (let round = 0; round < rounds; round += 1) {
    const outage = await runScript<{ attempts: number; perSecond: number }>('servers/outage.mjs', [
      address,
      String(DELIVERIES),
    ]);
    attempts = outage.attempts;
    ours.push(outage.perSecond);
    limits.push(await receiverLimit(address, milliseconds));
  }
  sink.process.kill('SIGTERM');
  const [rate, limit] = [median(ours), median(limits)];
  const beside = { attempts: whole(attempts), 'a second': whole(rate), 'the receiver takes': `${whole(limit)} /s` };
  const name = `${whole(DELIVERIES)} deliveries through a day of outage: share of what the receiver takes`;
  return [figure(name, [rate / limit, 'of'], { atLeast: SHARE_OF_RECEIVER }, beside)];
}

async function receiverLimit(address: string, milliseconds: number): Promise<number> {
  const request = {
    method: 'POST' as const,
    path: '/',
    headers: { 'Content-Type': 'application/json' },
    body: new Uint8Array(ENVELOPE_BYTES).fill(0x20),
  };
  const load = { port: Number(new URL(address).port), request, expectedStatus: 500, milliseconds, nextSerial: () => 0 };
  return (await applyLoad(load)).perSecond;
}

/** Runs a script of the bench to its end: its one line of output, parsed. */
export async function runScript<Figures>(file: string, args: string[], nodeArgs: string[] = []): Promise<Figures> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const { stdout } = await run(process.execPath, [...nodeArgs, script, ...args], { timeout: 120_000 });
  return JSON.parse(stdout);
}
