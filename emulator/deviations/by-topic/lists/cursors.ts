import { type Deviation, subtle } from '../../deviation.ts';
import { type AnyJson, body, codeOf, instead, on, refusal, refuse, when, where } from '../../edits.ts';
import { asked, parameter } from '../../requests.ts';
import { given } from './page-edits.ts';

/** Spec 4.1: the cursor of a list. */
export const CURSORS: readonly Deviation[] = [
  subtle('LIST-COMPLETE', 'cursor-skips-one', 'The first asset of each further page is left out.', {
    answer: on(
      'listAssets',
      where(
        ({ request }) => given(request, 'cursor') !== undefined,
        when(
          200,
          body((shown) => void shown.data.shift()),
        ),
      ),
    ),
  }),
  subtle(
    'LIST-COMPLETE',
    'cursor-skips-ties',
    'Of assets of one instant, a further page leaves those out that are left.',
    {
      answer: on(
        'listAssets',
        when(
          200,
          body((shown, { memory, request }) => {
            const last = memory.get<string>('last');
            if (given(request, 'cursor') !== undefined)
              shown.data = shown.data.filter(({ created_at }: AnyJson) => created_at !== last);
            memory.set('last', shown.data.at(-1)?.created_at ?? last);
          }),
        ),
      ),
    },
  ),
  subtle('LIST-NO-REPEAT', 'cursor-repeats-one', 'Each further page begins with the last asset of the one before.', {
    answer: on(
      'listAssets',
      when(
        200,
        body((shown, { memory, request }) => {
          const last = memory.get<AnyJson>('last');
          memory.set('last', shown.data.at(-1));
          if (given(request, 'cursor') !== undefined && last) shown.data = [last, ...shown.data.slice(0, -1)];
        }),
      ),
    ),
  }),
  subtle('LIST-FILTER-KEPT', 'cursor-forgets-filter', 'From the second page on the purpose filter is forgotten.', {
    request: asked('listAssets', (request, context) =>
      given(request, 'cursor') === undefined ? request : parameter('purpose', () => null)(request, context),
    ),
    rules: (was) => ({ cursorBinding: (binding) => was.cursorBinding({ ...binding, filters: '' }) }),
    also: ['CURSOR-FILTERS-400'],
  }),
  subtle('LIST-STEADY', 'cursor-shifted-by-upload', 'An upload between two pages shows an older asset twice.', {
    answer: on(
      'listAssets',
      when(
        200,
        body((shown, { memory, world, request }) => {
          const count = world.state.assets.size;
          const grown = count > (memory.get<number>('count') ?? count);
          const last = memory.get<AnyJson>('last');
          if (given(request, 'cursor') !== undefined && grown && last) shown.data = [last, ...shown.data];
          memory.set('count', count);
          memory.set('last', shown.data.at(-1));
        }),
      ),
    ),
    also: ['LIST-NO-REPEAT'],
  }),
  subtle('CURSOR-400', 'cursor-unknown-first-page', 'A cursor that no page gave answers the first page.', {
    answer: on('listAssets', (answer, context) =>
      codeOf(answer) === 'INVALID_CURSOR'
        ? instead(200, { data: [], has_more: false, next_cursor: null })(answer, context)
        : answer,
    ),
  }),
  subtle('CURSOR-400', 'cursor-other-code', 'The refusal of a cursor has the code INVALID_REQUEST.', {
    answer: on('listAssets', when('INVALID_CURSOR', refusal(400, 'INVALID_REQUEST'))),
    also: ['CURSOR-FILTERS-400', 'CURSOR-CALLER-400'],
  }),
  subtle('CURSOR-FILTERS-400', 'cursor-takes-other-filters', 'A cursor is taken with other filters.', {
    rules: (was) => ({ cursorBinding: (binding) => was.cursorBinding({ ...binding, filters: '' }) }),
  }),
  subtle('CURSOR-CALLER-400', 'cursor-takes-other-caller', 'A cursor of another tenant is taken.', {
    rules: (was) => ({ cursorBinding: (binding) => was.cursorBinding({ ...binding, owner: '' }) }),
  }),
  subtle('CURSOR-ANY-LIMIT', 'cursor-bound-to-limit', 'A cursor with another limit is refused.', {
    answer: on(
      'listAssets',
      when(200, (answer, context) => {
        const cursor = given(context.request, 'cursor');
        const limit = given(context.request, 'limit') ?? '20';
        const next = JSON.parse(String(answer.body)).next_cursor;
        if (next !== null) context.memory.set(next, limit);
        const bound = cursor === undefined ? undefined : context.memory.get<string>(cursor);
        return bound === undefined || bound === limit ? answer : refuse(400, 'INVALID_CURSOR')(answer, context);
      }),
    ),
  }),
  subtle('LIST-DELETED-OUT', 'list-cache-after-delete', 'The list after a deletion is the one of before.', {
    answer: (answer, context) => {
      const { memory, route } = context;
      if (route === 'deleteAsset' && answer.status === 204) memory.set('stale', true);
      if (route !== 'listAssets' || answer.status !== 200 || context.request.query.length > 0) return answer;
      const kept = memory.get<string>('page');
      const isStale = memory.get('stale') === true && kept !== undefined;
      memory.set('stale', false);
      if (!isStale) memory.set('page', answer.body);
      return isStale ? { ...answer, body: kept } : answer;
    },
  }),
];
