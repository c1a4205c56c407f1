import { isDeepStrictEqual } from 'node:util';
import { type Path, parsePath, withoutPath } from '../../../../shared/expression/paths.ts';
import { parseInstant } from '../../../../shared/expression/quantities.ts';
import { MissingValue } from '../../../../shared/expression/scope.ts';
import { isMap } from '../../../../shared/is-map.ts';
import { type Finding, joined, type Target, valueText, violated } from '../finding.ts';
import { memberOf } from '../paths.ts';
import { sameAs } from './same-as.ts';

/** Headers that vary with the time and the connection, not with the caller or the request. */
const VOLATILE_HEADERS = [
  /^(?:date|age|via|connection|keep-alive|transfer-encoding|content-length|server-timing|set-cookie|cf-ray)$/,
  /^(?:traceparent|tracestate|(?:x-)?ratelimit-.+|x-rate-limit-.+|x-response-time|x-runtime)$/,
  /^(?:server|alt-svc|x-(?:envoy|kong|amz|cache|served-by|timer).*|cf-.+)$/,
  /(?:^|-)(?:request|correlation|trace)-?id$/,
];
const MASKED_PATH = /^(?:status|header|body)(?:$|[.[])/;
const REQUEST_ID = parsePath('body.error.request_id') ?? [];

/** The parts by which a caller can distinguish answers. */
type ComparedAnswer = { status: unknown; header: Record<string, unknown>; body: unknown };
type Masks = { paths: readonly Path[]; texts: readonly string[] };

/**
 * Checks that two answers are equal as a whole: status, headers, body. Masked paths are ignored in both; masked texts,
 * such as the request ids, count as equal everywhere.
 */
export function compareExchanges(earlier: unknown, target: Target, masked: readonly string[]): Finding {
  if (Array.isArray(earlier)) return compareWithTwo(earlier, target, masked);
  if (!isMap(earlier) || typeof earlier['status'] !== 'number') throw new MissingValue('the answer to compare with');
  if (!isMap(target.value)) return violated(target, 'an answer');
  const masks = readMasks(masked);
  const hasSameBytes = earlier['text'] === target.value['text'];
  const expected = comparedAnswerOf(earlier, masks, hasSameBytes);
  const actual: Target = { ...target, value: comparedAnswerOf(target.value, masks, hasSameBytes) };
  const parts = ['status', 'header', 'body'] as const;
  return joined(parts.map((part) => sameAs(expected[part], memberOf(actual, part), label)));
}

/** Compares with two answers that have the same meaning: what differs between these two may differ here, too. */
function compareWithTwo(answers: readonly unknown[], target: Target, masked: readonly string[]): Finding {
  const [first, second] = answers;
  if (!isMap(first) || !isMap(second)) throw new MissingValue('two answers to compare with');
  const masks = readMasks(masked);
  const [one, other] = [comparedAnswerOf(first, masks, false), comparedAnswerOf(second, masks, false)];
  const volatile = differingPaths(one, other, '');
  return compareExchanges(first, target, [...masked, ...volatile]);
}

function differingPaths(one: unknown, other: unknown, path: string): string[] {
  if (!isMap(one) || !isMap(other)) return isDeepStrictEqual(one, other) ? [] : [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differingPaths(one[name], other[name], path === '' ? name : `${path}['${name}']`),
  );
}

function label(value: unknown): string {
  return `as in the other answer: ${valueText(value)}`;
}

function readMasks(masked: readonly string[]): Masks {
  const paths = masked.flatMap((mask) => (MASKED_PATH.test(mask) ? [parsePath(mask) ?? []] : []));
  const texts = masked.filter((mask) => !MASKED_PATH.test(mask) && mask !== '');
  const spellings = texts.flatMap((text) => [text, encodeURIComponent(text)]);
  return { paths, texts: spellings.toSorted((one, other) => other.length - one.length) };
}

function comparedAnswerOf(
  view: Record<string, unknown>,
  { paths, texts }: Masks,
  hasSameBytes: boolean,
): ComparedAnswer {
  const { status, body = view['text'] } = view;
  const answer = { status, body, header: headerOf(view, hasSameBytes) };
  const {
    status: code,
    header,
    body: content,
  } = [REQUEST_ID, ...paths].reduce<unknown>(withoutPath, answer) as ComparedAnswer;
  return { status: code, header: masked(header, texts) as ComparedAnswer['header'], body: masked(content, texts) };
}

/** The headers to compare. A time only has to be present, and so does an ETag if the bytes of the bodies differ. */
function headerOf(view: Record<string, unknown>, hasSameBytes: boolean): Record<string, unknown> {
  const requestId = requestIdOf(view['body']);
  const headers = Object.entries(isMap(view['header']) ? view['header'] : {});
  const compared = headers
    .filter(([name]) => !VOLATILE_HEADERS.some((pattern) => pattern.test(name)))
    .filter(([, value]) => requestId === null || value !== requestId)
    .map(([name, value]) => {
      if (name === 'etag' && !hasSameBytes) return [name, '<an ETag>'];
      return [name, typeof value === 'string' && isTime(value) ? '<a time>' : value];
    });
  return Object.fromEntries(compared);
}

/** Accepts the formats of ISO 8601 and of HTTP. */
function isTime(value: string): boolean {
  return parseInstant(value) !== null || /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(value);
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
