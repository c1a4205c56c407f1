import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { runCli } from './testing/launch.ts';

const { folder, read, write } = scratchFolder();

/** What is added to a suite for one sentence, in the order in which an author adds it. */
const SENTENCE = '`GET /v1/quota` shows how many jobs are left for the day.';
const RULE = `ACME-QUOTA: {clause: "2", level: must, group: core, sentence: "${SENTENCE}", says: "the quota is reported"}\n`;
const SCENARIO = `scenario: acme/quota
about: the quota is reported
covers: [ACME-QUOTA]
steps: [{call: GET /v1/quota, expect: {ACME-QUOTA: {status: 200, body.left: {is: integer}}}}]
`;
const DRAFT = '  - {match: {route: GET /v1/quota, status: 404}, status: 200, set: {body: {left: 7}}}\n';
const DEVIATION = '  - {id: null-left, breaks: ACME-QUOTA, match: {route: GET /v1/quota}, set: {body.left: null}}\n';

const at = (path: string) => ({ cwd: join(folder, path) });
const begun = async (name: string) => {
  await runCli(['init', '--suite', name], { cwd: folder });
  return (path: string, change: (text: string) => string) => write(`${name}/${path}`, change(read(`${name}/${path}`)));
};

describe('A suite of the user', () => {
  it('names the schema of its rules, and is created once', async () => {
    const { code, out } = await runCli(['init', '--suite', 'first'], { cwd: folder });
    expect({ code, out }).toEqual({
      code: 0,
      out: 'wrote first/suite.yaml, first/spec.md, first/rules/first.yaml, first/scenarios/first/counted-at.yaml; run: tryon-conformance prove --suite first\n',
    });
    expect(read('first/rules/first.yaml')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/\.\.\/node_modules\/tryon-kit\//,
    );
    const again = await runCli(['init', '--suite', 'first'], { cwd: folder });
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('first/suite.yaml: it is there already')]);
  });

  it('may have a derived rule that does not list what is lawful, for one more version', async () => {
    const edit = await begun('mild');
    const derived = `MILD-RULE: {clause: "1", level: derived, group: core, from: [USAGE-200], says: "x", counter: "y"`;
    edit('rules/mild.yaml', (text) => `${text}\n${derived}}\n`);
    const linted = await runCli(['lint'], at('mild'));
    expect(linted.code).toBe(0);
    expect(linted.out).toContain('warning: MILD-RULE is derived and has neither spares nor open');
    edit('rules/mild.yaml', (text) => text.replace('counter: "y"', 'counter: "y", spares: [{status: 403}]'));
    expect((await runCli(['lint'], at('mild'))).out).not.toContain('neither spares nor open');
    edit('rules/mild.yaml', (text) => text.replace('{status: 403}', '{body: {is: dattime}}'));
    const refused = await runCli(['lint'], at('mild'));
    expect(refused.out + refused.err).toContain('is knows no dattime; did you mean datetime');
  });

  it('is guided from a sentence to a proved rule: by trace, lint and prove', async () => {
    const edit = await begun('acme');
    edit('spec.md', (text) => `${text}\n# 2 Quota\n\n${SENTENCE}\n`);
    expect((await runCli(['trace'], at('acme'))).out).toContain(`L7  ${SENTENCE}`);
    edit('rules/acme.yaml', (text) => text + RULE);
    expect((await runCli(['lint'], at('acme'))).out).toContain(
      'nothing can fail ACME-QUOTA yet: no scenario checks it',
    );
    write('acme/scenarios/quota.yaml', SCENARIO);
    expect((await runCli(['lint'], at('acme'))).out).toContain('no deviation in suite.yaml breaks it');

    const undrafted = await runCli(['prove', 'acme/quota'], at('acme'));
    expect(undrafted.code).toBe(1);
    expect(undrafted.out).toContain('ACME-QUOTA: fail on the unchanged emulator; run --only acme/quota shows it');
    edit('suite.yaml', (text) => text.replace('draft:\n', `draft:\n${DRAFT}`) + DEVIATION);
    const drafted = await runCli(['prove', 'acme/quota'], at('acme'));
    expect(drafted.out).toMatch(/^ACME-QUOTA +null-left +-$/m);
    expect(drafted.code).toBe(0);
  });

  it('reports a deviation that is not caught, and one that changed no answer', async () => {
    const edit = await begun('missed');
    const more = [
      '  - {id: late, breaks: MISSED-COUNTED-AT, match: {route: usage}, set: {header.X-Other: late}}',
      '  - {id: elsewhere, breaks: MISSED-COUNTED-AT, match: {route: GET /v1/nothing}, status: 500}',
    ];
    edit('suite.yaml', (text) => text + more.join('\n'));
    const { code, out } = await runCli(['prove'], at('missed'));
    expect(code).toBe(1);
    expect(out).toMatch(/^MISSED-COUNTED-AT .* late, elsewhere \(it changed no answer\)$/m);
  });

  it('is refused if an id is already used in the built-in suite, and both places are named', async () => {
    const edit = await begun('clashing');
    edit('rules/clashing.yaml', (text) => text.replace('CLASHING-COUNTED-AT', 'USAGE-200'));
    write('clashing/schemas/job.yaml', 'type: object\n');
    const { code, out } = await runCli(['lint'], at('clashing'));
    expect(code).toBe(1);
    expect(out).toMatch(/rules\/clashing\.yaml:2:1: there is a rule USAGE-200 already, at .*usage\.yaml:\d+/);
    edit('rules/clashing.yaml', (text) => text.replace('USAGE-200', 'CLASHING-COUNTED-AT'));
    expect((await runCli(['lint'], at('clashing'))).out).toMatch(
      /schemas\/job\.yaml:1:1: there is a shape job already, at .*schemas\/job\.yaml/,
    );
  });

  it('may have its own feature, a rule on every answer, a body from a file, and a base URL of its choice', async () => {
    const edit = await begun('more');
    edit(
      'rules/more.yaml',
      (text) =>
        text +
        'MORE-TRACE: {clause: "1", level: must, group: core, says: "each answer of the usage has a trace"}\n' +
        'MORE-FILE: {clause: "1", level: must, group: core, says: "a file is taken"}\n' +
        'MORE-TLS: {clause: "1", level: must, group: core, says: "an address without TLS is refused"}\n' +
        'MORE-OFF: {clause: "1", level: must, group: core, says: "it is never asked"}\n',
    );
    write(
      'more/every-answer/usage.yaml',
      'about: a trace\nlook_at: answers\nroutes: usage\nexpect: {MORE-TRACE: {header.X-Trace: {present: true}}}\n',
    );
    mkdirSync(join(folder, 'more/files'));
    cpSync(new URL('../../fixtures/faces/afro.jpeg', import.meta.url), join(folder, 'more/files/face.jpg'));
    write(
      'more/scenarios/file.yaml',
      [
        'scenario: more/file',
        'about: a file is taken',
        'covers: [MORE-FILE]',
        'requires: {features: [quota]}',
        'steps: [{call: POST /v1/assets, body: {file: ../files/face.jpg}, expect: {MORE-FILE: {body.media_type: image/jpeg, if: feature.quota}}}]',
        '---',
        'scenario: more/off',
        'about: it is never asked',
        'covers: [MORE-OFF]',
        'requires: {features: [teapot]}',
        'steps: [{call: GET /v1/teapot, expect: {MORE-OFF: {status: 418}}}]',
        '---',
        'scenario: more/tls',
        'about: the address of the events is shown',
        'covers: [MORE-TLS]',
        'requires: {drivers: [webhooks]}',
        'given: [{hook: sink, url: "https://example.invalid/hook"}]',
        'steps: [{value: "${sink}", expect: {MORE-TLS: {url: "https://example.invalid/hook"}}}]',
      ].join('\n'),
    );
    const draft = [
      'features: {quota: {about: GET /v1/quota, probe: GET /v1/quota}, teapot: {about: none, probe: GET /v1/teapot}}',
      'draft:',
      '  - {id: trace, match: {route: usage}, set: {header.X-Trace: "${request.method}"}}',
      '  - {match: {route: GET /v1/quota, status: 404}, status: 200, set: {body: {left: 7}}}',
      '',
    ].join('\n');
    edit(
      'suite.yaml',
      (text) => `${text.replace('draft:\n', draft)}  - {id: untraced, breaks: MORE-TRACE, without: trace}\n`,
    );
    const run = await runCli(['run', '--emulator', '--only', 'more', '--json', 'report.json'], at('more'));
    const { rules } = JSON.parse(read('more/report.json'));
    const verdicts = Object.fromEntries(rules.map(({ id, verdict }: Record<string, string>) => [id, verdict]));
    expect(verdicts, run.out + run.err).toMatchObject({
      'MORE-COUNTED-AT': 'pass',
      'MORE-TRACE': 'pass',
      'MORE-FILE': 'pass',
      'MORE-TLS': 'pass',
      'MORE-OFF': 'not_applicable',
    });
    const proved = await runCli(['prove', 'MORE-TRACE', 'more/counted-at', '--json'], at('more'));
    expect(JSON.parse(proved.out).rules).toMatchObject([
      { rule: 'MORE-COUNTED-AT', plain: 'pass' },
      { rule: 'MORE-TRACE', caught: [{ id: 'untraced' }] },
    ]);
    write('outside.jpg', 'a');
    edit('scenarios/file.yaml', (text) =>
      text.replace('../files/face.jpg', '../../outside.jpg').replace('[quota]', '[quoat]'),
    );
    const { code, out } = await runCli(['lint'], at('more'));
    expect(code).toBe(1);
    expect(out).toContain(
      'scenarios/file.yaml:5:46: ../../outside.jpg is outside the folder of the suite; copy it there',
    );
    expect(out).toContain('requires.features has no quoat; did you mean quota?');
  });
});
