import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { mapTexts } from '../effects/secrets/map-texts.ts';
import { sampleReport } from '../report/testing/sample-report.ts';
import { runCli } from './testing/launch.ts';
import { openServer } from './testing/servers.ts';

const { folder, path, read, write } = scratchFolder();

/** A forged line, terminal control codes, right-to-left text, zero-width characters, and half of a surrogate pair. */
const HOSTILE = '\nFAKE\r\x1b[2J\x9b31m\x07\x7f\u202e\u2066\u200b\u200e\u061c\u2028\u2029\ufeff\u{e0041}\ud800';
/** Returns any hostile character that is left unescaped, except our own line breaks and colors. */
const rawIn = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours.
    .replace(/\x1b\[\d{1,2}m/g, '')
    .match(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|\ufffd/gu);

/** Texts that programs rely on, and times, are left unchanged. */
const WORDS =
  /^(?:[a-z_]+|sha256|non-conformant|needs-[a-z]+|tryon-kit|\d{4}-\d\d-\d\dT.*Z|(?:GET|POST|PUT|DELETE)|webhooks\.\w+|image\/\w+)$/;
const spoilt = (text: string) => (WORDS.test(text) ? text : `${text}${HOSTILE}`);

describe('A report with hostile texts in every possible place', () => {
  const report = mapTexts(sampleReport({ errors: [{ instance: 'jobs/unknown', message: 'it broke\n  at step' }] }), {
    text: spoilt,
  });
  const FORMS = ['json', 'junit', 'ctrf', 'html', 'summary', 'annotations', 'badge'];

  beforeAll(async () => {
    const file = write('hostile.json', JSON.stringify(report));
    const { err } = await runCli(['report', file, ...FORMS.flatMap((form) => [`--${form}`, path(`out.${form}`)])]);
    expect(err).toBe('');
  });

  it.each(FORMS)('has no control codes and hides nothing in the form %s', (form) => {
    const text = read(`out.${form}`);
    expect(rawIn(text)).toBeNull();
    if (form !== 'badge') expect(text).toContain('\\u202e');
  });

  it('has the same meaning in JSON', () => {
    const written = JSON.parse(JSON.stringify(report));
    expect(JSON.parse(read('out.json'))).toEqual(written);
  });

  it.each([[[]], [['--verbose']]])(
    'sends no control codes to a terminal, and cannot begin a line there (%j)',
    async (more) => {
      const { out } = await runCli(['report', path('hostile.json'), ...more], { env: { FORCE_COLOR: '1' } });
      expect(rawIn(out)).toBeNull();
      expect(out).toContain('\\u202e');
      expect(out).not.toMatch(/^FAKE/m);
    },
  );
});

describe('A hostile server', () => {
  const KEY = 'pk_test_9sK2mWq7ZtR4xYb1';
  const said = JSON.stringify({ error: { code: `NO${HOSTILE}${KEY}`, message: Buffer.from(KEY).toString('base64') } });
  let server = { url: '', close: async () => {} };
  beforeAll(async () => {
    server = await openServer((_request, response) => response.writeHead(401).end(said));
  });
  afterAll(() => server.close());

  it('cannot make init print or write control codes or the key', async () => {
    const init = ['init', server.url, 'target.yaml', '--key', KEY, '--json'];
    const { code, out } = await runCli(init, { cwd: folder });
    expect([code, rawIn(out), rawIn(read('target.yaml'))]).toEqual([0, null, null]);
    expect(JSON.parse(out).unknown_path.text).toContain('<primary in base64>');
    expect(out + read('target.yaml')).not.toContain('9sK2m');
  });

  it('is reported on one line if it refuses the key', async () => {
    const usage = write(
      'usage.yaml',
      'scenario: u\ncovers: [USAGE-200]\nsteps: [{call: GET /v1/usage, expect: {USAGE-200: {status: 200}}}]\n',
    );
    const { err, out } = await runCli(['run', server.url, '--key', KEY, '--scenarios', usage, '-v'], { cwd: folder });
    expect(err).toMatch(/^tryon-conformance: warning: the server answers 401 to GET \/v1\/usage with the primary key/);
    expect([rawIn(out), rawIn(err), (out + err).includes('9sK2m')]).toEqual([null, null, false]);
  });
});

describe('A value that a user gave', () => {
  it.each([
    ['a password in the address', ['run', 'http://me:hunter22@127.0.0.1:1/'], 'http://…@127.0.0.1:1/'],
    ['a password alone', ['run', 'http://:hunter22@127.0.0.1:1/'], 'http://…@127.0.0.1:1/'],
    ['a token in the address', ['run', 'http://127.0.0.1:1/?token=hunter22'], 'http://127.0.0.1:1/?…'],
    ['a key without its flag', ['plan', 'http://127.0.0.1:1', 'pk_live_hunter22'], 'unexpected argument "<key>"'],
  ])('is not printed again if it was a mistake: %s', async (_, args, shown) => {
    const { code, err } = await runCli(args);
    expect([code, err.includes('hunter22')]).toEqual([2, false]);
    expect(err).toContain(shown);
  });

  it('is not printed again from a target file', async () => {
    const file = write('bad.yaml', 'target: {base_url: "http://me:hunter22@127.0.0.1:1"}\n');
    const { code, err } = await runCli(['plan', '--target', file]);
    expect([code, err.includes('hunter22')]).toEqual([2, false]);
    expect(err).toContain('bad.yaml:1:20: target.base_url is http://…@127.0.0.1:1: write an address');
  });
});
