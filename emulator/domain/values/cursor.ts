import { sealOf } from './digest.ts';
import type { SortKey } from './sorted-list.ts';

/** What a cursor is bound to: a caller and the filters of a list (spec 4.1). */
export type CursorBinding = { seed: string; owner: string; list: string; filters: string };

/** Where the next page begins. When the cursor was made, and how many rows came before it, are in it where that counts. */
export type CursorPosition = { after: SortKey; madeAt?: number; offset?: number };

/** What the text looks like, which no caller looks into: it has at least so many letters, if need be with + / = & and %. */
export type CursorForm = { length: number; isToBeEncoded: boolean };

const PLAIN: CursorForm = { length: 0, isToBeEncoded: false };

/** The position after which the next page begins, sealed so that no other caller or filter can use it. */
export function sealCursor(position: CursorPosition, binding: CursorBinding, form = PLAIN): string {
  const text = positionText(position);
  return spelt(`${text}.${sealFor(text, binding)}`, form);
}

/** The position in a cursor, or null where it was not made for this binding, or has another spelling of the same bytes. */
export function openCursor(cursor: string, binding: CursorBinding, form = PLAIN): CursorPosition | null {
  const text = Buffer.from(cursor.slice(form.isToBeEncoded ? MARKS.length : 0), 'base64')
    .toString()
    .trimStart();
  const position = positionIn(text.slice(0, text.lastIndexOf('.')));
  return position !== null && sealCursor(position, binding, form) === cursor ? position : null;
}

/** `<at>.<tie>`, where `at` may have more behind it: `<at>_m<made at>_o<offset>`. */
function positionText({ after: [at, tie], madeAt, offset }: CursorPosition): string {
  const made = madeAt === undefined ? '' : `_m${madeAt}`;
  return `${at}${made}${offset === undefined ? '' : `_o${offset}`}.${tie}`;
}

function positionIn(text: string): CursorPosition | null {
  const found = /^(\d+)(?:_m(\d+))?(?:_o(\d+))?\.(.*)$/s.exec(text);
  if (found === null) return null;
  const [, at, made, offset, tie = ''] = found;
  return {
    after: [Number(at), tie],
    ...(made !== undefined && { madeAt: Number(made) }),
    ...(offset !== undefined && { offset: Number(offset) }),
  };
}

const MARKS = '+/=&%';

/** Blanks before the text make it longer. */
function spelt(text: string, { length, isToBeEncoded }: CursorForm): string {
  const bytes = Buffer.from(text.padStart(text.length + Math.ceil((length * 3) / 4) - Buffer.byteLength(text)));
  return isToBeEncoded ? `${MARKS}${bytes.toString('base64')}` : bytes.toString('base64url');
}

function sealFor(position: string, { seed, owner, list, filters }: CursorBinding): string {
  return sealOf(seed, [position, owner, list, filters].join('\n'));
}
