import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../conformance/report/report.ts';
import { startEmulator, type TestServer } from '../../conformance/run/self-test.ts';
import { VIEW_MEMBERS } from '../../conformance/suite/expectation/expectation.ts';
import { STEPS } from '../../conformance/suite/scenario/fields.ts';
import { GLOBAL_NAMES, RUN_FUNCTION_TABLE } from '../../conformance/suite/scenario/known.ts';
import { loadSuite } from '../../conformance/suite/scenario/load-suite.ts';
import { suiteFiles } from '../../conformance/suite/suite-files.ts';
import { readTarget } from '../../conformance/target/read-target.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { verifiedReport } from '../../conformance/testing/verified.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { GLOBALS, VIEW } from './language-words.ts';
import { readTopics } from './questions/read-questions.ts';
import { readingRows } from './reading-parts.ts';
import { STEP_EXAMPLES } from './step-examples.ts';
import { registryOfSuite } from './suite-parts.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');
const snippets = (text: string) => [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
const WHOLE = snippets(page('scenario-language.md')).filter((text) => text.startsWith('scenario: '));

/** A scenario with all examples of steps, in the order in which they depend on each other. */
const TOUR = `
scenario: page/every-kind-of-step
about: the examples of the page
covers: [SUBMIT-202, JOB-FORWARD-ONLY, SKIN-ONLY-REQUESTED, LIST-ORDER, WH-ATTEMPT-N, WH-ID-STABLE]
steps:
${Object.values(STEP_EXAMPLES)
  .map((text) => text.replace(/^/gm, '  '))
  .join('\n')}
`;
const FUNCTIONS = `
scenario: page/functions-of-the-run
about: the examples of the page
covers: [UPLOAD-STATUS]
given: [{use: lib/upload-face, as: asset}, {use: lib/balance, as: balance}]
steps:
${Object.values(RUN_FUNCTION_TABLE)
  .map(([, , example], index) => `  - {id: f-${index}, value: "\${defined(${example})}", expect: {equals: true}}`)
  .join('\n')}
`;

describe('The page about the language', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startEmulator();
  });
  afterAll(() => server.close());

  /** Uses all drivers, so that no rule is left untested. */
  async function graded(text: string): Promise<Report> {
    const loaded = loadSuite({ ...suiteFiles(), scenarios: [{ file: 'page.yaml', text }] });
    const { base_url, driver_url: url } = server;
    return verifiedReport(loaded, targetFromFlags({ base_url, drivers: { url } }), {});
  }

  it('has whole scenarios', () => {
    expect(WHOLE.length).toBeGreaterThan(4);
  });

  it.each([...WHOLE, TOUR, FUNCTIONS].map((text) => ({ name: /scenario: (\S+)/.exec(text)?.[1], text })))(
    '$name is compiled, run on the emulator, and passes each rule that it covers',
    async ({ text }) => {
      const report = await graded(text);
      const covered = /^covers: \[(.*?)\]/m.exec(text)?.[1]?.split(', ') ?? [];
      const verdicts = Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict]));
      for (const id of covered.filter((rule) => !rule.startsWith('GAP-')))
        expect([id, verdicts[id]]).toEqual([id, 'pass']);
      for (const gap of covered.filter((rule) => rule.startsWith('GAP-')))
        expect(report.gaps.map(({ id }) => id)).toContain(gap);
      expect([
        report.failures,
        report.errors,
        report.instances.flatMap(({ outcome, detail }) => (outcome === 'done' ? [] : [detail])),
      ]).toEqual([[], [], []]);
    },
  );

  it.each([
    ['docs/reference/scenario-language.md', ['LIST-CURSOR-END held', 'JOB-TERMINAL-FROZEN held']],
    ['scenarios/README.md', ['JOB-FROZEN-FIELDS held']],
  ])('and %s show expectations for every answer, which the emulator fulfils', async (path, expected) => {
    const [text = ''] = snippets(readFileSync(path, 'utf8')).filter((snippet) => /^look_at: /m.test(snippet));
    const files = suiteFiles();
    const everyAnswer = [{ file: 'page.yaml', text }];
    const loaded = loadSuite({ ...files, everyAnswer });
    const { base_url, driver_url: url } = server;
    const only = ['lists/boundaries', 'jobs/etag'];
    const report = await verifiedReport(loaded, targetFromFlags({ base_url, drivers: { url } }), { only });
    expect(loaded.context.problems).toEqual([]);
    expect(report.failures).toEqual([]);
    const judged = report.evidence.filter(({ step }) => step.endsWith('every-answer'));
    expect(new Set(judged.map(({ rule, outcome }) => `${rule} ${outcome}`))).toEqual(new Set(expected));
  });

  it('has an example of every kind of step, every member of a view and every name', () => {
    expect(Object.keys(STEP_EXAMPLES).toSorted()).toEqual(Object.keys(STEPS).toSorted());
    expect(Object.keys(VIEW).toSorted()).toEqual(VIEW_MEMBERS.toSorted());
    expect(Object.keys(GLOBALS)).toEqual(Object.keys(GLOBAL_NAMES));
  });
});

describe('The page about the target', () => {
  it('shows a valid target', () => {
    const env = {
      ACME_TEST_KEY: 'pk_test_1',
      ACME_OTHER_KEY: 'pk_test_2',
      ACME_BARE_KEY: 'pk_test_3',
      ACME_DRIVER_TOKEN: 't',
    };
    for (const text of snippets(page('target.md'))) expect(readTarget('target.yaml', text, env).warnings).toEqual([]);
  });
});

describe('The page about readings', () => {
  it('has each reading that a rule cites', () => {
    const cited = [...registryOfSuite().values()].flatMap(({ reading }) => reading ?? []);
    expect([...readingRows().keys()]).toEqual([...new Set(cited)].toSorted((one, other) => one - other));
  });

  it('lists every gap that the kit observes, and no other', () => {
    const gaps = [...registryOfSuite().values()].filter(({ level }) => level === 'gap').map(({ id }) => id);
    const observed = QUESTIONS.flatMap((question) => question.observed ?? []);
    expect([...new Set(observed)].toSorted()).toEqual(gaps.toSorted());
  });

  it('describes each topic', () => {
    expect(readTopics().filter(({ about, questions }) => about === '' || questions.length === 0)).toEqual([]);
  });
});
