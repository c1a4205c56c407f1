import { expect, it } from 'vitest';
import { PLAIN_CONNECTION } from '../target/connection.ts';
import { targetFromFlags } from '../target/target-from-flags.ts';
import { ruleIn } from '../testing/graded.ts';
import { routes, scriptedServer } from '../testing/scripted-server.ts';
import { suiteOf } from '../testing/suite-of.ts';
import { verifiedReport } from '../testing/verified.ts';

const reads = (...paths: string[]) =>
  paths
    .map(
      (path, nth) =>
        `scenario: a/s${nth}\ncovers: [FIRST-RULE]\nsteps: [{call: GET ${path}, expect: {FIRST-RULE: {status: 200}}}]\n`,
    )
    .join('---\n');

/** Plays six reads one after the other, with a short time limit. */
async function sixReads(job: Parameters<typeof routes>[0][string]) {
  const jobs = [1, 2, 3, 4, 5, 6].map((nth) => `/v1/jobs/job_${nth}`);
  const server = await scriptedServer(routes(Object.fromEntries(jobs.map((path) => [path, job]))));
  const target = targetFromFlags({ base_url: server.base_url, keys: { primary: 'pk_test_a' } });
  const bounded = { ...target, connection: PLAIN_CONNECTION, timeouts: { answer: 500 } };
  const report = await verifiedReport(suiteOf(reads(...jobs)), bounded, { keep: true, atOnce: 1, seed: 'one' });
  await server.close();
  return { report, asked: server.asked.filter(({ path }) => /job_\d$/.test(path)).length };
}

it('A request that hung twice is not sent again, and is untested with the request and the setting that limits it', async () => {
  const { report, asked } = await sixReads('hang');
  const details = report.instances.map(({ detail }) => detail).filter((detail) => detail !== null);
  expect(asked).toBe(2);
  expect(details).toEqual(
    Array(4).fill(
      'GET /v1/jobs/{id} hung before: no whole answer within 0.5 s (timeouts.answer); it was not sent again',
    ),
  );
  expect(ruleIn(report, 'FIRST-RULE')).toMatchObject({ verdict: 'inconclusive', reason: 'deadline' });
  expect(JSON.stringify(report)).toMatch(
    /GET \/v1\/jobs\/job_\d gave no whole answer within 0\.5 s \(timeouts\.answer\)/,
  );
});

it('A request that hangs occasionally is sent each time', async () => {
  let nth = 0;
  const { asked } = await sixReads(() => {
    nth += 1;
    return nth % 2 === 0 ? { status: 200, json: {} } : 'hang';
  });
  expect(asked).toBe(6);
});
