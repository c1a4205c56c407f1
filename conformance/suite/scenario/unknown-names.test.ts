import { describe } from 'vitest';
import { CALL, classified, expecting, refuses, scenario } from '../../testing/mistakes.ts';

describe('A name that stands for nothing', () => {
  refuses([
    [
      'a rule that is covered',
      'scenario: a/b\ncovers: [FIRST-RULE, FRST-RULE]\nsteps: []',
      'it.yaml:2:22: there is no rule FRST-RULE; did you mean FIRST-RULE?',
    ],
    [
      'a rule that is checked',
      scenario(expecting('{FIRST-RUEL: {status: 200}}')),
      'it.yaml:5:36: there is no rule FIRST-RUEL; did you mean FIRST-RULE?',
    ],
    [
      'a rule that a row names',
      scenario(expecting('{"${row.rule}": {status: 200}}'), 'matrix: [{rule: FIRST-RULS}]'),
      'it.yaml:5:36: there is no rule FIRST-RULS; did you mean FIRST-RULE?',
    ],
    [
      'a rule that any other answer breaks',
      scenario(classified('').replace('}}}', '}}, otherwise: {fail: FIRST-RULLE}}')),
      'it.yaml:5:91: there is no rule FIRST-RULLE; did you mean FIRST-RULE?',
    ],
    [
      'a value',
      scenario('- {let: {job: 1}}\n  - {call: "GET /v1/jobs/${jb.id}"}'),
      'it.yaml:6:28: jb.id: there is no jb; did you mean job?',
    ],
    [
      'a value that comes only later',
      scenario('- {call: "GET /v1/jobs/${last.body.id}"}\n  - {id: last, call: GET /v1/usage}'),
      'it.yaml:5:28: last.body.id: there is no last; there is target, tenant, run, budget, key, feature, driver, median_job_time, row, arm',
    ],
    [
      'a function',
      scenario('- {let: {a: "${revers([1])}"}}'),
      'it.yaml:5:18: revers([1]): there is no function revers; did you mean reverse?',
    ],
    [
      'a feature in a condition',
      scenario('- {if: feature.job.cancle, call: GET /v1/usage}'),
      'it.yaml:5:22: feature.job.cancle: feature.job has no cancle; did you mean cancel?',
    ],
    [
      'a driver in the needs of an arm',
      scenario(CALL, 'arms: [{name: one, needs: [driver.job]}]'),
      'it.yaml:3:35: driver.job: driver has no job; did you mean jobs?',
    ],
    [
      'roles, features and drivers that are required',
      scenario(CALL, 'requires: {keys: [secnd], features: [job.cancle], drivers: [clocks]}'),
      'it.yaml:3:19: requires.keys has no secnd; did you mean second?',
      'it.yaml:3:38: requires.features has no job.cancle; did you mean job.cancel?',
      'it.yaml:3:61: requires.drivers has no clocks; did you mean clock?',
    ],
    [
      'the role of the key of a request',
      scenario('- {call: GET /v1/usage, key: secnd}'),
      'it.yaml:5:32: there is no role of a key secnd; did you mean second?',
    ],
    [
      'the original of a twin',
      scenario('- {id: one, call: GET /v1/usage}\n  - {id: two, twin_of: oen, change: {key: none}}'),
      'it.yaml:6:24: there is no earlier step oen; did you mean one?',
    ],
    [
      'a twin of itself',
      scenario('- {id: two, twin_of: two, change: {key: none}}'),
      'it.yaml:5:24: there is no earlier step two',
    ],
    [
      'a receiver',
      scenario('- {hook: sink}\n  - {receive: snk}'),
      'it.yaml:6:15: there is no hook snk; did you mean sink?',
    ],
    [
      'a receiver that nobody opened',
      scenario('- {collect: sink, until: {elapsed: 1s}}'),
      'it.yaml:5:15: there is no hook sink: open it in given with {hook: sink}',
    ],
    [
      'a fixture',
      scenario('- {call: POST /v1/assets, body: {fixture: fase}}'),
      'it.yaml:5:45: there is no fixture fase; did you mean face?',
    ],
    [
      'a set-up',
      scenario('- {use: lib/uplod, face: x}'),
      'it.yaml:5:11: there is no set-up lib/uplod; did you mean lib/upload?',
    ],
    [
      'what a set-up does not take',
      scenario('- {use: lib/upload, fase: x, face: y}'),
      'it.yaml:5:23: lib/upload takes no fase; did you mean face?',
    ],
    [
      'a driver call',
      scenario('- {drive: jobs.scrpt, next: {}}'),
      'it.yaml:5:13: there is no drive jobs.scrpt; did you mean jobs.script?',
    ],
    [
      'what a driver call does not take',
      scenario('- {drive: jobs.release, jbo: x}'),
      'it.yaml:5:27: jobs.release takes no jbo; did you mean job?',
    ],
    ['a shape', scenario(expecting('{FIRST-RULE: {body: {shape: thng}}}')), 'it.yaml:5:63: there is no shape thng'],
    [
      'a class',
      scenario(classified('by_class: {yse: {FIRST-RULE: {status: 200}}}')),
      'it.yaml:5:85: no answer is classified as yse; did you mean yes?',
    ],
    [
      'a class that a row is pinned to',
      scenario(classified(''), 'arms: [{name: a, matrix: {n: [1]}, pins: {1: yse}}]'),
      'it.yaml:3:46: no answer is classified as yse; did you mean yes?',
    ],
    [
      'a row that is pinned',
      scenario(classified(''), 'arms: [{name: a, matrix: {n: [queued]}, pins: {queud: yes}}]'),
      'it.yaml:3:48: no row of the matrix has queud; did you mean queued?',
    ],
  ]);
});
