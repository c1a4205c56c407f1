import { describe, expect, it } from 'vitest';
import { cases } from '../../../shared/testing/cases.ts';
import { mistakesIn, suiteOf } from '../../testing/suite-of.ts';

/** Builds a document with `look_at` on line 2, further fields from line 3 on, and its expectation last. */
const document = (expected: string, ...more: string[]) =>
  ['about: this', 'look_at: jobs', ...more, `expect: ${expected}`].join('\n');
const GOOD = '{FIRST-RULE: {status: queued}}';
const mistakes = (everyAnswer: string) => mistakesIn('', { everyAnswer });

describe('A document of every-answer/', () => {
  it.each([
    [document(GOOD)],
    [document('{FIRST-RULE: [{status: queued}, {if: "it.id == job.id", inputs: {is: list}}]}', 'where: {id: job_1}')],
    [document('{FIRST-RULE: {is: text}}', 'at: ["inputs[*].role", output.type]', 'routes: job')],
    [document('{FIRST-RULE: {status: {not: "${earlier.status}"}}}', 'compare_with: earlier', 'same: [id, key]')],
    [document('{FIRST-RULE: {any_of: [{id: a}, {id: "${answer.route}"}]}}')],
  ])('accepts %s', (text) => expect(mistakes(text)).toEqual([]));

  it.each(
    cases(`
lok_at: jobs
=> 3:1: what is expected of every answer has no field lok_at; did you mean look_at?
look_at: jobbs
=> 2:10: look_at has no jobbs; did you mean jobs?
routes: [job, jobs]
=> 3:15: routes has no jobs; did you mean job?
compare_with: previus
=> 3:15: compare_with is earlier or previous or other or history, not previus; did you mean previous?
compare_with: other
same: ids
=> 4:7: same has no ids; did you mean id?
same: id
=> 3:7: same is only allowed with compare_with
expect: {FIRST-RUEL: {id: a}}
=> 3:10: there is no rule FIRST-RUEL; did you mean FIRST-RULE?
expect: {FIRST-RULE: {id: {matchs: a}}}
=> 3:28: matchs is not an operator; did you mean matches?; write {content: {…}} to look inside the value, or {equals: {…}}
expect: {FIRST-RULE: {id: "\${jbo.id}"}}
=> 3:30: jbo.id: there is no jbo; did you mean job?
expect: {FIRST-RULE: {id: "\${fresh_key()}"}}
=> 3:30: fresh_key(): there is no function fresh_key
look_at: answers
expect: {FIRST-RULE: {stats: 200}}
=> 3:23: stats is not available here; did you mean status?
look_at: answers
at: haeder.ETag
expect: {FIRST-RULE: {is: text}}
=> 3:5: haeder is not available here; did you mean header?
look_at: answers
where: {stats: 200}
=> 3:9: stats is not available here; did you mean status?
about:
=> 1:1: what is expected of every answer needs about: what is expected, in a sentence
expect:
=> 1:1: what is expected of every answer needs expect
expect: {status: queued}
=> 3:10: status is not a rule id; put expectations below a rule id
expect: {GAP-OPEN: {id: a}}
=> 3:10: GAP-OPEN is of level gap and is never graded
expect: {FIRST-RULE: []}
=> 3:22: this list is empty; add an expectation
compare_with: earlier
expect: {FIRST-RULE: {id: "\${previous.id}"}}
=> 4:30: previous.id: there is no previous
`),
  )('rejects %s', (lines, [message]) => {
    const field = (name: string, usual: string) =>
      new RegExp(`^${name}:(?: (.*))?$`, 'm').exec(lines)?.[0] ?? `${name}: ${usual}`;
    const own = lines.split('\n').filter((line) => !/^(?:about|look_at|expect):/.test(line));
    const all = [field('about', 'this'), field('look_at', 'jobs'), ...own, field('expect', GOOD)];
    const written = all.filter((line) => !line.endsWith(':'));
    expect(mistakes(written.join('\n'))[0]).toContain(`every-answer.yaml:${message}`);
  });

  it('must be YAML', () => {
    expect(mistakes('about: [')[0]).toContain('every-answer.yaml:1:9: this is not YAML');
  });

  it('reports its rules, each with its place', () => {
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
