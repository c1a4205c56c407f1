import { describe, expect, it } from 'vitest';
import { CALL, LIBRARY, refuses, scenario } from '../../testing/mistakes.ts';
import { mistakesIn } from '../../testing/suite-of.ts';

describe('A field that nobody knows is told with its place', () => {
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

describe('What must be there and is not', () => {
  refuses(`
scenario: a/b
covers: [FIRST-RULE]
=> 1:1: a scenario needs steps: what is done and expected
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

describe('A thing that is there twice', () => {
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
=> 3:1: about is here already, at 2:1; keep one of them
`);

  it('a set-up', () => {
    const library = `${LIBRARY}---\nset_up: lib/self\nsteps: []\n`;
    expect(mistakesIn(scenario(CALL), { library })).toEqual([
      'lib.yaml:14:1: there is a set-up lib/self already, at lib.yaml:5',
    ]);
  });
});

describe('A suite without a mistake', () => {
  it('is what all the words of the language make', () => {
    const text = `scenario: a/b
about: everything
covers: [FIRST-RULE, SECOND-RULE, GAP-OPEN]
requires: {keys: [primary], features: [job.cancel], drivers: [clock]}
tenant: {credits: 5}
exclusive: [credits]
matrix: {op: [skin.analyze, makeup.apply]}
arms:
  - {name: strong, needs: [driver.jobs], matrix: {stage: [queued]}, pins: {queued: yes}, given: [{drive: jobs.script, next: {hold_at: "\${row.stage}"}}]}
  - {name: sampled, repeat: {times: 3, stop_when: all_classes_seen}, unseen: inconclusive, partial: true, horizon: 1h, time: wall}
  - {name: none, verdict: inconclusive, reason: needs-clock, hint: offer a clock}
given:
  - {use: lib/upload, face: "\${fixture('face')}", times: 2, as: faces}
  - {hook: sink, events: [job.succeeded], environment: test, reply: [{status: 500, delay: 1s}, {status: 204}]}
defaults: {call: POST /v1/skin/analyses, headers: {A: b}, json: {of: {a: 1}, respell: [whitespace]}}
steps:
  - {id: a, classify: {yes: {when: {status: 200}, expect: {FIRST-RULE: {status: 200}}}, otherwise: {fail: FIRST-RULE, show: nearest_class}}}
  - {id: b, twin_of: a, change: {headers.A: c}, expect: {status: 200}}
  - {id: p, poll: "GET /v1/jobs/\${a.body.id}", until: {status: 200}, always: {SECOND-RULE: {body: {progress_of: previous}}}, deadline: {after: 1m, else: inconclusive}, by_class: {yes: {FIRST-RULE: {status: 200}, observe: {GAP-OPEN: [status]}}}}
  - {id: w, walk: GET /v1/jobs, query: {limit: 5}, most: 3, expect: {FIRST-RULE: {items: {each: {content: {id: {is: id}}}}}}}
  - {use: lib/upload, face: a}
  - {let: {x: "\${len(w.items)}"}}
  - {id: v, value: "\${x}", expect: {FIRST-RULE: {equals: 3}}}
  - {id: r, receive: sink, settle: 5s, until: {count: 1}, where: {json.data.object.id: "\${a.body.id}"}}
  - {id: c, collect: sink, until: {elapsed: "\${arm.horizon}"}, clock: next_timer}
  - {wait: {for: 1s}}
  - {wait: {until: "\${a.body.expires_at}"}}
  - {offset: "\${spread(0ms, 5ms)}"}
  - {drive: webhooks.ping, hook: sink}
  - {drive: jobs.release, if: driver.jobs, job: "\${a.body.id}"}
finally: [{erase: all}]
`;
    expect(mistakesIn(text, { library: LIBRARY })).toEqual([]);
  });
});
