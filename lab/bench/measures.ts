import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { median } from '../../shared/median.ts';
import { runScript, type Server, startServer } from './children.ts';
import { type Field, type Turn, withField } from './field.ts';
import { type Figure, KINDS, type Kind, type Unit } from './figure.ts';
import { ROWS, type Row } from './requests.ts';

const ROUNDS = 5;
const STARTS = 20;
const IMPORTS = 10;

/** The measurements, by their name on the command line. */
export const MEASURES: Readonly<Record<string, () => Promise<Figure[]>>> = {
  get: () => rowFigures(ROWS.get),
  submit: () => rowFigures(ROWS.submit),
  upload: () => rowFigures(ROWS.upload),
  download: () => rowFigures(ROWS.download),
  start: startFigures,
  create: createFigures,
  memory: memoryFigures,
  million: millionFigures,
  webhooks: webhookFigures,
  growth: growthFigures,
  suite: suiteFigures,
  import: importFigures,
};

/** These take minutes. */
export const ONLY_BY_NAME: readonly string[] = ['million'];

type Samples = Partial<Record<Kind, number[]>> & { emulator: number[] };

function figure(name: string, unit: Unit, samples: Samples): Figure {
  const medians = Object.entries(samples).map(([kind, all]) => [kind, median(all)]);
  return { name, unit, ...(Object.fromEntries(medians) as Record<Kind, number>) };
}

/** Measures each kind in turn, round by round. The first round is a warm-up and does not count. */
async function inRounds<One>(rounds: number, measure: (kind: Kind) => Promise<One>): Promise<Record<Kind, One[]>> {
  const all: Record<Kind, One[]> = { emulator: [], bare: [], Hono: [], least: [] };
  for (let round = 0; round <= rounds; round += 1)
    for (const kind of KINDS) {
      const one = await measure(kind);
      if (round > 0) all[kind].push(one);
    }
  return all;
}

function figuresOf<Name extends string>(
  all: Record<Kind, Record<Name, number>[]>,
  rows: readonly (readonly [name: string, unit: Unit, number: Name])[],
): Figure[] {
  return rows.map(([name, unit, number]) => {
    const samples = KINDS.map((kind) => [kind, all[kind].map((one) => one[number])] as const);
    return figure(name, unit, Object.fromEntries(samples) as Record<Kind, number[]>);
  });
}

function rowFigures(row: Row): Promise<Figure[]> {
  return withField(async ({ servers, prepare }) => {
    const turn = await prepare(row);
    const turns = await inRounds(ROUNDS, async (kind) => {
      const made = await turn(kind, row.amount);
      // Uploads are forgotten after each round, so that memory stays bounded.
      if (row.status === 201) await servers[kind].ask('forget', { url: servers[kind].url });
      return made;
    });
    return figuresOf(turns, [
      ...(row.isLimitedByLoad ? [] : ([[`${row.title}: requests a second`, '/s', 'perSecond']] as const)),
      [`${row.title}: CPU of a request`, 'µs', 'cpuMicroseconds'],
    ]);
  });
}

/** Measures from the start of a process to its first answer. The emulator is started with `tryon-emulator start`. */
async function startFigures(): Promise<Figure[]> {
  const starts = await inRounds(STARTS, async (kind) => {
    const began = performance.now();
    const server = await startServer(kind === 'emulator' ? 'cli' : kind);
    const answer = await fetch(`${server.url}/v1/assets`, { headers: { 'X-API-Key': 'pk_live_demo' } });
    await answer.text();
    const milliseconds = performance.now() - began;
    const cpu = Number(await server.ask('cpu')) / 1_000;
    await server.stop();
    if (answer.status !== 200) throw new Error(`${kind} answered ${answer.status} to its first request`);
    return { milliseconds, cpu };
  });
  return figuresOf(starts, [
    ['start to the first answer', 'ms', 'milliseconds'],
    ['start to the first answer: CPU', 'ms', 'cpu'],
  ]);
}

async function createFigures(): Promise<Figure[]> {
  const times = JSON.parse(await runScript('servers/create.mjs', [String(STARTS)]));
  return [figure('createEmulator() once loaded, first answer, close', 'ms', times)];
}

/** The emulator returns memory when it has been idle for some seconds. */
const REST = 10_000;

function memoryFigures(): Promise<Figure[]> {
  return withField(async (field) => {
    await setTimeout(REST);
    const idle = await residentMegabytes(field);
    const turn = await field.prepare(ROWS.get);
    await inRounds(ROUNDS - 1, (kind) => turn(kind, ROWS.get.amount));
    const busy = await residentMegabytes(field);
    await setTimeout(REST);
    return [
      figure('memory: idle', 'MB', idle),
      figure('memory: after 20,000 reads', 'MB', busy),
      figure('memory: ten seconds later', 'MB', await residentMegabytes(field)),
    ];
  }, 'started');
}

function residentMegabytes({ servers }: Field): Promise<Record<Kind, number[]>> {
  return eachKind(async (kind) => [await megabytesOf(servers[kind])]);
}

async function megabytesOf({ ask }: Server, what: 'rss' | 'heap' = 'rss'): Promise<number> {
  return Number(await ask(what)) / 2 ** 20;
}

