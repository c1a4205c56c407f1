import { expect, it } from 'vitest';
import { caughtIn } from './caught.ts';

it('Caught deviations are those of the first table, unless a remark says otherwise', () => {
  const proof = `# What the suite catches

| rule | deviations | caught by its id, unless said otherwise |
|---|---|---|
| JOB-A | 3 | job-one, job-two (warns), job-3 (survived) |
| JOB-B | 2 | job-4 (by others), job-5 (never fired) |
| JOB-C | 0 | **none** |

## In a server of another make

| JOB-A | 1 | no-job |
`;
  expect(caughtIn(proof)).toEqual([
    { id: 'job-one', breaks: ['JOB-A'] },
    { id: 'job-two', breaks: ['JOB-A'] },
  ]);
});
