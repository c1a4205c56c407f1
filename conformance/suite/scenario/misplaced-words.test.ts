import { describe } from 'vitest';
import { CALL, expecting, refuses, scenario } from '../../testing/mistakes.ts';

describe('What is in the wrong place', () => {
  refuses([
    [
      'a gap among the expectations',
      scenario(expecting('{GAP-OPEN: {status: 200}}')),
      'it.yaml:5:36: GAP-OPEN is of level gap and is never graded: observe it instead of expecting something',
    ],
    [
      'an excluded rule among the expectations',
      scenario(expecting('{HIDDEN-RULE: {status: 200}}')),
      'it.yaml:5:36: HIDDEN-RULE is of level excluded and is never graded: remove the check',
    ],
    [
      'a rule among the observations',
      scenario('- {call: GET /v1/usage, observe: {FIRST-RULE: [status]}}'),
      'it.yaml:5:37: FIRST-RULE is a rule of level must: expect it, only gaps are observed',
    ],
    [
      'a part of the request of a twin that is no change',
      scenario('- {id: one, call: GET /v1/usage}\n  - {twin_of: one, key: none}'),
      'it.yaml:6:20: a twin repeats its original: put key under change',
    ],
    [
      'a change of what no request has',
      scenario('- {id: one, call: GET /v1/usage}\n  - {twin_of: one, change: {header.A: b}}'),
      'it.yaml:6:29: a request has no header to change; did you mean headers?',
    ],
    [
      'two things to be done in one step',
      scenario('- {call: GET /v1/usage, poll: GET /v1/usage, until: {status: 200}}'),
      'it.yaml:5:5: this step is both call and poll',
    ],
    [
      'a rule that is not indented below expect',
      scenario('- call: GET /v1/usage\n    expect: {status: 200}\n    FIRST-RULE: {status: 200}'),
      'it.yaml:7:5: a call step has no field FIRST-RULE; FIRST-RULE stands below expect: is it indented as it should be?',
    ],
    [
      'a field of a step in a scenario',
      `${scenario(CALL)}\nexpect: {FIRST-RULE: {status: 200}}`,
      'it.yaml:7:1: a scenario has no field expect; expect stands in a step: is it indented as it should be?',
    ],
    [
      'a field of a scenario in a step',
      scenario('- {call: GET /v1/usage, covers: [FIRST-RULE]}'),
      'it.yaml:5:27: a call step has no field covers; covers stands in a scenario: is it indented as it should be?',
    ],
    [
      'a status that is a text',
      scenario(expecting('{FIRST-RULE: {status: {any: ["200", 201]}}}')),
      'it.yaml:5:64: a status is a number: 200 is a text; write 200, or {between: [200, 299]}',
    ],
    [
      'a method that there is not',
      scenario('- {call: GTE /v1/usage}'),
      'it.yaml:5:12: there is no method GTE; did you mean GET?',
    ],
    [
      'a path without a slash',
      scenario('- {call: GET v1/usage}'),
      'it.yaml:5:12: call must be a method and a path, such as GET /v1/jobs',
    ],
    [
      'a path of a twin without a slash',
      scenario('- {id: one, call: GET /v1/usage}\n  - {twin_of: one, change: {method: FETCH, path: v1/jobs}}'),
      'it.yaml:6:37: there is no method FETCH: it is GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, TRACE',
      'it.yaml:6:50: a path begins with a slash, as /v1/jobs: v1/jobs does not',
    ],
    ['a set-up within itself', scenario('- {use: lib/self}'), 'lib.yaml:6:15: lib/self uses itself'],
    ['two set-ups within one another', scenario('- {use: lib/one}'), 'lib.yaml:12:15: lib/one uses itself'],
  ]);
});

