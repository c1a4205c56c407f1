import { grouped } from '../../report/grouped.ts';
import { ROUTES } from '../../suite/vocabulary.ts';
import type { Facts } from '../facts/facts.ts';
import type { Features } from '../facts/features.ts';
import { ABSENT, type Value } from '../facts/value.ts';

/** An answer template as it stands in a configuration of the emulator, under `answers`. */
export type Template = {
  when: { route: string; status?: number; code?: string; state?: string };
  answer: {
    status?: number;
    code?: string;
    headers?: Record<string, string | null>;
    members?: Record<string, Plain>;
    without?: string[];
  };
};

type Plain = string | number | boolean | null;
type Pair = { server: Features; twin: Features };

/**
 * Stand-ins for what no choice shows: of the answers that the emulator gives in one case of a route, what the server has
 * otherwise in all of them. Only words, figures and the presence of members are taken over, and no text.
 */
export function templatesFor(server: Facts, twin: Facts): Template[] {
  const pairs = [...server.answers].flatMap(([label, own]): Pair[] => {
    const other = twin.answers.get(label);
    return other === undefined || !isTemplated(own, other) ? [] : [{ server: own, twin: other }];
  });
  const cases = grouped(pairs, ({ twin: { line, features } }) => JSON.stringify(caseOf(line, features)));
  return [...cases.values()].flatMap((all) => templateOf(all) ?? []).toSorted(byDetail);
}

/** A refusal stands in for a refusal, and a success for a success: what was done is not undone by what is said. */
function isTemplated(server: Features, twin: Features): boolean {
  const [own, other] = [server.features.get('status'), twin.features.get('status')];
  if (typeof own !== 'number' || typeof other !== 'number' || /^(HEAD|OPTIONS)/.test(twin.line)) return false;
  const code = server.features.get('error.code');
  if (FIXED_CODES.has(String(code)) && code !== twin.features.get('error.code')) return false;
  return own >= 200 && own !== 304 && other !== 304 && own >= 400 === other >= 400;
}

function caseOf(line: string, features: Features['features']): Template['when'] {
  const [status, code, state] = ['status', 'error.code', 'status of job'].map((name) => features.get(name));
  return {
    route: routeOf(line),
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'string' && { code }),
    ...(typeof state === 'string' && { state }),
  };
}

const PATTERNS = Object.values(ROUTES)
  .flat()
  .map((name) => ({
    name: name.replace(/\{\w+\}/, ':id'),
    pattern: new RegExp(`^${name.replace(/\{\w+\}/, '[^/]+')}$`),
  }));

function routeOf(line: string): string {
  return PATTERNS.find(({ pattern }) => pattern.test(line))?.name ?? 'unknown path';
}

function templateOf(pairs: readonly Pair[]): Template | null {
  const [first] = pairs;
  if (first === undefined) return null;
  const names = new Set(pairs.flatMap(({ server, twin }) => [...server.features.keys(), ...twin.features.keys()]));
  const answer = [...names].reduce<Template['answer']>((made, name) => {
    const value = bestValue(pairs, name);
    return value === undefined ? made : withFeature(made, name, value);
  }, {});
  if (Object.keys(answer).length === 0) return null;
  return { when: caseOf(first.twin.line, first.twin.features), answer };
}

/** The value that all answers of the case have on the server, where the emulator has another one: none is made worse by it. */
function bestValue(pairs: readonly Pair[], name: string): Value | undefined {
  const of = ({ features }: Features) => features.get(name) ?? ABSENT;
  const [value, ...others] = new Set(pairs.map(({ server }) => of(server)));
  if (value === undefined || others.length > 0 || pairs.every(({ twin }) => of(twin) === value)) return undefined;
  return value;
}

/** Spec 7: codes that say of themselves what is wrong; where one stands in place of another, something else was refused. */
const FIXED_CODES = new Set(
  [
    'INVALID_API_KEY',
    'INSUFFICIENT_SCOPE',
    'INSUFFICIENT_CREDITS',
    'ASSET_NOT_FOUND',
    'JOB_NOT_FOUND',
    'INVALID_CURSOR',
  ].concat(['IDEMPOTENCY_KEY_REUSED', 'JOB_NOT_CANCELLABLE', 'JOB_IN_PROGRESS', 'ASSET_OWNED_BY_JOB', 'JOB_DELETED']),
);

/** What is made anew in each answer, or is the core of it, is left alone. */
const KEPT = /^(id|status|operation|inputs|output|error|data|error\.message|error\.request_id|purpose|media_type)$/;
const HEADERS_LEFT = /^(etag|location|content-length|transfer-encoding|content-encoding|connection|content-type|vary)$/;

function withFeature(made: Template['answer'], name: string, value: Value): Template['answer'] {
  if (name === 'status') return typeof value === 'number' ? { ...made, status: value } : made;
  if (name === 'error.code') return /^[A-Z][A-Z0-9_]*$/.test(String(value)) ? { ...made, code: String(value) } : made;
  if (name.startsWith('header ')) return withHeader(made, name.slice('header '.length), value);
  if (KEPT.test(name) || !/^[\w-]+(\.[\w-]+)*$/.test(name)) return made;
  if (value === ABSENT) return { ...made, without: [...(made.without ?? []), name] };
  const stand = standIn(value);
  return stand === undefined ? made : { ...made, members: { ...made.members, [name]: stand } };
}

function withHeader(made: Template['answer'], name: string, value: Value): Template['answer'] {
  if (HEADERS_LEFT.test(name)) return made;
  const text = value === ABSENT ? null : String(value);
  if (text !== null && !/^[\x20-\x7e]{1,200}$/.test(text)) return made;
  return { ...made, headers: { ...made.headers, [name]: text } };
}

/** A plain value in place of one that is known only by its form. */
function standIn(value: Value): Plain | undefined {
  if (typeof value !== 'string') return value;
  if (value in STAND_INS) return STAND_INS[value];
  return /^[\w.-]{1,40}$/.test(value) ? value : undefined;
}

const STAND_INS: Readonly<Record<string, Plain | undefined>> = {
  null: null,
  text: 'text',
  time: '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  integer: 0,
  number: 0.5,
  object: undefined,
  list: undefined,
};

/** The first template that matches decides: a case with more detail stands before one with less. */
function byDetail(one: Template, other: Template): number {
  return Object.keys(other.when).length - Object.keys(one.when).length;
}
