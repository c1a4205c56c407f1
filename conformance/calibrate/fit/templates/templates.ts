import { isEqual } from '../../../../shared/expression/equal.ts';
import { CODE } from '../../../../shared/questions/question.ts';
import {
  HEADER_NAME,
  HEADER_VALUE,
  LONGEST_HEADER,
  MEMBER_NAME,
  MEMBER_PATH,
} from '../../../../shared/questions/template-form.ts';
import { grouped } from '../../../report/grouped.ts';
import { routeOf } from '../../../target/routes.ts';
import type { Facts } from '../../facts/facts.ts';
import type { Raw } from '../../facts/features.ts';
import { isPlain, REFERENCE } from './plain.ts';
import { type Pair, pairsOf } from './targets.ts';
import type { Edits, Template, When } from './template.ts';

/** A template, with the answers that it applies to, and the features that it changes in them. */
export type StandIn = { template: Template; labels: readonly string[]; features: readonly string[] };

/** A change of one feature in one case. */
export type Change = string;

export function changesOf({ template: { when }, features }: StandIn): Change[] {
  return features.map((feature) => changeOf(when, feature));
}

function changeOf(when: When, feature: string): Change {
  return JSON.stringify([when, feature]);
}

/**
 * Creates stand-ins for differences that no choice explains: the features in which all answers of a case differ from
 * the emulator's in the same way. Wide cases come first, and a narrow one only handles what the wider ones have left.
 * `left`: changes that made an answer less alike when they were tried.
 */
export function standInsFor(server: Facts, twin: Facts, left: ReadonlySet<Change> = new Set()): StandIn[] {
  const pairs = [...server.answers].flatMap(([label, own]) => {
    const other = twin.answers.get(label);
    return other === undefined ? [] : pairsOf(label, own, other);
  });
  const isKnownToStay = staying(pairs);
  const edited = LEVELS.flatMap((level) => templatesAt(level, pairs, { left, isKnownToStay }));
  const whole = [...refusalsIn(pairs), ...bodiesIn(pairs)];
  return [...edited, ...whole.filter((one) => !changesOf(one).some((change) => left.has(change)))];
}

type Level = { of: Pair['of']; whenOf(pair: Pair): When | null; least: number; targets?: RegExp };

const LEVELS: readonly Level[] = [
  { of: 'job', whenOf: () => ({ resource: 'job' }), least: 2 },
  { of: 'job', whenOf: ({ twin }) => ({ resource: 'job', has: { operation: memberOf(twin, 'operation') } }), least: 1 },
  { of: 'job', whenOf: ({ twin }) => ({ resource: 'job', state: String(memberOf(twin, 'status')) }), least: 1 },
  {
    of: 'job',
    whenOf: ({ twin }) => ({
      resource: 'job',
      state: String(memberOf(twin, 'status')),
      has: { operation: memberOf(twin, 'operation') },
    }),
    least: 1,
  },
  { of: 'asset', whenOf: () => ({ resource: 'asset' }), least: 2 },
  { of: 'asset', whenOf: ({ twin }) => ({ resource: 'asset', has: { purpose: memberOf(twin, 'purpose') } }), least: 1 },
  { of: 'answer', whenOf: (pair) => (isRead(pair) ? {} : null), least: 20, targets: /^header / },
  { of: 'answer', whenOf: (pair) => withCode(pair, {}), least: 3 },
  { of: 'answer', whenOf: (pair) => (isRead(pair) ? caseOf(pair) : optionsOf(pair)), least: 1 },
  { of: 'answer', whenOf: (pair) => narrow(pair, 'parameter', pair.twin.parameters[0]), least: 1 },
  { of: 'answer', whenOf: (pair) => narrow(pair, 'field', pair.twin.named), least: 1 },
];

function isRead({ twin }: Pair): boolean {
  return !/^(HEAD|OPTIONS)$/.test(twin.method);
}

function optionsOf({ twin }: Pair): When | null {
  return twin.method === 'OPTIONS' ? { method: 'OPTIONS' } : null;
}

function withCode({ twin }: Pair, when: When): When | null {
  const code = codeIn(twin);
  return code === null ? null : { ...when, code };
}

function caseOf(pair: Pair): When {
  const { twin } = pair;
  const state = twin.status !== null && twin.status < 300 ? memberOf(twin, 'status') : null;
  return {
    route: routeIn(twin),
    status: twin.status ?? 0,
    ...withCode(pair, {}),
    ...(typeof state === 'string' && { state }),
  };
}

function narrow(pair: Pair, name: 'field' | 'parameter', value: string | null | undefined): When | null {
  if (!isRead(pair) || codeIn(pair.twin) === null || !/^[\w-]+$/.test(value ?? '')) return null;
  return { ...caseOf(pair), [name]: value };
}

