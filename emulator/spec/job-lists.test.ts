import { describe, expect, it } from 'vitest';
import { each, failing, given, itShows, openPlayed, outcomes, play } from '../testing/play.ts';
import { idsOf } from '../testing/steps.ts';

const INVALID_CURSOR = '400 INVALID_CURSOR cursor';
const list = (query: string) => `GET /v1/jobs?${query}`;
/** Jobs in every status, the oldest first: failed, succeeded, running, cancelled, queued. */
const EVERY_STATUS = [
  failing,
  'makeup',
  '4s',
  'skin',
  '4s',
  'hair',
  '2s',
  'makeup',
  'POST /v1/jobs/{job}/cancel',
  'skin',
];
const listed = (query: string) =>
  given(
    EVERY_STATUS,
    each(({ body }) => body.data.map((job: Record<string, string>) => `${job.operation} ${job.status}`), list(query)),
  );
const page = ({ body }: { body: { data: unknown[]; has_more: boolean } }) => [body.data.length, body.has_more];

describe('4.3 GET /v1/jobs', () => {
  it('shows each job as in a read', async () => {
    const played = await openPlayed();
    await play(played, ...EVERY_STATUS);
    const { body } = await play(played, 'GET /v1/jobs');
    const reads = body.data.map(({ id }: { id: string }) => `GET /v1/jobs/${id}`);
    expect(await each((read) => read.body, ...reads)(played)).toEqual(body.data);
  });

  itShows([
    ['has 20 on a page by default', given(Array(21).fill('skin'), each(page, list(''))), [[20, true]]],
    [
      "shows the caller's own jobs only, and those of all keys of the environment",
      given(
        ['makeup', 'skin as second', 'makeup as live', 'makeup as other'],
        each((reply) => idsOf(reply).length, list(''), `${list('')} as live`, `${list('')} as second`),
      ),
      [2, 1, 2],
    ],
    ['filters by status: queued', listed('status=queued'), [['skin.analyze queued']]],
    ['filters by status: running', listed('status=running'), [['hair.try_on running']]],
    ['filters by status: succeeded', listed('status=succeeded'), [['skin.analyze succeeded']]],
    ['filters by status: failed', listed('status=failed'), [['makeup.apply failed']]],
    ['filters by status: cancelled', listed('status=cancelled'), [['makeup.apply cancelled']]],
    ['filters by status and operation', listed('operation=makeup.apply&status=failed'), [['makeup.apply failed']]],
    ['shows nothing that passes one filter alone', listed('operation=hair.try_on&status=failed'), [[]]],
  ]);

  it('accepts a cursor with the same filters and any limit, and refuses it otherwise', async () => {
    const played = await openPlayed();
    await play(played, 'skin', 'makeup', 'hair', 'skin', 'makeup', 'hair');
    const filters = 'status=queued&operation=skin.analyze';
    const cursor = `cursor=${(await play(played, list(`limit=1&${filters}`))).body.next_cursor}`;
    const seen = await outcomes(
      list(`${filters}&${cursor}&limit=100`),
      list(cursor),
      list(`${cursor}&status=queued`),
      list(`${cursor}&status=running&operation=skin.analyze`),
      list(`${cursor}&${filters}&created_lt=2027-01-01T00:00:00Z`),
      `${list(`${cursor}&${filters}`)} as live`,
      `GET /v1/assets?${cursor}`,
    )(played);
    expect(seen).toEqual([200, ...Array(6).fill(INVALID_CURSOR)]);
  });

  itShows(
    [
      ...['0', '101', 'ten', ''].map((limit) => [`limit=${limit}`, 'limit']),
      ...['done', 'QUEUED', ''].map((status) => [`status=${status}`, 'status']),
      ...['hair.apply', 'skin', ''].map((operation) => [`operation=${operation}`, 'operation']),
      ...['created_gte', 'created_lt'].map((name) => [`${name}=2026-01-01`, name]),
      ...['purpose', 'job_id', 'page'].map((name) => [`${name}=input`, name]),
      ['status=queued&status=queued', 'status'],
      ['limit=1&limit=2', 'limit'],
    ].map(([query = '', name]) => [`?${query} names ${name}`, outcomes(list(query)), [`400 INVALID_REQUEST ${name}`]]),
  );
});
