import type { RequestFacts } from '../../world/edges.ts';
import { keepsResults } from '../changes.ts';
import { blatant, type Deviation, subtle } from '../deviation.ts';
import { type AnyJson, body, instead, on, refusal, refuse, status, when, where } from '../edits.ts';
import { asked, parameter, query, type RequestEdit } from '../requests.ts';
import { later } from '../shift.ts';

const NAMES = ['limit', 'cursor', 'purpose', 'created_gte', 'created_lt', 'job_id'];

export function given({ query: pairs }: RequestFacts, name: string): string | undefined {
  return pairs.find(([each]) => each === name)?.[1];
}

function page(
  rule: string,
  id: string,
  about: string,
  change: (shown: AnyJson, request: RequestFacts) => void,
): Deviation {
  return subtle(rule, id, about, {
    answer: on(
      'listAssets',
      when(
        200,
        body((shown, { request }) => change(shown, request)),
      ),
    ),
  });
}

/** Accepts a parameter that must be refused, by reading another value. */
function accepting(
  rule: string,
  id: string,
  about: string,
  name: string,
  read: (value: string) => string | null,
): Deviation {
  return subtle(rule, id, about, { request: asked('listAssets', parameter(name, read)) });
}

/** Spec 4.1: lists of assets. */
export const LISTS: readonly Deviation[] = [
  subtle('LIST-200', 'list-204-where-empty', 'A list that is empty answers 204.', {
    answer: on(
      'listAssets',
      where((_, { body: shown }) => String(shown).includes('"data":[]'), instead(204, null)),
    ),
  }),
  blatant('LIST-200', 'list-answers-206', 'A list answers 206.', { answer: on('listAssets', when(200, status(206))) }),
  page('LIST-DATA', 'list-items', 'A page has its assets under items.', (shown) => {
    shown.items = shown.data;
    delete shown.data;
  }),
  page('LIST-HAS-MORE', 'list-has-more-number', 'has_more is 0 or 1.', (shown) => {
    shown.has_more = Number(shown.has_more);
  }),
  page('LIST-NEXT-CURSOR', 'list-cursor-left-out', 'The last page leaves next_cursor out.', (shown) => {
    if (shown.next_cursor === null) delete shown.next_cursor;
  }),
  page('LIST-NO-HREF', 'list-with-href', 'Result assets in a list have an href.', (shown) => {
    for (const asset of shown.data) if (asset.purpose === 'result') asset.href = `/v1/assets/${asset.id}/content`;
  }),
  page('LIST-NO-HREF', 'list-by-job-with-href', 'The results of a job are listed with an href.', (shown, request) => {
    if (given(request, 'job_id') === undefined) return;
    for (const asset of shown.data) asset.href = `/v1/assets/${asset.id}/content`;
  }),
  page('LIST-ITEM-SAME', 'list-item-other-size', 'A list rounds sizes up to whole kilobytes.', (shown) => {
    for (const asset of shown.data) asset.size_bytes = Math.ceil(asset.size_bytes / 1_024) * 1_024;
  }),
  page('LIST-ORDER', 'list-oldest-first', 'Each page has its assets oldest first.', (shown) => {
    shown.data.reverse();
  }),
  page('LIST-ORDER', 'list-inputs-first', 'Each page has its inputs before its results.', (shown) => {
    shown.data.sort((a: AnyJson, b: AnyJson) => (a.purpose < b.purpose ? -1 : a.purpose > b.purpose ? 1 : 0));
  }),
  page('LIST-ORDER-TIES', 'list-ties-ascending', 'Assets of the same instant are listed by id, ascending.', (shown) => {
    shown.data.sort((a: AnyJson, b: AnyJson) => (a.created_at === b.created_at && a.id < b.id ? -1 : 0));
  }),
  page(
    'LIST-ORDER-TIES',
    'list-ties-of-a-job-ascending',
    'Results of one job are listed by id, ascending.',
    (shown, request) => {
      if (given(request, 'job_id') !== undefined)
        shown.data.sort((a: AnyJson, b: AnyJson) => (a.created_at === b.created_at && a.id < b.id ? -1 : 0));
    },
  ),
  subtle('LIST-COMPLETE', 'list-inputs-alone', 'The list without a filter has inputs alone.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        pairs.some(([name]) => name === 'purpose' || name === 'job_id') ? pairs : [...pairs, ['purpose', 'input']],
      ),
    ),
  }),
  subtle('LIST-EXPIRED-OUT', 'list-keeps-expired', 'An asset that was listed once is listed after it has expired.', {
    answer: stillLists('expired'),
  }),
  subtle('LIST-DELETED-OUT', 'list-keeps-deleted', 'An asset that was listed once is listed after it was deleted.', {
    answer: stillLists('deleted'),
  }),
  subtle('LIST-DELETED-OUT', 'list-of-inputs-keeps-deleted', 'A deleted asset stays in the list of its purpose.', {
    answer: stillLists('deleted', 'purpose'),
  }),
  subtle(
    'LIST-EXPIRED-OUT',
    'list-of-job-keeps-expired',
    'The list of a job has its results after they have expired.',
    { answer: stillLists('expired', 'job_id') },
  ),
  subtle('LIST-DELETED-OUT', 'list-keeps-results-of-deleted', 'The results of a deleted job are still listed.', {
    ...keepsResults('deleted'),
    also: ['JOB-DELETED-RESULTS', 'JOB-DELETED-CONTENT'],
  }),
  accepting('LIST-LIMIT', 'list-one-more', 'A page has one asset more than its limit.', 'limit', (value) =>
    /^\d+$/.test(value) && Number(value) > 0 && Number(value) < 100 ? String(Number(value) + 1) : value,
  ),
  subtle('LIST-LIMIT-DEFAULT', 'list-default-25', 'A page without a limit has 25 assets.', {
    request: asked(
      'listAssets',
      query((pairs) => (pairs.some(([name]) => name === 'limit') ? pairs : [...pairs, ['limit', '25']])),
    ),
  }),
  subtle('LIST-LIMIT-DEFAULT', 'list-default-25-of-purpose', 'A page of one purpose without a limit has 25 assets.', {
    request: asked('listAssets', defaultOf(25, 'purpose')),
  }),
  subtle('LIST-LIMIT-DEFAULT', 'list-default-25-further-on', 'A further page without a limit has 25 assets.', {
    request: asked('listAssets', defaultOf(25, 'cursor')),
  }),
  subtle('LIST-LIMIT-BOUNDS', 'list-refuses-limit-100', 'The limit 100 is refused.', {
    answer: on(
      'listAssets',
      where(({ request }) => given(request, 'limit') === '100', refuse(400, 'INVALID_REQUEST')),
    ),
  }),
  accepting('LIST-PURPOSE', 'list-purpose-ignored', 'The purpose filter is passed over.', 'purpose', (value) =>
    value === 'input' || value === 'result' ? null : value,
  ),
  accepting(
    'LIST-CREATED-GTE',
    'list-gte-without-instant',
    'created_gte leaves the instant itself out.',
    'created_gte',
    (value) => later(value, 1),
  ),
  accepting(
    'LIST-CREATED-LT',
    'list-lt-with-instant',
    'created_lt takes the instant itself in.',
    'created_lt',
    (value) => later(value, 1),
  ),
  accepting('LIST-JOB-ID', 'list-job-id-ignored', 'The job_id filter is passed over.', 'job_id', () => null),
  subtle('LIST-JOB-ID', 'list-job-id-beside-purpose', 'Beside a purpose the job_id filter is passed over.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        pairs.some(([name]) => name === 'purpose') ? pairs.filter(([name]) => name !== 'job_id') : pairs,
      ),
    ),
  }),
  subtle('LIST-CREATED-LT', 'list-lt-beside-gte', 'Beside created_gte the filter created_lt is passed over.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        pairs.some(([name]) => name === 'created_gte') ? pairs.filter(([name]) => name !== 'created_lt') : pairs,
      ),
    ),
  }),
  page(
    'LIST-JOB-ID',
    'list-job-id-first-alone',
    'The job_id filter gives the first result alone.',
    (shown, request) => {
      if (given(request, 'job_id') !== undefined) shown.data.length = Math.min(1, shown.data.length);
    },
  ),
  subtle('LIST-400', 'list-refusal-other-code', 'The refusal of a parameter has the code BAD_PARAMETER.', {
    answer: on('listAssets', when('INVALID_REQUEST', refusal(400, 'BAD_PARAMETER'))),
  }),
  subtle('LIST-400-NAMES', 'list-refusal-nameless', 'The refusal does not name the parameter.', {
    answer: on(
      'listAssets',
      when(
        'INVALID_REQUEST',
        body(({ error }) => {
          error.message = 'A parameter is not valid.';
          delete error.details;
        }),
      ),
    ),
  }),
  subtle('LIST-UNKNOWN-400', 'list-unknown-ignored', 'A parameter that nobody knows is passed over.', {
    request: asked(
      'listAssets',
      query((pairs) => pairs.filter(([name]) => NAMES.includes(name))),
    ),
  }),
  subtle('LIST-REPEATED-400', 'list-repeated-last', 'Of a parameter that is given twice the last one counts.', {
    request: asked(
      'listAssets',
      query((pairs) => pairs.filter(([name], index) => pairs.findLastIndex(([each]) => each === name) === index)),
    ),
  }),
  subtle(
    'LIST-UNKNOWN-400',
    'list-unknown-ignored-further-on',
    'Beside a cursor an unknown parameter is passed over.',
    {
      request: asked(
        'listAssets',
        query((pairs) => (isFurtherOn(pairs) ? pairs.filter(([name]) => NAMES.includes(name)) : pairs)),
      ),
    },
  ),
  subtle('LIST-REPEATED-400', 'list-repeated-cursor', 'Of two cursors the last one counts.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        pairs.filter(([name], index) => name !== 'cursor' || pairs.findLastIndex(([each]) => each === name) === index),
      ),
    ),
  }),
  subtle('LIST-LIMIT-LOW-400', 'list-limit-0-further-on', 'Beside a cursor the limit 0 counts as 20.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        isFurtherOn(pairs)
          ? pairs.map(([name, value]) => [name, name === 'limit' && value === '0' ? '20' : value])
          : pairs,
      ),
    ),
  }),
  subtle('LIST-LIMIT-HIGH-400', 'list-limit-clamped-further-on', 'Beside a cursor a limit above 100 counts as 100.', {
    request: asked(
      'listAssets',
      query((pairs) =>
        isFurtherOn(pairs)
          ? pairs.map(([name, value]) => [name, name === 'limit' && Number(value) > 100 ? '100' : value])
          : pairs,
      ),
    ),
  }),
  accepting('LIST-LIMIT-LOW-400', 'list-limit-0-taken', 'The limit 0 counts as 20.', 'limit', (value) =>
    value === '0' ? '20' : value,
  ),
  accepting('LIST-LIMIT-HIGH-400', 'list-limit-clamped', 'A limit above 100 counts as 100.', 'limit', (value) =>
    Number(value) > 100 ? '100' : value,
  ),
  accepting(
    'LIST-MALFORMED-400',
    'list-limit-parsed',
    'A limit that is no whole number counts as far as it is one.',
    'limit',
    (value) => (/^\d+$/.test(value) ? value : String(Math.min(100, Math.max(1, Number.parseInt(value, 10) || 20)))),
  ),
  accepting(
    'LIST-MALFORMED-400',
    'list-purpose-unknown-ignored',
    'An unknown purpose is passed over.',
    'purpose',
    (value) => (value === 'input' || value === 'result' ? value : null),
  ),
  accepting(
    'LIST-MALFORMED-400',
    'list-instant-ignored',
    'A created_gte that is no instant is passed over.',
    'created_gte',
    (value) => (Number.isNaN(Date.parse(value)) ? null : new Date(Date.parse(value)).toISOString()),
  ),
  subtle(
    'LIST-HAS-MORE-RIGHT',
    'list-more-on-boundary',
    'On the exact page boundary, has_more is true and nothing follows.',
    { rules: () => ({ pageEnd: (last, hasMore, rows, limit) => (hasMore || rows === limit ? last : null) }) },
  ),
  page(
    'LIST-HAS-MORE-RIGHT',
    'list-more-of-others',
    'Of a filtered list has_more is true where others are there.',
    (shown, request) => {
      if (given(request, 'purpose') !== undefined && shown.data.length > 0) shown.has_more = true;
    },
  ),
  page('LIST-HAS-MORE-RIGHT', 'list-more-never', 'has_more is false on every page.', (shown) => {
    shown.has_more = false;
  }),
  page('LIST-CURSOR-END', 'list-cursor-after-end', 'The last page has a next_cursor.', (shown) => {
    shown.next_cursor ??= 'end';
  }),
];

function isFurtherOn(pairs: RequestFacts['query']): boolean {
  return pairs.some(([name]) => name === 'cursor');
}

/** Another length of a page that is asked for without a limit, where a parameter is given. */
function defaultOf(length: number, beside: string): RequestEdit {
  return query((pairs) => {
    const names = pairs.map(([name]) => name);
    return names.includes(beside) && !names.includes('limit') ? [...pairs, ['limit', String(length)]] : pairs;
  });
}

/** Keeps listing assets that are gone, after a list has shown them; only where that filter is given, if one is. */
function stillLists(cause: string, filter: string | null = null): NonNullable<Deviation['answer']> {
  return on(
    'listAssets',
    when(
      200,
      body((shown, { memory, world, request }) => {
        if (given(request, 'cursor') !== undefined) return;
        const before = memory.get<AnyJson[]>('seen') ?? [];
        const gone = before.filter(({ id }) => world.state.tombstones.get(id)?.cause === cause);
        const known = new Set(before.map(({ id }) => id));
        memory.set('seen', [...before, ...shown.data.filter(({ id }: AnyJson) => !known.has(id))]);
        if (filter === null || given(request, filter) !== undefined) for (const one of gone) shown.data.push(one);
      }),
    ),
  );
}
