import { describe } from 'vitest';
import { refuses } from '../../testing/mistakes.ts';

describe('A misplaced word', () => {
  refuses(`
- {call: GET /v1/usage, expect: {GAP-OPEN: {status: 200}}}
=> 5:36: GAP-OPEN is of level gap and is never graded: observe it instead of expecting something
- {call: GET /v1/usage, expect: {HIDDEN-RULE: {status: 200}}}
=> 5:36: HIDDEN-RULE is of level excluded and is never graded: remove the check
- {call: GET /v1/usage, observe: {FIRST-RULE: [status]}}
=> 5:37: FIRST-RULE is a rule of level must: expect it, only gaps are observed
- {id: one, call: GET /v1/usage}
- {twin_of: one, key: none}
=> 6:20: a twin repeats its original: put key under change
- {id: one, call: GET /v1/usage}
- {twin_of: one, change: {header.A: b}}
=> 6:29: a request has no header to change; did you mean headers?
- {call: GET /v1/usage, poll: GET /v1/usage, until: {status: 200}}
=> 5:5: this step is both call and poll
- call: GET /v1/usage
  expect: {status: 200}
  FIRST-RULE: {status: 200}
=> 7:5: a call step has no field FIRST-RULE; FIRST-RULE is below expect: check the indentation
scenario: a/b
covers: [FIRST-RULE]
steps: [{call: GET /v1/usage}]
expect: {FIRST-RULE: {status: 200}}
=> 4:1: a scenario has no field expect; expect is in a step: check the indentation
- {call: GET /v1/usage, covers: [FIRST-RULE]}
=> 5:27: a call step has no field covers; covers is in a scenario: check the indentation
- {call: GET /v1/usage, expect: {FIRST-RULE: {status: {any: ["200", 201]}}}}
=> 5:64: a status is a number: 200 is a text; write 200, or {between: [200, 299]}
- {call: GTE /v1/usage}
=> 5:12: there is no method GTE; did you mean GET?
- {call: GET v1/usage}
=> 5:12: call must be a method and a path, such as GET /v1/jobs
- {id: one, call: GET /v1/usage}
- {twin_of: one, change: {method: FETCH, path: v1/jobs}}
=> 6:37: there is no method FETCH: it is GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, TRACE
=> 6:50: a path begins with a slash, as /v1/jobs: v1/jobs does not
- {use: lib/self}
=> lib.yaml:6:15: lib/self uses itself
- {use: lib/one}
=> lib.yaml:12:15: lib/one uses itself
`);
});

describe('An incomprehensible value', () => {
  refuses(`
scenario: a/b
about: x: y
=> 2:8: there is a second colon on this line; put a text that has one in quotes
scenario: A/b
covers: [FIRST-RULE]
steps: []
=> 1:11: A/b is not a scenario name: write topic/what-it-shows in lower-case letters, digits and -
- GET /v1/usage
=> 5:5: a step must be a map
- {cal: GET /v1/usage}
=> 5:5: this step has no action: call, poll, walk, use, let, value, drive, hook, receive, collect, wait, offset, erase, or give \`defaults\` a call; did you mean call?
- {call: GET http://b.test/v1/usage}
=> 5:12: call must be a method and a path, such as GET /v1/jobs
- {call: /v1/usage}
=> 5:12: call must be a method and a path, such as GET /v1/jobs
- {wait: {fr: 10s}}
=> 5:12: wait must be {for: 10s} or {until: an instant}
- {wait: {for: 10x}}
- {poll: GET /v1/usage, until: {status: 200}, deadline: {after: 5 minutes, else: fail}}
=> 5:18: wait must be a length of time, such as 30s or 1h30m
=> 6:84: deadline.else is inconclusive, not fail
=> 6:67: deadline must be a length of time, such as 30s or 1h30m
- {call: GET /v1/usage, expect: {FIRST-RULE: {body.id: {matches: "^(a"}}}}
=> 5:68: "^(a" must be a regular expression of at most 1000 characters, with at most 40 of * + ? { and |
- {call: GET /v1/usage, expect: {FIRST-RULE: {body.id: {start_with: a}}}}
=> 5:59: start_with is not an operator; did you mean starts_with?; write {content: {…}} to look inside the value, or {equals: {…}} for a literal map
matrix: [{then: {body: {equal: 5}}}]
- {call: GET /v1/usage, expect: {FIRST-RULE: "\${row.then}"}}
=> 3:25: equal is not an operator; did you mean equals?; write {content: {…}} to look inside the value, or {equals: {…}} for a literal map
- {call: GET /v1/usage, expect: {FIRST-RULE: {stauts: 200}}}
=> 5:49: stauts is not available here; did you mean status?
- {if: "1 +", call: GET /v1/usage}
=> 5:14: 1 +: the expression ends too early; a value is missing
- {call: "GET /v1/jobs/\${job"}
=> 5:26: this \${ has no }; close it, or write $\${ for a \${ itself
- {let: {a: "\${first()}"}}
=> 5:18: first(): first takes 1 argument, not 0
- {call: POST /v1/x, json: {of: {}, respell: [memberorder]}}
=> 5:49: there is no respelling memberorder; did you mean member_order?
matrix: 5
=> 3:9: matrix must be a list of rows, or a map of columns with their values
matrix: [{a: 1}, 2]
=> 3:18: a row of a matrix must be a map
matrix: {a: 1}
=> 3:13: the column a must be a list of values
arms: [5]
=> 3:8: an arm must be a map of name, needs, matrix, given, pins, repeat, unseen, horizon, time, partial, verdict, reason, hint
arms: [{name: a, verdict: pass, reason: needs-clocks}]
=> 3:27: verdict is inconclusive, not pass
=> 3:41: reason is needs-clock or needs-receiver or needs-key or needs-tenant or needs-driver or feature-off or condition, not needs-clocks; did you mean needs-clock?
exclusive: [clok]
- {call: GET /v1/usage, exclusive: credit}
=> 3:13: exclusive has no clok; did you mean clock?
=> 5:38: exclusive has no credit; did you mean credits?
`);
});
