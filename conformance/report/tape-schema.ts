import {
  anything,
  array,
  boolean,
  integer,
  type JsonSchema,
  map,
  nullable,
  number,
  object,
  oneOf,
  ref,
  string,
  tuple,
} from './schema-parts.ts';

const headerList = array(tuple(string, string));

const IMAGE = object({ media_type: string, width: integer, height: integer, decodable: boolean });

const BODY: JsonSchema = {
  anyOf: [
    object({ kind: { const: 'none' } }),
    object({ kind: { const: 'text' }, text: string }),
    object({ kind: { const: 'bytes' }, size: integer, sha256: string, image: nullable(IMAGE), fixture: string }, [
      'fixture',
    ]),
  ],
};

const EXCHANGE = object({
  request: object({ method: string, url: string, headers: map(string), body: ref('body') }),
  answer: nullable(object({ status: integer, headers: headerList, body: ref('body') })),
  silence: nullable(oneOf(['refused', 'closed', 'timeout', 'malformed', 'tls'])),
  detail: nullable(string),
  at: number,
  took: number,
});

const HOOK = object({
  hook: string,
  method: string,
  path: string,
  headers: headerList,
  raw: { anyOf: [object({ text: string }), object({ base64: string })] },
  at: number,
  target_at: number,
  reply: string,
});

const DRIVE_OUTCOME: JsonSchema = {
  anyOf: [object({ output: anything }, ['output']), object({ refused: string, absent: boolean })],
};

const TAPE_ENTRY: JsonSchema = {
  anyOf: [
    object({ kind: { const: 'exchange' }, exchange: ref('exchange') }),
    object({ kind: { const: 'drive' }, call: string, input: anything, outcome: DRIVE_OUTCOME }, ['input']),
    object({ kind: { const: 'hooks' }, hook: string, received: array(ref('received_hook')), observed_until: number }),
    object({ kind: { const: 'now' }, at: number }),
    object({ kind: { const: 'stopped' }, reason: string, detail: string }),
    object({ kind: { const: 'waited' }, milliseconds: number, outcome: oneOf(['done', 'too_long']) }),
  ],
};

/** What a tape is made of, as parts of the schema of a report. */
export const TAPE_DEFINITIONS: Record<string, JsonSchema> = {
  body: BODY,
  exchange: EXCHANGE,
  received_hook: HOOK,
  tape_entry: TAPE_ENTRY,
};
