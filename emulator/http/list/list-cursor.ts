import { ApiError, invalidFields } from '../../domain/errors.ts';
import { type CursorBinding, type CursorPosition, openCursor, sealCursor } from '../../domain/values/cursor.ts';
import type { Page, PageRequest } from '../../world/pages.ts';
import type { Query } from '../../world/wire.ts';
import type { World } from '../../world/world.ts';
import type { ApiRequest } from '../request.ts';

/** A request for a list, with its filters in the form in which they are compared. */
export type ListBinding = { world: World; binding: CursorBinding };

/** A cursor is valid for the caller and the filters that it was created for, with any `limit`. */
export function bindingOf({ host, caller }: ApiRequest, list: string, { given, values }: Filters): ListBinding {
  const { world } = host;
  const { seed } = world.settings;
  const filters = JSON.stringify(filtersIn(given));
  const binding = { seed, ...caller, list, filters, meaning: () => JSON.stringify(filtersIn(Object.entries(values))) };
  return { world, binding: world.rules.cursorBinding(binding) };
}

type Filters = { given: Query; values: object };

function filtersIn(pairs: readonly (readonly [string, unknown])[]) {
  return pairs.filter(([name]) => name !== 'limit' && name !== 'cursor').sort();
}

export function startAt(cursor: string | null, list: ListBinding): Pick<PageRequest, 'after' | 'offset'> {
  const { page_walk } = list.world.settings.readings;
  const meaning = cursor === '' ? list.world.rules.emptyCursor() : null;
  if (cursor === null || meaning === 'first_page') return { after: null, offset: 0 };
  if (meaning === 'invalid_request') throw invalidFields([{ path: 'cursor', problem: 'is empty' }], because(list));
  const { after, offset } = positionOf(cursor, list);
  return page_walk === 'by_offset' && offset !== undefined ? { after: null, offset } : { after, offset: 0 };
}

function positionOf(cursor: string, list: ListBinding): CursorPosition {
  const position = openCursor(cursor, list.binding);
  if (position !== null) return position;
  const fields = [{ path: 'cursor', problem: 'is not valid here' }];
  throw new ApiError('invalid_cursor', { fields, because: because(list) });
}

function because({ binding }: ListBinding) {
  return { rule: 'CURSOR-400', section: '4.1', compared: { filters: binding.filters } };
}

/** The cursor after a page, if there is a next page or if the last page has a cursor too. */
export function cursorBehind<Row>(
  { rows, next, last }: Page<Row>,
  { offset }: Pick<PageRequest, 'offset'>,
  { world, binding }: ListBinding,
): string | null {
  const { page_walk } = world.settings.readings;
  const after = world.rules.nextCursor(next, last);
  if (after === null) return null;
  const position: CursorPosition = { after, ...(page_walk === 'by_offset' && { offset: offset + rows.length }) };
  return sealCursor(position, binding);
}
