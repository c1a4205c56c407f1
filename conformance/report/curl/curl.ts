import { jsonIn } from '../../../shared/json-in.ts';
import { pathProblem } from '../../effects/http/address.ts';
import type { BodyRecord, Exchange } from '../../effects/http/exchange.ts';
import { headerOf, headersByName, withHeaders } from '../../effects/http/headers.ts';
import { viewOf } from '../../effects/http/view.ts';
import { asParameter, asSegment, asWritten } from '../../suite/expression/percent-encoding.ts';
import { headerSecretName } from '../../target/connection.ts';
import { hereText, plainWord, quoted, type Stand, withinQuotes } from './shell-text.ts';

/**
 * Renders a chain of exchanges as a script for bash, curl and Node. Keys come from the environment; ids, ETags and
 * cursors are taken from the new answers. Requests of an older report to another origin are left out, since the script
 * sends a real key.
 */
export function curlScript(
  recorded: readonly Exchange[],
  { base_url, headers = [] }: { base_url: string; headers?: readonly string[] },
): string {
  const exchanges = recorded
    .filter(({ request }) => pathProblem(request.url, base_url) === null)
    .map((exchange) => withSecretHeaders(exchange, headers));
  const keys = keyNames(exchanges);
  const carried = carriedValues(exchanges);
  const parts = exchanges.map((exchange, index) =>
    bodyLines(exchange.request, index + 1, standsAt(index, keys, carried)),
  );
  const steps = exchanges.map((exchange, index) => {
    const lines = stepLines(exchange, {
      nth: index + 1,
      stands: standsAt(index, keys, carried),
      body: parts[index] ?? NO_BODY,
    });
    return [...lines, ...carried.filter(({ from }) => from === index).map(takeLine), ''].join('\n');
  });
  return [
    ...head(
      base_url,
      keys,
      parts.some(({ needsFaces }) => needsFaces),
    ),
    ...steps,
  ].join('\n');
}

/** Adds the headers that are sent with every request, with the names of their secrets as values. */
function withSecretHeaders(exchange: Exchange, names: readonly string[]): Exchange {
  const { request } = exchange;
  const secret = Object.fromEntries(names.map((name) => [name, `<${headerSecretName(name)}>`]));
  return { ...exchange, request: { ...request, headers: withHeaders(secret, request.headers) } };
}

const NO_BODY: BodyPart = { before: [], arguments: [], needsFaces: false };

/** The variables for values in a request: secrets always, and values of an answer after that answer. */
function standsAt(index: number, keys: ReadonlyMap<string, string>, carried: readonly Carried[]): Stand[] {
  const known = carried.filter(({ from }) => from < index);
  return [
    ...[...keys].map(([name, variable]) => ({ text: `<${name}>`, shell: `\${${variable}}` })),
    ...known.map(({ value, variable, kind }) => ({ text: value, shell: `\${${variable}}`, only: kind })),
  ];
}

function head(base_url: string, keys: ReadonlyMap<string, string>, needsFaces: boolean): string[] {
  return [
    '#!/usr/bin/env bash',
    '# Needs curl and node.',
    'set -u',
    `BASE_URL=\${BASE_URL:-${plainWord(base_url.replace(/\/+$/, ''))}}`,
    ...[...keys].map(([name, variable]) => `: "\${${variable}:?set it to the key that is called ${name} here}"`),
    ...(needsFaces
      ? ['# The pictures are written there by: tryon-emulator fixtures --out faces', `FACES=\${FACES:-faces}`]
      : []),
    HELPERS,
    '',
  ];
}

const HELPERS = String.raw`# Idempotency keys get an end of their own, so that the script can run again.
run=$(date +%s)$$
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
call() {
  local nth=$1; shift
  : > "$work/$nth.head"; : > "$work/$nth.body"
  curl -sS --path-as-is --globoff -H 'Expect:' -D "$work/$nth.head" -o "$work/$nth.body" "$@"
  cat "$work/$nth.head"
  if [ "$(tr -d '\0' < "$work/$nth.body" | wc -c)" -eq "$(wc -c < "$work/$nth.body")" ]
  then cat "$work/$nth.body"; echo; echo
  else echo "($(wc -c < "$work/$nth.body") bytes)"; echo
  fi
}
# A member of the JSON of an answer; a header of an answer; a value within an address.
member() {
  local nth=$1; shift
  node -e 'const [file, ...path] = process.argv.slice(1);
const body = JSON.parse(require("fs").readFileSync(file, "utf8") || "null");
process.stdout.write(String(path.reduce((value, name) => value?.[name], body) ?? ""));' "$work/$nth.body" "$@"
}
header() {
  node -e 'const [file, name] = process.argv.slice(1);
const line = require("fs").readFileSync(file, "latin1").split("\r\n").reverse().find((one) => one.toLowerCase().startsWith(name + ":"));
process.stdout.write((line ?? "").slice(name.length + 1).trim());' "$work/$1.head" "$2"
}
encoded() {
  node -e 'process.stdout.write(encodeURIComponent(process.argv[1]));' -- "$1"
}`;

type StepParts = { nth: number; stands: readonly Stand[]; body: BodyPart };

