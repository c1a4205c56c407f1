import { sealOf } from './digest.ts';
import type { SortKey } from './sorted-list.ts';

/** What a cursor is bound to: a caller, and the filters of a list as written (spec 4.1). */
export type CursorBinding = {
  seed: string;
  owner: string;
  list: string;
  filters: string;
  /** The API key and the meaning of the filters, to which a cursor is not bound by default. */
  key?: string;
  meaning?(): string;
};

/** Where the next page begins, and how many rows came before it if a reading needs that. */
export type CursorPosition = { after: SortKey; offset?: number };

/** The position after which the next page begins, sealed so that it is invalid for other callers and filters. */
export function sealCursor(position: CursorPosition, binding: CursorBinding): string {
  const text = positionText(position);
  return Buffer.from(`${text}.${sealFor(text, binding)}`).toString('base64url');
}

/** The position in a cursor; null if it is for another binding, or another encoding of the same bytes. */
export function openCursor(cursor: string, binding: CursorBinding): CursorPosition | null {
  const text = Buffer.from(cursor, 'base64').toString();
  const position = positionIn(text.slice(0, text.lastIndexOf('.')));
  return position !== null && sealCursor(position, binding) === cursor ? position : null;
}

/** `<at>.<tie>`, or `<at>_o<offset>.<tie>` with an offset. */
function positionText({ after: [at, tie], offset }: CursorPosition): string {
  return `${at}${offset === undefined ? '' : `_o${offset}`}.${tie}`;
}

function positionIn(text: string): CursorPosition | null {
  const found = /^(\d+)(?:_o(\d+))?\.(.*)$/s.exec(text);
  if (found === null) return null;
  const [, at, offset, tie = ''] = found;
  return { after: [Number(at), tie], ...(offset !== undefined && { offset: Number(offset) }) };
}

function sealFor(position: string, { seed, owner, list, filters }: CursorBinding): string {
  return sealOf(seed, [position, owner, list, filters].join('\n'));
}
