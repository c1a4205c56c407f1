import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { excessText, type JsonBounds } from '../../shared/json-excess.ts';
import { jsonIn } from '../../shared/json-in.ts';
import type { MemoryReport } from '../domain/memory/memory.ts';
import { noRoomIn } from '../domain/memory/no-room.ts';
import { ControlRefusal } from '../domain/test-control/control-refusal.ts';
import { BadInput, parseInput } from '../domain/values/bad-input.ts';
import { bytesUpTo } from '../domain/values/bytes-up-to.ts';
import { AdvanceFailed } from '../runtime/advance-report.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { firstLine } from '../world/work-failed.ts';
import { serveFiles } from './files/file-routes.ts';
import { serveFixtures } from './fixture-routes.ts';
import { serveRaw } from './inspect/raw-routes.ts';
import { controlOpenApi } from './openapi.ts';
import { type ControlRoute, nearestCalls, type WorldDirectory } from './route.ts';
import { CONTROL_ROUTES, SERVED_ROUTES } from './routes.ts';
import { guard, type Safety } from './safety.ts';
import type { WorldControl } from './world-control.ts';

export type ControlParts = Safety & {
  version: string;
  worlds: WorldDirectory;
  worldFor(key: string | undefined, name: string | undefined): WorldControl;
  /** The same, with time brought up to date. */
  hostFor(key: string | undefined, name: string | undefined): WorldHost;
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

export function controlApp(parts: ControlParts): Hono {
  const app = new Hono();
  app.get('/v1/health', (context) =>
    context.json({ status: 'ok', version: parts.version, memory: parts.memory() } satisfies Health),
  );
  app.use(guard(parts));
  const meant = ({ req }: Context) => parts.worldFor(req.header('x-api-key'), req.header('emulator-world')).name;
  app.get('/profile', (context) => context.json(parts.profile(meant(context)) as object));
  app.get('/openapi.json', async (context) => context.json(await parts.serviceDocument(meant(context))));
  app.get('/v1/openapi.json', (context) => context.json(controlOpenApi(parts.version)));
  serveFixtures(app);
  serveRaw(app, parts);
  serveFiles(app, parts);
  for (const route of SERVED_ROUTES) {
    app.on(route.method, `/v1${route.path}`, (context) => answer(parts, route, context));
  }
  app.all('*', (context) => context.json(errorBody(`unknown control call; ${meantText(context.req)}${LISTED}`), 404));
  app.onError((error, context) => refuse(parts, error, context));
  return app;
}

const LISTED = '/_emulator/v1/openapi.json lists all calls';

function meantText({ method, path }: Context['req']): string {
  const meant = nearestCalls(method, path.replace(/^.*?\/v1(?=\/)/, ''), CONTROL_ROUTES);
  return meant.length === 0 ? '' : `did you mean ${meant.join(' or ')}? `;
}

async function answer(parts: ControlParts, route: ControlRoute, context: Context): Promise<Response> {
  const name = context.req.header('emulator-world');
  const worldOfCall = () => parts.worldFor(context.req.header('x-api-key'), name);
  if (name !== undefined) worldOfCall();
  const body = route.method === 'GET' ? undefined : await bodyOf(context, route);
  const result = await route.handle({
    // A getter, because a call that concerns no world may have a key that is in none.
    get world() {
      return worldOfCall();
    },
    get signal() {
      return context.req.raw.signal;
    },
    worlds: parts.worlds,
    params: context.req.param() as Record<string, string>,
    body,
    query: queryOf(context, route),
  });
  return route.status === 204 ? context.body(null, 204) : context.json(result as object, route.status);
}

/** For calls without parameters: unknown ones are refused, since ignoring them would hide a mistake. */
const NOTHING = z.strictObject({});

function queryOf(context: Context, { method, path, query }: ControlRoute): Record<string, string> {
  const what = `The query of ${method} ${path}`;
  const twice = Object.entries(context.req.queries()).filter(([, values]) => values.length > 1);
  if (twice.length > 0)
    throw new BadInput(
      what,
      twice.map(([name]) => ({ path: name, problem: 'is repeated' })),
    );
  return query === null ? parseInput(what, NOTHING, context.req.query()) : context.req.query();
}

async function bodyOf(context: Context, route: ControlRoute): Promise<unknown> {
  const what = `The body of ${route.method} ${route.path}`;
  const body = await jsonOf(context, what);
  return route.body === null ? parseInput(what, NOTHING, body ?? {}) : body;
}

async function jsonOf(context: Context, what: string): Promise<unknown> {
  const refuse = (problem: string) => new BadInput(what, [{ path: 'body', problem }]);
  const bytes = await readBytes(context).catch(() => {
    throw refuse('is incomplete');
  });
  if (bytes === null) throw new ControlRefusal(413, `the body is larger than ${LARGEST_BODY} bytes`);
  const text = Buffer.from(bytes).toString();
  if (text === '') return {};
  const excess = excessText(text, MOST);
  if (excess !== null) throw refuse(excess);
  const json = jsonIn(text);
  if (json === undefined) throw refuse('is not JSON');
  return json;
}

async function readBytes({ req, env }: Context): Promise<Uint8Array | null> {
  // Reads the raw body, since Node reads at most the declared length, and a web stream around it costs more than most
  // calls.
  if (isBounded(req, Object(env))) return new Uint8Array(await req.raw.arrayBuffer());
  return bytesUpTo(LARGEST_BODY, req.raw);
}

/** Over a socket, a request without a length has no body unless it is chunked. */
function isBounded(req: Context['req'], { incoming }: { incoming?: unknown }): boolean {
  const length = req.header('content-length');
  if (length !== undefined) return Number(length) <= LARGEST_BODY;
  return incoming !== undefined && req.header('transfer-encoding') === undefined;
}

function refuse({ onUnexpected }: ControlParts, error: unknown, context: Context): Response {
  if (error instanceof BadInput) return context.json(errorBody(error.message, error.problems), 400);
  if (error instanceof ControlRefusal) return context.json(errorBody(error.message), error.status);
  // The caller has disconnected.
  if (error === context.req.raw.signal.reason) return context.body(null, 408);
  // The clock stopped because memory is full or because it reached its last instant; this is not an internal error.
  const refused = error instanceof AdvanceFailed ? (noRoomIn(error) ?? error.cause) : null;
  if (error instanceof AdvanceFailed && refused instanceof ControlRefusal)
    return context.json(stoppedBody(error), refused.status);
  onUnexpected(error);
  if (error instanceof AdvanceFailed) return context.json(stoppedBody(error), 500);
  return context.json(errorBody(`the emulator failed: ${firstLine(error)}; please report what it printed`), 500);
}

function stoppedBody({ message, report }: AdvanceFailed) {
  return { error: { ...errorBody(message).error, advance: report } };
}

function errorBody(message: string, problems: readonly unknown[] = []) {
  return { error: { message, problems } };
}
