import { expect, it } from 'vitest';
import type { Report } from '../../report/report.ts';
import { routes, scriptedServer } from '../../testing/scripted-server.ts';
import { suiteOf } from '../../testing/suite-of.ts';
import { verifiedReport } from '../../testing/verified.ts';
import { watchServer } from './watch-server.ts';

const scenario = (name: string, rule: string) =>
  `scenario: a/${name}\ncovers: [${rule}-RULE]\nsteps: [{call: GET /v1/${name}, expect: {${rule}-RULE: {status: 200}}}]\n`;
const SUITE = `${scenario('one', 'FIRST')}---\n${scenario('two', 'SECOND')}`;

it('When a server comes back or a file changes, the failed scenarios run again, and what changed is reported', async () => {
  const statuses = { '/v1/one': 500, '/v1/two': 200 };
  const server = await scriptedServer(
    routes({ '/v1/one': () => ({ status: statuses['/v1/one'], json: {} }), '/v1/two': { json: {} } }),
  );
  const ended = new AbortController();
  const said: string[] = [];
  const asked: (readonly string[])[] = [];
  const run = async (only: readonly string[]): Promise<Report> => {
    asked.push(only);
    return verifiedReport(
      suiteOf(SUITE),
      { base_url: server.base_url, keys: { primary: 'pk_test_a' } },
      { only, keep: true },
    );
  };
  const there = [true, false, false, true];
  const occasions = [false, false, false, false, true];
  await watchServer({
    run,
    isThere: async () => there.shift() ?? true,
    hasChanged: () => {
      if (occasions.length === 1) statuses['/v1/one'] = 200;
      if (occasions.length === 0) ended.abort();
      return occasions.shift() ?? false;
    },
    say: (text) => said.push(text),
    signal: ended.signal,
    pause: 1,
  });
  await server.close();
  expect(asked).toEqual([[], ['a/one'], ['a/one']]);
  expect(said.filter((text) => !text.includes('Ctrl-C'))).toEqual([
    'the server is back',
    'still failing: FIRST-RULE',
    'a file has changed',
    'fixed: FIRST-RULE',
  ]);
});
