import { isMap } from '../../../../shared/is-map.ts';
import { jobPath } from '../../../target/routes.ts';
import { type Answered, type Place, unknownIdLike } from '../place.ts';
import { edgeOf, ended, skin, submitted, uploaded } from '../requests.ts';

/** Tests both lists: their parameters, their pages, and their content. */
export async function lists(place: Place): Promise<void> {
  // All of one type: their ids may decide which of them is on a page.
  const assets = [await uploaded(place), await uploaded(place, 'curly-red.jpeg'), await uploaded(place)];
  const [asset = ''] = assets;
  for (const nth of [1, 2, 3]) await submitted(place, `list ${nth}`, skin(asset));
  for (const path of ['/v1/assets', '/v1/jobs']) {
    const plain = await place.ask(`lists/${path}`, `GET ${path}`);
    if (plain.status !== 200) continue;
    await parameters(place, path);
    await pages(place, path);
    if (place.has('second')) await place.ask(`lists/${path}, by the second key`, `GET ${path}`, { key: 'second' });
    if (place.has('other_env'))
      await place.ask(`lists/${path}, of the other environment`, `GET ${path}`, { key: 'other_env' });
  }
  await place.ask('lists/unknown job', `GET /v1/assets?job_id=${unknownIdLike('job_0123456789abcdef')}`, {
    named: 'job_id',
  });
  await place.ask('lists/malformed job', 'GET /v1/assets?job_id=nothing-like-an-id', { named: 'job_id' });
  await place.ask('lists/purpose', 'GET /v1/assets?purpose=input');
  await place.ask('lists/unknown purpose', 'GET /v1/assets?purpose=other', { named: 'purpose' });
  const { id } = await submitted(place, 'listed and deleted', skin(asset));
  await ended(place, id);
  await place.send(`DELETE ${jobPath(id)}`);
  const after = await place.send('GET /v1/jobs');
  if (after.status === 200)
    place.note('lists', 'a deleted job', JSON.stringify(after.body).includes(id) ? 'shown' : 'left out');
  await limits(place);
  await walk(place, '/v1/assets');
}

const PARAMETERS = [
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=',
  'limit=1&limit=1',
  'cursor=',
  'cursor=nothing',
  'surprise=1',
  'created_gte=x',
]
  .concat([
    'created_gte=2020-01-01',
    'created_gte=2020-01-01T00:00:00Z',
    'created_gte=2020-01-01T00:00:00%2B01:00',
    'purpose=',
  ])
  .concat(['created_gte=2030-01-01T00:00:00Z&created_lt=2020-01-01T00:00:00Z', 'status=queued', 'status=other'])
  .concat([
    'created_lt=2020-01-01T00:00:00Z',
    'operation=skin.analyze',
    'operation=',
    'operation=other',
    'limit=100',
    'limit=2',
    'created_lt=',
  ]);

async function parameters(place: Place, path: string): Promise<void> {
  for (const query of PARAMETERS)
    await place.ask(`lists/${path}?${query}`, `GET ${path}?${query}`, { named: query.split('=')[0] ?? '' });
}

