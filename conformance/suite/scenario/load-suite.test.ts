import { describe, expect, it } from 'vitest';
import { CALL, LIBRARY, refuses, scenario } from '../../testing/mistakes.ts';
import { mistakesIn } from '../../testing/suite-of.ts';

describe('An unknown field is reported with its place', () => {
  refuses(`
givn: []
=> 3:1: a scenario has no field givn; did you mean given?
- {call: GET /v1/usage, expects: {}}
=> 5:27: a call step has no field expects; did you mean expect?
- {call: GET /v1/usage, header: {A: b}}
=> 5:27: a call step has no field header; did you mean headers?
arms: [{name: one, need: [driver.jobs]}]
=> 3:20: an arm has no field need; did you mean needs?
requires: {key: [primary]}
=> 3:12: requires has no field key; did you mean keys?
- {call: POST /v1/assets, body: {fixtur: face}}
=> 5:36: a body has no field fixtur; did you mean fixture?
- {id: a, call: GET /v1/usage, classify: {yes: {when: {status: 200}}, otherwise: {fial: FIRST-RULE}}}
=> 5:85: otherwise has no field fial; did you mean fail?
=> 5:84: otherwise needs fail: the rule that any other answer breaks
`);
});

describe('A missing field or name is reported', () => {
  refuses(`
scenario: a/b
covers: [FIRST-RULE]
=> 1:1: a scenario needs steps: requests and expectations
- {poll: GET /v1/usage}
=> 5:5: a poll step needs until: what ends it
=> 5:5: an expectation must be a map of paths and statements, such as {status: 200}
arms: [{needs: []}]
=> 3:8: an arm needs name: how the report calls it
arms: [{name: a, repeat: {stop_when: all_classes_seen}}]
=> 3:26: repeat needs times: how often at most
arms: [{name: a, verdict: inconclusive}]
=> 3:8: an arm with a verdict needs a reason, such as needs-clock
- {use: lib/upload, as: x}
=> 5:5: lib/upload needs face
`);
});

describe('A duplicate is reported', () => {
  refuses(`
- {id: one, call: GET /v1/usage}
- {id: one, call: GET /v1/usage}
=> 6:10: there is a step one already
scenario: a/b
covers: [FIRST-RULE]
steps: [{call: GET /v1/usage}]
---
scenario: a/b
covers: [FIRST-RULE]
steps: [{call: GET /v1/usage}]
=> 5:1: there is a scenario a/b already, at it.yaml:1
scenario: a/b
about: x
about: y
=> 3:1: about is a duplicate of the one at 2:1; keep one of them
`);

  it('a set-up', () => {
    const library = `${LIBRARY}---\nset_up: lib/self\nsteps: []\n`;
    expect(mistakesIn(scenario(CALL), { library })).toEqual([
      'lib.yaml:14:1: there is a set-up lib/self already, at lib.yaml:5',
    ]);
  });
});
