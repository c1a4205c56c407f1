import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../../fixtures/index.ts';
import { launch } from '../../testing/launch.ts';
import { scratchFolder } from '../../testing/scratch-folder.ts';
import type { Row, VaryReport } from '../../vary/report/report.ts';

/**
 * Runs a careful client and four clients with one mistake each under variations: the careful one never has a finding,
 * and each mistake is reported.
 */

const { path, read } = scratchFolder();
const NODE = [process.execPath, testing('suite.mjs')];

function testing(name: string): string {
  return fileURLToPath(new URL(`../../vary/testing/${name}`, import.meta.url));
}

let runs = 0;

async function vary(
  command: readonly string[],
  flags: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<VaryReport> {
  runs += 1;
  const name = `report-${runs}.json`;
  const [face, json] = [path('face.png'), path(name)];
  writeFileSync(face, fixtures.face('afro').bytes());
  const { code, err } = await launch(['vary', '--json', json, ...flags, '--', ...command], { FACE: face, ...env })
    .ended;
  expect([0, 1], err).toContain(code);
  return JSON.parse(read(name)) as VaryReport;
}

const found = ({ rows }: VaryReport): Row[] => rows.filter(({ verdict }) => verdict === 'finding');

describe('a careful client', { timeout: 300_000 }, () => {
  it('in Node has no finding under any variation', async () => {
    const report = await vary(NODE, ['--jobs', '2']);
    expect(found(report)).toEqual([]);
    expect(report.conclusion).toBe('careful');
    expect(report.rows.length).toBeGreaterThan(100);
    expect(report.rows.find(({ variation }) => variation === 'job-fails-PROCESSING_FAILED')).toMatchObject({
      verdict: 'shown',
      failed: ['analyses a face', 'gets the events of two jobs', 'follows three jobs at once'],
    });
  });

  it('that follows no redirect and does not escape ids in paths has no finding in a sample of the variations', async () => {
    const report = await vary(NODE, ['--jobs', '2', '--sample', '25'], { MANNERS: 'manual-redirects,plain-ids' });
    expect(found(report)).toEqual([]);
    expect(report.conclusion).toBe('careful');
  });

  it('that follows no redirect gets a hint on request, and no finding', async () => {
    const report = await vary(NODE, ['--only', 'hint'], { MANNERS: 'manual-redirects' });
    expect(report.conclusion).toBe('careful');
    const hint = report.rows.find(({ variation }) => variation === 'content_redirect=redirect');
    const finding = expect.stringMatching(/does the content route return the bytes itself/);
    expect(hint).toMatchObject({ kind: 'hint', verdict: 'shown', finding, proofs: [] });
  });

  it('has encountered what happened, and nothing else', async () => {
    const asked = [
      '--only',
      'duplicate_deliveries=each,compression,webhook-late,webhooks-out-of-order,hair_revision,cancel-at-work',
    ];
    const { rows, not_met } = await vary(NODE, asked);
    expect(rows.map(({ variation, verdict }) => [variation, verdict])).toEqual([
      ['webhook-late', 'fine'],
      ['webhooks-out-of-order', 'fine'],
      ['compression=gzip', 'fine'],
      ['duplicate_deliveries=each', 'fine'],
    ]);
    expect(not_met.map(({ variation, because }) => [variation, because])).toEqual([
      ['hair_revision=other', 'no hair try-on succeeded'],
      ['hair_revision=absent', 'no hair try-on succeeded'],
      ['cancel-at-work', 'nothing was cancelled'],
    ]);
  });
});

describe('a client with one mistake', { timeout: 120_000 }, () => {
  it('that retries with a new key is reported to pay twice', async () => {
    const report = await vary(NODE, ['--only', 'submit-*,upload_status'], { MISTAKE: 'new-key' });
    expect(found(report).map(({ variation, proofs }) => [variation, proofs.map(({ kind }) => kind)])).toEqual([
      ['submit-answer-lost', ['second-job']],
      ['submit-503-accepted', ['second-job']],
      ['submit-reset', ['retry-with-new-key']],
      ['submit-503', ['retry-with-new-key']],
    ]);
    expect(found(report)[0]?.finding).toMatch(
      /your client is wrong: it paid for a second job of one intent.*\(section 4\.2\)/,
    );
    expect(found(report)[0]?.proofs[0]?.exchanges).toHaveLength(2);
  });

  it('that trusts the order of events is reported', async () => {
    const report = await vary(NODE, ['--only', 'webhook*'], { MISTAKE: 'event-order' });
    expect(found(report)).toMatchObject([
      { variation: 'webhooks-out-of-order', failed: ['gets the events of two jobs'] },
    ]);
    expect(found(report)[0]?.finding).toMatch(/^1 test fails unless webhooks come in the order.*\(section 6\.5\)$/);
  });

  it('that parses by position is reported, since the order is open', async () => {
    const report = await vary(NODE, ['--only', 'concern_order,id_order'], { MISTAKE: 'position' });
    expect(found(report).map(({ variation }) => variation)).toEqual([
      'concern_order=reversed',
      'concern_order=by_name',
    ]);
    expect(found(report)[0]?.finding).toMatch(
      /^1 test fails unless the answer to “how are the concerns of an output ordered\?” is as_requested.*\(section 2\.3\)$/,
    );
  });

  it('that polls without Retry-After is reported, and one that waits is not', async () => {
    const inRealTime = ['--clock', 'running', '--only', 'poll-503', ...readings('queued', 'processing')];
    const env = { SLEEPS: '1', TESTS: 'analyses' };
    const [careless, careful] = await Promise.all([
      vary(NODE, inRealTime, { ...env, MISTAKE: 'no-wait' }),
      vary(NODE, inRealTime, env),
    ]);
    expect(found(careful)).toEqual([]);
    expect(found(careless)).toMatchObject([{ variation: 'plain', proofs: [{ kind: 'poll-too-soon', section: '8' }] }]);
  });
});

function readings(...stages: string[]): string[] {
  return stages.flatMap((stage) => ['--reading', `stages.${stage}=100ms`]);
}