async function pages(place: Place, path: string): Promise<void> {
  const first = await place.ask(`lists/${path}, first page`, `GET ${path}?limit=1`);
  const cursor = cursorOf(first);
  if (cursor === null) return;
  place.note(
    `lists/${path}`,
    'characters of a cursor',
    /^[\w.~-]+$/.test(cursor) ? 'safe in a query' : 'to be encoded',
  );
  const follow = (label: string, query: string, key = 'primary') =>
    place.ask(`lists/${path}, ${label}`, `GET ${path}?${query}&cursor=${encodeURIComponent(cursor)}`, {
      key,
      named: 'cursor',
    });
  await follow('second page', 'limit=1');
  await follow('cursor with another limit', 'limit=2');
  await follow('cursor with other filters', 'limit=1&created_gte=2020-01-01T00:00:00Z');
  for (const role of ['second', 'other_account'].filter(place.has)) await follow(`cursor, by ${role}`, 'limit=1', role);
  const filter = 'limit=1&created_gte=2020-01-01T00:00:00Z';
  const filtered = cursorOf(await place.send(`GET ${path}?${filter}`));
  if (filtered !== null) {
    const same = `limit=1&created_gte=2020-01-01T00:00:00.000Z&cursor=${encodeURIComponent(filtered)}`;
    await place.ask(`lists/${path}, the same filter in other words`, `GET ${path}?${same}`, { named: 'cursor' });
  }
  const all = await place.send(`GET ${path}?limit=100`);
  place.note(
    `lists/${path}`,
    'next_cursor at the end',
    all.body['next_cursor'] === null ? 'null' : typeof all.body['next_cursor'],
  );
  const items = itemsOf(all);
  const ids = items.map(({ id }) => String(id));
  const isTied = new Set(items.map((item) => item['created_at'])).size < items.length;
  if (isTied) place.note(`lists/${path}`, 'ties', tiesOf(items));
  else place.note('ids', 'grow', isSorted(ids.toReversed()) ? 'yes' : 'no');
}

/**
 * Notes what the second page begins with after an upload: the row that follows the first page, or one already listed.
 */
async function walk(place: Place, path: string): Promise<void> {
  const first = await place.send(`GET ${path}?limit=1`);
  const cursor = cursorOf(first);
  await uploaded(place);
  if (cursor === null) return;
  const second = await place.send(`GET ${path}?limit=1&cursor=${encodeURIComponent(cursor)}`);
  const [shown, next] = [first, second].map((page) => itemsOf(page)[0]?.['id']);
  if (next !== undefined) place.note(`lists/${path}`, 'page after an upload', shown === next ? 'repeats' : 'goes on');
}

function itemsOf({ body }: Answered): Record<string, unknown>[] {
  const data = body['data'] ?? body['jobs'];
  return Array.isArray(data) ? data.filter(isMap) : [];
}

function cursorOf({ body }: Answered): string | null {
  return typeof body['next_cursor'] === 'string' ? body['next_cursor'] : null;
}

function tiesOf(items: readonly Record<string, unknown>[]): string {
  const pairs = items.flatMap((item, index) => {
    const next = items[index + 1];
    return next !== undefined && next['created_at'] === item['created_at']
      ? [String(item['id']) > String(next['id'])]
      : [];
  });
  if (pairs.every(Boolean)) return 'ids descending';
  return pairs.some(Boolean) ? 'ids in no order' : 'ids ascending';
}

function isSorted(texts: readonly string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? '') <= text);
}

async function limits(place: Place): Promise<void> {
  const most = await edgeOf(
    { least: 1, most: 1_000 },
    async (limit) => (await place.send(`GET /v1/jobs?limit=${limit}`)).status === 200,
  );
  place.note('lists', 'largest limit of jobs', most ?? 'more than 1000');
}

/** Tests with many jobs and many requests how many items a page has, and whether listing is rate limited. */
export async function manyJobs(place: Place): Promise<void> {
  const asset = await uploaded(place);
  const ids: string[] = [];
  for (let nth = 0; nth < 55; nth += 1) ids.push((await submitted(place, `many ${nth}`, skin(asset))).id);
  place.note('ids', 'grow', isSorted(ids) ? 'yes' : 'no');
  const { body, status } = await place.send('GET /v1/jobs');
  const count = itemsOf({ body, status, headers: {}, id: '' }).length;
  place.note('lists', 'items of a page of jobs', status !== 200 ? 'none' : count >= 55 ? 'more than 50' : count);
  for (let nth = 0; nth < 65; nth += 1) await place.send('GET /v1/jobs?limit=1');
  await place.ask('lists/after many requests', 'GET /v1/jobs?limit=1');
}
