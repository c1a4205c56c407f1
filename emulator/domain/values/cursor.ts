import { sealOf } from './digest.ts';
import type { SortKey } from './sorted-list.ts';

/** What a cursor is bound to: a caller and the filters of a list (spec 4.1). */
export type CursorBinding = { seed: string; owner: string; list: string; filters: string };

/** Where the next page begins, and how many rows came before it where that counts. */
export type CursorPosition = { after: SortKey; offset?: number };

/** Whether the text contains + / = & and %. */
export type CursorForm = { isToBeEncoded: boolean };

const PLAIN: CursorForm = { isToBeEncoded: false };

/** The position after which the next page begins, sealed so that no other caller or filter can use it. */
export function sealCursor(position: CursorPosition, binding: CursorBinding, form = PLAIN): string {
  const text = positionText(position);
  return spelt(`${text}.${sealFor(text, binding)}`, form);
}

/** The position in a cursor, or null where it was not made for this binding, or has another spelling of the same bytes. */
export function openCursor(cursor: string, binding: CursorBinding, form = PLAIN): CursorPosition | null {
  const text = Buffer.from(cursor.slice(form.isToBeEncoded ? MARKS.length : 0), 'base64').toString();
  const position = positionIn(text.slice(0, text.lastIndexOf('.')));
  return position !== null && sealCursor(position, binding, form) === cursor ? position : null;
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

const MARKS = '+/=&%';

function spelt(text: string, { isToBeEncoded }: CursorForm): string {
  const bytes = Buffer.from(text);
  return isToBeEncoded ? `${MARKS}${bytes.toString('base64')}` : bytes.toString('base64url');
}

function sealFor(position: string, { seed, owner, list, filters }: CursorBinding): string {
  return sealOf(seed, [position, owner, list, filters].join('\n'));
}
