// The tests of that client: writes JUnit, and exits with 1 if one fails. MISTAKE names the mistake, FACE the
// picture.
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createClient, createInbox } from './client.mjs';

const { TRYON_URL: url, TRYON_TEST_KEY: key, MISTAKE: mistake = null, MANNERS = '', SLEEPS = '' } = process.env;
const image = readFileSync(process.env.FACE);
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, SLEEPS === '' ? 0 : seconds * 1000));
const client = createClient({ url, key, sleep, mistake, manners: MANNERS.split(',') });
const concerns = ['wrinkles', 'acne'];

/** Writes a line about what the client reported. */
function report(line) {
  if (process.env.TRYON_CLIENT_REPORT !== undefined)
    appendFileSync(process.env.TRYON_CLIENT_REPORT, `${JSON.stringify(line)}\n`);
}

async function finish(id, by = client) {
  const job = await by.finish(id);
  report({ job: job.id, ended: job.status });
  return job;
}

report({ reports: ['ends', 'pictures'] });

const TESTS = {
  'analyses a face': async () => {
    const inputs = [{ asset_id: await client.upload(image), role: 'source' }];
    const visualizations = concerns.map((concern) => ({ concern, kind: 'mask' }));
    const { id } = await client.submit('/v1/skin/analyses', { inputs, concerns, visualizations });
    const job = await finish(id);
    assert(job.status === 'succeeded', `the job ended ${job.status}`);
    const wrinkles = job.output.concerns.find((one) => one.concern === 'wrinkles');
    assert(client.scoreOf(job, concerns, 'wrinkles') === wrinkles.score, 'the score is that of another concern');
    for (const picture of job.output.visualizations ?? []) {
      const bytes = await client.download(picture);
      report({ asset: picture.id, bytes: bytes.length });
      assert(/^(?:.PNG|RIFF)/.test(bytes.toString('latin1', 0, 4)), 'the result is no picture');
    }
  },
  'gets the events of two jobs': async () => {
    const inbox = createInbox(mistake);
    const hook = { secret: '' };
    const server = createServer(async (request, response) => {
      const pieces = [];
      for await (const piece of request) pieces.push(piece);
      const status = inbox.take(Buffer.concat(pieces), request.headers['service-signature'], hook.secret);
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = await control('/endpoints', {
      url: `http://127.0.0.1:${server.address().port}/`,
      environment: 'test',
    });
    hook.secret = endpoint.secret;
    const inputs = [{ asset_id: await client.upload(image), role: 'source' }];
    const products = [{ category: 'lipstick', color: '#aa2233' }];
    const jobs = [
      await client.submit('/v1/skin/analyses', { inputs, concerns }),
      await client.submit('/v1/makeup/try-ons', { inputs, products }),
    ];
    await control('/clock/advance', { until: 'idle' });
    for (let waits = 0; inbox.count() < 2 && waits < 60; waits += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    // Polling replaces a missing webhook.
    const idOf = (index) => inbox.endOf(jobs, index) ?? jobs[index].id;
    const ended = [await finish(idOf(0)), await finish(idOf(1))];
    server.close();
    server.closeAllConnections();
    assert(
      ended.every(({ status }) => status === 'succeeded'),
      'a job did not succeed',
    );
    assert(ended[0].operation === 'skin.analyze' && ended[1].operation === 'makeup.apply', 'the jobs are mixed up');
  },
  'follows three jobs at once': async () => {
    // The receiver of the other test gets no events of the live environment.
    const live = createClient({ url, key: process.env.TRYON_LIVE_KEY, sleep, mistake, manners: MANNERS.split(',') });
    const inputs = [{ asset_id: await live.upload(image), role: 'source' }];
    const statuses = await Promise.all(
      ['#aa2233', '#bb3344', '#cc4455'].map(async (color) => {
        const { id } = await live.submit('/v1/makeup/try-ons', { inputs, products: [{ category: 'lipstick', color }] });
        return (await finish(id, live)).status;
      }),
    );
    assert(statuses.join() === 'succeeded,succeeded,succeeded', `the jobs ended ${statuses}`);
  },
};

async function control(path, body) {
  const answer = await fetch(`${url}/_emulator/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function assert(holds, message) {
  if (!holds) throw new Error(message);
}

const chosen = Object.entries(TESTS).filter(
  ([name]) => process.env.TESTS === undefined || name.startsWith(process.env.TESTS),
);
const cases = [];
for (const [name, run] of chosen) {
  const problem = await run().then(
    () => null,
    (error) => error,
  );
  if (problem !== null) console.log(`${name}: ${problem.message}`);
  if (problem !== null) process.exitCode = 1;
  cases.push(`<testcase name="${name}">${problem === null ? '' : '<failure/>'}</testcase>`);
}
writeFileSync(`${process.env.TRYON_RESULTS}/junit.xml`, `<testsuite>${cases.join('')}</testsuite>`);
process.exit();
