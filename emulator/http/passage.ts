import type { WorldHost } from '../runtime/world-host.ts';
import type { Edges, Passage, RequestFacts } from '../world/edges.ts';
import type { Answer, HttpContext } from './answer.ts';
import { readBody } from './body.ts';
import type { Route } from './routes.ts';

/** A request that goes by the edge of its World: as what it is handled, and what becomes of its answer. */
export type Passed = { handled: HttpContext; edit(answer: Answer): Answer };

/** Only where a deviation is on is a request read whole before anybody has looked at it. */
export async function passEdge(
  wire: NonNullable<Edges['wire']>,
  host: WorldHost,
  route: Route | null,
  context: HttpContext,
): Promise<Passed> {
  await readAhead(host, context);
  const request = factsOf(context);
  const key = host.world.state.keys.get(request.headers['x-api-key'] ?? '') ?? null;
  const passage: Passage = { route: route?.name ?? null, request, key };
  const handled = wire.request(host.world, passage);
  // Whoever was put back meanwhile has nothing to edit any more.
  const edit = (answer: Answer) => host.world.edges.wire?.answer(host.world, passage, answer) ?? answer;
  return { handled: handled === request ? context : contextOf(context, handled), edit };
}

/** A body that cannot be read is nobody's concern yet: its handler is told when it asks. */
async function readAhead(host: WorldHost, context: HttpContext): Promise<void> {
  if (context.req.method !== 'POST') return;
  const { upload_max_bytes, submit_max_bytes } = host.world.settings.readings;
  const ahead = await readBody(context, Math.max(upload_max_bytes, submit_max_bytes)).catch((error: Error) => error);
  context.set('ahead', ahead);
}

function factsOf(context: HttpContext): RequestFacts {
  const { method, path, url } = context.req;
  const mark = url.indexOf('?');
  const body = context.get('ahead');
  return {
    method,
    path,
    id: context.req.param('id') ?? '',
    query: mark === -1 ? [] : [...new URLSearchParams(url.slice(mark + 1))],
    headers: context.req.header(),
    body: body instanceof Uint8Array ? body : null,
  };
}

/** The context of a request as if it had come with other facts: what handlers use of one, and no more. */
function contextOf(context: HttpContext, facts: RequestFacts): HttpContext {
  const query = new URLSearchParams(facts.query.map(([name, value]): [string, string] => [name, value]));
  const { raw } = context.req;
  const req = {
    raw,
    method: facts.method,
    path: facts.path,
    url: `${context.req.url.split('?')[0]}${facts.query.length > 0 ? `?${query}` : ''}`,
    header: (name: string) => facts.headers[name.toLowerCase()],
    param: () => facts.id,
  };
  const get = (name: 'body' | 'ahead') => (name === 'ahead' && facts.body !== null ? facts.body : context.get(name));
  const altered = { req, get, set: context.set.bind(context), env: context.env };
  return altered as unknown as HttpContext;
}
