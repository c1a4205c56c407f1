import * as z from 'zod';
import { excessText, type JsonBounds } from '../../shared/json-excess.ts';
import { jsonIn } from '../../shared/json-in.ts';
import type { MemoryReport } from '../domain/memory/memory.ts';
import { noRoomIn } from '../domain/memory/no-room.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { pathTable } from '../domain/values/path-table.ts';
import { AdvanceFailed } from '../runtime/advance-report.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { CallerGone, type Service, type WireReply, type WireRequest } from '../world/wire.ts';
import { firstLine } from '../world/work-failed.ts';
import { servedFiles } from './files/file-routes.ts';
import { SERVED_FIXTURES } from './fixture-routes.ts';
import { type ReadConsoleFile, servedConsole } from './inspect/console-files.ts';
import { servedRaw } from './inspect/raw-routes.ts';
import { controlOpenApi } from './openapi.ts';
import { type Answer, errorReply, fieldsIn, jsonReply, meantBy, type OfCall, reply, type Served } from './reply.ts';
import { type ControlRoute, nearestCalls, type WorldDirectory } from './route.ts';
import { CONTROL_ROUTES, SERVED_ROUTES } from './routes.ts';
import { guard, type Safety } from './safety.ts';
import type { WorldControl } from './world-control.ts';

export type ControlParts = Safety & {
  version: string;
  worlds: WorldDirectory;
  worldFor: OfCall<WorldControl>;
  /** The same, with time brought up to date. */
  hostFor: OfCall<WorldHost>;
  readConsoleFile: ReadConsoleFile;
  memory(): MemoryReport;
  /** The readings in force in a world, and its other settings. */
  profile(world: string): unknown;
  serviceDocument(world: string): Promise<object>;
  onUnexpected(error: unknown): void;
};

type Health = { status: 'ok'; version: string; memory: MemoryReport };

const LARGEST_BODY = 64 * 1024 * 1024;
/** More than any valid call contains: even a world with thousands of accounts has less. */
const MOST: JsonBounds = { depth: 100, values: 200_000 };

/** Answers everything below `/_emulator`, and redirects the address of the server to the console. */
export function controlService(below: string, parts: ControlParts): Service {
  const problemOf = guard(parts);
  const guarded =
    (answer: Answer): Answer =>
    (request, ids) => {
      const problem = problemOf(request.headers);
      return problem === null ? answer(request, ids) : errorReply(403, problem);
    };
  const unknown = guarded(unknownCall);
  const calls = Object.entries(served(parts)).map(([name, answer]) => [
    name.replace(' ', ` ${below}`),
    guarded(answer),
  ]);
  const health = { status: 'ok', version: parts.version } as const;
  const { find } = pathTable<Answer>({
    ...servedConsole(below, parts.readConsoleFile, unknown),
    [`GET ${below}/v1/health`]: () => jsonReply({ ...health, memory: parts.memory() } satisfies Health),
    ...Object.fromEntries(calls),
  });
  return async (request) => {
    try {
      const { row, ids } = find(request.method, request.path) ?? { row: unknown, ids: [] };
      return await row(request, ids);
    } catch (error) {
      return refuse(parts, error, request);
    }
  };
}

function served(parts: ControlParts): Served {
  const meant = (request: WireRequest) => meantBy(parts.worldFor, request).name;
  const calls = SERVED_ROUTES.map((route): [string, Answer] => [
    `${route.method} /v1${route.path}`,
    (request, ids) => answer(parts, route, request, ids),
  ]);
  return {
    'GET /profile': (request) => jsonReply(parts.profile(meant(request))),
    'GET /openapi.json': async (request) => jsonReply(await parts.serviceDocument(meant(request))),
    'GET /v1/openapi.json': () => jsonReply(controlOpenApi(parts.version)),
    ...SERVED_FIXTURES,
    ...servedRaw(parts),
    ...servedFiles(parts),
    ...Object.fromEntries(calls),
  };
}

function unknownCall({ method, path }: WireRequest): WireReply {
  const meant = nearestCalls(method, path.replace(/^.*?\/v1(?=\/)/, ''), CONTROL_ROUTES);
  const suggestion = meant.length === 0 ? '' : `did you mean ${meant.join(' or ')}? `;
  return errorReply(404, `unknown control call; ${suggestion}/_emulator/v1/openapi.json lists all calls`);
}

async function answer(
  parts: ControlParts,
  route: ControlRoute,
  request: WireRequest,
  ids: readonly string[],
): Promise<WireReply> {
  const worldOfCall = () => meantBy(parts.worldFor, request);
  if (request.headers['emulator-world'] !== undefined) worldOfCall();
  const body = route.method === 'GET' ? undefined : await bodyOf(request, route);
  const result = await route.handle({
    // A getter, because a call that concerns no world may have a key that is in none.
    get world() {
      return worldOfCall();
    },
    gone: request.gone,
    worlds: parts.worlds,
    ids,
    body,
    query: queryOf(request, route),
  });
  return route.status === 204 ? reply(null, {}, 204) : jsonReply(result, route.status);
}

/** For calls without parameters: unknown ones are refused, since ignoring them would hide a mistake. */
const NOTHING = z.strictObject({});

function queryOf(request: WireRequest, { method, path, query }: ControlRoute): Record<string, string> {
  const fields = fieldsIn(request);
  const what = `The query of ${method} ${path}`;
  const repeated = Object.keys(fields).filter((name) => request.query.filter(([one]) => one === name).length > 1);
  if (repeated.length > 0)
    throw new BadInput(
      what,
      repeated.map((name) => ({ path: name, problem: 'is repeated' })),
    );
  return query === null ? parseInput(what, NOTHING, fields) : fields;
}

async function bodyOf(request: WireRequest, route: ControlRoute): Promise<unknown> {
  const what = `The body of ${route.method} ${route.path}`;
  const body = await jsonOf(request, what);
  return route.body === null ? parseInput(what, NOTHING, body ?? {}) : body;
}

async function jsonOf(request: WireRequest, what: string): Promise<unknown> {
  const refuse = (problem: string) => new BadInput(what, [{ path: 'body', problem }]);
  const bytes = await request.body.read(LARGEST_BODY).catch(() => {
    throw refuse('is incomplete');
  });
  if (bytes === null) throw new ControlRefusal(413, `the body is larger than ${LARGEST_BODY} bytes`);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  if (text === '') return {};
  const excess = excessText(text, MOST);
  if (excess !== null) throw refuse(excess);
  const json = jsonIn(text);
  if (json === undefined) throw refuse('is not JSON');
  return json;
}

function refuse({ onUnexpected }: ControlParts, error: unknown, request: WireRequest): WireReply {
  if (error instanceof BadInput) return errorReply(400, error.message, { problems: error.problems });
  if (error instanceof ControlRefusal) return errorReply(error.status, error.message);
  if (error instanceof CallerGone || error === request.gone().reason) return reply(null, {}, 408);
  // The clock stopped because memory is full or because it reached its last instant; this is not an internal error.
  const refused = error instanceof AdvanceFailed ? (noRoomIn(error) ?? error.cause) : null;
  if (error instanceof AdvanceFailed && refused instanceof ControlRefusal) return stopped(error, refused.status);
  onUnexpected(error);
  if (error instanceof AdvanceFailed) return stopped(error, 500);
  return errorReply(500, `the emulator failed: ${firstLine(error)}; please report what it printed`);
}

function stopped({ message, report }: AdvanceFailed, status: number): WireReply {
  return errorReply(status, message, { advance: report });
}
