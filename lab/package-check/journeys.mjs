// The five journeys of a new user: start, exec, a test that embeds the emulator, a conformance run, a mistake in a
// scenario. They do not depend on where the package is: a *place* runs their commands, on this machine or in a
// container.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Place
 * @property {string} folder the folder of this machine for the files of the journeys; commands run in it, and
 *   `import 'tryon-kit'` works in it
 * @property {(program: 'tryon-emulator' | 'tryon-conformance' | 'node', args: string[], options: {listens: boolean}) =>
 *   import('node:child_process').ChildProcess} spawn runs a program of the place, with pipes for its output, and both bins
 *   and node on its PATH; it receives the signals sent to the process; with `listens`, this machine can connect to it
 * @property {string[]} [startArgs] the arguments of `tryon-emulator start`; by default, they select a free port
 * @property {(printed: string) => string} [addressOf] the address on this machine for one that the emulator printed
 */

/** @typedef {{name: string, says: string, walk(place: Place): Promise<void>}} Journey */

const TEST_KEY = 'pk_test_demo';
/** A start in a container on a busy machine takes seconds. A longer wait means that it hangs. */
const LONGEST_MS = 120_000;

const CLIENT = `const headers = { 'X-API-Key': process.env.TRYON_TEST_KEY };
const answer = await fetch(process.env.TRYON_URL + '/v1/usage', { headers });
console.log('the client saw', answer.status);
process.exit(answer.ok ? 7 : 1);
`;

const EMBEDDED_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { createEmulator } from 'tryon-kit';
import { fixtures } from 'tryon-kit/fixtures';

// Has more pixels than are processed without a thread.
function skinColoredPng(side) {
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(side * 3, Buffer.of(0xca, 0xa1, 0x84))]);
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.concat(new Array(side).fill(row)));
  const chunks = [['IHDR', head], ['IDAT', rows], ['IEND', Buffer.alloc(0)]].map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  });
  return Buffer.concat([Buffer.from('\\x89PNG\\r\\n\\x1a\\n', 'latin1'), ...chunks]);
}

const PICTURES = { 'a drawn face': fixtures.face('afro').bytes(), 'a larger picture': skinColoredPng(1200) };

