import { sealOf } from './digest.ts';
import type { SortKey } from './sorted-list.ts';

/** What a cursor is bound to: a caller and the filters of a list as they are written (spec 4.1). */
export type CursorBinding = {
  seed: string;
  owner: string;
  list: string;
  filters: string;
  /** The API key, and what the filters mean: a cursor is not bound to them by default. */
  key?: string;
  meaning?(): string;
};

/** Where the next page begins, and how many rows came before it where that counts. */
export type CursorPosition = { after: SortKey; offset?: number };

/** The position after which the next page begins, sealed so that no other caller or filter can use it. */
export function sealCursor(position: CursorPosition, binding: CursorBinding): string {
  const text = positionText(position);
  return Buffer.from(`${text}.${sealFor(text, binding)}`).toString('base64url');
}

/** The position in a cursor, or null if it was not made for this binding, or has another spelling of the same bytes. */
export function openCursor(cursor: string, binding: CursorBinding): CursorPosition | null {
  const text = Buffer.from(cursor, 'base64').toString();
  const position = positionIn(text.slice(0, text.lastIndexOf('.')));
  return position !== null && sealCursor(position, binding) === cursor ? position : null;
}

/** `<at>.<tie>`, where `at` may have the offset behind it: `<at>_o<offset>`. */
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
