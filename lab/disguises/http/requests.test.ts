import { expect, it } from 'vitest';
import { createNames } from '../ids/names.ts';
import { createSecrets } from '../secrets.ts';
import { requestChanges } from './requests.ts';

const ID = 'job_8ytg3hcgfdk9de5x';
const names = createNames({ ids: ['plus'], driver_ids: null }, '1');
const secrets = createSecrets('marks', '1');
const changes = requestChanges(names, secrets, (header) => header);
const [shown, key] = [names.shownIn(ID), secrets.shown('pk_live_1')];

it('An id in a path or in a query is found, percent-encoded or not', () => {
  for (const text of [shown, encodeURIComponent(shown), shown.replaceAll('_', '%5F')])
    expect(changes.url(`/v1/jobs/${text}?job_id=${text}&job_id=${text}&limit=`)).toBe(
      `/v1/jobs/${ID}?job_id=${ID}&job_id=${ID}&limit=`,
    );
  expect(changes.url('/v1/jobs/job_%zz?x&=#')).toBe('/v1/jobs/job_%zz?x&=#');
});

it('In a body, only the texts that name something change', () => {
  const body = (id: string) => Buffer.from(`{ "a\\"": [1.0, "${id}" ], "a": "x${id}", é`);
  expect(changes.body(body(shown))).toEqual(Buffer.from(body(shown).toString().replace(`"${shown}"`, `"${ID}"`)));
});

it('A key is found in any header', () => {
  expect(changes.headers(['X-API-Key', key, 'Authorization', `Bearer ${key}`])).toEqual([
    ...['X-API-Key', 'pk_live_1', 'Authorization', 'Bearer pk_live_1'],
  ]);
});
