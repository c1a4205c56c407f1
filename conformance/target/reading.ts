import type { Node, Place } from '../suite/yaml/node.ts';
import type { Problem } from '../suite/yaml/problem.ts';
import type { Fields } from '../suite/yaml/read-fields.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the reading of a target needs at every place, and what it collects. */
export type Reading = { env: Environment; problems: Problem[]; warnings: string[] };

/** Names with what they are about, as the readers of maps want them. */
export function fieldsOf(names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(names).map(([name, about]) => [name, { about, form: 'value' as const }]));
}

export function refuse({ problems }: Reading, place: Place, message: string): null {
  problems.push({ place, message });
  return null;
}

/** The text of a scalar; numbers, such as a version 2.10, are what they look like. */
export function textOf(node: Node | undefined, what: string, reading: Reading): string | null {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return null;
  if (node.kind === 'scalar' && node.value !== '') return node.source ?? String(node.value);
  return refuse(reading, node.place, `${what} must be a text`);
}

const REFERENCE = /^env:([A-Za-z_]\w*)$/;

/** The value behind `env:NAME`. A variable that is not set is worth a warning: what needs it cannot be tested. */
export function referenced(text: string, what: string, reading: Reading): string | null | 'literal' {
  const name = REFERENCE.exec(text)?.[1];
  if (name === undefined) return 'literal';
  const value = reading.env[name];
  if (value !== undefined && value !== '') return value;
  reading.warnings.push(`${what}: the variable ${name} is not set, so what needs it cannot be tested`);
  return null;
}

/** A secret, which a file names and never holds. */
export function secretOf(node: Node | undefined, what: string, reading: Reading): string | null {
  const text = textOf(node, what, reading);
  if (text === null || node === undefined) return null;
  const value = referenced(text, what, reading);
  if (value !== 'literal') return value;
  return refuse(reading, node.place, `${what} holds a secret: write env:NAME, and set NAME where the tester runs`);
}

/** An address without a slash at its end. */
export function addressOf(node: Node | undefined, what: string, reading: Reading): string | null {
  const text = textOf(node, what, reading);
  if (text === null || node === undefined) return null;
  return plainAddress(text) ?? refuse(reading, node.place, `${what} is ${shownAddress(text)}: ${ADDRESS_REMEDY}`);
}

export const ADDRESS_REMEDY =
  'write an address such as https://api.example.test or http://127.0.0.1:4010, without a query';

/** An address for a message. A password before the host and a token in the query are replaced by an ellipsis. */
export function shownAddress(text: string): string {
  return text.replace(/^([^/?#]*\/\/)?[^/?#]*@/, '$1…@').replace(/([?#]).+$/s, '$1…');
}

export function plainAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const { protocol, search, hash, username, password } = url;
  if (!/^https?:$/.test(protocol) || `${search}${hash}${username}${password}` !== '') return null;
  // A bare ? or # at its end shows in the href alone.
  url.search = url.hash = '';
  return url.href.replace(/\/+$/, '');
}
