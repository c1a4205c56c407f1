import { describe, expect, it } from 'vitest';
import { annotations, markdownSummary } from './github.ts';
import type { TestCase, TestRun } from './test-run.ts';

const failed = (name: string, message: string): TestCase => ({
  ...{ name, verdict: 'failed', took: 1, title: 'a job is there' },
  problems: [{ type: 'must', message, detail: '' }],
});
const run = (...cases: TestCase[]): TestRun => ({
  ...{ name: 'conformance', started: '2026-01-01T00:00:00Z', took: 5 },
  suites: [{ name: 'core', cases: [{ name: 'A-1', verdict: 'passed', took: 1 }, ...cases] }],
});
const warned: TestCase = { name: 'A-3', verdict: 'warned', took: 1, reason: 'derived' };

describe('a summary in Markdown', () => {
  it('has the conclusion, the counts of each suite, and the problems', () => {
    expect(markdownSummary(run(failed('A-2', 'status is 500'), warned), 'non-conformant')).toBe(
      [
        '## conformance: non-conformant\n',
        '| | passed | warned | failed | skipped |',
        '| --- | ---: | ---: | ---: | ---: |',
        '| core | 1 | 1 | 1 | 0 |',
        '\n### Failed\n',
        '- **A-2** a job is there: status is 500',
        '\n### Warnings\n',
        '- **A-3** derived',
        '',
      ].join('\n'),
    );
  });

  it('escapes markup in the answers of a server', () => {
    const text = markdownSummary(run(failed('A-2', '<img src=x> | ![a](http://b) @team\n## x')), 'x');
    expect(text).not.toMatch(/<img|!\[|\]\(|@team|^## x/m);
    expect(text).toContain('&#60;img src=x&#62;');
  });

  it('lists only fifty of many failures', () => {
    const many = Array.from({ length: 60 }, (_, index) => failed(`A-${index}`, 'x'));
    const text = markdownSummary(run(...many), 'x');
    expect(text.match(/^- \*\*/gm)).toHaveLength(50);
    expect(text).toContain('- and 10 more');
  });
});

describe('annotations of GitHub', () => {
  it('are an error for each failure and a warning for each warning', () => {
    expect(annotations(run(failed('A-2', 'status is 500'), warned))).toBe(
      '::error title=A-2::a job is there: status is 500\n::warning title=A-3::derived\n',
    );
  });

  it('cannot be ended by the answer of a server', () => {
    const text = annotations(run(failed('A-2: x, y', '100 %\r\n::stop-commands::z')));
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('title=A-2%3A x%2C y::');
    expect(text).toContain('100 %25');
  });

  it('are at most ten of each kind, as many as GitHub shows', () => {
    const many = Array.from({ length: 60 }, (_, index) => failed(`A-${index}`, 'x'));
    expect(annotations(run(...many)).match(/^::error/gm)).toHaveLength(10);
  });
});
