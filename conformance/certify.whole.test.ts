import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CertifyOptions, certify } from './certify.ts';
import { readBaseline } from './report/baseline.ts';
import { unfinishedIn } from './report/facts-of-run.ts';
import { BadSource } from './suite/yaml/problem.ts';
import type { TargetFlags } from './target/target-from-flags.ts';
import { graded, verdictsIn } from './testing/graded.ts';
import { routes, type Script, scriptedServer, submissionsIn } from './testing/scripted-server.ts';
import { suiteOf } from './testing/suite-of.ts';
import { verifiedReport } from './testing/verified.ts';

const CHECK = `scenario: a/b
covers: [FIRST-RULE]
steps: [{call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}]
`;
const fine: Script = routes({ '/v1/thing': { json: {} } });
const broken: Script = routes({ '/v1/thing': { status: 500, json: {} } });

describe('A reference', () => {
  async function comparedWith(script: Script, options: CertifyOptions = {}) {
    const server = await scriptedServer(script);
    const notices: unknown[] = [];
    let isClosed = false;
    const close = async () => {
      isClosed = true;
      await server.close();
    };
    const reference = async () => ({ base_url: server.base_url, driver_url: server.base_url, close });
    const { report } = await graded(CHECK, broken, { reference, onReference: (one) => notices.push(one), ...options });
    return { answers: report.failures.map((one) => one.reference), verdicts: verdictsIn(report), notices, isClosed };
  }

  it('that hangs is abandoned after its time limit, and the verdicts are kept', async () => {
    expect(await comparedWith(() => 'hang', { compareFor: 50 })).toEqual({
      answers: [null],
      verdicts: ['FIRST-RULE fail'],
      notices: [{ failures: 1, atMost: 50 }],
      isClosed: true,
    });
  });

  it('is not started if nothing failed', async () => {
    const never = () => Promise.reject(new Error('it was started'));
    expect((await graded(CHECK, fine, { reference: never })).report.failures).toEqual([]);
  });
});

describe('A baseline', () => {
  const { suite } = suiteOf('');
  const known = (rule: string, until = '') =>
    readBaseline('baseline.yaml', `known_failures: [{rule: ${rule}, because: "we know"${until}}]`, suite.registry);

  it('allows a known failure without failing the run', async () => {
    const two = `${CHECK}---\n${CHECK.replace('a/b', 'a/c').replaceAll('FIRST', 'SECOND').replaceAll('200', '500')}`;
    const { report } = await graded(two, broken, { baseline: known('FIRST-RULE') });
    expect([verdictsIn(report), report.exit_code]).toEqual([['FIRST-RULE fail', 'SECOND-RULE pass'], 0]);
    expect(report.rules.map(({ known: isKnown }) => isKnown)).toEqual([true, false]);
  });
});

describe('A repeated run', () => {
  it('reports a rule that holds only in some of the runs as flaky', async () => {
    const alternating = routes({ '/v1/thing': ({ before }) => ({ status: before % 2 === 0 ? 200 : 500, json: {} }) });
    const { report } = await graded(CHECK, alternating, { repeat: 3, atOnce: 1 });
    expect([verdictsIn(report), report.exit_code]).toEqual([['FIRST-RULE inconclusive flaky'], 3]);
    expect(report.instances.map(({ id }) => id).sort()).toEqual(['a/b', 'a/b#2', 'a/b#3']);
  });
});

const MAKES_JOB = `scenario: a/job
covers: [FIRST-RULE]
steps:
  - {call: POST /v1/skin/analyses}
  - {wait: {for: 50ms}}
  - {call: GET /v1/thing, expect: {FIRST-RULE: {status: 200}}}
`;

/** Matches the job itself: a probe uses a long id, which may also begin with 1. */
const JOB_1 = /\/job_1(?:\/|$)/;

