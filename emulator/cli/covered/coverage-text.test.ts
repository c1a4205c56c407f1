import { describe, expect, it } from 'vitest';
import { coverageReport } from '../../behaviours/catalogue.ts';
import type { Mark } from '../../domain/test-control/coverage.ts';
import { runCli } from '../../testing/run-cli.ts';
import { coverageHtml } from './coverage-html.ts';
import { coverageText } from './coverage-text.ts';

const MARKS: Mark[] = [
  { key: 'GET /v1/usage 200', answered: false, rule: null },
  { key: 'GET /v1/usage rate_limited', answered: false, rule: '<b>RULE</b>' },
  { key: 'GET /v1/usage service_unavailable', answered: false, rule: 'A-RULE' },
  { key: 'fault error', answered: true, rule: null },
];
const REPORT = coverageReport(new Map(MARKS.map((mark) => [mark.key, mark])));

describe('the coverage on a terminal', () => {
  const text = coverageText(REPORT, { color: false, width: 100 });

  it('reports by route what was encountered, and how to encounter the rest', () => {
    expect(text).toMatch(/^ {2}GET \/v1\/usage +1\/6 +200, 503 SERVICE_UNAVAILABLE$/m);
    expect(text).toContain(
      "emulator.faults.add({ match: { route: 'GET /v1/usage' }, effect: { kind: 'error', error: 'internal_error' } })",
    );
  });

  it('shows what no client reacted to, and what a client should do', () => {
    expect(text).toContain(
      [
        'Met, and the client never reacted',
        '  GET /v1/usage 503 SERVICE_UNAVAILABLE  §5.5',
        '    no client did this after it: try again, after Retry-After if there is one',
      ].join('\n'),
    );
  });

  it('reports an unused route in one line, unlisted behaviors, and the percentage last', () => {
    expect(text.match(/POST \/v1\/skin\/analyses/g)).toHaveLength(3);
    expect(text).toContain('Met, and in no list\n  GET /v1/usage rate_limited\n');
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      `coverage 1.1 %: 2 of ${REPORT.total} behaviours met, 1 met without a reaction, ${REPORT.never} never met`,
    );
  });
});

it('The page of the coverage has every behavior with its state, and uses no external resources', () => {
  const page = coverageHtml(REPORT);
  expect(page.match(/<tr><td><span class="verdict/g)).toHaveLength(REPORT.total);
  expect(page).toContain('(<code>A-RULE</code>)');
  expect(page).not.toMatch(/<script|<b>RULE|src=|https?:/);
});

describe('exec --coverage', () => {
  it.each([
    [['--min', '80%'], '--min needs --coverage'],
    [['--html', 'x.html'], '--html needs --coverage'],
    [['--coverage', '--min', 'all'], '--min must be a percentage from 0% to 100%, such as 80%, not all'],
    [['--coverage', '--min', '120'], '--min must be a percentage from 0% to 100%, such as 80%, not 120'],
    [
      ['--coverage', '--html', '/no/such/page'],
      '--html /no/such/page: it cannot be written, there is no such file or folder',
    ],
  ])('%j exits with 2 before the command is run', async (flags, message) => {
    const { code, out, err } = await runCli(['exec', ...flags, '--', 'no-such-program-here']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});
