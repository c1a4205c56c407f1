// Follows the guide for Playwright as a user would, with an example application, in Chromium and with the built
// package.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { freePort } from '../../conformance/testing/free-port.ts';
import { openUserProject } from '../../docs/user-project.ts';
import { stepsOf } from './play-page.ts';

const BROWSERS = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = BROWSERS.find((path) => path !== undefined && existsSync(path));
if (executablePath === undefined) throw new Error('there is no Chromium: install it, or name it in CHROMIUM');

/** An application that shows how a try-on ended. It uses the key of the request, as in the guide. */
const APPLICATION = `
import { createServer } from 'node:http';
import { fixtures } from 'tryon-kit/fixtures';

const PAGE = '<button onclick="tryOn()">Try it on</button><p></p><script>async function tryOn() {' +
  'document.querySelector("p").textContent = await (await fetch("/try-on", { method: "POST" })).text(); }</script>';

async function tryOn(key) {
  const call = async (path, type, body) => {
    const headers = { 'X-API-Key': key, ...(type && { 'Content-Type': type, 'Idempotency-Key': crypto.randomUUID() }) };
    const answer = await fetch(process.env.TRYON_URL + path, { method: body ? 'POST' : 'GET', headers, body });
    return answer.json();
  };
  const { id: asset_id } = await call('/v1/assets', 'image/png', fixtures.face('afro').bytes());
  const order = { inputs: [{ asset_id, role: 'source' }], products: [{ category: 'lipstick', color: '#a1304a' }] };
  let job = await call('/v1/makeup/try-ons', 'application/json', JSON.stringify(order));
  while (job.status === 'queued' || job.status === 'running') job = await call('/v1/jobs/' + job.id);
  return job.status === 'succeeded' ? 'Here it is' : 'No face was found';
}

createServer(async (request, response) => {
  const key = request.headers['x-tryon-key'] ?? process.env.TRYON_KEY;
  const text = request.method === 'POST' ? await tryOn(key) : PAGE;
  response.writeHead(200, { 'Content-Type': 'text/html' }).end(text);
}).listen(new URL(process.env.APP_URL).port, '127.0.0.1');
`;

const project = openUserProject(new URL('../../dist/', import.meta.url));
try {
  const [emulator, application] = [await freePort(), await freePort()];
  const page = stepsOf(readFileSync(new URL('../../docs/other-runners.md', import.meta.url), 'utf8'));
  const wanted = /^(?:playwright\.config\.ts|e2e\/.*|test\/world\.cjs)$/;
  const shown = page.flatMap((step) =>
    step.kind === 'file' && wanted.test(step.name) ? [[step.name, step.text]] : [],
  );
  const files: Record<string, string> = { ...Object.fromEntries(shown), 'server.mjs': APPLICATION };
  const config = (files['playwright.config.ts'] ?? '')
    .replaceAll('4010', `${emulator}`)
    .replaceAll('http://127.0.0.1:3000', `http://127.0.0.1:${application}`)
    .replace('use: {', `use: { launchOptions: ${JSON.stringify({ executablePath, args: ['--no-sandbox'] })},`);
  project.write({ ...files, 'playwright.config.ts': config });
  const env = { APP_URL: `http://127.0.0.1:${application}`, CI: 'true' };
  const { code, text } = await project.run('npx playwright test --reporter line', env);
  assert.equal(code, 0, text);
  assert.match(text, /2 passed/);
  console.log('the guide for Playwright works: two tests, each with a world of its own');
} finally {
  project.remove();
}
