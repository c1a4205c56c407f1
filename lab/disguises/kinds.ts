import { DRIVER_ID_STYLES, ID_STYLES, type IdStyle } from './ids/spellings.ts';

/** The families of disguises: why each is lawful, and its kinds. A server has at most one kind of each family. */
const FAMILIES = {
  // Other names for the same things.
  driver_ids: ['driver contract: ids are texts', DRIVER_ID_STYLES],
  keys: ['Spec 5: a key begins with pk_live_ or pk_test_', ['marks', 'long']],
  roles: ['driver contract: the key of a role has the requested properties', ['shared']],
  webhook_secrets: ['Spec 6: a signing secret, of no given form', ['marks']],
  etags: ['RFC 9110, 8.8.3: weak or strong, of any visible characters', ['weak', 'marks', 'long']],
  request_ids: ['Spec 2.4: a string', ['uuid', 'marks', 'long']],
  // Other spellings of the same values.
  order: ['RFC 8259, 4: an object is unordered', ['reversed', 'sorted', 'shuffled', 'changing']],
  spacing: ['RFC 8259, 2: whitespace around tokens', ['indented', 'tabs', 'around']],
  escapes: ['RFC 8259, 7: any character may be escaped', ['letters', 'slashes', 'marks', 'all']],
  numbers: ['RFC 8259, 6; JSON Schema: 5.0 and 50E-1 are the integer 5', ['point', 'exponent', 'fraction']],
  times: ['Spec 2: ISO 8601 UTC', ['six', 'nine', 'fewest', 'offset', 'by_field', 'finer']],
  messages: ['Spec 2.2, 2.4: human text', ['foreign']],
  // Optional and unknown members.
  members: ['Spec 2.3, 9: clients ignore unknown fields', ['some', 'odd', 'large']],
  defaults: ['Spec 2.3, 2.5: an optional member with a default', ['absent']],
  sides: ['Spec 2.3: the width and height of a ResultAsset are optional and nullable', ['null', 'absent']],
  details: ['Spec 2.3, 2.4: optional, and its fields are not shown', ['absent', 'other']],
  doc_url: ['Spec 2.4: optional and nullable', ['present', 'null']],
  retryable: ['Spec 2.4: optional and nullable', ['absent', 'null']],
  // Other headers.
  header_case: ['RFC 9110, 5.1: field names are case-insensitive', ['upper', 'lower']],
  header_spacing: ['RFC 9112, 5.1: optional whitespace around a field value', ['none', 'many']],
  header_order: ['RFC 9110, 5.3: the order of fields is not significant', ['reversed']],
  headers: ['RFC 9110, 5.1: unknown fields are ignored', ['more']],
  content_type: ['RFC 9110, 8.3.1: case-insensitive, with parameters', ['charset', 'upper']],
  date: ['RFC 9110, 6.6.1: a server without a clock sends none', ['absent']],
  location: [
    'RFC 9110, 10.2.2: a URI reference; RFC 3986, 6.2.2.2: encoded or not',
    ['absolute', 'relative', 'encoded'],
  ],
  retry_after: ['Spec 4: seconds, as many as the server needs; RFC 9110, 10.2.3: digits', ['2', '7', 'zeros']],
  webhook_head: ['RFC 9110, 5.1; RFC 9112, 6.1', ['lower', 'chunked']],
  // Other ways to send an answer.
  framing: ['RFC 9112, 6 and 7.1', ['chunked', 'extensions', 'trailers', 'until_close']],
  coding: ['RFC 9110, 8.4, 12.5.3: without Accept-Encoding, any coding is acceptable', ['gzip']],
  http: ['RFC 9110, 2.5, 6.2: a server answers in its own version', ['1.0', '1.0_until_close']],
  connection: ['RFC 9112, 9.5, 9.6: a server may close a connection after any answer', ['close', 'unannounced']],
  interim: ['RFC 9110, 15.2: a client accepts interim answers, also unexpected ones', ['102', '103', 'many']],
  pieces: ['RFC 9112, 2.2: a message is a sequence of octets', ['small']],
  reason: ['RFC 9112, 4: a client ignores the reason phrase, which may be empty', ['none', 'other']],
  // Other answers of drivers.
  driver_pace: ['driver contract: nothing limits the time of an answer', ['slow']],
  driver_answers: ['driver contract: members that may be omitted', ['least', 'without_declined']],
  driver_status: ['driver contract: any 2xx is success; 501 means the same as 404', ['empty', 'accepted', '501']],
  driver_lists: ['driver contract: only what fell due is in order', ['reversed']],
} as const;

type Families = typeof FAMILIES;
type Family = keyof Families;

/** How a server that is lawfully different from the emulator answers. Null: as the emulator. */
export type Settings = { [Name in Family]: Families[Name][1][number] | null } & {
  /** The styles of the ids of assets, jobs and events, in this order; the last one also applies to the rest. */
  ids: readonly IdStyle[];
};

/** A kind of disguise, such as `order=reversed`. Of `ids`, a server may have several. */
export type Kind = { name: string; family: string; lawful: string; sets: Partial<Settings> };

/** What follows from a kind. Nothing else may set these. */
const ALSO: Readonly<Record<string, Partial<Settings>>> = {
  // The bytes of one state differ, so a strong tag would be wrong (RFC 9110, 8.8.1).
  'order=changing': { etags: 'weak' },
  'framing=until_close': { connection: 'close' },
  // HTTP/1.0 has no chunks and no interim answers.
  'http=1.0': { framing: null, interim: null, connection: 'close' },
  'http=1.0_until_close': { framing: 'until_close', interim: null, connection: 'close' },
};

/** Every kind of disguise. */
export const KINDS: readonly Kind[] = [
  ...ID_STYLES.map((style) => ({
    name: `ids=${style}`,
    family: 'ids',
    lawful: 'Spec 2: an id has a kind prefix, and nothing is specified about the rest',
    sets: { ids: [style] },
  })),
  ...Object.entries(FAMILIES).flatMap(([family, [lawful, kinds]]) =>
    kinds.map((kind) => {
      const name = `${family}=${kind}`;
      return { name, family, lawful, sets: { [family]: kind, ...ALSO[name] } };
    }),
  ),
];

/** The ids of assets, jobs and events may have a style each. */
const MOST_ID_STYLES = 3;

/** The settings of kinds together; null if two of them set the same. */
export function settingsOf(kinds: readonly Kind[]): Settings | null {
  const ids = kinds.flatMap(({ sets }) => sets.ids ?? []);
  const fields = kinds.flatMap(({ sets }) => Object.keys(sets).filter((field) => field !== 'ids'));
  if (new Set(fields).size < fields.length || ids.length > MOST_ID_STYLES) return null;
  const none = Object.fromEntries(Object.keys(FAMILIES).map((family) => [family, null]));
  return { ...Object.assign(none, ...kinds.map(({ sets }) => sets)), ids };
}
