import { describe, expect, it } from 'vitest';
import { each, given, itShows, openPlayed, outcomes, type Played, play, type ShownRow, send } from '../testing/play.ts';

const NOT_FOUND = '404 JOB_NOT_FOUND';
const READ = 'GET /v1/jobs/{job}';
const unless = (tag: string) => send(READ, { headers: { 'If-None-Match': tag } });

/** Whether a read with the job's tag, or another condition, is answered as unchanged. */
const conditional = (condition: (tag: string) => string) => async (played: Played) => {
  const first = await play(played, 'makeup', READ);
  const tag = first.headers.get('etag') ?? '';
  const again = await play(played, unless(condition(tag)));
  return [again.status, again.headers.get('etag') === tag, again.headers.get('retry-after'), again.text === first.text];
};
const previousTag = async (played: Played) => {
  const tag = (await play(played, 'makeup', READ)).headers.get('etag') ?? '';
  const look = each(
    ({ status, headers }) => [status, headers.get('etag') === tag],
    '1s',
    unless(tag),
    '500ms',
    unless(tag),
  );
  return look(played);
};
const deletedAsset = given(
  ['upload', 'DELETE /v1/assets/{face}'],
  outcomes('GET /v1/jobs/{face}', 'DELETE /v1/jobs/{face}'),
);
/** Whether a job and its picture are unchanged after another job was cancelled or deleted. */
const otherJob =
  (...change: string[]) =>
  async (played: Played) => {
    const { id } = (await play(played, 'makeup')).body;
    const steps = ['makeup', ...change.map((step) => step.replace('{first}', id)), '10s'];
    return (await play(played, ...steps, READ, 'GET /v1/assets/{result}/content')).status;
  };

describe('4.3 GET /v1/jobs/{job_id}', () => {
  itShows([
    [
      'answers a job in each stage with its status, its ETag and the pace of polling',
      given(
        ['makeup'],
        each(
          ({ status, body, headers }) => [
            status,
            body.status,
            headers.get('retry-after'),
            /^"[^"]+"$/.test(headers.get('etag') ?? ''),
          ],
          READ,
          '1500ms',
          READ,
          '2500ms',
          READ,
        ),
      ),
      [
        [200, 'queued', '1', true],
        [200, 'running', '1', true],
        [200, 'succeeded', null, true],
      ],
    ],
    ['answers If-None-Match with its tag', conditional((tag) => tag), [304, true, '1', false]],
    ['answers If-None-Match with a star', conditional(() => '*'), [304, true, '1', false]],
    ['answers If-None-Match with another tag', conditional(() => '"other"'), [200, true, '1', true]],
    ['answers If-None-Match with nothing', conditional(() => ''), [200, true, '1', true]],
    [
      'answers the previous tag with the new body',
      previousTag,
      [
        [304, true],
        [200, false],
      ],
    ],
    ...['job_never', 'asset_never', 'x'].map(
      (id): ShownRow => [
        `does not find ${id}, also with a star`,
        outcomes(`GET /v1/jobs/${id}`, send(`GET /v1/jobs/${id}`, { headers: { 'If-None-Match': '*' } })),
        [NOT_FOUND, NOT_FOUND],
      ],
    ),
    ['does not find an asset under its id', deletedAsset, [NOT_FOUND, NOT_FOUND]],
    ['is the same after another job was cancelled', otherJob('POST /v1/jobs/{first}/cancel'), 200],
    ['is the same after another job was deleted', otherJob('10s', 'DELETE /v1/jobs/{first}'), 200],
  ]);

  it('changes the ETag exactly when the bytes change, and has a different one for every job', async () => {
    const played = await openPlayed();
    const other = (await play(played, 'makeup')).headers.get('etag');
    await play(played, 'makeup');
    const seen = new Set<string>();
    for (let step = 0; step <= 20; step += 1) {
      const { text, headers } = await play(played, READ);
      seen.add(JSON.stringify([headers.get('etag'), text]));
      await played.emulator.clock.advance('250ms');
    }
    const pairs = [...seen].map((pair): [string, string] => JSON.parse(pair));
    expect(pairs.map(([, text]) => JSON.parse(text).status)).toEqual(['queued', 'running', 'succeeded']);
    expect(new Set([other, ...pairs.map(([tag]) => tag)]).size).toBe(4);
  });
});