function stepLines({ request, answer, silence }: Exchange, { nth, stands, body }: StepParts): string[] {
  const { method, url } = request;
  const came = answer === null ? `no answer: ${silence}` : String(answer.status);
  const title = `# ${nth}. ${method} ${url} -> ${came}`.replace(/[^\x20-\x7e]+/g, '?');
  const parts = [
    `${method === 'HEAD' ? '-I' : `-X ${plainWord(method)}`} "$BASE_URL${withinQuotes(asWritten(url), stands, 'url')}"`,
    ...headerArguments(request.headers, stands),
    // curl sends no body with HEAD.
    ...(method === 'HEAD' ? [] : body.arguments),
  ];
  return [title, ...body.before, `call ${nth} ${parts.join(' \\\n  ')}`];
}

function headerArguments(headers: Record<string, string>, stands: readonly Stand[]): string[] {
  const given = Object.entries(headers).map(([name, value]) => `-H ${headerWord(name, value, stands)}`);
  // Without this, curl adds the content type of a form.
  return 'content-type' in headersByName(Object.entries(headers)) ? given : [...given, "-H 'Content-Type:'"];
}

const SENDABLE_AGAIN = /^[\x21-\x7e]{1,100}$/;

function headerWord(name: string, value: string, stands: readonly Stand[]): string {
  if (value === '') return quoted(`${name};`, [], 'header');
  if (name.toLowerCase() === 'idempotency-key' && SENDABLE_AGAIN.test(value))
    return `"${withinQuotes(`${name}: ${value}`, [], 'header')}-$run"`;
  return quoted(`${name}: ${value}`, stands, name.toLowerCase() === 'if-none-match' ? 'tag' : 'header');
}

function takeLine({ variable, from, source }: Carried): string {
  if (source.kind === 'header') return `${variable}=$(header ${from + 1} ${source.name})`;
  return `${variable}=$(member ${from + 1} ${source.path.map(plainWord).join(' ')})`;
}

/** The lines of a script that create a body, and the curl arguments that send it. */
type BodyPart = { before: readonly string[]; arguments: readonly string[]; needsFaces: boolean };

/** A longer text is sent as spaces of the same length: only its size can matter. */
const LONGEST_TEXT = 64 * 1024;
const END = 'END_OF_BODY';

function bodyLines({ method, body }: Exchange['request'], nth: number, stands: readonly Stand[]): BodyPart {
  if (body.kind === 'none')
    return { before: [], arguments: method === 'POST' ? ["--data-binary ''"] : [], needsFaces: false };
  if (body.kind === 'bytes') return bytesLines(body, nth);
  const file = `"$work/${nth}.request"`;
  const send = { arguments: [`--data-binary @${file}`], needsFaces: false };
  const size = Buffer.byteLength(body.text);
  if (size > LONGEST_TEXT) {
    const filler = `head -c ${size} /dev/zero | tr '\\0' ' ' > ${file} # as long as the body was`;
    return { before: [filler], ...send };
  }
  if (!canStandHere(body.text))
    return { before: [`printf '%s' ${quoted(body.text, stands, 'body')} > ${file}`], ...send };
  return { before: [`cat > ${file} <<${END}`, hereText(body.text, stands), END], ...send };
}

/** Whether a here-document can contain the text: it adds a line break, which JSON ignores. */
function canStandHere(text: string): boolean {
  return jsonIn(text) !== undefined && !text.split('\n').includes(END);
}

function bytesLines({ size, sha256, fixture, image }: Extract<BodyRecord, { kind: 'bytes' }>, nth: number): BodyPart {
  if (fixture !== undefined) {
    const name = fixture.split('/').at(-1) ?? fixture;
    return { before: [], arguments: [`--data-binary @"$FACES/${withinQuotes(name, [], 'header')}"`], needsFaces: true };
  }
  const file = `"$work/${nth}.request"`;
  if (size > LONGEST_TEXT && image?.decodable !== true)
    return {
      before: [`head -c ${size} /dev/zero > ${file} # as long as the body was`],
      arguments: [`--data-binary @${file}`],
      needsFaces: false,
    };
  const variable = `BYTES_${nth}`;
  return {
    before: [
      `# ${size} bytes that were not kept; their SHA-256 is ${sha256}`,
      `: "\${${variable}:?set it to the name of a file with them}"`,
    ],
    arguments: [`--data-binary @"$${variable}"`],
    needsFaces: false,
  };
}

/** A value of an answer that a later request sends. */
type Carried = {
  variable: string;
  value: string;
  kind: 'id' | 'cursor' | 'tag';
  /** The position of the exchange that has it in its answer. */
  from: number;
  source: { kind: 'member'; path: readonly string[] } | { kind: 'header'; name: string };
};

/** The placeholders of masked secrets, each with its environment variable. */
function keyNames(exchanges: readonly Exchange[]): Map<string, string> {
  const texts = exchanges.flatMap(({ request: { url, headers } }) => [url, ...Object.values(headers)]);
  const names = texts.flatMap((text) => [...text.matchAll(/<([a-z][a-z0-9_ ./-]*)>/gi)].map(([, name = '']) => name));
  return new Map(names.map((name) => [name, `TRYON_KEY_${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`]));
}

/** Ids and cursors from the first answer that has them, and ETags from every answer, since they change. */
function carriedValues(exchanges: readonly Exchange[]): Carried[] {
  const carried: Carried[] = [];
  exchanges.forEach((exchange, from) => {
    // A value that the request itself contains does not come from its answer.
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

/**
 * Values in a longer answer are sent as they were recorded: searching each request for thousands of ids takes too long.
 */
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

/** A lone surrogate cannot be encoded in a URL. */
function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
