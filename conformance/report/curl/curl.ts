import { pathProblem } from '../../effects/http/address.ts';
import type { Exchange } from '../../effects/http/exchange.ts';
import { headersByName, withHeaders } from '../../effects/http/headers.ts';
import { asWritten } from '../../suite/expression/percent-encoding.ts';
import { headerSecretName } from '../../target/connection.ts';
import { type BodyPart, bodyLines } from './curl-body.ts';
import { type Carried, carriedValues, keyNames } from './curl-values.ts';
import { plainWord, quoted, type Stand, withinQuotes } from './shell-text.ts';

/**
 * A chain of exchanges as a script for bash, curl and Node. Keys come from the environment; ids, ETags and cursors are taken
 * from the new answers. Requests of an older report to another origin are left out, since the script sends a real key.
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

/** The headers that go with every request have the names of their secrets for values. */
function withSecretHeaders(exchange: Exchange, names: readonly string[]): Exchange {
  const { request } = exchange;
  const secret = Object.fromEntries(names.map((name) => [name, `<${headerSecretName(name)}>`]));
  return { ...exchange, request: { ...request, headers: withHeaders(secret, request.headers) } };
}

const NO_BODY: BodyPart = { before: [], arguments: [], needsFaces: false };

/** The variables for values in a request: secrets always, values of an answer after that answer. */
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
