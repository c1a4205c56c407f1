import type { Exchange } from '../../effects/http/exchange.ts';
import { headerOf } from '../../effects/http/headers.ts';
import { viewOf } from '../../effects/http/view.ts';
import { asParameter, asSegment } from '../../suite/expression/percent-encoding.ts';

/** A value of an answer that a later request sends again. */
export type Carried = {
  variable: string;
  value: string;
  kind: 'id' | 'cursor' | 'tag';
  /** The position of the exchange whose answer has it. */
  from: number;
  source: { kind: 'member'; path: readonly string[] } | { kind: 'header'; name: string };
};

/** The names in place of masked secrets, each with its environment variable. */
export function keyNames(exchanges: readonly Exchange[]): Map<string, string> {
  const texts = exchanges.flatMap(({ request: { url, headers } }) => [url, ...Object.values(headers)]);
  const names = texts.flatMap((text) => [...text.matchAll(/<([a-z][a-z0-9_ ./-]*)>/gi)].map(([, name = '']) => name));
  return new Map(names.map((name) => [name, `TRYON_KEY_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`]));
}

/** Ids and cursors from the first answer that had them; ETags from each answer, since they change. */
export function carriedValues(exchanges: readonly Exchange[]): Carried[] {
  const carried: Carried[] = [];
  exchanges.forEach((exchange, from) => {
    // A value of the request itself does not come from its answer.
    const asked = requestText(exchange);
    const later = exchanges
      .slice(from + 1)
      .map(requestText)
      .join('\n');
    for (const value of valuesOf(exchange)) {
      const known = carried.find((one) => one.value === value.value && one.kind === value.kind);
      const isOld = value.kind !== 'tag' && (known !== undefined || isSent(value, asked));
      if (!isOld && isSent(value, later))
        carried.push({ ...value, from, variable: known?.variable ?? variableOf(value, carried) });
    }
  });
  return carried;
}

/** What stands in a longer answer is sent again as it was written: to look for thousands of ids in each request takes too long. */
const LONGEST_READ = 256 * 1024;

type Value = Pick<Carried, 'value' | 'kind' | 'source'>;

function variableOf({ value, kind }: Value, carried: readonly Carried[]): string {
  const stem = kind === 'id' ? (value.split('_')[0] ?? kind) : kind;
  return `${stem}_${new Set(carried.map(({ variable }) => variable).filter((one) => one.startsWith(`${stem}_`))).size + 1}`;
}

function isSent({ value, kind }: Value, text: string): boolean {
  if (text.includes(value)) return true;
  return kind !== 'tag' && text.includes(kind === 'cursor' ? asParameter(value) : asSegment(value));
}

function requestText({ request: { url, headers, body } }: Exchange): string {
  return [url, ...Object.values(headers), body.kind === 'text' ? body.text : ''].join('\n');
}

function valuesOf(exchange: Exchange): Value[] {
  const tag = headerOf(exchange.answer?.headers ?? [], 'etag');
  const tags: Value[] =
    tag === null || tag === '' ? [] : [{ value: tag, kind: 'tag', source: { kind: 'header', name: 'etag' } }];
  const { body, text } = viewOf(exchange);
  return [...((text?.length ?? 0) > LONGEST_READ ? [] : membersOf(body, [])), ...tags];
}

function membersOf(value: unknown, path: readonly string[]): Value[] {
  if (typeof value === 'string') {
    const kind = /^(?:job|asset|evt)_./.test(value) ? 'id' : path.at(-1) === 'next_cursor' ? 'cursor' : null;
    return kind === null || !isWellFormed(value) ? [] : [{ value, kind, source: { kind: 'member', path } }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, [...path, name]));
}

/** A lone surrogate cannot be written into an address. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