for (const [name, picture] of Object.entries(PICTURES)) test(name + ' gets its lipstick', async () => {
  const emulator = await createEmulator({ clock: 'frozen' });
  const headers = { 'X-API-Key': emulator.keys.test };
  const post = (path, type, body) =>
    fetch(emulator.url + path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type, 'Idempotency-Key': 'one' },
      body,
    }).then((answer) => answer.json());
  const { id: asset_id } = await post('/v1/assets', 'image/png', picture);
  const products = [{ category: 'lipstick', color: '#a1304a' }];
  const body = JSON.stringify({ inputs: [{ asset_id, role: 'source' }], products });
  const { id } = await post('/v1/makeup/try-ons', 'application/json', body);
  await emulator.clock.advance({ until: 'idle' });
  const job = await (await fetch(emulator.url + '/v1/jobs/' + id, { headers })).json();
  assert.equal(job.status, 'succeeded');
  const result = await fetch(emulator.url + job.output.image.href, { headers });
  assert.equal(Buffer.from(await result.arrayBuffer()).subarray(1, 4).toString(), 'PNG');
  await emulator.close();
});
`;

const MISTAKEN_SCENARIO = 'scenario: own/first\nabout: a mistake\ncovers: [JOB-READ-20]\nsteps: []\n';

/** @type {readonly Journey[]} */
export const JOURNEYS = [
  { name: 'start', says: 'it answers, and SIGINT and SIGTERM end it with exit code 0', walk: startAndStop },
  { name: 'exec', says: 'a command finds an emulator of its own, and its exit code is handed on', walk: exec },
  { name: 'embed', says: 'a test makes a picture in its own process', walk: embed },
  { name: 'conformance', says: 'a good emulator is conformant, one that breaks a rule is not', walk: grade },
  { name: 'lint', says: 'a mistake in a scenario is printed with file, line and column', walk: lint },
];

/**
 * Walks them one after the other. Each ends with its problem, or with null.
 * @param {Place} place
 * @returns {Promise<{name: string, says: string, problem: string | null, milliseconds: number}[]>}
 */
export async function walkJourneys(place) {
  const walked = [];
  for (const { name, says, walk } of JOURNEYS) {
    const began = performance.now();
    const problem = await walk(place).then(
      () => null,
      (error) => error.message,
    );
    walked.push({ name, says, problem, milliseconds: performance.now() - began });
  }
  return walked;
}

async function startAndStop(place) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const running = run(place, 'tryon-emulator', ['start', ...(place.startArgs ?? ['--port', '0'])], { listens: true });
    const printed = await running.printed(/listening on (http:\/\/\S+)/);
    const url = place.addressOf?.(printed) ?? printed;
    const answer = await fetch(`${url}/v1/usage`, { headers: { 'X-API-Key': TEST_KEY } });
    const body = await answer.text();
    running.child.kill(signal);
    const ended = await running.ended;
    assert.equal(answer.status, 200, `GET /v1/usage answered ${answer.status}: ${body}`);
    assert.equal(ended.code, 0, `${signal} ends it with ${ended.code ?? ended.signal}, not with 0:\n${ended.text}`);
  }
}

/** The client exits with 7, which no failure of the kit does. */
async function exec(place) {
  write(place, 'client.mjs', CLIENT);
  const args = ['exec', '--audit', '--', 'node', 'client.mjs'];
  await expectEnd(place, 'tryon-emulator', args, { code: 7, says: /the client saw 200/ });
}

async function embed(place) {
  write(place, 'face.test.mjs', EMBEDDED_TEST);
  await expectEnd(place, 'node', ['--test', 'face.test.mjs'], { code: 0, says: /pass 2\b/ });
}

async function grade(place) {
  const good = ['run', '--emulator', '--only', 'cancel/races'];
  await expectEnd(place, 'tryon-conformance', good, { code: 0, says: /\bCONFORMANT/ });
  const run = 'tryon-conformance run $TRYON_URL --drivers /_emulator/v1 --only idempotency/replay';
  const bad = ['exec', '--deviate', 'replay-answers-202', '--', 'sh', '-c', run];
  await expectEnd(place, 'tryon-emulator', bad, { code: 1, says: /FAIL {2}IDEM-REPLAY-200[\s\S]*NON-CONFORMANT/ });
}

async function lint(place) {
  write(place, 'own.yaml', MISTAKEN_SCENARIO);
  const says = /own\.yaml:3:10: there is no rule JOB-READ-20; did you mean JOB-READ-200\?/;
  await expectEnd(place, 'tryon-conformance', ['lint', 'own.yaml'], { code: 1, says });
}

function write({ folder }, name, text) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function expectEnd(place, program, args, { code, says }) {
  const { text, ...ended } = await run(place, program, args, { listens: false }).ended;
  const command = [program, ...args].join(' ');
  assert.equal(ended.code, code, `"${command}" ended with ${ended.code ?? ended.signal}, not with ${code}:\n${text}`);
  assert.match(text, says, `"${command}" did not print ${says}:\n${text}`);
}

/** Runs a command of the place. Returns what it prints and how it ends, and kills it after the limit. */
function run(place, program, args, options) {
  const child = place.spawn(program, args, options);
  const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, text }));
  ended.catch(() => {}).finally(() => clearTimeout(limit));
  const printed = (pattern) =>
    new Promise((resolve, reject) => {
      child.stdout.on('data', () => pattern.test(text) && resolve(pattern.exec(text)[1]));
      ended.then(() => reject(new Error(`${program} ended before it printed ${pattern}:\n${text}`)), reject);
    });
  return { child, ended, printed };
}