const STEP = 100_000;
const SUBMITTED = 2_000;

/**
 * Two of a hundred requests are submissions. After each step the clock passes the retention of jobs, which end and
 * expire with their pictures.
 */
function millionFigures(): Promise<Figure[]> {
  return withField(async (field) => {
    const figures: Figure[] = [];
    const both = async <One>(measure: (kind: Kind) => Promise<One>) => ({
      emulator: [await measure('emulator')],
      bare: [await measure('bare')],
    });
    for (let sent = STEP; sent <= 10 * STEP; sent += STEP) {
      const [submit, read] = [await field.prepare(ROWS.submit), await field.prepare(ROWS.get)];
      const megabytes = await both(async (kind) => {
        const server = field.servers[kind];
        await submit(kind, SUBMITTED);
        await read(kind, STEP - SUBMITTED);
        await server.ask('forget', { url: server.url, after: '8d' });
        return megabytesOf(server);
      });
      figures.push(figure(`memory: after ${sent.toLocaleString('en')} requests, with jobs`, 'MB', megabytes));
    }
    await setTimeout(REST);
    const rested = await both((kind) => megabytesOf(field.servers[kind]));
    figures.push(figure('memory: ten seconds later', 'MB', rested));
    const heap = await both((kind) => megabytesOf(field.servers[kind], 'heap'));
    return [...figures, figure('memory: objects that are kept then', 'MB', heap)];
  }, 'started');
}

/** Measures each kind once, one after the other. */
async function eachKind<One>(measure: (kind: Kind) => Promise<One>): Promise<Record<Kind, One>> {
  const entries: [Kind, One][] = [];
  for (const kind of KINDS) entries.push([kind, await measure(kind)]);
  return Object.fromEntries(entries) as Record<Kind, One>;
}

async function webhookFigures(): Promise<Figure[]> {
  const receiver = await startServer('bare');
  try {
    const rates = JSON.parse(await runScript('servers/webhooks.mjs', [receiver.url, '500', String(ROUNDS)]));
    return [figure('deliveries of webhooks a second', '/s', rates)];
  } finally {
    await receiver.stop();
  }
}

const [FEW, MANY] = [1_000, 10_000];

/**
 * Compares the CPU time of a request when there are many jobs with that when there are few. The first requests are a
 * warm-up.
 */
function growthFigures(): Promise<Figure[]> {
  return withField(async ({ prepare }) => {
    const [submit, read] = [await prepare(ROWS.submit), await prepare(ROWS.get)];
    const cost = async (turn: Promise<Turn>) => (await turn).cpuMicroseconds;
    await eachKind((kind) => read(kind, ROWS.get.amount));
    await eachKind((kind) => submit(kind, FEW));
    const readFew = await eachKind((kind) => cost(read(kind, FEW)));
    const submitFew = await eachKind((kind) => cost(submit(kind, FEW)));
    await eachKind((kind) => submit(kind, MANY - 3 * FEW));
    const submitMany = await eachKind((kind) => cost(submit(kind, FEW)));
    const readMany = await eachKind((kind) => cost(read(kind, FEW)));
    const times = (many: Record<Kind, number>, few: Record<Kind, number>) =>
      eachKind(async (kind) => [many[kind] / few[kind]]);
    return [
      figure('growth: CPU of a GET with 10,000 jobs, of that with 1,000', 'times', await times(readMany, readFew)),
      figure(
        'growth: CPU of a submit with 10,000 jobs, of that with 1,000',
        'times',
        await times(submitMany, submitFew),
      ),
    ];
  });
}

/**
 * Runs the whole suite on the emulator, and compares with the time in which each reference answers as many requests.
 */
async function suiteFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tryon-bench-'));
  try {
    const file = join(folder, 'report.json');
    const began = performance.now();
    await runScript('../../dist/conformance-cli.js', ['run', '--emulator', '--no-color', '--json', file]);
    const emulator = [performance.now() - began];
    const { requests } = JSON.parse(readFileSync(file, 'utf8')) as { requests: number };
    const times = await withField(async ({ prepare }) => {
      const turn = await prepare(ROWS.get);
      return eachKind(async (kind) => [(requests / (await turn(kind, requests)).perSecond) * 1_000]);
    });
    return [figure('whole suite on the emulator, beside as many requests', 'ms', { ...times, emulator })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Imported = Record<'milliseconds' | 'cpu' | 'testMilliseconds' | 'testCpu', number>;

/**
 * Measures the import of `tryon-kit/vitest` in a test file and the first test there, and the same for the references.
 */
async function importFigures(): Promise<Figure[]> {
  const imported = async (what: string): Promise<Imported> => JSON.parse(await runScript('servers/import.mjs', [what]));
  const imports = await inRounds(IMPORTS, imported);
  return figuresOf(imports, [
    ['import of tryon-kit/vitest', 'ms', 'milliseconds'],
    ['import of tryon-kit/vitest: CPU', 'ms', 'cpu'],
    ['import of tryon-kit/vitest and the first test', 'ms', 'testMilliseconds'],
    ['import of tryon-kit/vitest and the first test: CPU', 'ms', 'testCpu'],
  ]);
}
