import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ControlRoute } from '../../emulator/control/route.ts';
import { CONTROL_ROUTES } from '../../emulator/control/routes.ts';
import { AUDIT_RULES } from '../../emulator/domain/test-control/audit.ts';
import { createEmulator } from '../../emulator/index.ts';
import { linesOf } from '../public-api/areas.ts';
import { type CodeCall, calledInCode } from './called-in-code.ts';
import { compactJson, oneLine } from './compact-json.ts';
import { CONFIG } from './config-parts.ts';
import { answerLine, answerTables } from './control-answers.ts';
import type { Example } from './control-story.ts';
import { anchorOf, code, codes, fence, table } from './markdown.ts';
import { filled, type Played, playStory } from './play-story.ts';
import type { Parts } from './regions.ts';
import { fieldsTable, formsOf, type Schema } from './schema-fields.ts';

export const CONTROL_PARTS: Parts = {
  'control-answers': answerTables,
  'control-index': controlIndex,
  'control-calls': controlCalls,
  'audit-rules': () =>
    table(
      ['rule', 'what the client should do'],
      Object.entries(AUDIT_RULES).map(([rule, says]) => [code(rule), says]),
    ),
};

/** The answer of each route to its example, over HTTP without a socket, with a frozen clock and a fixed seed. */
export async function playedStory(): Promise<Map<string, Played>> {
  await using emulator = await createEmulator({ listen: false, clock: 'frozen' });
  const api = (path: string, init: RequestInit) =>
    emulator.fetch(path, { ...init, headers: { ...init.headers, 'X-API-Key': emulator.keys.test ?? '' } });
  const played = await playStory(async (example, values) => {
    const { method, path, body } = requestOf(example);
    const init = { method, ...(body !== null && { body: filled(body, values) }) };
    const answer = await emulator.fetch(`/_emulator/v1${filled(path, values)}`, init);
    return { status: answer.status, text: await answer.text() };
  }, api);
  return new Map(played.map((one) => [one.example.route, one]));
}

export function requestOf({ route, path: given, body }: Example) {
  const [method = '', path = ''] = route.split(' ');
  return { method, path: given ?? path, body: body === undefined ? null : oneLine(body) };
}

/** The curl command for the call of an example. */
export function curlOf(example: Example): string {
  const { method, path, body } = requestOf(example);
  // A shell expands variables only between double quotes.
  const data = body === null ? '' : ` -d '${body.replace(/\$[A-Z]+/g, "'$&'")}'`;
  return `curl -s ${method === 'GET' ? '' : `-X ${method} `}"$CONTROL${path}"${data}`;
}

/** The calls, grouped by the first word of their path. */
function groups(): [string, ControlRoute[]][] {
  const groups = new Map<string, ControlRoute[]>();
  for (const route of CONTROL_ROUTES) {
    const [, name = ''] = route.path.split('/');
    groups.set(name, [...(groups.get(name) ?? []), route]);
  }
  return [...groups];
}

const nameOf = ({ method, path }: ControlRoute) => `${method} ${path}`;

async function controlIndex(): Promise<string> {
  const rows = CONTROL_ROUTES.map(async (route) => {
    const called = await inCode(route, null);
    const name = nameOf(route);
    return [
      `[${code(name)}](tables/control-calls.md#${anchorOf(name)})`,
      route.summary,
      called === null ? '–' : code(called.name),
    ];
  });
  return table(['call', 'what it does', 'in code'], await Promise.all(rows));
}

async function controlCalls(): Promise<string> {
  const story = await playedStory();
  const sections = groups().map(async ([name, routes]) => {
    const calls = await Promise.all(routes.map((route) => callSection(route, story.get(nameOf(route)))));
    return [`## ${name}`, ...calls].join('\n\n');
  });
  return (await Promise.all(sections)).join('\n\n');
}

async function callSection(route: ControlRoute, played: Played | undefined): Promise<string> {
  if (played === undefined) throw new Error(`${nameOf(route)} has no example; give it one in control-story.ts`);
  const { example, status, answer } = played;
  if (status !== route.status) throw new Error(`the example of ${nameOf(route)} was answered with ${status}`);
  const called = await inCode(route, example);
  return [
    `### ${nameOf(route)}`,
    `${route.summary}.`,
    ...(route.query === null ? [] : ['Parameters:', fieldsIn(route.query)]),
    ...(route.body === null ? [] : ['Body:', fieldsIn(route.body)]),
    ...(called === null ? [] : [fence('ts', await codeOf(called))]),
    fence('sh', [curlOf(example), `# ${status}`].join('\n')),
    ...answerLine(route),
    ...(answer === null ? [] : [fence('json', compactJson(shortened(answer)))]),
  ].join('\n\n');
}

function inCode(route: ControlRoute, example: Example | null): Promise<CodeCall | null> {
  const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const query = Object.fromEntries(new URL(example?.path ?? '', 'http://x').searchParams);
  return calledInCode(route, { ids, query, body: example?.body ?? SOME_BODY[nameOf(route)] ?? {} });
}

/** The call as written in code, with `await` if it returns a promise. */
async function codeOf({ name, args }: CodeCall): Promise<string> {
  const [group = '', ...method] = name.split('.');
  const prefix = `tryon-kit Emulator.${group}: `;
  const types = await typesOfUsers();
  const type = types.find((line) => line.startsWith(prefix))?.slice(prefix.length) ?? `Emulator.${group}`;
  const promised = `tryon-kit ${[type, ...method].join('.')}() promised`;
  const isPromised = types.some((line) => line.startsWith(promised));
  return `${isPromised ? 'await ' : ''}emulator.${name}(${args.map(literal).join(', ')})`;
}

let types: Promise<string[]> | undefined;

/** One line for each member of the exported types. Reading them takes seconds. */
function typesOfUsers(): Promise<string[]> {
  types ??= linesOf('types');
  return types;
}

/** Bodies for methods that need one. */
const SOME_BODY: Readonly<Record<string, unknown>> = {
  'POST /clock/advance': { by: '1s' },
  'POST /deviations': { on: ['replay-answers-202'] },
};

/** A table for each form of a body. The fields of a world's configuration are described on a separate page. */
function fieldsIn(schema: z.ZodType): string {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
  const forms = formsOf(shape);
  if (forms.length > 0) return forms.map(fieldsTable).join('\n\nor\n\n');
  const { properties = {} } = shape;
  const shared = Object.keys(properties).filter((name) =>
    isDeepStrictEqual(properties[name], CONFIG.properties?.[name]),
  );
  if (shared.length < FEW) return fieldsTable(shape);
  const own = Object.entries(properties).filter(([name]) => !shared.includes(name));
  const rest = `and, as in [a configuration](../configuration.md#fields), ${codes(shared)}.`;
  return `${fieldsTable({ ...shape, properties: Object.fromEntries(own) })}\n\n${rest}`;
}

/** With at least this many common fields, it is the configuration of a world. */
const FEW = 5;

/** An argument as written in code. A path parameter becomes a variable, and an empty argument is left out. */
function literal(value: unknown): string {
  if (typeof value === 'string') return value;
  return oneLine(value)
    .replace(/\{(?=.)/g, '{ ')
    .replace(/(?<=.)\}/g, ' }')
    .replace('{  }', '{}')
    .replace(/"\$([A-Z]+)"/g, (_, name: string) => name.toLowerCase())
    .replace(/"(\d+)"/g, '$1')
    .replace(/"([a-z_]+)":/g, '$1:')
    .replaceAll('"', "'");
}

const MOST_SHOWN = 1;

/** Shortens a list to its first element, because the others are of the same kind. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_SHOWN).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}
