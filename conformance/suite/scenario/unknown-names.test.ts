import { describe } from 'vitest';
import { refuses } from '../../testing/mistakes.ts';

describe('An unknown name', () => {
  refuses(`
scenario: a/b
covers: [FIRST-RULE, FRST-RULE]
steps: []
=> 2:22: there is no rule FRST-RULE; did you mean FIRST-RULE?
- {call: GET /v1/usage, expect: {FIRST-RUEL: {status: 200}}}
=> 5:36: there is no rule FIRST-RUEL; did you mean FIRST-RULE?
matrix: [{rule: FIRST-RULS}]
- {call: GET /v1/usage, expect: {"\${row.rule}": {status: 200}}}
=> 5:36: there is no rule FIRST-RULS; did you mean FIRST-RULE?
- {id: a, call: GET /v1/usage, classify: {yes: {when: {status: 200}}, otherwise: {fail: FIRST-RULLE}}}
=> 5:91: there is no rule FIRST-RULLE; did you mean FIRST-RULE?
- {let: {job: 1}}
- {call: "GET /v1/jobs/\${jb.id}"}
=> 6:28: jb.id: there is no jb; did you mean job?
- {call: "GET /v1/jobs/\${last.body.id}"}
- {id: last, call: GET /v1/usage}
=> 5:28: last.body.id: there is no last; there is target, tenant, run, budget, key, feature, driver, median_job_time, row, arm
tenant: {credits: {available: "\${last.body.available}"}}
- {id: last, call: GET /v1/usage}
=> 3:34: last.body.available: there is no last; there is target, tenant, run, budget, key, feature, driver, median_job_time, row, arm
- {let: {a: "\${revers([1])}"}}
=> 5:18: revers([1]): there is no function revers; did you mean reverse?
- {if: feature.job.cancle, call: GET /v1/usage}
=> 5:22: feature.job.cancle: feature.job has no cancle; did you mean cancel?
arms: [{name: one, needs: [driver.job]}]
=> 3:35: driver.job: driver has no job; did you mean jobs?
requires: {keys: [secnd], features: [job.cancle], drivers: [clocks]}
=> 3:19: requires.keys has no secnd; did you mean second?
=> 3:61: requires.drivers has no clocks; did you mean clock?
=> 3:38: requires.features has no job.cancle; did you mean job.cancel?
- {call: GET /v1/usage, key: secnd}
=> 5:32: there is no role of a key secnd; did you mean second?
- {id: one, call: GET /v1/usage}
- {id: two, twin_of: oen, change: {key: none}}
=> 6:24: there is no earlier step oen; did you mean one?
- {id: two, twin_of: two, change: {key: none}}
=> 5:24: there is no earlier step two
- {hook: sink}
- {receive: snk}
=> 6:15: there is no hook snk; did you mean sink?
- {collect: sink, until: {elapsed: 1s}}
=> 5:15: there is no hook sink: open it in given with {hook: sink}
- {call: POST /v1/assets, body: {fixture: fase}}
=> 5:45: there is no fixture fase; did you mean face?
- {use: lib/uplod, face: x}
=> 5:11: there is no set-up lib/uplod; did you mean lib/upload?
- {use: lib/upload, fase: x, face: y}
=> 5:23: lib/upload takes no fase; did you mean face?
- {drive: jobs.scrpt, next: {}}
=> 5:13: there is no drive jobs.scrpt; did you mean jobs.script?
- {drive: jobs.release, jbo: x}
=> 5:27: jobs.release takes no jbo; did you mean job?
- {call: GET /v1/usage, expect: {FIRST-RULE: {body: {shape: thng}}}}
=> 5:63: there is no shape thng
- {id: a, call: GET /v1/usage, classify: {yes: {when: {status: 200}}}, by_class: {yse: {FIRST-RULE: {status: 200}}}}
=> 5:85: no answer is classified as yse; did you mean yes?
arms: [{name: a, matrix: {n: [1]}, pins: {1: yse}}]
- {id: a, call: GET /v1/usage, classify: {yes: {when: {status: 200}}}}
=> 3:46: no answer is classified as yse; did you mean yes?
arms: [{name: a, matrix: {n: [queued]}, pins: {queud: yes}}]
- {id: a, call: GET /v1/usage, classify: {yes: {when: {status: 200}}}}
=> 3:48: no row of the matrix has queud; did you mean queued?
`);
});
