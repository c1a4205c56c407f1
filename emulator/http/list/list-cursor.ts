import type { Readings } from '../../../shared/questions/generated/readings.ts';
import { ApiError, invalidFields } from '../../domain/errors.ts';
import {
  type CursorBinding,
  type CursorForm,
  type CursorPosition,
  openCursor,
  sealCursor,
} from '../../domain/values/cursor.ts';
import type { Page, PageRequest } from '../../world/pages.ts';
import type { World } from '../../world/world.ts';
import type { ApiRequest } from '../request.ts';

/** A list that is asked for, with the filters as they are compared. */
export type ListBinding = { world: World; binding: CursorBinding };

/** A cursor is good for the caller and the filters that it was made for, with any `limit`. */
export function bindingOf({ host, caller }: ApiRequest, list: string, filters: unknown): ListBinding {
  const { world } = host;
  const { seed, readings } = world.settings;
  const owner = readings.cursor_other_key === 'refuse' ? `${caller.owner} ${caller.key}` : caller.owner;
  return { world, binding: world.rules.cursorBinding({ seed, owner, list, filters: JSON.stringify(filters) }) };
}

/** Where the page begins that a cursor leads to. */
export function startAt(cursor: string | null, list: ListBinding): Pick<PageRequest, 'after' | 'offset'> {
  const { empty_cursor, page_walk } = list.world.settings.readings;
  if (cursor === null || (cursor === '' && empty_cursor === 'first_page')) return { after: null, offset: 0 };
  if (cursor === '' && empty_cursor === 'invalid_request')
    throw invalidFields([{ path: 'cursor', problem: 'is empty' }], because(list));
  const { after, offset } = positionOf(cursor, list);
  return page_walk === 'by_offset' && offset !== undefined ? { after: null, offset } : { after, offset: 0 };
}

function positionOf(cursor: string, list: ListBinding): CursorPosition {
  const position = openCursor(cursor, list.binding, formIn(list.world.settings.readings));
  if (position !== null) return position;
  const fields = [{ path: 'cursor', problem: 'is not valid here' }];
  throw new ApiError('invalid_cursor', { fields, because: because(list) });
}

function because({ binding }: ListBinding) {
  return { rule: 'CURSOR-400', section: '4.1', compared: { filters: binding.filters } };
}

/** The cursor behind a page, where there is a next one, or where its end has one as well. */
export function cursorBehind<Row>(
  { rows, next, last }: Page<Row>,
  { offset }: Pick<PageRequest, 'offset'>,
  { world, binding }: ListBinding,
): string | null {
  const { next_cursor_at_end, page_walk } = world.settings.readings;
  const after = next ?? (next_cursor_at_end === 'present' ? last : null);
  if (after === null) return null;
  const position: CursorPosition = { after, ...(page_walk === 'by_offset' && { offset: offset + rows.length }) };
  return sealCursor(position, binding, formIn(world.settings.readings));
}

function formIn({ cursor_characters }: Readings): CursorForm {
  return { isToBeEncoded: cursor_characters === 'to_be_encoded' };
}
