// Answers fixed bytes: what is timed is the tool that asks.
import { createServer } from 'node:http';

const at = '2026-01-01T00:00:00.000Z';
const job = {
  id: 'job_1',
  operation: 'skin.analyze',
  status: 'queued',
  created_at: at,
  updated_at: at,
  completed_at: null,
  expires_at: null,
  inputs: [{ asset_id: 'asset_1', role: 'source' }],
  output: null,
  error: null,
};
const body = JSON.stringify(job);
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length, 'Retry-After': '1', ETag: '"1"' };

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(request.method === 'POST' ? 202 : 200, { ...headers, Location: '/v1/jobs/job_1' }).end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
