import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../control/schemas/read-config.ts';
import { readingsSchema } from '../domain/readings.ts';
import { emulatorFor } from '../testing/client.ts';
import { launch } from '../testing/launch.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const { path, write } = scratchFolder();

/** The starter configuration, created once; its commented lines are enabled after a heading. */
const starter = runCli(['init', path('starter.yaml')]).then(() => readFileSync(path('starter.yaml'), 'utf8'));
const uncommented = async (...names: string[]) => {
  let open = false;
  const lines = (await starter).split('\n').map((line) => {
    open = line.startsWith('# ') && (names.some((name) => line === `# ${name}:`) || (open && line.startsWith('#   ')));
    return open ? line.slice(2) : line;
  });
  return parse(lines.join('\n'));
};

describe('tryon-emulator init', () => {
  it('writes a configuration that validate accepts, and does not overwrite an existing one', async () => {
    await starter;
    const valid = await runCli(['validate', path('starter.yaml')]);
    expect(valid).toEqual({ code: 0, out: `${path('starter.yaml')} is valid; worlds: default\n`, err: '' });
    const again = await runCli(['init', path('starter.yaml')]);
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain(`${path('starter.yaml')} exists already: choose another file name`);
    expect(readFileSync(path('starter.yaml'), 'utf8')).toBe(await starter);
  });

  it('prints its result as JSON, and reports where a file cannot be written', async () => {
    const file = path('other.yaml');
    expect(await runCli(['init', file, '--json'])).toEqual({ code: 0, out: `${JSON.stringify({ file })}\n`, err: '' });
    const { code, err } = await runCli(['init', path('no-folder/file.yaml')]);
    expect(code).toBe(2);
    expect(err).toContain('cannot be written');
  });

  it('lists every reading with its default, commented out', async () => {
    const { readings } = await uncommented('readings');
    expect(Object.keys(readings)).toEqual(Object.keys(readingsSchema.parse({})));
    expect(readingsSchema.parse(readings)).toEqual(readingsSchema.parse({}));
    expect((await uncommented()).readings).toBeUndefined();
  });

  it('shows plans and faults that are accepted once they are enabled', async () => {
    const config = parseConfig(await uncommented('plans', 'faults', 'readings'));
    expect(config.plans).toHaveLength(1);
    expect(config.faults).toMatchObject([{ match: { route: 'POST /v1/makeup/try-ons' }, nth: 2 }]);
  });
});

describe('tryon-emulator validate', () => {
  it('with --json reports what is wrong as JSON too, and exits with 2', async () => {
    const file = write('wrong.yaml', 'clokc: frozen\nlisten: maybe\n');
    const { code, out, err } = await runCli(['validate', file, '--json']);
    expect([code, err]).toEqual([2, '']);
    expect(JSON.parse(out)).toEqual({
      file,
      problems: [
        { path: `${file}:1:1`, problem: 'clokc is not a known field; did you mean clock?' },
        { path: `${file}:2:1`, problem: 'listen is not a known field' },
      ],
    });
  });

  it('reports the worlds of a valid file', async () => {
    const file = write('good.yaml', 'seed: a\nworlds: {second: {seed: b}}\n');
    const { code, out } = await runCli(['validate', file, '--json']);
    expect({ code, answer: JSON.parse(out) }).toEqual({ code: 0, answer: { file, worlds: ['default', 'second'] } });
  });

  it.each([
    ['seed: a\nstages:\n  queued: soon\n', ':3:3: stages.queued "soon" is not a duration'],
    ['seed: a\nfaults:\n  - match: {route: GET /v1/job}\n    effect: {kind: reset}\n', 'match.route: is not a route'],
    ['assets: [{key: pk_live_nobody, base64: AAAA}]\n', 'assets[0].key: is not a key of this world'],
  ])('refuses %j with exit code 2 and the place', async (text, message) => {
    const file = write('bad.yaml', text);
    const { code, out, err } = await runCli(['validate', file]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).not.toMatch(/\n\s+at /);
  });
});

