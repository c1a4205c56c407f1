import { createServer } from 'node:http';
import { listen } from './fixed.mjs';

/** A minimal server with state: routes, Maps, JSON in and out, stored bytes. It has no validation and no limits. */
const KEY = /^pk_/;
const DAY = 24 * 60 * 60 * 1000;

const jobs = new Map();
const claims = new Map();
const assets = new Map();

function handle(request, response) {
  if (!KEY.test(request.headers['x-api-key'])) return sendJson(response, 401, { error: { code: 'INVALID_API_KEY' } });
  const url = new URL(request.url, 'http://127.0.0.1');
  const [, , kind, id, part] = url.pathname.split('/');
  if (request.method === 'GET' && kind === 'jobs') return readJob(response, id);
  if (request.method === 'GET' && kind === 'assets' && part === 'content') return readContent(response, id);
  if (request.method === 'GET' && kind === 'assets')
    return sendJson(response, 200, { data: [], has_more: false, next_cursor: null });
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (kind === 'assets') upload(response, request.headers['content-type'], body);
    else submit(response, request.headers['idempotency-key'], JSON.parse(body.toString()));
  });
}

function readJob(response, id) {
  const job = jobs.get(id);
  if (job === undefined) return sendJson(response, 404, { error: { code: 'JOB_NOT_FOUND' } });
  sendJson(response, 200, job, { ETag: `"${job.updated_at}"`, 'Retry-After': '1' });
}

function readContent(response, id) {
  const asset = assets.get(id);
  if (asset === undefined) return sendJson(response, 404, { error: { code: 'ASSET_NOT_FOUND' } });
  response.writeHead(200, { 'Content-Type': asset.body.media_type, 'Content-Length': asset.bytes.byteLength });
  response.end(asset.bytes);
}

function upload(response, mediaType, bytes) {
  sendJson(response, 201, addAsset(mediaType, bytes));
}

function addAsset(mediaType, bytes) {
  const now = Date.now();
  const body = {
    id: idOf('asset', assets.size),
    purpose: 'input',
    media_type: mediaType,
    size_bytes: bytes.byteLength,
    width: 640,
    height: 640,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + DAY).toISOString(),
    livemode: true,
  };
  assets.set(body.id, { body, bytes });
  return body;
}

function submit(response, key, { inputs }) {
  const claimed = claims.get(key);
  if (claimed !== undefined) return sendJson(response, 200, claimed);
  if (!assets.has(inputs[0].asset_id)) return sendJson(response, 404, { error: { code: 'ASSET_NOT_FOUND' } });
  const now = new Date().toISOString();
  const job = {
    id: idOf('job', jobs.size),
    operation: 'skin.analyze',
    status: 'queued',
    created_at: now,
    updated_at: now,
    completed_at: null,
    expires_at: null,
    inputs,
    output: null,
    error: null,
    livemode: true,
  };
  jobs.set(job.id, job);
  claims.set(key, job);
  sendJson(response, 202, job, { Location: `/v1/jobs/${job.id}`, 'Retry-After': '1' });
}

function sendJson(response, status, body, headers) {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

function idOf(kind, serial) {
  return `${kind}_${String(serial).padStart(16, '0')}`;
}

export function start() {
  return listen(createServer(handle), { forget: () => assets.clear() });
}
