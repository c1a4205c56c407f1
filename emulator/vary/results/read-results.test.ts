import { describe, expect, it } from 'vitest';
import { readResults } from './read-results.ts';

const JUNIT = `<?xml version="1.0"?><testsuites><testsuite name="s">
<testcase classname="group" name="adds &quot;&#x41;&quot; > b" time="0.1"/>
<testcase name="takes" classname='group'><failure message="a > b">no</failure></testcase>
<testcase classname="group" name="breaks"><error/></testcase>
<testcase classname="group" name="later"><skipped/></testcase>
</testsuite></testsuites>`;

describe('the results of tests', () => {
  it('are read from JUnit files', () => {
    const more = '<testsuite><testcase name="alone"><failure/></testcase></testsuite>';
    const files = [
      { name: 'one.xml', text: JUNIT },
      { name: 'pom.xml', text: '<project/>' },
      { name: 'two.xml', text: more },
    ];
    expect(readResults(files)).toEqual({
      of: 'one.xml, two.xml',
      total: 4,
      failed: ['group > takes', 'group > breaks', 'alone'],
    });
  });

  it('are unknown if no file has tests', () => {
    expect(readResults([{ name: 'pom.xml', text: '<project/>' }])).toBeNull();
  });
});
