import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../index.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const { write } = scratchFolder();

let emulator: Emulator;
beforeAll(async () => {
  emulator = await createEmulator({ clock: 'frozen' });
});
afterAll(() => emulator.close());

const CLOSED = ['--url', 'http://127.0.0.1:1'];

describe('a mistake on the command line', () => {
  it.each<[string[], string]>([
    [['exec'], 'exec needs a command: tryon-emulator exec -- npm test'],
    [['exec', '--', 'no-such-program-here'], 'command not found: no-such-program-here'],
    [['exec', '--ignore', 'no-rule', '--', 'true'], '--ignore must be one of poll-too-soon,'],
    [['clock', 'stop'], 'the word after clock must be one of read, advance, set, not stop'],
    [['clock', 'advance'], 'clock advance needs a duration (8m), --to INSTANT or --idle'],
    [['clock', 'advance', 'soon'], 'by: must be a duration, such as 8m'],
    [['clock', 'set', 'sundial'], 'the mode must be one of auto, frozen, running, not sundial'],
    [['clock', 'set', 'running', '--rate', 'fast'], 'rate: '],
    [['clock', '--json=yes'], '--json takes no value'],
    [['journal', '--status', 'abc'], 'status: must be a number\n'],
    [['clock', 'read', 'now'], 'unexpected argument "now"'],
    [['clock', ...CLOSED], 'no emulator answers at http://127.0.0.1:1: start one, or set its URL with --url'],
    [['clock', '--url', 'nowhere'], '--url must be a URL such as http://127.0.0.1:4010, not nowhere'],
    [['clock', '--world', 'none'], 'there is no world none'],
    [['clock', '--world', '\u2603'], 'there is no world \u2603'],
    [['plan', 'add'], 'plan add needs a file or JSON'],
    [['plan', 'add', '{"nth":'], 'body: is not JSON'],
    [['plan', 'add', '{"nht":1}'], 'nht: is not a known field; did you mean nth?'],
    [['account', 'show'], 'account show needs the name of an account, as in account list'],
    [['account', 'change', 'demo'], 'account change needs the changes, as a file or JSON'],
    [['account', 'revoke-key', 'demo'], 'account revoke-key needs a key, as in account show NAME'],
    [['account', 'revoke-key', 'demo', 'lvie'], 'the account demo has no key lvie; it has live, test'],
    [['snapshot', 'save'], 'snapshot save needs the name of a snapshot'],
    [['snapshot', 'load', 'none'], 'there is no snapshot none of the world default; none was saved'],
    [['ready', '--timeout', 'soon'], '--timeout must be a duration, such as 30s'],
    [['validate'], 'validate needs a file: tryon-emulator validate emulator.yaml'],
    [['validate', 'nowhere.yaml'], 'nowhere.yaml: there is no such file'],
    [['start', '--prot', '1'], 'start has no flag --prot; did you mean --port?'],
    [['clock', 'advance', '-5m'], '-5m is negative; write 5m'],
    [['start', '--cors'], 'start has no flag --cors\nTry: tryon-emulator start --help'],
    [['strat'], 'unknown command strat; did you mean start?\nTry: tryon-emulator --help'],
    [['completion', 'csh'], 'the word after completion must be one of bash, zsh, fish, not csh'],
  ])('%j exits with 2 and reports what is wrong, without a stack trace', async (args, message) => {
    const { code, out, err } = await runCli(args, { TRYON_URL: emulator.url });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toMatch(/^tryon-emulator: /);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it('is reported in whole sentences, whether it is one or several', async () => {
    expect(() => emulator.switches.set({ daily_quota: -1 })).toThrow(/^The choice of switches is not valid:\n/);
    expect(() => emulator.plans.add({ nth: 0 })).toThrow(/^The plan is not valid:\n/);
    const match = { route: 'GET /v1/nowhere/at/all' };
    expect(() => emulator.faults.add({ match, effect: { kind: 'reset' } })).toThrow(
      /is not a route; the routes are: POST /,
    );
  });

  it.each<[string, (running: Emulator) => unknown, RegExp]>([
    ['a deviation', ({ deviations }) => deviations.on(undefined as never), /on\[0\]: must be the id of a deviation/],
    ['an endpoint', ({ webhooks }) => webhooks.update(undefined as never, {}), /id: must be an endpoint, its id or/],
    [
      'a key',
      ({ tenants }) => tenants.changeKey('demo', undefined as never, {}),
      /key: must be the name, id or secret/,
    ],
    ['a file', ({ files }) => files.import(undefined as never), /file: must be a Uint8Array/],
    ['a plan', ({ plans }) => plans.add(JSON.parse('{"__proto__": {}}')), /__proto__: is not a known field/],
  ])('in code is refused with a readable message: the input is not %s', async (_, call, problem) => {
    await expect(async () => call(emulator)).rejects.toThrow(problem);
  });

  it('in a plan file is reported with its line and column', async () => {
    const file = write('plan.yaml', 'nth: 1\noutcome:\n  status: failed\n  code: NO_LUCK\n');
    const { code, err } = await runCli(['plan', 'add', file]);
    expect(code).toBe(2);
    expect(err).toContain(`${file}:4:3: outcome.code `);
  });
});
