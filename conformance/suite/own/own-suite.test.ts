import { describe, expect, it } from 'vitest';
import { suiteOf } from '../../testing/suite-of.ts';
import { type Problem, problemText } from '../yaml/problem.ts';
import { isOf, readOwnSuite, refuseUnknownRules } from './own-suite.ts';

const { registry } = suiteOf('').suite;

function mistakes(text: string): string[] {
  const problems: Problem[] = [];
  const suite = readOwnSuite({ file: 'mine/suite.yaml', text }, problems);
  if (suite !== null) refuseUnknownRules(suite, registry, problems);
  return problems.map(problemText);
}

describe('A suite.yaml', () => {
  it.each([
    ['extends: tryon-kit\nname: mine\nversion: "1.0.0"\nabout: it\nspec: spec.md'],
    ['extends: tryon-kit\nname: mine\nfeatures: {quota: {about: GET /v1/quota, probe: GET /v1/quota}}'],
    [
      'extends: tryon-kit\nname: mine\ndraft: [{id: a, match: {route: job, status: 200}, set: {body.x: "${request.path}"}}]',
    ],
    [
      'extends: tryon-kit\nname: mine\ndeviations: [{id: a, breaks: FIRST-RULE, match: {if: "answer.status == 200"}, delay: 2s}]',
    ],
  ])('is accepted: %s', (text) => expect(mistakes(text)).toEqual([]));

  it.each([
    ['extends: other', '2:10: extends is tryon-kit, not other'],
    ['draft: [{sett: {}}]', '3:10: draft has no field sett; did you mean set?'],
    ['draft: [{match: {route: jbo}, status: 500}]', 'must be a path such as GET /v1/jobs/{job_id}, or one of upload'],
    ['draft: [{match: {route: job}}]', '3:9: it changes nothing; add set, remove, status or delay'],
    ['draft: [{set: {header.X: "${requst.path}"}}]', 'there is no requst; did you mean request?'],
    ['draft: [{set: {headers.X: a}}]', 'headers.X must be a place of an answer, such as header.ETag'],
    ['draft: [{delay: soon}]', 'must be a length of time, such as 2s'],
    ['deviations: [{id: a, breaks: NO-RULE, status: 500}]', '3:14: there is no rule NO-RULE'],
    ['deviations: [{id: a, breaks: FIRST-RULE, without: b}]', 'no entry of draft has the id b'],
    [
      'deviations: [{id: a, breaks: FIRST-RULE, status: 500}, {id: a, breaks: FIRST-RULE, status: 501}]',
      'there is a deviation a already, at mine/suite.yaml:3',
    ],
    ['features: {lists: {about: mine}}', '3:12: lists is a feature of the package; take another name'],
    ['features: {Quota: {about: mine}}', '3:12: Quota is not a feature name: use lower-case letters, digits and -'],
    // biome-ignore format: a mistake a line
  ])('is rejected with %s', (line, message) => {
    const begin = line.startsWith('extends') ? 'name: bad' : 'extends: tryon-kit\nname: bad';
    expect(mistakes(`${begin}\n${line}\n`)[0]).toContain(message);
  });

  it('applies to the files below it, except for installed packages', () => {
    const suite = { folder: '.' };
    expect(isOf(suite, { file: 'scenarios/a.yaml' })).toBe(true);
    expect(isOf(suite, { file: '../other/a.yaml' })).toBe(false);
    expect(isOf(suite, { file: 'node_modules/tryon-kit/scenarios/a.yaml' })).toBe(false);
    expect(isOf({ folder: 'mine' }, { file: 'mine2/a.yaml' })).toBe(false);
  });
});
