import { expect, it } from 'vitest';
import { paceText } from './run-texts.ts';
import { sampleReport } from './testing/sample-report.ts';

const report = sampleReport();
const [first] = report.instances.filter(({ tape }) => tape.some(({ kind }) => kind === 'exchange'));
const took = (each: number) => (first === undefined ? [] : [1, 2].map(() => ({ ...first, took: each })));

it('A run with real waits reports its duration without them', () => {
  const waits = { ...report, took: 12_000, without_waits: { scenarios: ['webhooks/slow'], took: 8_100 } };
  expect(paceText({ ...waits, instances: took(2_000) })).toBe(
    'It took 12.0 s: 8.1 s without webhooks/slow, which waits in real time in parallel',
  );
});

it('A long run reports why it was long: what the scenarios shared, and how fast the answers were', () => {
  const slow = { ...report, took: 20_000, instances: took(10_000) };
  expect(paceText({ ...slow, drivers: ['clock'] })).toMatch(
    /^It took 20\.0 s: scenarios ran one at a time, because the clock is shared .*; answers took \d+ ms in the median$/,
  );
  expect(paceText({ ...slow, drivers: [] })).not.toContain('clock');
  expect(paceText({ ...slow, instances: took(20_000) })).not.toContain('one at a time');
  expect(paceText({ ...slow, took: 2_000 })).toBeNull();
});