describe('What cannot be understood', () => {
  refuses([
    [
      'YAML',
      'scenario: a/b\nabout: x: y',
      'it.yaml:2:8: there is a second colon on this line; put a text that has one in quotes',
    ],
    [
      'the id of a scenario',
      'scenario: A/b\ncovers: [FIRST-RULE]\nsteps: []',
      'it.yaml:1:11: A/b is no name of a scenario: write topic/what-it-shows, in small letters, digits and -',
    ],
    ['a step', scenario('- GET /v1/usage'), 'it.yaml:5:5: a step must be a map'],
    [
      'a step that does nothing',
      scenario('- {cal: GET /v1/usage}'),
      'it.yaml:5:5: this step says nothing that is done: call, poll, walk, use, let, value, drive, hook, receive, collect, wait, offset, erase, or give `defaults` a call; did you mean call?',
    ],
    [
      'a whole address',
      scenario('- {call: GET http://b.test/v1/usage}'),
      'it.yaml:5:12: call must be a method and a path, such as GET /v1/jobs',
    ],
    ['a call', scenario('- {call: /v1/usage}'), 'it.yaml:5:12: call must be a method and a path, such as GET /v1/jobs'],
    ['a wait', scenario('- {wait: {fr: 10s}}'), 'it.yaml:5:12: wait must be {for: 10s} or {until: an instant}'],
    [
      'a length of time',
      scenario(
        '- {wait: {for: 10x}}\n  - {poll: GET /v1/usage, until: {status: 200}, deadline: {after: 5 minutes, else: fail}}',
      ),
      'it.yaml:5:18: wait must be a length of time, such as 30s or 1h30m',
      'it.yaml:6:67: deadline must be a length of time, such as 30s or 1h30m',
      'it.yaml:6:84: deadline.else is inconclusive, not fail',
    ],
    [
      'a regular expression',
      scenario(expecting('{FIRST-RULE: {body.id: {matches: "^(a"}}}')),
      'it.yaml:5:68: "^(a" must be a regular expression',
    ],
    [
      'an operator',
      scenario(expecting('{FIRST-RULE: {body.id: {start_with: a}}}')),
      'it.yaml:5:59: start_with is no operator; did you mean starts_with?; write {content: {…}} to look inside the value, or {equals: {…}} for a literal map',
    ],
    [
      'an operator in a row',
      scenario(expecting('{FIRST-RULE: "${row.then}"}'), 'matrix: [{then: {body: {equal: 5}}}]'),
      'it.yaml:3:25: equal is no operator; did you mean equals?; write {content: {…}} to look inside the value, or {equals: {…}} for a literal map',
    ],
    [
      'a path',
      scenario(expecting('{FIRST-RULE: {stauts: 200}}')),
      'it.yaml:5:49: there is no stauts to expect something of; did you mean status?',
    ],
    [
      'an expression',
      scenario('- {if: "1 +", call: GET /v1/usage}'),
      'it.yaml:5:14: 1 +: the expression ends too early; a value is missing',
    ],
    [
      'an expression that is never closed',
      scenario('- {call: "GET /v1/jobs/${job"}'),
      'it.yaml:5:26: this ${ has no }; close it, or write $${ for a ${ itself',
    ],
    [
      'too few arguments',
      scenario('- {let: {a: "${first()}"}}'),
      'it.yaml:5:18: first(): first takes 1 argument, not 0',
    ],
    [
      'a respelling',
      scenario('- {call: POST /v1/x, json: {of: {}, respell: [memberorder]}}'),
      'it.yaml:5:49: there is no respelling memberorder; did you mean member_order?',
    ],
    [
      'a matrix',
      scenario(CALL, 'matrix: 5'),
      'it.yaml:3:9: matrix must be a list of rows, or a map of columns with their values',
    ],
    ['a row', scenario(CALL, 'matrix: [{a: 1}, 2]'), 'it.yaml:3:18: a row of a matrix must be a map'],
    ['a column', scenario(CALL, 'matrix: {a: 1}'), 'it.yaml:3:13: the column a must be a list of values'],
    [
      'an arm',
      scenario(CALL, 'arms: [5]'),
      'it.yaml:3:8: an arm must be a map of name, needs, matrix, given, pins, repeat, unseen, horizon, time, partial, verdict, reason, hint',
    ],
    [
      'a verdict and its reason',
      scenario(CALL, 'arms: [{name: a, verdict: pass, reason: needs-clocks}]'),
      'it.yaml:3:27: verdict is inconclusive, not pass',
      'it.yaml:3:41: reason is needs-clock or needs-receiver or needs-key or needs-tenant or needs-driver or feature-off or condition, not needs-clocks; did you mean needs-clock?',
    ],
    [
      'what is exclusive',
      scenario('- {call: GET /v1/usage, exclusive: credit}', 'exclusive: [clok]'),
      'it.yaml:3:13: exclusive has no clok; did you mean clock?',
      'it.yaml:5:38: exclusive has no credit; did you mean credits?',
    ],
  ]);
});
