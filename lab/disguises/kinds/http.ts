import { family, type Kind } from './kind.ts';

/** Other ways to send the same answers. */
export const HTTP_KINDS: readonly Kind[] = [
  ...family('framing', 'RFC 9112, 6 and 7.1: chunked, with extensions and trailers', 'framing', {
    chunked: 'chunked',
    extensions: 'extensions',
    trailers: 'trailers',
  }),
  {
    name: 'framing=until-close',
    lawful: 'RFC 9112, 6.3: the end of the connection ends a body without a length',
    sets: { framing: 'until_close', connection: 'close' },
  },
  ...family('coding', 'RFC 9110, 8.4 and 12.5.3: a content coding that the client accepts', 'coding', { gzip: 'gzip' }),
  {
    name: 'coding=gzip-unasked',
    lawful: 'RFC 9110, 12.5.3: without Accept-Encoding, any content coding is acceptable',
    sets: { coding: 'gzip_unasked' },
    isUndrawn: true,
  },
  {
    name: 'http=1.0',
    lawful: 'RFC 9110, 2.5 and 6.2: a server answers in its own version; HTTP/1.0 has no chunks and no interim answers',
    sets: { version: '1.0', framing: 'length', connection: 'close', interim: 'none' },
  },
  {
    name: 'http=1.0-until-close',
    lawful: 'RFC 1945, 7.2.2: the end of the connection ends a body',
    sets: { version: '1.0', framing: 'until_close', connection: 'close', interim: 'none' },
  },
  ...family('connection', 'RFC 9112, 9.6: a server closes a connection after any answer', 'connection', {
    close: 'close',
  }),
  ...family('interim', 'RFC 9110, 15.2: a client accepts interim answers, also unexpected ones', 'interim', {
    102: '102',
    103: '103',
  }),
  ...family('pieces', 'RFC 9112, 2.2: a message is a sequence of octets', 'pieces', { small: 'small' }),
  ...family('header-case', 'RFC 9110, 5.1: field names are case-insensitive', 'headerCase', {
    upper: 'upper',
    lower: 'lower',
  }),
  ...family('header-spacing', 'RFC 9112, 5.1: optional whitespace around a field value', 'headerSpacing', {
    none: 'none',
    many: 'many',
  }),
  ...family('header-order', 'RFC 9110, 5.3: the order of fields is not significant', 'headerOrder', {
    reversed: 'reversed',
  }),
  ...family('headers', 'RFC 9110, 5.1: unknown fields are ignored', 'headers', { more: 'more' }),
  ...family('reason', 'RFC 9112, 4: a client ignores the reason phrase, which may be empty', 'reason', {
    none: 'none',
    other: 'other',
  }),
  ...family('date', 'RFC 9110, 6.6.1: a server without a clock sends no Date', 'date', { absent: 'absent' }),
  ...family('location', 'RFC 9110, 10.2.2: a URI reference; RFC 3986, 6.2.2.2: percent-encoded or not', 'location', {
    absolute: 'absolute',
    relative: 'relative',
    encoded: 'encoded',
  }),
  ...family('retry-after', 'Spec 4: seconds, as many as the server needs; RFC 9110, 10.2.3: digits', 'retryAfter', {
    2: '2',
    7: '7',
    zeros: 'zeros',
  }),
  ...family('webhook-head', 'RFC 9110, 5.1; RFC 9112, 6.1', 'webhookHead', { lower: 'lower', chunked: 'chunked' }),
];
