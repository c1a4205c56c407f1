import { type Server, startServer } from './children.ts';
import { KINDS, type Kind } from './figure.ts';
import { applyLoad, type BenchRequest, sendOnce } from './load.ts';
import type { Row } from './requests.ts';

/** The measurements of one server for a batch of requests that only this server received. */
export type Turn = { perSecond: number; cpuMicroseconds: number };

/** The emulator and the references, each in its own process. */
export type Field = {
  servers: Record<Kind, Server>;
  /** Sets up all servers for a row. The returned function sends `amount` requests to one of them. */
  prepare(row: Row): Promise<(kind: Kind, amount: number) => Promise<Turn>>;
};

/** Starts the servers, and stops them when the work has finished or failed. `emulator`: how to start the emulator. */
export async function withField<Result>(
  work: (field: Field) => Promise<Result>,
  emulator: 'emulator' | 'started' = 'emulator',
): Promise<Result> {
  const started: Server[] = [];
  try {
    const servers = {} as Record<Kind, Server>;
    for (const kind of KINDS) {
      servers[kind] = await startServer(kind === 'emulator' ? emulator : kind);
      started.push(servers[kind]);
    }
    return await work({ servers, prepare: (row) => prepare(servers, row) });
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}

async function prepare(servers: Record<Kind, Server>, row: Row): ReturnType<Field['prepare']> {
  const own = await row.prepare(servers.emulator.url);
  const requests = { emulator: own, bare: own, Hono: own, least: await row.prepare(servers.least.url) };
  const answer = await answerTo(servers.emulator, own, row);
  for (const kind of ['bare', 'Hono'] as const) await servers[kind].ask('setAnswer', answer);
  return async (kind, amount) => {
    const { url, ask } = servers[kind];
    const before = Number(await ask('cpu'));
    const perSecond = await applyLoad(url, requests[kind], row.status, amount);
    const cpuMicroseconds = (Number(await ask('cpu')) - before) / amount;
    return { perSecond, cpuMicroseconds };
  };
}

/** Node sets these headers itself. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'content-length'];

/** Gets the emulator's answer, which bare and Hono then repeat. */
async function answerTo({ url }: Server, request: BenchRequest, row: Row) {
  const answer = await sendOnce(url, request);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== row.status) throw new Error(`${row.title}: ${answer.status} ${bytes}, not ${row.status}`);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.includes(name)));
  return { method: request.method, status: row.status, headers, body: bytes.toString('base64') };
}