function memberOf({ body }: Raw, name: string): unknown {
  return (body as Record<string, unknown> | null | undefined)?.[name];
}

function codeIn(raw: Raw): string | null {
  const error = memberOf(raw, 'error') as Record<string, unknown> | undefined;
  const code = error?.['code'];
  return typeof code === 'string' && (raw.status ?? 0) >= 400 ? code : null;
}

/** The emulator's name of a route. */
function routeIn({ method, path }: Raw): string {
  const route = routeOf(method, path);
  if (route === null) return 'unknown path';
  return `${method} ${route.id === null ? path : path.replace(/^(\/v1\/\w+)\/[^/]+/, '$1/:id')}`;
}

type Known = { left: ReadonlySet<Change>; isKnownToStay(name: string, value: unknown): boolean };

/** The templates of all cases of a level. The pairs are updated to count these changes as made. */
function templatesAt(level: Level, pairs: readonly Pair[], { left, isKnownToStay }: Known): StandIn[] {
  const own = pairs.filter((pair) => pair.of === level.of && (level.of !== 'answer' || isComparable(pair)));
  const cases = grouped(own, (pair) => JSON.stringify(level.whenOf(pair)));
  return [...cases].flatMap(([key, all]) => {
    const when: When | null = JSON.parse(key);
    if (when === null || all.length < level.least) return [];
    const names = [...new Set(all.flatMap(({ targets }) => [...targets.keys()]))];
    const changed = names.flatMap((name): Changed[] => {
      // The rename wins: an empty container does not show its other name.
      if (names.includes(name.replace(/^member /, 'renamed ')) && name.startsWith('member ')) return [];
      if (level.targets?.test(name) === false || left.has(changeOf(when, featureOf(name)))) return [];
      const value = valueIn(all, name, isKnownToStay);
      return value === undefined || !isExpressible(name, value) ? [] : [{ name, value }];
    });
    if (changed.length === 0) return [];
    for (const pair of all) for (const one of changed) apply(one, pair);
    const answer = changed.reduce<Edits>((made, one) => withTarget(made, one, level.of), {});
    return [
      standIn(
        { when, answer },
        all,
        changed.map(({ name }) => featureOf(name)),
      ),
    ];
  });
}

function standIn(template: Template, pairs: readonly Pair[], features: readonly string[]): StandIn {
  return { template, labels: pairs.map(({ label }) => label), features };
}

function featureOf(name: string): string {
  return name.replace(/^(?:member|renamed) /, '');
}

function apply({ name, value }: Changed, { targets }: Pair): void {
  const known = targets.get(name);
  const twin = value === NONE ? [] : (known?.server ?? [value]).map(() => value);
  if (known !== undefined) targets.set(name, { server: known.server, twin });
}

/** A refusal is only replaced by a refusal, and a success by a success: changing an answer does not undo its effect. */
function isComparable({ server, twin }: Pair): boolean {
  const [own, other] = [server.status ?? 0, twin.status ?? 0];
  if (twin.method === 'OPTIONS') return true;
  const code = codeIn(server);
  if (code !== null && FIXED_CODES.has(code) && code !== codeIn(twin)) return false;
  return own >= 200 && own < 600 && own >= 400 === other >= 400 && (own === 304) === (other === 304);
}

/** Spec 7: codes with a fixed meaning. If one of them replaces another, something else was refused. */
const FIXED_CODES = new Set([
  'INVALID_API_KEY',
  'INSUFFICIENT_SCOPE',
  'INSUFFICIENT_CREDITS',
  'ASSET_NOT_FOUND',
  'JOB_NOT_FOUND',
  'INVALID_CURSOR',
  'IDEMPOTENCY_KEY_REUSED',
  'JOB_NOT_CANCELLABLE',
  'JOB_IN_PROGRESS',
  'ASSET_OWNED_BY_JOB',
  'JOB_DELETED',
]);

type Changed = { name: string; value: unknown };

/** The server does not have the target. */
const NONE = Symbol('none');

