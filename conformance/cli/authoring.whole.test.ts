import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { filesToRun } from '../suite/suite-files.ts';
import { SCHEMAS } from './commands/schema.ts';
import { ownPaths } from './own-suite.ts';
import { runCli } from './testing/launch.ts';

const { folder, read, write } = scratchFolder();
const inFolder = { cwd: folder };

describe('tryon-conformance lint, without any scenario', () => {
  it.each(['lint', 'run --emulator --scenarios'])('reports a mistake for %s, and does not succeed', async (words) => {
    const empty = write('empty.yaml', '\n');
    write('faces/a.txt', 'no scenario');
    for (const what of [empty, `${folder}/faces`]) {
      const { code, err } = await runCli([...words.split(' '), what]);
      expect(code).toBe(2);
      expect(err).toContain(`${what}: the folder contains no YAML files`);
    }
  });
});

describe('tryon-conformance new', () => {
  it('creates a scenario that has no mistakes except its blanks, and that can be graded once they are filled in', async () => {
    const begun = await runCli(['new', 'scenario', 'jobs/mine'], inFolder);
    expect(begun.out).toContain('wrote scenarios/jobs/mine.yaml');
    const { code, out } = await runCli(['lint', 'scenarios/jobs/mine.yaml'], inFolder);
    expect(code).toBe(1);
    expect(out.split('\n').filter((line) => /:\d+:\d+: /.test(line))).toEqual([
      'scenarios/jobs/mine.yaml:3:8: … is to be filled in',
      'scenarios/jobs/mine.yaml:4:10: there is no rule RULE-ID',
      expect.stringMatching(/^scenarios\/jobs\/mine\.yaml:8:\d+: there is no rule RULE-ID$/),
    ]);
    write(
      'scenarios/jobs/mine.yaml',
      read('scenarios/jobs/mine.yaml').replaceAll('RULE-ID', 'JOB-READ-200').replace('…', 'a job'),
    );
    const [linted, run] = await Promise.all([
      runCli(['lint', 'scenarios/jobs/mine.yaml'], inFolder),
      runCli(['run', '--emulator', '--scenarios', 'scenarios/jobs/mine.yaml'], inFolder),
    ]);
    expect(linted).toEqual({ code: 0, out: '1 scenario, 0 problems, 0 warnings\n', err: '' });
    expect(run.code).toBe(0);
  });

  it('does not change an existing scenario', async () => {
    const file = write('scenarios/a/b.yaml', 'mine');
    const { code, err } = await runCli(['new', 'scenario', 'a/b'], inFolder);
    expect(code).toBe(2);
    expect(err).toContain('scenarios/a/b.yaml: it is there already, and is left alone');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('prints a rule that is anchored to a sentence of the spec, or appends it to a file', async () => {
    const spec = write('spec.md', '# 4.2 Keys\n\nA key is kept for a day.\n');
    const args = ['new', 'rule', 'KEY-KEPT', '--spec', spec, '--sentence', 'kept for a day'];
    const { code, out } = await runCli(args);
    expect(code).toBe(0);
    expect(out).toMatch(/^KEY-KEPT: \{clause: "4.2", level: must, group: core, anchor: "[0-9a-f]{8}", says: "…"\}\n$/);
    const rules = write('rules.yaml', 'A-RULE: {}');
    await runCli([...args, rules]);
    expect(read('rules.yaml')).toBe(`A-RULE: {}\n${out}`);
  });
});

describe('tryon-conformance lint', () => {
  it('finds every mistake at its place, even in branches that the emulator would never take', async () => {
    const file = write(
      'bad.yaml',
      [
        'scenario: bad/one',
        'covers: [USAGE-200, USAGE-DAY, GAP-USAGE-SHAPE]',
        'arms:',
        '  - {name: fast, needs: [driver.clock], given: [{use: lib/submitt, as: job}]}',
        '  - {name: slow, matrix: {n: [1, 2]}, given: [{let: {x: "${rwo.n}"}}]}',
        'steps:',
        '  - {call: GET /v1/usage, expect: {USAGE-200: {status: 200}, JOB-404: {status: 404}}}',
        '  - {call: GET /v1/jobs/job_1, expect: {USAGE-200: {status: 404}}}',
      ].join('\n'),
    );
    const { code, out } = await runCli(['lint', file, '--json']);
    expect(code).toBe(1);
    const { problems, warnings } = JSON.parse(out);
    const messages = problems.map(
      ({ line, column, message }: Record<string, unknown>) => `${line}:${column} ${message}`,
    );
    expect(messages).toEqual([
      '2:21 USAGE-DAY is in covers, and no step checks it',
      '2:32 GAP-USAGE-SHAPE is in covers, and no step checks it',
      '4:55 there is no set-up lib/submitt; did you mean lib/submit?',
      '5:60 rwo.n: there is no rwo; did you mean row?',
      '7:62 JOB-404 is checked here; add it to covers',
    ]);
    expect(warnings.map(({ line, message }: Record<string, unknown>) => [line, message])).toEqual([
      [1, expect.stringContaining('about is missing')],
      [8, expect.stringContaining('without an accepted twin')],
    ]);
  });

  it('finds nothing wrong with the built-in suite, and reads it only once if its own folders are named', async () => {
    const { code, out } = await runCli(['lint', 'scenarios', 'scenarios/rules']);
    expect(out).toMatch(/, 0 problems, /);
    expect(code).toBe(0);
  });

  it.each([
    ['scenarios'],
    ['scenarios/'],
    ['scenarios/rules'],
    ['scenarios/every-answer'],
    ['scenarios/lib/assets.yaml'],
  ])('takes %s for the built-in suite, which is always read', (path) => {
    expect(ownPaths([path, 'package.json'], 'lint')).toEqual(['package.json']);
  });
});

describe('tryon-conformance lint with a folder', () => {
  it('does not take installed files, rules, shapes, set-ups or a suite for scenarios', async () => {
    const scenario =
      'scenario: some/usage\nabout: it\ncovers: [USAGE-200]\nsteps: [{call: GET /v1/usage, expect: {USAGE-200: {status: 200}}}]\n';
    write('some/usage.yaml', scenario);
    write('some/node_modules/other/action.yml', 'runs: {using: node}');
    write('some/more/rules/mine.yaml', 'MY-RULE: {clause: "1", level: must, group: core, says: "…"}');
    write('some/more/schemas/mine.yaml', 'type: object\nproperties: {left: {type: integer}}');
    const { out } = await runCli(['lint', 'some'], inFolder);
    expect(out).toBe('some/more/rules/mine.yaml:1:56: … is to be filled in\n\n1 scenario, 1 problem, 0 warnings\n');
    const alone = ['lint', 'some/more/rules/mine.yaml', 'some/more/schemas'];
    expect((await runCli(alone, inFolder)).out).toContain('0 scenarios, 1 problem');
    write('some/usage.yaml', scenario.replace('status: 200}', 'body.left: 7, body.lft: 7, body.details.any: 1}'));
    expect((await runCli(['lint', 'some'], inFolder)).out).toContain(
      'no shape has a member lft; did you mean left?; put it into a shape of your own in schemas/, or into draft',
    );
  });
});

describe("An author's expectation for every answer", () => {
  const expected = (status: string) =>
    `about: a job is never forgotten\nlook_at: jobs\nexpect:\n  JOB-STATUS: {status: ${status}}\n`;

  it('is judged along with the built-in ones, in the built-in scenarios if the author has none', async () => {
    write('mine/every-answer/jobs.yaml', expected('{not: succeeded}'));
    const only = ['--only', 'jobs/etag', '--no-color'];
    const { code, out } = await runCli(['run', '--emulator', '--scenarios', 'mine', ...only], inFolder);
    expect(code).toBe(1);
    expect(out).toContain('JOB-STATUS');
    const whole = filesToRun([join(folder, 'mine')]);
    for (const path of ['mine/every-answer', 'mine/every-answer/jobs.yaml'])
      expect(filesToRun([join(folder, path)])).toEqual(whole);
  });
});

describe('tryon-conformance trace', () => {
  it('returns the rules that no deviation proves', async () => {
    const file = write(
      'deviations.json',
      '[{"id": "a", "rule": "USAGE-200", "also": []}, {"id": "b", "cites": "4.2"}]',
    );
    const { out } = await runCli(['trace', '--deviations', file, '--json']);
    const { unproved, unknown, scenarios } = JSON.parse(out);
    const ids = unproved.map(({ rule }: { rule: string }) => rule);
    expect(ids).toContain('IDEM-REPLAY-200');
    expect(ids).not.toContain('USAGE-200');
    expect(unknown).toEqual([]);
    expect(scenarios).toBeGreaterThan(2);
  });
});

describe('tryon-conformance rules', () => {
  it('lists the rules of a group and a level', async () => {
    const { code, out } = await runCli(['rules', '--group', 'cancel', '--level', 'gap', '--json']);
    expect(code).toBe(0);
    const rules = JSON.parse(out);
    expect(rules.map(({ id }: { id: string }) => id)).toContain('GAP-CANCEL-BILLING');
    expect(rules.every(({ group, level }: Record<string, string>) => group === 'cancel' && level === 'gap')).toBe(true);
  });

  it('prints all of a rule: what it follows from, and a lawful server that breaks it', async () => {
    const { code, out } = await runCli(['rules', 'CREDIT-HELD-QUEUED']);
    expect(code).toBe(0);
    expect(out).toMatch(/^CREDIT-HELD-QUEUED {2}derived, credits$/m);
    expect(out).toMatch(/^ {2}follows from +CREDIT-HOLD: \S.*$/m);
    expect(out).toMatch(/^ {2}lawful all the same +captures the units/m);
    const unknown = await runCli(['rules', 'CREDIT-HELD-QUEUE']);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('did you mean CREDIT-HELD-QUEUED?')]);
  });
});

describe('tryon-conformance schema', () => {
  it.each(['scenario', 'set-up', 'every-answer', 'rules', 'suite', 'target', 'report'] as const)(
    'prints the schema of a %s file',
    async (kind) => {
      const { code, out } = await runCli(['schema', kind]);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(SCHEMAS[kind]())));
    },
  );
});
