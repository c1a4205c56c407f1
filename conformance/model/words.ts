import { isMap } from '../../shared/is-map.ts';
import type { ExchangeView } from '../effects/http/view.ts';
import { mapTexts } from '../effects/secrets/map-texts.ts';
import { asSegment } from '../suite/expression/percent-encoding.ts';

/** Headers that describe the requested object. */
const TELLING = ['etag', 'retry-after', 'allow', 'last-modified', 'location', 'cache-control', 'content-disposition'];

/** What two answers to the same question have alike: the status, the body without what names the request, and which headers there are. */
export function wordsOf(view: ExchangeView, named: readonly string[]): string | null {
  if (view.status === null) return null;
  const headers = TELLING.filter((name) => view.header[name] !== undefined);
  const all = [view.status, ...bodyOf(view, named), ...(headers.length === 0 ? [] : ['with', headers.join(', ')])];
  return all.join(' ');
}

/** An error may say when it happened. */
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)/g;

function bodyOf({ body }: ExchangeView, named: readonly string[]): string[] {
  if (!isMap(body) || !isMap(body['error'])) return [];
  const { request_id: request, ...rest } = body['error'];
  const names = named.flatMap((name) => [name, asSegment(name)]).filter((name) => name !== '');
  const masked = (text: string) =>
    withoutWord(
      names.reduce((left, name) => left.replaceAll(name, '<named>'), text),
      String(request),
    );
  const text = JSON.stringify(mapTexts({ ...body, error: rest }, { text: masked }));
  return [text.replaceAll(INSTANT, '<instant>')];
}

/** Replaces the id of the request wherever it stands alone: one that is short also occurs within words and numbers. */
function withoutWord(text: string, word: string): string {
  const [first = '', ...more] = word === '' ? [text] : text.split(word);
  return more.reduce((before, after) => {
    const isWithin = /[\da-z]$/i.test(before) || /^[\da-z]/i.test(after);
    return `${before}${isWithin ? word : '<request>'}${after}`;
  }, first);
}

/** So many are compared. */
const MOST_WORDS = 3;

/** Keeps how the same question was answered. */
export function keepWords(all: Map<string, string[]>, name: string, words: string | null): void {
  const before = all.get(name) ?? [];
  if (words !== null && before.length < MOST_WORDS) all.set(name, [...before, words]);
}

/** The words of at least two answers; null if they differ from one to the next. */
export function commonWords(all: ReadonlyMap<string, readonly string[]>, name: string): string | null {
  const [first, ...more] = all.get(name) ?? [];
  return first !== undefined && more.length > 0 && more.every((words) => words === first) ? first : null;
}
