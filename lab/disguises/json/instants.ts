import type { Settings } from '../kinds.ts';

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z$/;

/** Writes an instant in another form; any other text is unchanged. */
export function instantIn(text: string, form: Settings['times'], name: string): string {
  const [, seconds, thousandths = ''] = INSTANT.exec(text) ?? [];
  if (seconds === undefined) return text;
  switch (form) {
    case 'six':
      return `${seconds}.${thousandths}000Z`;
    case 'nine':
      return `${seconds}.${thousandths}000000Z`;
    case 'fewest':
      return `${seconds}.${thousandths}`.replace(/\.?0*$/, 'Z');
    case 'offset':
      return `${seconds}.${thousandths}+00:00`;
    case 'by_field':
      return instantIn(text, FORMS[(name.charCodeAt(0) || 0) % FORMS.length] ?? null, name);
    // The same part of a millisecond is added to every time, so their order and equality are kept.
    case 'finer':
      return `${seconds}.${thousandths}${FINER}Z`;
    default:
      return text;
  }
}

const FINER = '456';

/** The emulator's instant for one that was copied from an answer with finer times. */
export function instantGiven(text: string): string {
  return text.replace(new RegExp(`(\\.\\d{3})${FINER}Z$`), '$1Z');
}

const FORMS: readonly Settings['times'][] = ['six', 'fewest', 'offset', 'nine', null];
