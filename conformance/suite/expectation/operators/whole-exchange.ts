import { isDeepStrictEqual } from 'node:util';
import { parseInstant } from '../../expression/quantities.ts';
import { MissingValue } from '../../expression/scope.ts';
import { type Finding, joined, shown, type Target, violated } from '../finding.ts';
import { memberOf, type Path, parsePath, withoutPath } from '../paths.ts';
import { isMap, sameAs } from './same-as.ts';

/** Headers that tell of the moment and the way, whoever asks and whatever for. */
const PASSING = [
  /^(?:date|age|via|connection|keep-alive|transfer-encoding|content-length|server-timing|set-cookie|cf-ray)$/,
  /^(?:traceparent|tracestate|(?:x-)?ratelimit-.+|x-rate-limit-.+|x-response-time|x-runtime)$/,
  /(?:^|-)(?:request|correlation|trace)-?id$/,
];
const MASKED_PATH = /^(?:status|header|body)(?:$|[.[])/;
const REQUEST_ID = parsePath('body.error.request_id') ?? [];

/** What a caller can tell two answers apart by. */
type Face = { status: unknown; header: Record<string, unknown>; body: unknown };
type Masks = { paths: readonly Path[]; texts: readonly string[] };

/**
 * Whether two answers are the same whole: status, headers, body. Masked paths are left out of both, and masked texts,
 * such as the ids that were asked for, stand for one another wherever they are.
 */
export function compareExchanges(earlier: unknown, target: Target, masked: readonly string[]): Finding {
  if (Array.isArray(earlier)) return compareBeside(earlier, target, masked);
  if (!isMap(earlier) || typeof earlier['status'] !== 'number') throw new MissingValue('the answer to compare with');
  if (!isMap(target.value)) return violated(target, 'an answer');
  const masks = readMasks(masked);
  const hasSameBytes = earlier['text'] === target.value['text'];
  const expected = faceOf(earlier, masks, hasSameBytes);
  const seen: Target = { ...target, value: faceOf(target.value, masks, hasSameBytes) };
  const parts = ['status', 'header', 'body'] as const;
  return joined(parts.map((part) => sameAs(expected[part], memberOf(seen, part), label)));
}

/** Of several answers that say the same: what differs among them is new each time, and tells nobody anything. */
function compareBeside(answers: readonly unknown[], target: Target, masked: readonly string[]): Finding {
  const [first, second] = answers;
  if (!isMap(first) || !isMap(second)) throw new MissingValue('two answers to compare with');
  const masks = readMasks(masked);
  const [one, other] = [faceOf(first, masks, false), faceOf(second, masks, false)];
  const fresh = freshPlaces(one, other, '');
  return compareExchanges(first, target, [...masked, ...fresh]);
}

function freshPlaces(one: unknown, other: unknown, path: string): string[] {
  if (!isMap(one) || !isMap(other)) return isDeepStrictEqual(one, other) ? [] : [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => freshPlaces(one[name], other[name], path === '' ? name : `${path}['${name}']`));
}

function label(value: unknown): string {
  return `as in the other answer: ${shown(value)}`;
}

function readMasks(masked: readonly string[]): Masks {
  const paths = masked.flatMap((mask) => (MASKED_PATH.test(mask) ? [parsePath(mask) ?? []] : []));
  const texts = masked.filter((mask) => !MASKED_PATH.test(mask) && mask !== '');
  const spellings = texts.flatMap((text) => [text, encodeURIComponent(text)]);
  return { paths, texts: spellings.toSorted((one, other) => other.length - one.length) };
}

function faceOf(view: Record<string, unknown>, { paths, texts }: Masks, hasSameBytes: boolean): Face {
  const { status, body = view['text'] } = view;
  const face = { status, body, header: headerOf(view, hasSameBytes) };
  const { status: code, header, body: content } = [REQUEST_ID, ...paths].reduce<unknown>(withoutPath, face) as Face;
  return { status: code, header: masked(header, texts) as Face['header'], body: masked(content, texts) };
}

/** An entity tag of the body differs lawfully where the bytes do: what they may differ in is masked in the body. */
function headerOf(view: Record<string, unknown>, hasSameBytes: boolean): Record<string, unknown> {
  const requestId = requestIdOf(view['body']);
  const kept = Object.entries(isMap(view['header']) ? view['header'] : {}).filter(([name, value]) => {
    const isPassing = PASSING.some((pattern) => pattern.test(name)) || (name === 'etag' && !hasSameBytes);
    const isTime = typeof value === 'string' && parseInstant(value) !== null;
    return !isPassing && !isTime && (requestId === null || value !== requestId);
  });
  return Object.fromEntries(kept);
}

function requestIdOf(body: unknown): unknown {
  const error = isMap(body) ? body['error'] : null;
  return isMap(error) ? (error['request_id'] ?? null) : null;
}

function masked(value: unknown, texts: readonly string[]): unknown {
  if (typeof value === 'string') return texts.reduce((text, mask) => text.replaceAll(mask, '<masked>'), value);
  if (Array.isArray(value)) return value.map((element) => masked(element, texts));
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [masked(name, texts), masked(member, texts)]),
  );
}
