import { expect, it } from 'vitest';
import { formsIn } from '../forms.ts';
import { seenOf } from '../testing/seen-of.ts';
import { placesIn } from './places.ts';

const UPLOAD = { method: 'POST', route: 'POST /v1/assets', path: '/v1/assets', responseBody: '{"id":"asset_1"}' };
const POLL = { method: 'GET', route: 'GET /v1/jobs/:id', path: '/v1/jobs/job_1', responseBody: '{"status":"queued"}' };
const DOWNLOAD = {
  method: 'GET',
  route: 'GET /v1/assets/:id/content',
  path: '/v1/assets/asset_2/content',
  responseBody: null,
};
const spaced = (one: typeof UPLOAD) => ({ ...one, responseBody: one.responseBody.replace(':', ': ') });

const plain = seenOf(UPLOAD, POLL, DOWNLOAD, {});
const sections = (...parts: Parameters<typeof seenOf>) =>
  placesIn(seenOf(...parts), { seen: plain, forms: [formsIn(plain)] }).map(({ section }) => section);

it.each([
  ['the last answer in another form', [spaced(UPLOAD), spaced(POLL)], ['2.2']],
  ['the same, before an unchanged picture', [UPLOAD, spaced(POLL), DOWNLOAD], ['2.2']],
  ['an error', [UPLOAD, { ...spaced(POLL), status: 503 }], ['2.4']],
  ['nothing, if nothing varied', [UPLOAD, POLL], []],
  ['nothing, if the client did the same', [spaced(UPLOAD), spaced(POLL), DOWNLOAD, {}], []],
])('a client was reading %s', (_, seen, wanted) => {
  expect(sections(...seen)).toEqual(wanted);
});

it('a client was reading a webhook that it no longer accepts', () => {
  const answer = { url: 'http://r/', event: 'evt_1', forged: null };
  const taken = { ...plain, answers: [{ ...answer, status: 204 }] };
  const left = { ...plain, answers: [{ ...answer, status: null }] };
  const placesOf = (seen: typeof taken | typeof left, before: typeof seen) =>
    placesIn(seen, { seen: before, forms: [formsIn(before)] });
  expect(placesOf(left, taken)).toEqual([{ what: 'a webhook', section: '6.2' }]);
  expect(placesOf(left, left)).toEqual([]);
});
