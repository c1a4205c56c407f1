import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startChild } from './children.ts';
import { applyLoad } from './load.ts';
import { median } from './median.ts';
import { share, tableText, whole, yesOrNo } from './table.ts';

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
export async function dayReport(counts: readonly number[], runs: number): Promise<string> {
  const days: Day[] = [];
  for (const count of counts) days.push(await medianDay(count, runs));
  const [first] = days;
  const lines = days.map((day) => {
    const perJob = (day.advanceMs / day.jobs) * 1_000;
    const firstPerJob = ((first?.advanceMs ?? 0) / (first?.jobs ?? 1)) * 1_000;
    const isFirst = day === first;
    const wanted = isFirst ? `<= ${whole(LIFE_MILLISECONDS)} ms` : `<= ${share(SAME_PACE)} times the µs a job above`;
    const isReached = isFirst ? day.advanceMs <= LIFE_MILLISECONDS : perJob <= firstPerJob * SAME_PACE;
    const figures = [day.fired, day.submitMs, day.advanceMs, perJob, day.bytesPerJob].map(whole);
    return [`a day over ${whole(day.jobs)} jobs`, ...figures, wanted, yesOrNo(isReached)];
  });
  const header = [
    'virtual time',
    'timers',
    'submits ms',
    'advance ms',
    'µs a job',
    'bytes a job',
    'to reach',
    'reached',
  ];
  return `${tableText(header, lines)}\n(a finished job is to take <= ${whole(BYTES_PER_JOB)} bytes)`;
}

async function medianDay(count: number, runs: number): Promise<Day> {
  const days: Day[] = [];
  for (let index = 0; index < runs; index += 1) days.push(await runScript<Day>('servers/day.mjs', [String(count)]));
  const middle = median(days.map(({ advanceMs }) => advanceMs));
  return days.find(({ advanceMs }) => advanceMs === middle) ?? (days[0] as Day);
}

/** Many deliveries through a day of outage, beside what the receiver takes from the load of this bench. */
export async function outageReport(rounds: number, milliseconds: number): Promise<string> {
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
  const cells = [whole(attempts), whole(rate), whole(limit), share(rate / limit), `>= ${share(SHARE_OF_RECEIVER)}`];
  const header = ['deliveries', 'attempts', 'a second', 'receiver’s limit', 'of it', 'to reach', 'reached'];
  return tableText(header, [
    [`${whole(DELIVERIES)} through a day of outage`, ...cells, yesOrNo(rate / limit >= SHARE_OF_RECEIVER)],
  ]);
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
export async function runScript<Figures>(file: string, args: string[]): Promise<Figures> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const { stdout } = await run(process.execPath, [script, ...args], { timeout: 120_000 });
  return JSON.parse(stdout);
}
