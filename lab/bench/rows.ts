import { noiseJpeg } from './noise-jpeg.ts';
import { PEERS, type Peer } from './peers.ts';
import { type BenchRequest, KEY_HEADER, MARK, sendOnce } from './request.ts';

export type Row = {
  /** For `--only`. Rows of one name run side by side. */
  name: string;
  title: string;
  expectedStatus: number;
  /** The least share that is to be reached (design.md, "Numbers to reach"); null where nothing is asked. */
  reach: { ofBare: number; ofLeast?: number } | null;
  /** Whose work is the same: to answer a request that changes nothing. */
  peers: readonly Peer[];
  /** How many assets there are at the start. */
  assets: number;
  /** Whether what came in is forgotten after each round, so that memory is not what is measured. */
  forgetsUploads: boolean;
  /** Sets a server up over HTTP and gives the request to send to it. */
  prepare(url: string): Promise<BenchRequest>;
};

const SKIN = { concerns: ['acne', 'redness'], visualizations: [{ concern: 'acne', kind: 'mask' }] };
const PAGE = '/v1/assets?limit=20';
const WALK_LIMIT = 100;

const BASE = { expectedStatus: 200, peers: [], assets: 0, forgetsUploads: false };

export const ROWS: readonly Row[] = [
  { ...BASE, name: 'get', title: 'GET of a job', peers: PEERS, reach: { ofBare: 0.65, ofLeast: 1 }, prepare: jobRead },
  { ...BASE, name: 'submit', title: 'submit', expectedStatus: 202, reach: { ofBare: 0.3 }, prepare: submission },
  {
    ...BASE,
    name: 'upload',
    title: 'upload of 200 KB',
    expectedStatus: 201,
    forgetsUploads: true,
    reach: { ofBare: 0.25 },
    prepare: async () => upload(),
  },
  { ...BASE, name: 'download', title: 'download of 200 KB', peers: PEERS, reach: { ofBare: 0.85 }, prepare: download },
  listRow(1_000),
  listRow(100_000),
];

function listRow(assets: number): Row {
  const title = `20 of ${assets.toLocaleString('en')} assets`;
  return { ...BASE, name: 'list', title, assets, reach: null, prepare: (url) => middlePage(url, assets) };
}

async function jobRead(url: string): Promise<BenchRequest> {
  const { id } = await send(url, await submission(url));
  return { method: 'GET', path: `/v1/jobs/${id}`, headers: KEY_HEADER };
}

async function submission(url: string): Promise<BenchRequest> {
  const { id } = await send(url, await upload());
  return {
    method: 'POST',
    path: '/v1/skin/analyses',
    headers: { ...KEY_HEADER, 'Content-Type': 'application/json', 'Idempotency-Key': `bench-${MARK}` },
    body: Buffer.from(JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], ...SKIN })),
  };
}

async function upload(): Promise<BenchRequest> {
  const headers = { ...KEY_HEADER, 'Content-Type': 'image/jpeg' };
  return { method: 'POST', path: '/v1/assets', headers, body: await noiseJpeg() };
}

/** The upload itself, which the bench lets the emulator serve (reading 7): a result picture would be far smaller. */
async function download(url: string): Promise<BenchRequest> {
  const { id } = await send(url, await upload());
  return { method: 'GET', path: `/v1/assets/${id}/content`, headers: KEY_HEADER };
}

/** The page in the middle, where neither end of the list makes it easy. */
async function middlePage(url: string, assets: number): Promise<BenchRequest> {
  let cursor = '';
  for (let seen = 0; seen < assets / 2; seen += WALK_LIMIT) {
    const path = `/v1/assets?limit=${WALK_LIMIT}${cursor}`;
    const { next_cursor } = await send(url, { method: 'GET', path, headers: KEY_HEADER });
    cursor = `&cursor=${next_cursor}`;
  }
  return { method: 'GET', path: `${PAGE}${cursor}`, headers: KEY_HEADER };
}

async function send(url: string, request: BenchRequest): Promise<Record<string, unknown>> {
  const answer = await sendOnce(url, request);
  if (!answer.ok) throw new Error(`${request.method} ${request.path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
