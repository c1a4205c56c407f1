import { describe, expect, it } from 'vitest';
import { mistakesIn, suiteOf } from '../../testing/suite-of.ts';

/** A document whose `look_at` is on line 2, with more fields from line 3 on, and what it expects last. */
const document = (expected: string, ...more: string[]) =>
  ['about: this', 'look_at: jobs', ...more, `expect: ${expected}`].join('\n');
const GOOD = '{FIRST-RULE: {status: queued}}';
const mistakes = (everyAnswer: string) => mistakesIn('', { everyAnswer });

describe('What is expected of every answer', () => {
  it.each([
    [document(GOOD)],
    [document('{FIRST-RULE: [{status: queued}, {if: "it.id == job.id", inputs: {is: list}}]}', 'where: {id: job_1}')],
    [document('{FIRST-RULE: {is: text}}', 'at: ["inputs[*].role", output.type]', 'routes: job')],
    [document('{FIRST-RULE: {status: {not: "${earlier.status}"}}}', 'compare_with: earlier', 'same: [id, key]')],
    [document('{FIRST-RULE: {any_of: [{id: a}, {id: "${answer.route}"}]}}')],
  ])('is understood: %s', (text) => expect(mistakes(text)).toEqual([]));

  it.each([
    [
      'a field',
      document(GOOD, 'lok_at: jobs'),
      '3:1: what is expected of every answer has no field lok_at; did you mean look_at?',
    ],
    ['what is looked at', document(GOOD).replace('jobs', 'jobbs'), '2:10: look_at has no jobbs; did you mean jobs?'],
    ['an operation', document(GOOD, 'routes: [job, jobs]'), '3:15: routes has no jobs; did you mean job?'],
    [
      'a comparison',
      document(GOOD, 'compare_with: previus'),
      '3:15: compare_with is earlier or previous or other or history, not previus; did you mean previous?',
    ],
    ['what is the same', document(GOOD, 'compare_with: other', 'same: ids'), '4:7: same has no ids; did you mean id?'],
    ['a rule', document('{FIRST-RUEL: {id: a}}'), '3:10: there is no rule FIRST-RUEL; did you mean FIRST-RULE?'],
    [
      'an operator',
      document('{FIRST-RULE: {id: {matchs: a}}}'),
      '3:28: matchs is no operator; did you mean matches?; write {content: {…}} to look inside the value, or {equals: {…}} for a literal map',
    ],
    ['a name', document('{FIRST-RULE: {id: "${jbo.id}"}}'), '3:30: jbo.id: there is no jbo; did you mean job?'],
    [
      'a function of the run',
      document('{FIRST-RULE: {id: "${fresh_key()}"}}'),
      '3:30: fresh_key(): there is no function fresh_key',
    ],
    [
      'a member of an answer',
      document('{FIRST-RULE: {stats: 200}}').replace('jobs', 'answers'),
      '3:23: there is no stats to expect something of; did you mean status?',
    ],
    [
      'where in an answer',
      document('{FIRST-RULE: {is: text}}', 'at: haeder.ETag').replace('jobs', 'answers'),
      '3:5: there is no haeder to expect something of; did you mean header?',
    ],
    ['which answer', document(GOOD, 'where: {stats: 200}').replace('jobs', 'answers'), '3:9: there is no stats to expect something of; did you mean status?'],
    // biome-ignore format: a mistake a line
  ])('tells %s that there is not, with its place', (_, text, message) => {
    expect(mistakes(text)[0]).toContain(`every-answer.yaml:${message}`);
  });

  it.each([
    [
      'no sentence about it',
      document(GOOD).replace('about: this\n', ''),
      '1:1: what is expected of every answer needs about: what is expected, in a sentence',
    ],
    ['nothing that is expected', 'about: this\nlook_at: jobs', '1:1: what is expected of every answer needs expect'],
    [
      'an expectation without a rule',
      document('{status: queued}'),
      '3:10: status is no id of a rule; what is expected stands below one',
    ],
    [
      'a rule that nobody grades',
      document('{GAP-OPEN: {id: a}}'),
      '3:10: GAP-OPEN is of level gap and is never graded',
    ],
    ['an empty list', document('{FIRST-RULE: []}'), '3:22: this list is empty; write what is expected'],
    ['what is the same as nothing', document(GOOD, 'same: id'), '3:7: same stands only beside compare_with'],
    [
      'what it is not compared with',
      document('{FIRST-RULE: {id: "${previous.id}"}}', 'compare_with: earlier'),
      '4:30: previous.id: there is no previous',
    ],
    ['no YAML', 'about: [', '1:9: this is no YAML'],
    // biome-ignore format: a mistake a line
  ])('refuses %s', (_, text, message) => {
    expect(mistakes(text)[0]).toContain(`every-answer.yaml:${message}`);
  });

  it('tells its rules, each with its place', () => {
    const { everyAnswer } = suiteOf('', {
      everyAnswer: `${document('{SECOND-RULE: {id: a}, FIRST-RULE: {id: b}}')}\n---\n${document(GOOD)}`,
    }).suite;
    expect(everyAnswer.rules).toEqual(['FIRST-RULE', 'SECOND-RULE']);
    expect(everyAnswer.mentioned.map(({ rule, place }) => `${rule} ${place.line}`)).toEqual([
      'SECOND-RULE 3',
      'FIRST-RULE 3',
      'FIRST-RULE 7',
    ]);
  });
});
