import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { type BenchRequest, sendOnce } from './load.ts';

/** A row that sends one kind of request to each server. */
export type Row = {
  title: string;
  status: number;
  /** The number of requests in a round. */
  amount: number;
  /** autocannon reads the answers more slowly than any server sends them, so only the CPU time is comparable. */
  isLimitedByLoad?: true;
  /** Sets up a server over HTTP and returns the request for it. */
  prepare(url: string): Promise<BenchRequest>;
};

const KEY = { 'X-API-Key': 'pk_live_bench' };

export const ROWS: Record<'get' | 'submit' | 'upload' | 'download', Row> = {
  get: { title: 'GET of a job', status: 200, amount: 4_000, prepare: jobRead },
  submit: { title: 'submit', status: 202, amount: 1_500, prepare: submission },
  upload: { title: 'upload of 200 KB', status: 201, amount: 200, prepare: upload },
  download: { title: 'download of 200 KB', status: 200, amount: 100, isLimitedByLoad: true, prepare: download },
};

async function jobRead(url: string): Promise<BenchRequest> {
  const { id } = await send(url, await submission(url));
  return { method: 'GET', path: `/v1/jobs/${id}`, headers: KEY };
}

async function submission(url: string): Promise<BenchRequest> {
  const { id } = await send(url, await upload());
  const skin = { concerns: ['acne', 'redness'], visualizations: [{ concern: 'acne', kind: 'mask' }] };
  const headers = { ...KEY, 'Content-Type': 'application/json' };
  return {
    method: 'POST',
    path: '/v1/skin/analyses',
    headers,
    body: Buffer.from(JSON.stringify({ inputs: [{ asset_id: id, role: 'source' }], ...skin })),
    vary: (serial) => ({ headers: { ...headers, 'Idempotency-Key': `bench-${serial}` } }),
  };
}

/** Downloads an upload, because a result of the emulator is much smaller than 200 KB. */
async function download(url: string): Promise<BenchRequest> {
  const { id } = await send(url, await upload());
  return { method: 'GET', path: `/v1/assets/${id}/content`, headers: KEY };
}

async function upload(): Promise<BenchRequest> {
  const body = await noiseJpeg();
  return {
    method: 'POST',
    path: '/v1/assets',
    headers: { ...KEY, 'Content-Type': 'image/jpeg' },
    body,
    vary: (serial) => {
      body.write(String(serial).padStart(COMMENT.length, '0'), COMMENT_AT, 'latin1');
      return { body };
    },
  };
}

const SIDE = 560;
const START_OF_IMAGE = 2;
const COMMENT = Buffer.alloc(16, '0');
const COMMENT_AT = START_OF_IMAGE + 4;

/** A JPEG of about 200 KB that cannot be compressed. Its comment makes each upload a different picture. */
async function noiseJpeg(): Promise<Buffer> {
  const pixels = randomFillSync(Buffer.alloc(SIDE * SIDE * 3));
  const raw = { width: SIDE, height: SIDE, channels: 3 } as const;
  const jpeg = await sharp(pixels, { raw }).jpeg().toBuffer();
  const segment = Buffer.from([0xff, 0xfe, 0, COMMENT.byteLength + 2]);
  return Buffer.concat([jpeg.subarray(0, START_OF_IMAGE), segment, COMMENT, jpeg.subarray(START_OF_IMAGE)]);
}

async function send(url: string, request: BenchRequest): Promise<Record<string, unknown>> {
  const answer = await sendOnce(url, request);
  if (!answer.ok) throw new Error(`${request.method} ${request.path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
