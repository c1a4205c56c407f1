import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { uniform } from '../../emulator/domain/values/random.ts';
import { facePng, REQUESTS } from '../../emulator/testing/client.ts';

/** What happened to the acknowledged submissions, over all lives. */
export type Losses = {
  kills: number;
  looked: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  unreadable: number;
};

const AT_ONCE = 8;
const LEAST_MS = 5;
const MOST_MS = 150;
const LONGEST_MS = 10_000;
const KEY = 'pk_test_demo';
const { path: SUBMITS, body: BODY } = REQUESTS['skin.analyze'];

type Submitted = { id: string; asset: string };

/** The acknowledged submissions by their Idempotency-Key, and the jobs whose deletion was sent and acknowledged. */
type Known = { jobs: Map<string, Submitted>; deleted: Set<string>; asked: Set<string>; asset: string | null };

/** Starts an emulator on a folder, makes it work, kills it, and checks that nothing is lost; `times` times. */
export async function killTimes(cli: string, folder: string, times: number): Promise<Losses> {
  const losses: Losses = { kills: 0, looked: 0, acknowledged: 0, lost: 0, doubled: 0, unreadable: 0 };
  const all: Known = { jobs: new Map(), deleted: new Set(), asked: new Set(), asset: null };
  let last: Known = { ...all, jobs: new Map() };
  for (let life = 0; life < times; life += 1) {
    const server = await startServer(cli, folder);
    await compare(server.url, last, losses);
    all.asset ??= await upload(server.url);
    last = { ...all, jobs: new Map() };
    const work = Promise.all(Array.from({ length: AT_ONCE }, (_, hand) => workOn(server.url, last, `${life}-${hand}`)));
    // Odd lives are killed while they work, the others perhaps before the first answer.
    if (life % 2 === 1) await firstAnswer(last);
    await sleep(LEAST_MS + uniform('kills', life) * (MOST_MS - LEAST_MS));
    await server.kill();
    await work;
    losses.kills += 1;
    for (const [key, job] of last.jobs) all.jobs.set(key, job);
  }
  const server = await startServer(cli, folder);
  await compare(server.url, all, losses);
  losses.acknowledged = all.jobs.size;
  await server.kill();
  return losses;
}

async function startServer(cli: string, folder: string): Promise<{ url: string; kill(): Promise<void> }> {
  const args = [cli, 'start', '--port', '0', '--json', '--data-dir', folder];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  if (child.stdout === null) throw new Error('nothing can be read of the emulator');
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text));
  const first = await Promise.race([line, ended.then(([code]) => `ended with ${code}`)]);
  if (!first.startsWith('{')) throw new Error(`the emulator did not start on its folder: it ${first}`);
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { url: JSON.parse(first).url, kill };
}

async function call(url: string, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}${path}`, { ...init, method, headers: { 'X-API-Key': KEY, ...init.headers } });
}

/** Sends one request after another until the emulator stops answering. */
async function workOn(url: string, known: Known, name: string): Promise<void> {
  try {
    for (let count = 0; ; count += 1) {
      const key = `${name}-${count}`;
      const asset = known.asset ?? '';
      const answer = await submit(url, asset, key);
      if (answer.status !== 202) throw new Error(`a submission was answered ${answer.status}`);
      const id = await idIn(answer);
      known.jobs.set(key, { id, asset });
      if (count % 7 === 6) known.asset = await upload(url);
      if (count % 5 === 4) await remove(url, id, known);
    }
  } catch (error) {
    // The emulator is dead. It has not acknowledged what it did not answer.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function firstAnswer({ jobs }: Known): Promise<void> {
  for (let waited = 0; jobs.size === 0 && waited < LONGEST_MS; waited += LEAST_MS) await sleep(LEAST_MS);
}

async function remove(url: string, id: string, { asked, deleted }: Known): Promise<void> {
  const { status } = await call(url, 'POST', `/v1/jobs/${id}/cancel`);
  if (status !== 200) return;
  asked.add(id);
  if ((await call(url, 'DELETE', `/v1/jobs/${id}`)).status === 204) deleted.add(id);
}

async function upload(url: string): Promise<string> {
  const body = Buffer.from(await facePng());
  const answer = await call(url, 'POST', '/v1/assets', { body, headers: { 'Content-Type': 'image/png' } });
  return idIn(answer);
}

function submit(url: string, asset: string, key: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const body = JSON.stringify({ inputs: [{ asset_id: asset, role: 'source' }], ...BODY });
  return call(url, 'POST', SUBMITS, { headers, body });
}

/** Each job must exist, and its Idempotency-Key must not create another one. */
async function compare(url: string, known: Known, losses: Losses): Promise<void> {
  for (const [key, job] of known.jobs) losses[await fateOf(url, known, key, job)] += 1;
  if (known.asset !== null && (await call(url, 'GET', `/v1/assets/${known.asset}`)).status !== 200) losses.lost += 1;
}

async function fateOf(
  url: string,
  { deleted, asked }: Known,
  key: string,
  { id, asset }: Submitted,
): Promise<keyof Losses> {
  const { status } = await call(url, 'GET', `/v1/jobs/${id}`);
  if (status >= 500) return 'unreadable';
  if (deleted.has(id)) return status === 404 ? 'looked' : 'lost';
  // A deletion that was sent and not answered may or may not have been made.
  if (status === 404) return asked.has(id) ? 'looked' : 'lost';
  const again = await submit(url, asset, key);
  if (again.status >= 400) return 'unreadable';
  return (await idIn(again)) === id ? 'looked' : 'doubled';
}

async function idIn(answer: Response): Promise<string> {
  const { id } = (await answer.json()) as { id: string };
  return id;
}
