import { expect, it } from 'vitest';
import { parseExpression } from '../../../shared/expression/parse-expression.ts';
import { mayHold } from './may-hold.ts';

const KNOWN = { driver: { clock: false, jobs: true }, row: { stage: 'queued' } };

it.each([
  ['driver.jobs', true],
  ['driver.clock', false],
  ['!driver.jobs', false],
  ["row.stage == 'done'", false],
  ['row.other', false],
  ['answer.status == 202', true],
  ['!answer', true],
  ['driver.clock && answer.status == 202', false],
  ['answer.status == 202 && driver.clock', false],
  ['driver.jobs && answer.status == 202', true],
  ['driver.clock || answer.status == 202', true],
  ['driver.clock || row.other', false],
  ['!(driver.jobs || answer.ok)', false],
])('%s may be true: %s', (text, expected) => {
  expect(mayHold(parseExpression(text), KNOWN)).toBe(expected);
});
