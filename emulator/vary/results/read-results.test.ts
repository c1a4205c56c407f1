import { describe, expect, it } from 'vitest';
import { readResults } from './read-results.ts';

const file = (text: string) => [{ name: 'file', text }];
const read = (text: string) => readResults(file(text), '');
const JEST = {
  testResults: [
    {
      name: 'a.test.js',
      assertionResults: [
        { fullName: 'group adds', status: 'passed' },
        { fullName: 'group takes', status: 'failed' },
        { fullName: 'later', status: 'pending' },
      ],
    },
  ],
};
const CTRF = {
  results: {
    tests: [
      { name: 'adds', status: 'passed' },
      { name: 'takes', suite: ['a.test.js', 'group'], status: 'failed' },
      { name: 'later', status: 'skipped' },
    ],
  },
};
const JUNIT = `<?xml version="1.0"?><testsuites><testsuite name="s">
<testcase classname="group" name="adds &quot;&#x41;&quot; > b" time="0.1"/>
<testcase name="takes" classname='group'><failure message="a > b">no</failure></testcase>
<testcase classname="group" name="breaks"><error/></testcase>
<testcase classname="group" name="later"><skipped/></testcase>
</testsuite></testsuites>`;
const TAP = `TAP version 13
# Subtest: group
    # Subtest: adds
    ok 1 - adds
    # Subtest: takes
    not ok 2 - takes
      ---
      error: 'not ok 3 - no point'
      ...
    1..2
not ok 1 - group
ok 2 - later # SKIP
ok 3 - alone
1..3`;

describe('the results of tests', () => {
  it.each([
    ['JSON of vitest and Jest', JSON.stringify(JEST), 2, ['group takes']],
    ['CTRF', JSON.stringify(CTRF), 2, ['a.test.js > group > takes']],
    ['JUnit', JUNIT, 3, ['group > takes', 'group > breaks']],
    ['TAP, with subtests', TAP, 3, ['group > takes']],
  ])('are read from %s', (_, text, total, failed) => {
    expect(read(text)).toEqual({ of: 'file', total, failed });
  });

  it('are read from a file of tests that cannot be loaded', () => {
    const testResults = [{ name: 'a.test.js', status: 'failed', assertionResults: [] }];
    expect(read(JSON.stringify({ testResults }))?.failed).toEqual(['a.test.js']);
  });

  it('are read from TAP on stdout if there is no file', () => {
    expect(readResults([], TAP)).toMatchObject({ of: 'TAP', total: 3 });
    expect(readResults(file('{"name": "package"}'), TAP)?.of).toBe('TAP');
  });

  it.each([
    ['vitest', ' FAIL  a.test.ts > group > takes\nAssertionError: 1\n', ['a.test.ts > group > takes']],
    ['Jest', '  ● group › takes\n\n    expect(1)\n', ['group › takes']],
    ['node:test', '✖ takes (2.5ms)\nℹ fail 1\n✖ failing tests:\n', ['takes']],
    ['pytest', 'FAILED test_a.py::test_takes - assert 1\n1 failed in 0.1s', ['test_a.py::test_takes']],
    ['unittest', 'FAIL: test_takes (test_a.Takes.test_takes)\n-----', ['test_takes (test_a.Takes.test_takes)']],
    ['Go', '    --- FAIL: TestTakes (0.00s)\n', ['TestTakes']],
  ])('are those that %s prints if no file names them', (_, printed, failed) => {
    expect(readResults([], printed)).toEqual({ of: 'what was printed', total: null, failed });
  });

  it('are unknown if nothing names them', () => {
    expect(readResults([], 'Error: it broke')).toBeNull();
  });
});
