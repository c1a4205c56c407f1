import { pathBelowBase } from '../../shared/questions/base-path.ts';
import { ApiError } from '../domain/errors.ts';
import { featureOf } from '../domain/routes.ts';
import { toIso } from '../domain/values/time.ts';
import { doInstant, isWorkDue, waitOut } from '../runtime/advance.ts';
import { nowIn, type WorldHost } from '../runtime/world-host.ts';
import type { WireAnswer, WireReply, WireRequest } from '../world/wire.ts';
import { authenticate } from './authenticate.ts';
import { refusalNowAndThen, type Trouble, troubleFor } from './faults.ts';
import { findIn, unknownPath } from './find-route.ts';
import { requireIdForm } from './id-form.ts';
import { type KeyRing, worldOf } from './key-ring.ts';
import { packedAnswer, spelledAnswer, withLength } from './packing.ts';
import { passEdge } from './passage.ts';
import { patienceFor } from './patience.ts';
import { recordExchange } from './record.ts';
import { errorAnswer, type Made, refused, requestIdIn } from './refusal.ts';
import type { Route, RoutedRequest } from './request.ts';
import type { Router } from './router.ts';

export type ServiceParts = { ring: KeyRing; find: Router; onUnexpected(error: unknown): void };

/**
 * The life of one request to `/v1`: its world, its route, its trouble, its answer, its place in the journal. Nothing is
 * waited for but what has to be: most requests are done within one turn, and none can come between.
 */
export async function serve({ ring, find, onUnexpected }: ServiceParts, wire: WireRequest): Promise<WireReply> {
  const host = worldOf(ring, wire);
  if (host === null) return { answer: withLength(unknownWorld(ring.defaultHost())), harm: null };
  const wireBelow = { ...wire, path: pathBelowBase(host.world.settings.readings, wire.path) };
  const { route, id, path } = findIn(host, find, wireBelow);
  const request = { ...wire, path, id };
  const edge = host.world.edges.wire;
  const passed = edge === null ? null : await passEdge(edge, host, route, request);
  const handled = passed?.handled ?? request;
  // An auto clock moves while a poll is answered: an exchange is at the instant at which it came.
  const arrival = { at: nowIn(host), machine: host.ports.wall.now() };
  const trouble = route === null ? null : troubleFor(host, route, handled);
  if (trouble !== null && trouble.delay > 0 && (await endsDuring(host, trouble.delay))) return cutOff(host);
  const made = attempt(host, route, handled, trouble, onUnexpected);
  const meant = made instanceof Promise ? await made : made;
  nameRequest(host, meant);
  // What an auto clock does in the client's place comes after the answer.
  const answeredAt = host.world.state.now;
  if (isWorkDue(host)) await doInstant(host);
  const shown = { ...meant, answer: passed?.edit(meant.answer) ?? meant.answer };
  const seconds = host.clock.settings().mode === 'auto' ? patienceFor(route, meant, shown.answer) : null;
  const { answer: said, refusal } = seconds === null ? shown : await waited(host, route, seconds, shown, onUnexpected);
  const { readings, showNow } = host.world.settings;
  const answer = spelledAnswer(said, readings);
  if (showNow) answer.headers['Emulator-Now'] = toIso(answeredAt);
  recordExchange(host, { arrival, route, request, answer, refusal, fault: trouble?.fault ?? null });
  return { answer: packedAnswer(answer, request.headers, readings), harm: trouble?.harm ?? null };
}

function attempt(
  host: WorldHost,
  route: Route | null,
  request: RoutedRequest,
  trouble: Trouble | null,
  onUnexpected: ServiceParts['onUnexpected'],
): Made | Promise<Made> {
  const refuse = (thrown: unknown) => refused(host, route, thrown, onUnexpected);
  const accept = (answer: WireAnswer): Made => (trouble?.after ? refuse(trouble.after) : { answer, refusal: null });
  try {
    if (route === null) throw unknownPath(host, request);
    if (trouble?.before) throw trouble.before;
    const whim = refusalNowAndThen(host.world, route);
    if (whim !== null) throw whim;
    const authentic = authenticate(host, request, featureOf(route, host.world.settings.readings));
    requireIdForm(authentic, route);
    const answer = route.handle(authentic);
    return answer instanceof Promise ? answer.then(accept).catch(refuse) : accept(answer);
  } catch (error) {
    return refuse(error);
  }
}

function nameRequest(host: WorldHost, { answer, refusal }: Made): void {
  if (host.world.settings.readings.request_id_header !== 'present') return;
  answer.headers['X-Request-Id'] = refusal?.requestId ?? requestIdIn(host);
}

async function endsDuring(host: WorldHost, milliseconds: number): Promise<boolean> {
  await host.ports.wall.sleep(milliseconds, host.ended.signal);
  return host.closed;
}

/** What is answered when an auto clock has waited in the client's place. */
function waited(
  host: WorldHost,
  route: Route | null,
  seconds: number,
  made: Made,
  onUnexpected: ServiceParts['onUnexpected'],
): Promise<Made> {
  return waitOut(host, seconds).then(
    () => made,
    (thrown) => refused(host, route, thrown, onUnexpected),
  );
}

/** What becomes of a request whose world has ended while it was delayed. */
function cutOff(host: WorldHost): WireReply {
  const error = new ApiError('service_unavailable');
  return {
    answer: errorAnswer(error, requestIdIn(host), host.world.settings.readings),
    harm: { kind: 'drop', hard: false },
  };
}

function unknownWorld(host: WorldHost): WireAnswer {
  const error = new ApiError('invalid_request', { message: 'Emulator-World: there is no world of this name.' });
  return errorAnswer(error, requestIdIn(host), host.world.settings.readings);
}
