import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certifyWith } from '../../conformance/certify.ts';
import type { Report } from '../../conformance/report/report.ts';
import { startEmulator } from '../../conformance/run/self-test.ts';
import { targetFromFlags } from '../../conformance/target/target-from-flags.ts';
import { shippedSuite } from '../../conformance/testing/shipped-suite.ts';
import { standingOf, standingOfReport } from './judge-claim.ts';
import { type Claim, readClaim } from './read-claim.ts';
import { withTable } from './table.ts';

const CLAIM = 'product: thing\nversion: 0.2.0\norganisation: Example\ncontact: https://example.com\nrun: make report\n';
const DAY = 24 * 3_600_000;

const root = mkdtempSync(join(tmpdir(), 'claims-'));
let report: Report;

beforeAll(async () => {
  const server = await startEmulator();
  const target = targetFromFlags({ base_url: server.base_url, drivers: { url: server.driver_url } });
  const ran = await certifyWith(shippedSuite(), target, { seed: 'claims', only: ['submits/no-json'] });
  await server.close();
  report = JSON.parse(JSON.stringify(ran));
}, 60_000);
afterAll(() => rmSync(root, { recursive: true }));

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(root, 'claim-'));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  return folder.slice(root.length + 1);
}

const claimOf = (text: string) =>
  readClaim(root, folderWith({ 'claim.yaml': text, 'report.json.gz': gzipSync(JSON.stringify(report)) }));

describe('the report of a claim', () => {
  const standing = (changed: Report, days = 1) =>
    standingOfReport(changed, shippedSuite(), Date.parse(report.started) + days * DAY);

  it('is verified if its verdicts follow from its recording', async () => {
    expect(await standing(report)).toEqual({ state: 'verified' });
  });

  it('is refused with the differences if it was edited', async () => {
    const rules = report.rules.map((rule) =>
      rule.id === 'REQUEST-400' ? { ...rule, verdict: 'fail' as const } : rule,
    );
    const { state, ...more } = await standing({ ...report, rules });
    expect(state).toBe('refused');
    expect(JSON.stringify(more)).toContain('the report gives REQUEST-400 as fail, but it is pass');
  });

  it.each([
    ['older than 180 days', () => standing(report, 200), 'made 200 days ago'],
    [
      'of another suite',
      () => standing({ ...report, suite: { ...report.suite, digest: 'sha256:other' } }),
      'made with another version of the suite',
    ],
  ])('is stale if it is %s', async (_, found, because) => {
    expect(await found()).toEqual({ state: 'stale', because });
  });
});

describe('a claim', () => {
  const now = Date.now();
  const whole = (claim: Claim, changes: Partial<Report>): Claim => ({
    ...claim,
    report: { ...report, options: { ...report.options, only: [] }, ...changes },
  });

  it('is refused if its report covers only a part of the suite, another version, or is from the future', async () => {
    const claim = await claimOf(CLAIM);
    const version = { target: { ...report.target, version: '9.9.9' } };
    const all = [claim, whole(claim, version), whole(claim, { started: new Date(now + 3 * DAY).toISOString() })];
    const because = await Promise.all(all.map((one) => standingOf(one, shippedSuite(), now)));
    expect(because.map((one) => JSON.stringify(one))).toEqual([
      expect.stringContaining('without --only and --shard'),
      expect.stringContaining('the report is of version 9.9.9, and claim.yaml is of 0.2.0'),
      expect.stringContaining('in the future'),
    ]);
  });

  it.each([
    ['lacks a field', CLAIM.replace(/contact.*\n/, ''), /claim\.yaml:1:1: .*contact/],
    ['has an unknown field', `${CLAIM}verdict: conformant\n`, /claim\.yaml:6:1: .*verdict/],
    ['is not YAML', 'product: [a\n', /claim\.yaml:2:1: this is not YAML/],
    ['has markup in a name', CLAIM.replace('thing', '"a | <b>"'), /claim\.yaml:1:10: .*one line, without/],
  ])('that %s is refused with the line and column', async (_, text, message) => {
    await expect(claimOf(text)).rejects.toThrow(message);
  });

  it('needs both files', async () => {
    await expect(readClaim(root, folderWith({}))).rejects.toThrow('it has no claim.yaml');
    await expect(readClaim(root, folderWith({ 'claim.yaml': CLAIM }))).rejects.toThrow('run --json report.json.gz');
  });
});

describe('the table', () => {
  it('has a row for each claim, between the two markers of the page', async () => {
    const claim = { ...(await claimOf(CLAIM)), standing: { state: 'stale', because: 'made 200 days ago' } as const };
    const page = withTable('# Reports\n<!-- claims -->\nold\n<!-- /claims -->\nend\n', [claim]);
    expect(page).toMatch(/^# Reports\n<!-- claims -->\n\| product /);
    expect(page).toContain(`| thing 0.2.0 | Example, https://example.com | ${report.conclusion}`);
    expect(page).toContain('stale: made 200 days ago');
    expect(page).toMatch(/<!-- \/claims -->\nend\n$/);
    expect(page).not.toContain('old');
  });
});
