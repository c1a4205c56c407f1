import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { startEmulator, type TestServer } from '../run/self-test.ts';
import { hostileBefore } from '../testing/hostile-servers.ts';
import { runCli } from './testing/launch.ts';

const { path, write } = scratchFolder();

let server: TestServer;
beforeAll(async () => {
  server = await startEmulator();
});
afterAll(() => server.close());

type Answer = (response: ServerResponse) => void;

/** Servers that make a client wait. */
const SERVERS: Readonly<Record<string, Answer>> = {
  'is busy for thirty years': busy(999_999_999),
  'is busy for a second': busy(1),
  'has 1,500 headers': (response) =>
    response.writeHead(200, Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`x-${n}`, 'v']))).end('{}'),
  'never answers': () => undefined,
  'sends a byte of a body each second': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
    eachSecond(response, () => response.write(' '));
  },
  'sends a byte of a head each second': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nX-Long: ');
    eachSecond(response, () => response.socket?.write('x'));
  },
};

function busy(seconds: number): Answer {
  return (response) => response.writeHead(429, { 'Retry-After': seconds }).end('{"error":{"code":"RATE_LIMITED"}}');
}

function eachSecond(response: ServerResponse, send: () => void): void {
  const timer = setInterval(send, 1_000);
  response.on('close', () => clearInterval(timer));
}

/** Such a server, which first passes on the answers of an emulator to some requests. */
function waiting(answer: Answer, first: number) {
  let answers = 0;
  const spoil = ({ response }: { response: ServerResponse }) => {
    answers += 1;
    if (answers > first) answer(response);
    return answers > first;
  };
  return hostileBefore(server, { only: [], spoil });
}

const GRADED = /^(?:INCOMPLETE|NON-CONFORMANT) /m;

/** Every command that talks to a server, with how it ends: with its results, or with the reason why there are none. */
const COMMANDS: Readonly<Record<string, readonly [args: (url: string) => string[], says: RegExp]>> = {
  run: [(url) => ['run', url, '--only', 'jobs'], GRADED],
  'run with such drivers': [(url) => ['run', server.base_url, '--drivers', url, '--only', 'jobs'], GRADED],
  'calibrate --out': [
    (url) => ['calibrate', url, '--out', path('emulator.yaml'), '--force'],
    /^nothing could be seen of .*(?:in time|it needs)|^could not be seen/m,
  ],
  'calibrate --check': [
    (url) => ['calibrate', url, '--check', write('kept.yaml', 'readings: {}\n')],
    /^nothing could be seen of .*(?:in time|it needs)|matches the file$|has drifted/m,
  ],
  compare: [(url) => ['compare', url, server.base_url], /^inconclusive|^parity/m],
  init: [(url) => ['init', url, path(`${crypto.randomUUID()}.yaml`)], /^wrote .*\.yaml/m],
};

const LIMITS = ['--key', 'pk_test_demo', '--wall', '500ms'];
/** Without its limit, a command takes minutes, or does not end. */
const MOST = 60_000;

describe.each(Object.entries(SERVERS))('A server that %s', (_, answer) => {
  const later = ['run', 'calibrate --out'].map((name): [string, number] => [name, 60]);
  const atOnce = Object.keys(COMMANDS).map((name): [string, number] => [name, 0]);

  it.each([...atOnce, ...later])(
    'does not keep %s beyond its time limit, after %i other answers',
    async (name, first) => {
      const [args, says] = COMMANDS[name] ?? [() => [], /^$/];
      const before = await waiting(answer, first);
      const { code, out, err } = await runCli([...args(before.base_url), ...LIMITS]);
      await before.close();
      expect([0, 1, 3], err).toContain(code);
      expect(out).toMatch(says);
    },
    MOST,
  );

  it(
    'does not keep the proxy of observe beyond the end of its command',
    async () => {
      const before = await waiting(answer, 0);
      const ask = `fetch(process.env.TRYON_URL + '/v1/usage', { signal: AbortSignal.timeout(500) }).catch(() => {})`;
      const { code, out } = await runCli(['observe', '--proxy', before.base_url, '--', process.execPath, '-e', ask]);
      await before.close();
      expect([1, 3]).toContain(code);
      expect(out).toMatch(/rules held, \d+ violated/);
    },
    MOST,
  );
});
