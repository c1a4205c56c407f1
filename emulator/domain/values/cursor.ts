import { sealOf } from './digest.ts';
import type { SortKey } from './sorted-list.ts';

/** What a cursor is bound to: a caller and the filters of a list (spec 4.1). */
export type CursorBinding = { seed: string; owner: string; list: string; filters: string };

/** The position after which the next page begins, sealed so that no other caller or filter can use it. */
export function sealCursor(after: SortKey, binding: CursorBinding): string {
  const position = `${after[0]}.${after[1]}`;
  return Buffer.from(`${position}.${sealFor(position, binding)}`).toString('base64url');
}

/** The position in a cursor, or null where it was not made for this binding. */
export function openCursor(cursor: string, binding: CursorBinding): SortKey | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const cut = text.lastIndexOf('.');
  const position = text.slice(0, cut);
  const point = position.indexOf('.');
  if (point < 1 || sealCursorText(text) !== cursor || text.slice(cut + 1) !== sealFor(position, binding)) return null;
  return [Number(position.slice(0, point)), position.slice(point + 1)];
}

/** Base64 has several spellings of the same bytes; only the one that was issued is accepted. */
function sealCursorText(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function sealFor(position: string, { seed, owner, list, filters }: CursorBinding): string {
  return sealOf(seed, [position, owner, list, filters].join('\n'));
}
