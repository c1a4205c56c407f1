import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import { rowOf } from '../../vary/testing/report-of.ts';
import { openKeptRows } from './run-all.ts';
import { resultFiles } from './run-once.ts';

const { folder, path, write } = scratchFolder();

describe('tryon-emulator vary', () => {
  it('lists the variations with their kind and section', async () => {
    const { code, out } = await runCli(['vary', '--list', '--only', 'upload_status,submit-429']);
    expect([
      code,
      out
        .trim()
        .split('\n')
        .map((line) => line.replace(/ +/g, ' ')),
    ]).toEqual([
      0,
      [
        'upload_status=200 lawful 4.1 which status does a successful upload return? 200 in place of 201',
        'upload_status=202 lawful 4.1 which status does a successful upload return? 202 in place of 201',
        'submit-429 misfortune 7 a submission is answered with 429 and Retry-After',
      ],
    ]);
  });

  it.each([
    [[], 'vary needs a command: tryon-emulator vary -- npm test'],
    [['--only', 'upload_statuss', '--', 'true'], 'there is no variation upload_statuss; did you mean upload_status?'],
    [['--jobs', '0', '--', 'true'], '--jobs must be an integer, 1 to 64, not 0'],
    [['--timeout', 'soon', '--', 'true'], '--timeout must be a duration, such as 2m'],
    [['--jobs', '2', '--results', 'a.xml', '--', 'true'], 'parallel runs would overwrite the files of --results'],
    [['--', 'no-such-command-here'], 'command not found: no-such-command-here'],
    [['--reading', 'upload_status=299', '--', 'true'], '--reading upload_status must be one of 200, 201, 202, not 299'],
  ])('with %j reports what is wrong, and exits with 2', async (args, message) => {
    const { code, err } = await runCli(['vary', ...args]);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('sets TRYON_CLIENT_REPORT, and its former name to the same file', async () => {
    const isSame = 'process.exit(process.env.TRYON_CLIENT_REPORT === process.env.TRYON_TOLD ? 0 : 9)';
    const { out } = await runCli(['vary', '--', process.execPath, '-e', isSame]);
    expect(out).toContain('no request reached the emulator');
  });

  it('stops if the command fails without variations, or sends no request', async () => {
    const failed = await runCli(['vary', '--', 'false']);
    expect([failed.code, failed.out]).toEqual([3, expect.stringContaining('the command ends with 1 as it is')]);
    const quiet = await runCli(['vary', '--', 'true']);
    expect([quiet.code, quiet.out]).toEqual([3, expect.stringContaining('no request reached the emulator')]);
  });

  it.each(['junit', 'json'])('refuses a file for --%s that cannot be written, before anything is run', async (form) => {
    const { code, err } = await runCli(['vary', `--${form}`, '/', '--', 'true']);
    expect([code, err]).toEqual([2, expect.stringContaining(`--${form} /: it cannot be written, it is a folder`)]);
    expect(err).not.toContain('as it is');
  });
});

describe('the stored results of a run', () => {
  it('are read again, except for an incomplete line', () => {
    const file = path('kept.jsonl');
    openKeptRows(file, 'npm test').add(rowOf({ variation: 'one' }));
    write(
      'kept.jsonl',
      `${JSON.stringify({ command: 'npm test' })}\n${JSON.stringify(rowOf({ variation: 'one' }))}\n{"vari`,
    );
    expect(openKeptRows(file, 'npm test').rows).toEqual([rowOf({ variation: 'one' })]);
  });

  it('are used only for the same command', () => {
    const file = write('other.jsonl', `${JSON.stringify({ command: 'npm test' })}\n`);
    expect(() => openKeptRows(file, 'make')).toThrow(/is of another run, npm test/);
    expect(() => openKeptRows(write('none.txt', 'words'), 'make')).toThrow(/is no file of vary/);
  });
});

describe('the result files', () => {
  it('are those in the folder of the run, else new ones that match', () => {
    const own = path('own');
    mkdirSync(own);
    const before = process.cwd();
    process.chdir(folder);
    try {
      write('out/new.xml', '<testsuite/>');
      utimesSync(write('out/old.xml', '<testsuite/>'), 1, 1);
      write('junit.xml', '<testsuites/>');
      const since = 1_000_000;
      const names = (globs: string[], readsUsual = true) =>
        resultFiles(own, { globs, readsUsual }, since).map(({ name }) => name);
      expect(names(['out/*.xml'])).toEqual(['out/new.xml']);
      expect(names(['**/*.xml'])).toEqual(['junit.xml', 'out/new.xml']);
      expect(names([])).toEqual(['junit.xml']);
      expect(names([], false)).toEqual([]);
      write(join('own', 'results.xml'), '<testsuites/>');
      expect(names([])).toEqual(['results.xml']);
    } finally {
      process.chdir(before);
    }
  });
});
