import { gzipSync } from 'node:zlib';
import { signedAgain } from '../../domain/signature.ts';
import { SECOND } from '../../domain/values/time.ts';
import type { Means, Overrides } from '../deviation.ts';
import { type AnswerEdit, header } from '../edits.ts';
import { signature } from '../posts.ts';
import { replaceTimes } from '../shift.ts';

/** Different spellings and encodings of the same content. */
export const SPELLING_CHOICES: Readonly<Record<string, Means>> = {
  time_digits: (digits) => ({
    ...spelled((value) => replaceTimes(value, (time) => withDigits(time, digits as keyof typeof FRACTIONS))),
    // Lists are sorted by the times that are shown.
    ...(digits === 'none' && { rules: () => ({ stamp: (instant) => Math.floor(instant / SECOND) * SECOND }) }),
  }),
  time_offset: () => spelled((value) => replaceTimes(value, (time) => time.replace('Z', '+00:00'))),
  json_spacing: () => spelled((value) => value, 2),
  json_content_type: (form) => ({
    packed: header('Content-Type', (was) => (was === JSON_TYPE ? JSON_TYPES[form as keyof typeof JSON_TYPES] : was)),
  }),
  content_length: () => ({ packed: header('Content-Length', null) }),
  connection: () => ({ packed: header('Connection', 'close') }),
  compression: () => ({ packed: compressed }),
  signature_hex: () => ({
    ...signature((value) => value.replace(/v1=[0-9a-f]+/g, (part) => `v1=${part.slice(3).toUpperCase()}`)),
    isLast: true,
  }),
  signature_other_schemes: (place) => ({
    ...signature((value) =>
      place === 'before' ? value.replace(',', `,${OTHER_SCHEME},`) : `${value},${OTHER_SCHEME}`,
    ),
    isLast: true,
  }),
};

const JSON_TYPE = 'application/json';
const JSON_TYPES = { charset: `${JSON_TYPE}; charset=utf-8`, capitals_and_charset: 'Application/JSON; Charset=UTF-8' };
const OTHER_SCHEME = `v0=${'0'.repeat(64)}`;

/** Changes the spelling of JSON in answers and events, after all other edits. */
function spelled(change: (value: unknown) => unknown, indent?: number): Overrides {
  const respelled = (text: string) => JSON.stringify(change(JSON.parse(text)), null, indent);
  return {
    isLast: true,
    answer: (answer) =>
      typeof answer.body === 'string' && answer.headers['Content-Type'] === JSON_TYPE
        ? { ...answer, body: respelled(answer.body) }
        : answer,
    // Spec 6.4: the signature covers the bytes as they are sent.
    delivery: (request, { secrets }) => {
      const body = respelled(request.body);
      const value = signedAgain(request.headers['Service-Signature'] ?? '', secrets, request.body, body);
      return body === request.body
        ? request
        : { ...request, body, headers: { ...request.headers, 'Service-Signature': value } };
    },
  };
}

const FRACTIONS = {
  none: () => '',
  microseconds: (digits: string) => `.${digits}000`,
  as_needed: (digits: string) => `.${digits}`.replace(/\.?0+$/, ''),
};

function withDigits(time: string, digits: keyof typeof FRACTIONS): string {
  const [second = '', fraction] = time.slice(0, -1).split('.');
  return `${second}${fraction === undefined ? '' : FRACTIONS[digits](fraction)}Z`;
}

/** The length of the compressed body, if there is one. */
const compressed: AnswerEdit = (answer, { request }) => {
  const { headers, body } = answer;
  const isTaken = /(^|[\s,])gzip\s*(,|$)/i.test(request.headers['accept-encoding'] ?? '');
  if (typeof body !== 'string' || !isTaken) return answer;
  const Vary = [headers['Vary'], 'Accept-Encoding'].filter((name) => name !== undefined).join(', ');
  const packed = gzipSync(body);
  const all: Record<string, string> = { ...headers, 'Content-Encoding': 'gzip', Vary };
  if (headers['Content-Length'] !== undefined) all['Content-Length'] = String(packed.byteLength);
  return { ...answer, headers: all, body: packed };
};
