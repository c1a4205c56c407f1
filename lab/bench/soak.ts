import { Agent, request } from 'node:http';
import sharp from 'sharp';
import { median } from '../../shared/median.ts';
import { type Server, startServer } from './server.ts';
import { megabytes, tableText, whole } from './table.ts';

const WORKERS = 8;
const KEY = { 'X-API-Key': 'pk_live_bench' };
const SHARE_OF_MOST = 0.8;
const MOST_SECONDS = 10;
const MINUTE = 60_000;
/** Before that the code is not compiled, and nothing has expired yet. */
const SETTLING_MINUTES = 3;

type Minute = { heapUsed: number; rss: number; records: number; handles: number; longest: number };
type Soaked = Minute & { perSecond: number; p50: number; p99: number };
type Client = ReturnType<typeof clientOf>;

/** Mixed load at a share of the most that the emulator takes, for so long; each minute what it holds and how long it takes. */
export async function soakReport(minutes: number): Promise<string> {
  const server = await startServer({ file: 'servers/soaked.mjs', nodeArgs: ['--expose-gc'] });
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
  const client = clientOf(server, agent);
  await client.upload(await picture());
  const most = await load(client, MOST_SECONDS * 1_000, null);
  const pace = (most.length / MOST_SECONDS) * SHARE_OF_MOST;
  const soaked: Soaked[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    const times = await load(client, MINUTE, pace);
    const held = (await server.ask('minute')) as Minute;
    soaked.push({ ...held, ...figuresOf(times) });
    console.error(`  minute ${minute + 1}: ${lineOf(soaked[minute] as Soaked).join('  ')}`);
  }
  agent.destroy();
  await server.stop();
  return `${tableOf(soaked)}\n${verdictOn(soaked)}`;
}

function figuresOf(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { perSecond: times.length / (MINUTE / 1_000), p50: at(0.5), p99: at(0.99) };
}

function lineOf({ perSecond, p50, p99, heapUsed, rss, records, handles, longest }: Soaked): string[] {
  const times = [p50, p99, longest].map((milliseconds) => milliseconds.toFixed(1));
  return [whole(perSecond), ...times, megabytes(heapUsed), megabytes(rss), whole(records), whole(handles)];
}

function tableOf(soaked: readonly Soaked[]): string {
  const header = [
    'minute',
    'a second',
    'p50 ms',
    'p99 ms',
    'longest turn ms',
    'heap MB',
    'process MB',
    'records',
    'handles',
  ];
  const few = soaked.filter((_, index) => index < 3 || (index + 1) % 5 === 0 || index === soaked.length - 1);
  return tableText(
    header,
    few.map((one) => [String(soaked.indexOf(one) + 1), ...lineOf(one)]),
  );
}

/** The last third over the first one behind the settling. */
function verdictOn(soaked: readonly Soaked[]): string {
  const settled = soaked.slice(Math.min(SETTLING_MINUTES, soaked.length - 1));
  const third = Math.max(1, Math.floor(settled.length / 3));
  const over = (name: keyof Soaked) => {
    const middle = (part: readonly Soaked[]) => median(part.map((one) => one[name]));
    return `${name} ${(middle(settled.slice(-third)) / middle(settled.slice(0, third))).toFixed(2)}`;
  };
  const names = ['heapUsed', 'records', 'handles', 'p50', 'p99'] as const;
  return `the last third over the first, behind ${SETTLING_MINUTES} minutes: ${names.map(over).join(', ')}`;
}

/** As many requests as there may be, at a pace or as fast as they are answered; how long each took. */
async function load(client: Client, milliseconds: number, perSecond: number | null): Promise<number[]> {
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + milliseconds;
  let sent = 0;
  const worker = async () => {
    for (;;) {
      const turn = sent;
      sent += 1;
      const due = perSecond === null ? 0 : begin + (turn / perSecond) * 1_000;
      if (Math.max(due, performance.now()) >= end) return;
      const wait = due - performance.now();
      if (wait >= 1) await new Promise((resolve) => setTimeout(resolve, wait));
      const before = performance.now();
      await client.mixed(turn);
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  return times;
}

/** Of ten requests six read a job, two submit one, one uploads and one lists. */
function clientOf({ url }: Server, agent: Agent) {
  let submissions = 0;
  let asset = '';
  let bytes = Buffer.alloc(0);
  const jobs: string[] = [];
  const ask = asker(url, agent);
  const upload = async () => {
    const { id } = await ask('POST', '/v1/assets', { 'Content-Type': 'image/png' }, bytes);
    asset = String(id);
  };
  const submit = async () => {
    submissions += 1;
    const serial = submissions;
    const products = [{ category: 'lipstick', color: '#a1304a' }];
    const body = Buffer.from(JSON.stringify({ inputs: [{ asset_id: asset, role: 'source' }], products }));
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': `soak-${serial}` };
    const { id } = await ask('POST', '/v1/makeup/try-ons', headers, body);
    jobs[serial % 100] = String(id);
  };
  return {
    upload: async (picture: Buffer<ArrayBuffer>) => {
      bytes = picture;
      await upload();
      await submit();
    },
    mixed: async (turn: number) => {
      const kind = turn % 10;
      if (kind === 0) await upload();
      else if (kind < 3) await submit();
      else if (kind === 3) await ask('GET', '/v1/jobs?limit=20', {}, null);
      else await ask('GET', `/v1/jobs/${jobs[turn % jobs.length] ?? jobs.find((id) => id !== undefined)}`, {}, null);
    },
  };
}

type Answer = Record<string, unknown>;

function asker(url: string, agent: Agent) {
  return (method: string, path: string, headers: Record<string, string>, body: Buffer | null): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const length: Record<string, string> = body === null ? {} : { 'Content-Length': String(body.byteLength) };
      const sent = request(url + path, { method, agent, headers: { ...KEY, ...headers, ...length } }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => {
          const isFine = (answer.statusCode ?? 0) < 300;
          if (isFine) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        });
      });
      sent.on('error', reject).end(body ?? undefined);
    });
}

function picture(): Promise<Buffer<ArrayBuffer>> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#caa184' } })
    .png()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}
