import { at } from '../forms.ts';
import type { Answer } from '../http.ts';
import { OTHER_FACE } from '../pictures.ts';
import { type Access, advance, assetId, finish, firstListIn, jobIn, openAccount, upload } from '../service.ts';

/** Lists of assets. */
export async function assetLists(access: Access) {
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
  const next = `cursor=${encodeURIComponent(cursor)}`;
  return {
    page,
    cursor,
    last: await list(`?${next}&limit=50`),
    ofSecondKey: firstListIn((await list('', keys.second)).json).length,
    cursorOfSecond: await list(`?${next}`, keys.second),
    cursorWithFilter: await list(`?${next}&purpose=input`),
    wrongCursor: await list('?cursor=nonsense'),
    emptyCursor: await list('?cursor='),
    limitZero: await list('?limit=0'),
    limitText: await list('?limit=many'),
    limitTwice: await list('?limit=1&limit=1'),
    unknown: await list('?colour=red'),
    unknownJob: await list('?job_id=job_0000000000000000'),
    dateOnly: await list('?created_gte=2020-01-01'),
    head: await call('HEAD /v1/assets'),
    empty: await list('', keys.test),
  };
}

/** Lists of jobs, of which nearly nothing is specified. */
export async function jobLists(access: Access) {
  const account = await openAccount(access);
  const { call, keys } = account;
  for (let count = 0; count < 3; count += 1) await finish(account, await jobIn(account, null));
  const list = (query: string, key = keys.live) => call(`GET /v1/jobs${query}`, { key });
  const page = await list('?limit=2');
  const filtered = async (query: string): Promise<string> => countIn(await list(query));
  return {
    page,
    empty: await list('', keys.test),
    item: firstListIn(page.json)[0],
    limited: countIn(page),
    ofSecondKey: countIn(await list('', keys.second)),
    byStatus: await filtered('?status=failed'),
    byOperation: await filtered('?operation=makeup.apply'),
    byTime: await filtered('?created_gte=2999-01-01T00:00:00Z'),
    byTimeBefore: await filtered('?created_lt=2000-01-01T00:00:00Z'),
    unknown: await list('?colour=red'),
    unknownStatus: await list('?status=nothing'),
    limitZero: await list('?limit=0'),
    head: await call('HEAD /v1/jobs'),
  };
}

function countIn({ status, json }: Answer): string {
  return status === 200 ? `${firstListIn(json).length} jobs` : String(status);
}

/** Usage and credits. */
export async function accounting(access: Access) {
  const account = await openAccount(access);
  const { call, keys } = account;
  const empty = await call('GET /v1/usage');
  const charged: Record<string, string> = {};
  const balance = async () => (await call('GET /v1/credits/balance')).json;
  for (const stage of ['queued', 'picked_up', 'preparing', 'processing']) {
    const before = at(await balance(), 'settled_units');
    const id = await jobIn(account, stage);
    charged[stage] = at(await balance(), 'settled_units') === before ? 'held' : 'charged';
    await finish(account, id);
  }
  const usage = await call('GET /v1/usage');
  const cancelled = await jobIn(account, 'queued');
  const counted = await call('GET /v1/usage');
  await call(`POST /v1/jobs/${encodeURIComponent(cancelled)}/cancel`);
  const { text } = await call('GET /v1/usage');
  return {
    empty,
    charged,
    usage,
    usageOfTest: await call('GET /v1/usage', { key: keys.test }),
    afterCancel: text === counted.text ? 'counted' : 'taken out',
    withDates: await call('GET /v1/usage?from=2020-01-01&to=2020-01-02'),
    wrongDate: await call('GET /v1/usage?from=yesterday'),
    unknownParameter: await call('GET /v1/usage?colour=red'),
    balance: await call('GET /v1/credits/balance'),
    balanceOfTest: (await call('GET /v1/credits/balance', { key: keys.test })).json,
    balanceWithParameter: await call('GET /v1/credits/balance?colour=red'),
  };
}

/** What the contract of drivers can break. */
export async function outages(access: Access) {
  const account = await openAccount(access);
  const off = await openAccount(access, { features: { lists: false, cancel: false, delete: false, credits: false } });
  const asset = await assetId(off);
  await account.drive('PATCH /switches', { ledger_unreadable: true });
  const ledger = await account.call('GET /v1/credits/balance');
  await account.drive('PATCH /switches', { ledger_unreadable: false, key_store_unreadable: true });
  const keyStore = await account.call('GET /v1/usage');
  await account.drive('PATCH /switches', { key_store_unreadable: false });
  return {
    ledger,
    keyStore,
    assetListOff: await off.call('GET /v1/assets'),
    jobListOff: await off.call('GET /v1/jobs'),
    assetDeleteOff: await off.call(`DELETE /v1/assets/${encodeURIComponent(asset)}`),
    balanceOff: await off.call('GET /v1/credits/balance'),
  };
}
