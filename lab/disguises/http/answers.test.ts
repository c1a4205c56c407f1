import { expect, it } from 'vitest';
import { settingsOf } from '../kinds.ts';
import { givenEtags, headersChanged } from './answers.ts';

const PLAIN = settingsOf([]) ?? expect.fail();
const asked = { host: 'localhost:1', path: '/v1/makeup/try-ons' };

it.each(['absolute', 'relative', 'encoded'] as const)(
  'A Location in the form %s leads to the same path',
  (location) => {
    const [[, text = ''] = []] = headersChanged(
      [['Location', '/v1/jobs/job_a~b']],
      { ...PLAIN, location },
      asked,
      (id) => id,
    );
    const { pathname } = new URL(text, `http://${asked.host}${asked.path}`);
    expect(decodeURIComponent(pathname)).toBe('/v1/jobs/job_a~b');
  },
);

it.each(['weak', 'marks', 'long'] as const)('A tag in the form %s is known when it comes back', (etags) => {
  const [[, text = ''] = []] = headersChanged([['ETag', '"a1"']], { ...PLAIN, etags }, asked, (id) => id);
  expect(text).not.toBe('"a1"');
  expect(givenEtags(`${text}, "other"`, etags)).toMatch(/^(?:W\/)?"a1", "other"$/);
});

it('A wait never gets shorter', () => {
  const waits = (['1', '3600'] as const).map((wait) =>
    headersChanged([['Retry-After', wait]], { ...PLAIN, retry_after: '7' }, asked, (id) => id),
  );
  expect(waits.flat()).toEqual([
    ['Retry-After', '7'],
    ['Retry-After', '3600'],
  ]);
});
