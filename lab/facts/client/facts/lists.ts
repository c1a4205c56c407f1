import { at, details, members, message, names, refusal, says, shape, timeForm } from '../forms.ts';
import type { Answer } from '../http.ts';
import { OTHER_FACE } from '../pictures.ts';
import type { Found } from '../read-facts.ts';
import {
  type Access,
  type Account,
  advance,
  finish,
  firstListIn,
  jobIn,
  jobPath,
  openAccount,
  upload,
} from '../service.ts';
import { ASSET } from './uploads.ts';

export async function assetLists(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const { call, keys } = account;
  for (const bytes of [undefined, OTHER_FACE]) {
    await upload(account, bytes);
    await advance(account, 1_000);
  }
  await upload(account, undefined, 'image/png', { key: keys.second });
  const list = (query: string, key = keys.live) => call(`GET /v1/assets${query}`, { key });
  const page = await list('?limit=2');
  const cursor = String(at(page.json, 'next_cursor'));
  const next = `?cursor=${encodeURIComponent(cursor)}`;
  const limitZero = await list('?limit=0');
  return {
    'assets.headers': names(page),
    'assets.further members': members(page.json, ['data', 'has_more', 'next_cursor']),
    'assets.further members of an item': members(at(page.json, 'data.0'), ASSET),
    'assets.cursor': /^[\w.~-]*$/.test(cursor) ? 'plain' : 'to be encoded',
    'assets.length of a cursor': Math.round(cursor.length / 20) * 20,
    'assets.next_cursor at the end': shape(at((await list(next)).json, 'next_cursor')),
    'assets.of another key': firstListIn((await list('', keys.second)).json).length,
    'assets.cursor of another key': refusal(await list(next, keys.second)),
    'assets.empty cursor': refusal(await list('?cursor=')),
    'assets.wrong cursor, message': message(await list('?cursor=nonsense')),
    'assets.limit 0, details': details(limitZero),
    'assets.limit 0 is named': says('limit', limitZero),
    'assets.date without a time': refusal(await list('?created_gte=2020-01-01')),
    'assets.of an unknown job': refusal(await list('?job_id=job_0000000000000000')),
    'assets.head': (await call('HEAD /v1/assets')).status,
  };
}

/** Lists of jobs, about which the specification says almost nothing. */
export async function jobLists(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const { call, keys } = account;
  for (let count = 0; count < 3; count += 1) await finish(account, await jobIn(account, null));
  const list = (query: string, key = keys.live) => call(`GET /v1/jobs${query}`, { key });
  const page = await list('?limit=2');
  const counted = async (query: string) => countIn(await list(query));
  return {
    'jobs.shape': members(page.json),
    'jobs.members of an item': members(firstListIn(page.json)[0]),
    'jobs.empty': shape((await list('', keys.test)).json),
    'jobs.headers': names(page),
    'jobs.limit 2': countIn(page),
    'jobs.of another key': countIn(await list('', keys.second)),
    'jobs.by status': await counted('?status=failed'),
    'jobs.by operation': await counted('?operation=makeup.apply'),
    'jobs.created_gte': await counted('?created_gte=2999-01-01T00:00:00Z'),
    'jobs.created_lt': await counted('?created_lt=2000-01-01T00:00:00Z'),
    'jobs.unknown parameter': refusal(await list('?colour=red')),
    'jobs.unknown status': refusal(await list('?status=nothing')),
    'jobs.limit 0': refusal(await list('?limit=0')),
    'jobs.head': (await call('HEAD /v1/jobs')).status,
  };
}

function countIn({ status, json }: Answer): string {
  return status === 200 ? `${firstListIn(json).length} jobs` : String(status);
}

const BALANCE = 'as_of settled_units held_units available_units test_funded_units spendable_units enforced low_balance';

/** The usage, and whether a cancel changes it. */
export async function usage(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const get = (query = '', key = account.keys.live) => account.call(`GET /v1/usage${query}`, { key });
  const empty = await get();
  const id = await jobIn(account, 'queued');
  const counted = await get();
  await account.call(`POST ${jobPath(id, '/cancel')}`);
  const dated = await get('?from=2020-01-01&to=2020-01-02');
  return {
    'usage.shape': shape(counted.json),
    'usage.empty': shape(empty.json),
    'usage.of a test key': shape((await get('', account.keys.test)).json),
    'usage.after a cancel': (await get()).text === counted.text ? 'counted' : 'taken out',
    'usage.with dates': `${refusal(dated)} ${shape(dated.json)}`,
    'usage.wrong date': refusal(await get('?from=yesterday')),
    'usage.unknown parameter': refusal(await get('?colour=red')),
    'usage.headers': names(counted),
  };
}

/** The balance, and the moment when a job is charged. */
export async function balance(access: Access): Promise<Found> {
  const account = await openAccount(access);
  const get = (query = '', key = account.keys.live) => account.call(`GET /v1/credits/balance${query}`, { key });
  const read = await get();
  const priceOf = (name: string) => at(read.json, ['unit_costs', name]);
  return {
    'balance.further members': members(read.json, BALANCE.split(' ')),
    'balance.price of skin': priceOf('skin.analyze'),
    'balance.price of makeup': priceOf('makeup.apply'),
    'balance.price of hair': priceOf('hair.try_on'),
    'balance.of a test key': Number(at((await get('', account.keys.test)).json, 'settled_units')) > 0,
    'balance.headers': names(read),
    'balance.unknown parameter': refusal(await get('?colour=red')),
    'balance.as_of': timeForm(at(read.json, 'as_of')),
    'charge.queued': await chargedIn(account, 'queued'),
    'charge.picked_up': await chargedIn(account, 'picked_up'),
    'charge.processing': await chargedIn(account, 'processing'),
  };
}

async function chargedIn(account: Account, stage: string): Promise<string> {
  const settled = async () => at((await account.call('GET /v1/credits/balance')).json, 'settled_units');
  const before = await settled();
  const id = await jobIn(account, stage);
  const during = await settled();
  await finish(account, id);
  return during === before ? 'held' : 'charged';
}
