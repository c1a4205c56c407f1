import { expect, it } from 'vitest';
import { driverLines } from './driver-lines.ts';

it('the lines of the driver contract are its calls, with the members of bodies and answers', () => {
  const page = `curl -s -X POST $DRIVER/jobs/$JOB/hold -d '{"for": "8m"}'\n# {"held": true, "by": [{"id": null}]}\ncurl -s $DRIVER/clock\n`;
  expect(driverLines(page)).toEqual([
    'POST /jobs/{job}/hold',
    'POST /jobs/{job}/hold body.for: string',
    'POST /jobs/{job}/hold answer.held: boolean',
    'POST /jobs/{job}/hold answer.by: list',
    'POST /jobs/{job}/hold answer.by[].id: null',
    'GET /clock',
  ]);
});
