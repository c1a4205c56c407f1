import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { FORGERIES } from '../../emulator/deviations/forgeries.ts';
import { AUDIT_RULE_NAMES } from '../../emulator/domain/test-control/audit.ts';
import { VARIATIONS } from '../../emulator/vary/choose.ts';
import { DUTIES } from '../../emulator/vary/judge/duties.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';

const coverage = z
  .strictObject({
    duties: z.record(z.string(), z.union([z.array(z.string()).min(1), z.strictObject({ not: z.string() })])),
    not_varied: z.record(z.string(), z.array(z.string()).min(1)),
  })
  .parse(yamlOf(new URL('coverage.yaml', import.meta.url)));

/** What the exchanges can prove, in addition to the duties and the rules of the audit. */
const PROOFS = ['second-job', 'retry-with-new-key', 'no-later-try', 'address-never-given', 'id-not-encoded'];

function yamlOf(file: URL): unknown {
  return parse(readFileSync(file, 'utf8'));
}

const sentences = z
  .record(z.string(), z.unknown())
  .parse(yamlOf(new URL('../../scenarios/questions/sentences.yaml', import.meta.url)));

it('Each freedom of a server is varied, or is listed once in the table with the reason why not', () => {
  const isVaried = (name: string) => VARIATIONS.some(({ sets }) => name in sets.readings);
  const left = QUESTIONS.map(({ name }) => name).filter((name) => !isVaried(name));
  expect(Object.values(coverage.not_varied).flat().sort()).toEqual(left.sort());
});

it('Each duty of a client is a sentence of the specification, and is checked by something that exists', () => {
  const known = [
    ...VARIATIONS.map(({ name }) => name),
    ...DUTIES.map(({ kind }) => kind),
    ...[...AUDIT_RULE_NAMES, ...PROOFS, ...Object.keys(FORGERIES)],
  ];
  expect(Object.keys(coverage.duties).filter((anchor) => !(anchor in sentences))).toEqual([]);
  const named = Object.values(coverage.duties).flatMap((by) => (Array.isArray(by) ? by : []));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

it('Each sentence that is marked as a duty of the client, the caller or a receiver is in the table', () => {
  const duties = Object.entries(sentences)
    .filter(([, of]) =>
      /duty of the (?:client|caller|receiver)|what a (?:client|receiver|verifier) /.test(JSON.stringify(of)),
    )
    .map(([anchor]) => anchor);
  expect(duties.length).toBeGreaterThan(0);
  expect(duties.filter((anchor) => !(anchor in coverage.duties))).toEqual([]);
});

it('Each duty that is judged belongs to a sentence', () => {
  const named = Object.values(coverage.duties).flatMap((by) => (Array.isArray(by) ? by : []));
  // The specification does not show a list of jobs, so this one has no sentence.
  expect(DUTIES.map(({ kind }) => kind).filter((kind) => !named.includes(kind))).toEqual(['list-shape-assumed']);
});