/** The value of a target if the server has the same in all answers of a case, or NONE; undefined if they differ. */
function valueIn(
  pairs: readonly Pair[],
  name: string,
  isKnownToStay: (name: string, value: unknown) => boolean,
): unknown {
  const all = pairs.flatMap(({ targets }) => targets.get(name) ?? []);
  if (all.every(({ server, twin }) => isEqual(server, twin))) return undefined;
  const values = all.flatMap(({ server }) => server);
  if (values.length === 0) return NONE;
  const value = mostFrequent(values, MAJORITY.test(name) ? 0.5 : 1);
  // An answer without the target counts as agreement for renames and lists, since a list may be empty.
  const isShown = all.length === pairs.length || /^renamed |\[/.test(name);
  const isEverywhere = isShown && all.every(({ server }) => server.length > 0);
  if (!isEverywhere || value === undefined || !isPlain(value) || !isKnownToStay(name, value)) return undefined;
  return all.some(({ twin }) => twin.length === 0 || !twin.every((one) => isEqual(one, value))) ? value : undefined;
}

/** For these, the majority decides: a narrower case may set another value. */
const MAJORITY = /^(?:status|member error\.(?:code|message))$/;

function mostFrequent(values: readonly unknown[], share: number): unknown {
  const [first] = [...grouped(values, (value) => JSON.stringify(value)).values()].toSorted(
    (one, other) => other.length - one.length,
  );
  if (first === undefined) return undefined;
  return first.length > share * values.length || first.length === values.length ? first[0] : undefined;
}

/** A number that was seen only once may vary. */
function staying(pairs: readonly Pair[]): (name: string, value: unknown) => boolean {
  const counts = new Map<string, number>();
  for (const { targets } of pairs)
    for (const [name, { server }] of targets) {
      const key = JSON.stringify([name, server[0]]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return (name, value) => {
    const isFigure =
      typeof value === 'number' || (typeof value === 'string' && /\d/.test(value.replace(REFERENCE, '')));
    return !isFigure || name === 'status' || (counts.get(JSON.stringify([name, value])) ?? 0) > 1;
  };
}

/** Whether a template can name the target and its value. */
function isExpressible(name: string, value: unknown): boolean {
  const [kind = '', ...rest] = name.split(' ');
  const path = rest.join(' ');
  if (kind === 'header') return HEADER_NAME.test(path) && (value === NONE || isHeaderValue(String(value)));
  if (kind === 'renamed') return MEMBER_PATH.test(path) && MEMBER_NAME.test(String(value));
  return kind === 'status' || MEMBER_PATH.test(path);
}

function isHeaderValue(text: string): boolean {
  return text.length <= LONGEST_HEADER && HEADER_VALUE.test(text);
}

function withTarget(made: Edits, { name, value }: Changed, of: Pair['of']): Edits {
  const [kind, ...rest] = name.split(' ');
  const path = rest.join(' ');
  const isAbsent = value === NONE;
  if (kind === 'status') return { ...made, status: Number(value) };
  if (kind === 'header') return { ...made, headers: { ...made.headers, [path]: isAbsent ? null : String(value) } };
  if (kind === 'renamed') return { ...made, renamed: { ...made.renamed, [path]: String(value) } };
  if (of === 'answer' && path === 'error.code' && CODE.test(String(value))) return { ...made, code: String(value) };
  if (of === 'answer' && path === 'error.message') return { ...made, message: String(value) };
  if (isAbsent) return { ...made, without: [...(made.without ?? []), path] };
  return { ...made, members: { ...made.members, [path]: value } };
}

/** The whole answer is replaced: a difference in any feature counts against it. */
const WHOLE = '';

/** Reads that the server refuses because of a parameter, and the emulator does not. */
function refusalsIn(pairs: readonly Pair[]): StandIn[] {
  const reads = pairs.filter(
    ({ of, twin }) => of === 'answer' && twin.method === 'GET' && twin.parameters.length === 1,
  );
  const cases = grouped(reads, ({ twin }) => JSON.stringify({ route: routeIn(twin), parameter: twin.parameters[0] }));
  return [...cases].flatMap(([key, all]) => {
    const taken = all.filter(({ twin }) => twin.status === 200);
    const refusals = new Set(
      taken.map(({ server }) => JSON.stringify({ status: server.status, code: codeIn(server) })),
    );
    const [refusal = 'null', ...others] = refusals;
    const { status = 0, code = null }: { status?: number; code?: string | null } = JSON.parse(refusal) ?? {};
    if (status < 400 || status >= 600 || code === null || !CODE.test(code) || others.length > 0) return [];
    return [standIn({ when: JSON.parse(key), answer: { refuse: { status, code } } }, taken, [WHOLE])];
  });
}

/** Reads that the emulator refuses, and that the server answers with a fixed body. */
function bodiesIn(pairs: readonly Pair[]): StandIn[] {
  const reads = pairs.filter(({ of, twin }) => of === 'answer' && twin.method === 'GET' && codeIn(twin) !== null);
  const cases = grouped(reads, (pair) => JSON.stringify(narrow(pair, 'parameter', pair.twin.parameters[0])));
  return [...cases].flatMap(([key, all]) => {
    const when: When | null = JSON.parse(key);
    const [first] = all;
    const isSame = all.every(({ server }) => server.status === 200 && isEqual(server.body, first?.server.body));
    if (when === null || first === undefined || !isSame || !isPlain(first.server.body)) return [];
    return [standIn({ when, answer: { status: 200, body: first.server.body } }, all, [WHOLE])];
  });
}