/** A server with one job, which can be read once it is created, and deleted unless the test specifies otherwise. */
function jobServer(onJob: () => void, deletion = 204): Script {
  const noJob = { status: 404, json: { error: { code: 'JOB_NOT_FOUND' } } };
  return (asked) => {
    if (asked.path === '/v1/jobs/job_1') return { status: deletion };
    if (asked.path.startsWith('/v1/jobs/')) return noJob;
    if (submissionsIn([asked]).length === 0) return fine(asked);
    onJob();
    return { status: 202, json: { id: 'job_1' } };
  };
}

const ignored = () => undefined;

describe('An interrupted run', () => {
  it('is incomplete even if every rule had been shown by then', async () => {
    const abort = new AbortController();
    const stopping: Script = (asked) => {
      if (asked.path === '/v1/thing') abort.abort();
      return fine(asked);
    };
    const twice = `${CHECK}---\n${CHECK.replace('a/b', 'a/c')}`;
    const { report } = await graded(twice, stopping, { signal: abort.signal, atOnce: 1 });
    expect([verdictsIn(report), report.conclusion, report.exit_code]).toEqual([['FIRST-RULE pass'], 'incomplete', 3]);
    expect(unfinishedIn(report)).toEqual(['1 run of scenarios was interrupted']);
  });

  it('begins nothing more, and erases what it has created', async () => {
    const abort = new AbortController();
    const { report, asked } = await graded(
      `${MAKES_JOB}---\n${CHECK.replaceAll('FIRST', 'SECOND')}`,
      jobServer(() => abort.abort()),
      { signal: abort.signal, atOnce: 1, seed: '3' },
    );
    expect(report.instances.map(({ id, reason }) => [id, reason]).sort()).toEqual([
      ['a/b', 'interrupted'],
      ['a/job', 'interrupted'],
    ]);
    expect(verdictsIn(report)).toEqual(['FIRST-RULE inconclusive interrupted', 'SECOND-RULE inconclusive interrupted']);
    expect([report.exit_code, report.leftovers]).toEqual([3, []]);
    expect(asked.filter(({ path }) => JOB_1.test(path)).map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('lists what it could not erase, and why', async () => {
    const { report } = await graded(MAKES_JOB, jobServer(ignored, 500));
    expect([verdictsIn(report), report.leftovers]).toEqual([['FIRST-RULE pass'], ['job_1 (a/job)']]);
    expect(report.left_behind).toEqual([{ id: 'job_1', instance: 'a/job', why: 'DELETE answered 500' }]);
  });

  it('leaves everything in place with the option `keep`', async () => {
    const { asked, report } = await graded(MAKES_JOB, jobServer(ignored), { keep: true });
    expect([asked.filter(({ path }) => JOB_1.test(path)), report.leftovers]).toEqual([[], []]);
  });
});

const MANY = `scenario: a/many
covers: [FIRST-RULE]
matrix: {n: [1, 2, 3, 4, 5, 6, 7, 8]}
steps:
  - call: POST /v1/thing
    query: {n: "\${row.n}", at: "\${spread(0, 1000)}"}
    headers: {Idempotency-Key: "\${fresh_key()}"}
    expect: {FIRST-RULE: {status: 200}}
`;

describe('A seed', () => {
  async function asked(seed: string) {
    const { asked: all } = await graded(MANY, fine, { seed, atOnce: 1 });
    const posts = all.filter(({ method, path }) => method === 'POST' && path === '/v1/thing');
    return { urls: posts.map(({ url }) => url), keys: posts.map(({ headers }) => headers['idempotency-key']) };
  }

  it('determines the order and the random choices, but not the keys', async () => {
    const [one, again, other] = [await asked('one'), await asked('one'), await asked('other')];
    expect(again.urls).toEqual(one.urls);
    expect(other.urls).not.toEqual(one.urls);
    expect(new Set([...one.keys, ...again.keys]).size).toBe(16);
  });
});

describe('The shards of a run', () => {
  it('add up to the whole run, and share no scenario', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `topic/s${index}`);
    const suite = ids.map((id) => CHECK.replace('a/b', id)).join('---\n');
    const shards = await Promise.all(
      [1, 2, 3].map(async (index) => (await graded(suite, fine, { shard: { index, of: 3 } })).report),
    );
    const ran = shards.flatMap(({ instances }) => instances.map(({ id }) => id));
    expect(ran.sort()).toEqual([...ids].sort());
    expect(shards.every(({ instances }) => instances.length < 12)).toBe(true);
  });
});

describe('A choice', () => {
  const two = `${CHECK}---\n${CHECK.replace('a/b', 'topic/c').replaceAll('FIRST', 'THIRD')}`;

  it.each([
    ['a scenario', 'a/b', ['a/b']],
    ['a topic', 'topic', ['topic/c']],
    ['a rule', 'THIRD-RULE', ['topic/c']],
    ['a section', '4.2', ['a/b']],
    ['a section and all below', '4', ['a/b', 'topic/c']],
    ['a group', 'cancel', ['topic/c']],
  ])('may be %s', async (_, word, ids) => {
    const { report } = await graded(two, fine, { only: [word] });
    expect(report.instances.map(({ id }) => id).sort()).toEqual(ids);
  });

  it('is refused if it names a shard that does not exist', async () => {
    for (const [index = 0, of = 0] of [
      [5, 4],
      [0, 4],
      [1, 0],
    ])
      await expect(graded(two, fine, { shard: { index, of } })).rejects.toThrow(
        `there is no shard ${index}/${of}; the`,
      );
  });

  it('is refused with a suggestion if it names something that does not exist', async () => {
    await expect(graded(two, fine, { only: ['FIRST-RUEL'] })).rejects.toThrow(
      '--only FIRST-RUEL: no scenario, rule, section or group has this name; did you mean FIRST-RULE?',
    );
    await expect(graded(two, fine, { only: ['SECOND-RULE'] })).rejects.toThrow('no scenario covers SECOND-RULE');
  });
});

describe('A suite with mistakes', () => {
  const TYPOS = CHECK.replace('expect:', 'expects:').replace('GET /v1/thing', 'thing');
  const MISTAKES = [
    '3:23: a call step has no field expects; did you mean expect?',
    '3:16: call must be a method and a path, such as GET /v1/jobs',
  ];

  /** The requests that a refused run sends to a server. */
  async function askedBy(run: (target: TargetFlags) => Promise<unknown>) {
    const { base_url, asked, close } = await scriptedServer(fine);
    const refusal = await run({ base_url, keys: { primary: 'pk_test_x' } }).catch((error: unknown) => error);
    await close();
    expect(refusal).toBeInstanceOf(BadSource);
    return { message: String(refusal), asked: asked.map(({ url }) => url) };
  }

  it.each([
    ['that is run', TYPOS],
    [
      'on an arm that this target does not come to',
      CHECK.replace(
        'steps',
        'arms: [{name: x, needs: [driver.clock], given: [{cal: GET /}]}, {name: y, needs: []}]\nsteps',
      ),
    ],
  ])('sends nothing if the mistake is in a scenario %s', async (_, text) => {
    const { message, asked } = await askedBy((target) => verifiedReport(suiteOf(text), target, {}));
    expect(asked).toEqual([]);
    expect(message).toMatch(/it\.yaml:3:\d+: /);
  });

  it("sends nothing if a user's own scenario has a mistake, even if it was not chosen", async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'wrong-suite-')), 'own.yaml');
    writeFileSync(
      file,
      `${CHECK.replaceAll('FIRST-RULE', 'USAGE-200')}---\n${TYPOS.replace('a/b', 'a/c').replaceAll('FIRST-RULE', 'USAGE-200')}`,
    );
    const { message, asked } = await askedBy((target) => certify(target, { scenarios: [file], only: ['a/b'] }));
    rmSync(dirname(file), { recursive: true });
    expect(asked).toEqual([]);
    for (const mistake of MISTAKES) expect(message).toContain(mistake.replace('3:', '7:'));
  });
});
