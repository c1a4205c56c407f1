import { keepsResults } from '../../changes.ts';
import { blatant, type Deviation, subtle } from '../../deviation.ts';
import { type AnyJson, body, instead, on, status, when, where } from '../../edits.ts';
import { asked, query } from '../../requests.ts';
import { given, page } from './page-edits.ts';

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