describe('a configuration that is too large or too complex', () => {
  const strange = Array.from({ length: 20_000 }, (_, n) => `unknown_${n}: 1`);

  it.each([
    ['two documents', ['seed: a', '---', 'seed: b'], ':3:1: this begins a second document; remove it'],
    ['20,000 unknown fields', strange, ':1:1: has 19950 more problems'],
    ['the same field again and again', strange.map(() => 'seed: a'), ':3:1: seed is a duplicate'],
  ])('is refused with exit code 2 in a few lines: %s', async (_, lines, message) => {
    const { code, err } = await runCli(['validate', write('huge.yaml', lines.join('\n'))]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err.split('\n').length).toBeLessThan(60);
  });
});

describe('tryon-emulator schema', () => {
  it('is a JSON Schema 2020-12 that accepts the starter and rejects mistakes', async () => {
    const { code, out } = await runCli(['schema']);
    const schema = JSON.parse(out);
    const ajv = new Ajv2020({ strict: false });
    expect(code).toBe(0);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(ajv.validateSchema(schema)).toBe(true);
    const accepts = ajv.compile(schema);
    expect([accepts(await uncommented()), accepts.errors]).toEqual([true, null]);
    expect([accepts(await uncommented('plans', 'faults', 'readings')), accepts.errors]).toEqual([true, null]);
    expect([{ sede: 'a' }, { clock: 'sundial' }, { readings: { retry_after: -1 } }].map((bad) => accepts(bad))).toEqual(
      [false, false, false],
    );
  });
});

describe('tryon-emulator openapi', () => {
  it.each([
    [[], '/_emulator/openapi.json'],
    [['--control'], '/_emulator/v1/openapi.json'],
  ])('with %j prints the document that is served', async (flags, path) => {
    const { client } = await emulatorFor();
    const { body: served } = await client.get(path, { key: null });
    const { code, out } = await runCli(['openapi', ...flags]);
    const printed = JSON.parse(out);
    // The served document is relative to its own address; a printed one contains the usual address.
    expect(flags.length > 0 || printed.servers[0].url).toEqual(flags.length > 0 || 'http://127.0.0.1:4010');
    expect({ code, ...printed, servers: null }).toEqual({ code: 0, ...served, servers: null });
  });

  it('uses the readings of a configuration, and refuses one that does not affect the document', async () => {
    const file = write('lax.yaml', 'readings: {upload_status: 200, codes: {rate_limited: SLOW_DOWN}}\n');
    const { out } = await runCli(['openapi', '--config', file]);
    const { paths, components } = JSON.parse(out);
    expect(Object.keys(paths['/v1/assets'].post.responses)).toContain('200');
    expect(components.responses.RateLimited.description).toMatch(/^`SLOW_DOWN`/);
    const refused = await runCli(['openapi', '--control', '--config', file]);
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/--config has no effect on the control API/) });
  });
});

describe('tryon-emulator start', () => {
  it.each([
    [[], /^ {2}token {5}[\w-]{32}$/m],
    [['--token', 'my-own'], /^ {2}token {5}see --token$/m],
  ])('on a non-loopback address with %j prints the token that control calls need', async (flags, line) => {
    const { child, lines, ended } = launch(['start', '--host', '0.0.0.0', '--port', '0', ...flags]);
    const url = /http:\S+/.exec((await lines(1))[0] ?? '')?.[0];
    const without = await fetch(`${url}/_emulator/v1/clock`);
    child.kill('SIGINT');
    const { out, err } = await ended;
    expect(without.status).toBe(403);
    expect(out).toMatch(line);
    expect(out).not.toContain('my-own');
    expect(err.includes('set TRYON_TOKEN instead')).toBe(flags.length > 0);
  });

  it.each([[[]], [['--json']]])('does not print, with %j, a token of the environment', async (flags) => {
    const args = ['start', '--host', '0.0.0.0', '--port', '0', ...flags];
    const { child, lines, ended } = launch(args, { TRYON_TOKEN: 'known-to-others' });
    await lines(1);
    child.kill('SIGINT');
    expect((await ended).out).not.toContain('known-to-others');
  });
});
