import { family, type Kind } from './kind.ts';

const NUMBERS = 'RFC 8259, 6, and JSON Schema: 5.0 and 50E-1 are the integer 5';
const OPTIONAL = 'Spec 2.3, 2.5: the member is optional';

/** Other spellings of the same JSON. */
export const JSON_KINDS: readonly Kind[] = [
  ...family('order', 'RFC 8259, 4: the members of an object have no order', 'order', {
    reversed: 'reversed',
    sorted: 'sorted',
    shuffled: 'shuffled',
  }),
  // The bytes of one state differ, so a strong tag would be wrong (RFC 9110, 8.8.1).
  {
    name: 'order=changing',
    lawful: 'RFC 8259, 4: the members of an object have no order',
    sets: { order: 'changing', etags: 'weak' },
  },
  ...family('spacing', 'RFC 8259, 2: whitespace around tokens', 'spacing', {
    indented: 'indented',
    tabs: 'tabs',
    around: 'around',
  }),
  ...family('escapes', 'RFC 8259, 7: any character may be escaped', 'escapes', {
    letters: 'letters',
    slashes: 'slashes',
    all: 'all',
  }),
  ...family('numbers', NUMBERS, 'numbers', { point: 'point', exponent: 'exponent', fraction: 'fraction' }),
  ...family('members', 'Spec 2.3, 9: clients ignore unknown fields', 'members', {
    some: 'some',
    odd: 'odd',
    large: 'large',
  }),
  ...family('times', 'Spec 2: ISO 8601 UTC', 'times', {
    six: 'six',
    nine: 'nine',
    fewest: 'fewest',
    offset: 'offset',
    'by-field': 'by_field',
  }),
  ...family('defaults', OPTIONAL, 'defaults', { absent: 'absent' }),
  ...family('sides', 'Spec 2.3: the width and height of a ResultAsset are optional and nullable', 'sides', {
    null: 'null',
    absent: 'absent',
  }),
  ...family('messages', 'Spec 2.2, 2.4: human text', 'messages', { foreign: 'foreign' }),
  ...family('details', 'Spec 2.3, 2.4: details are optional, and their fields are not shown', 'details', {
    absent: 'absent',
    other: 'other',
  }),
  ...family('doc-url', 'Spec 2.4: doc_url is optional and nullable', 'docUrl', { present: 'present', null: 'null' }),
  ...family('retryable', 'Spec 2.4: retryable is optional and nullable', 'retryable', {
    absent: 'absent',
    null: 'null',
  }),
  ...family('request-ids', 'Spec 2.4: request_id is a string', 'requestIds', {
    uuid: 'uuid',
    marks: 'marks',
    long: 'long',
  }),
];
