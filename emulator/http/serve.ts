import { ApiError } from '../domain/errors.ts';
import type { RouteFacts } from '../domain/routes.ts';
import { type Instant, toIso } from '../domain/values/time.ts';
import { doInstant, isWorkDue, waitOut } from '../runtime/advance.ts';
import { nowIn, type WorldHost } from '../runtime/world-host.ts';
import type { WireAnswer, WireReply, WireRequest } from '../world/wire.ts';
import { withLength } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { noteCoverage } from './exchanges/note-coverage.ts';
import { type Arrival, recordExchange } from './exchanges/record.ts';
import { type Trouble, troubleFor } from './faults.ts';
import { findIn, unknownPath } from './find-route.ts';
import { HANDLERS } from './handlers.ts';
import { type KeyRing, worldOf } from './key-ring.ts';
import { type Passed, passEdge } from './passage.ts';
import { patienceFor } from './patience.ts';
import { errorAnswer, type Made, refused, requestIdIn } from './refusal.ts';
import { type RoutedRequest, routed } from './request.ts';

export type ServiceParts = { ring: KeyRing; onUnexpected(error: unknown): void };

/** A request that is being handled in its World. */
type Passing = {
  host: WorldHost;
  arrival: Arrival;
  route: RouteFacts | null;
  /** The request as received. */
  request: RoutedRequest;
  trouble: Trouble | null;
  passed: Passed | null;
  onUnexpected: ServiceParts['onUnexpected'];
};

/**
 * Handles one request to `/v1`: finds its world and its route, applies faults, answers it, and records it in the
 * journal. Most requests are handled synchronously, so that no other request can come in between.
 */
export function serve({ ring, onUnexpected }: ServiceParts, wire: WireRequest): WireReply | Promise<WireReply> {
  const host = worldOf(ring, wire);
  if (host === null) return { answer: withLength(unknownWorld(ring.defaultHost())), harm: null };
  const { route, id, path } = findIn(host, wire.method, wire.path);
  const request = routed(wire, path, id);
  const edge = host.world.edges.wire;
  if (edge === null) return handled(host, route, request, null, onUnexpected);
  return passEdge(edge, host, route, request).then((passed) => handled(host, route, request, passed, onUnexpected));
}

function handled(
  host: WorldHost,
  route: RouteFacts | null,
  request: RoutedRequest,
  passed: Passed | null,
  onUnexpected: ServiceParts['onUnexpected'],
): WireReply | Promise<WireReply> {
  const meant = passed?.handled ?? request;
  // An auto clock moves while a poll is answered, so the exchange gets the instant at which it arrived.
  const arrival = { at: nowIn(host), machine: host.ports.wall.now() };
  const trouble = route === null ? null : troubleFor(host, route, meant);
  const passing = { host, arrival, route, request, trouble, passed, onUnexpected };
  if (trouble === null || trouble.delay === 0) return handledNow(passing, meant);
  return endsDuring(host, trouble.delay).then((isOver) => (isOver ? cutOff(host) : handledNow(passing, meant)));
}

function handledNow(passing: Passing, meant: RoutedRequest): WireReply | Promise<WireReply> {
  const made = attempt(passing, meant);
  return made instanceof Promise ? made.then((one) => concluded(passing, one)) : concluded(passing, made);
}

function concluded(passing: Passing, made: Made): WireReply | Promise<WireReply> {
  const { host } = passing;
  const answeredAt = host.world.state.now;
  if (isWorkDue(host)) return doInstant(host).then(() => shown(passing, made, answeredAt));
  return shown(passing, made, answeredAt);
}

/** With an auto clock, the clock waits on behalf of the client after the answer. */
function shown(passing: Passing, made: Made, answeredAt: Instant): WireReply | Promise<WireReply> {
  const { host, route } = passing;
  const said = edited(passing, made);
  const seconds = host.clock.settings().mode === 'auto' ? patienceFor(route, made, said.answer) : null;
  if (seconds === null) return replied(passing, said, answeredAt);
  return waited(passing, seconds, said).then((afterwards) => replied(passing, afterwards, answeredAt));
}

function edited({ passed }: Passing, made: Made): Made {
  return passed === null
    ? made
    : { answer: passed.edit(made.answer, made.refusal?.error ?? null), refusal: made.refusal };
}

function replied(passing: Passing, { answer: said, refusal }: Made, answeredAt: Instant): WireReply {
  const { host, arrival, route, request, trouble, passed } = passing;
  const answer = withLength(said);
  if (host.world.settings.showNow) answer.headers['Emulator-Now'] = toIso(answeredAt);
  const exchange = { arrival, route, request, answer, refusal, trouble };
  recordExchange(host, exchange);
  noteCoverage(host, exchange);
  return { answer: passed === null ? answer : passed.packed(answer), harm: trouble?.harm ?? null };
}

function attempt(passing: Passing, request: RoutedRequest): Made | Promise<Made> {
  const { host, route, trouble, passed } = passing;
  try {
    if (route === null) {
      passed?.check();
      throw unknownPath(host, request);
    }
    // The body is read even if a fault refuses the request, so that the journal shows which submission it was.
    if (trouble?.before && route.submits !== null)
      return read(request, host).then(() => refuse(passing, trouble.before));
    if (trouble?.before) throw trouble.before;
    const authentic = authenticate(host, request, host.world.rules.featureOf(route));
    passed?.check();
    const answer = HANDLERS[route.id](authentic);
    if (!(answer instanceof Promise)) return accept(passing, answer);
    return answer.then(
      (one) => accept(passing, one),
      (error) => refuse(passing, error),
    );
  } catch (error) {
    return refuse(passing, error);
  }
}

function accept(passing: Passing, answer: WireAnswer): Made {
  const { trouble } = passing;
  return trouble?.after ? refuse(passing, trouble.after) : { answer, refusal: null };
}

function refuse({ host, passed, onUnexpected }: Passing, thrown: unknown): Made {
  return refused(host, passed, thrown, onUnexpected);
}

async function read({ body }: RoutedRequest, { world }: WorldHost): Promise<void> {
  await body.read(world.settings.readings.submit_max_bytes);
}

async function endsDuring(host: WorldHost, milliseconds: number): Promise<boolean> {
  await host.ports.wall.sleep(milliseconds, host.ended.signal);
  return host.closed;
}

/** The answer after an auto clock has waited on behalf of the client. */
function waited({ host, passed, onUnexpected }: Passing, seconds: number, made: Made): Promise<Made> {
  return waitOut(host, seconds).then(
    () => made,
    (thrown) => refused(host, passed, thrown, onUnexpected),
  );
}

/** The answer to a request whose world ended during a delay. */
function cutOff(host: WorldHost): WireReply {
  return {
    answer: errorAnswer(new ApiError('service_unavailable'), requestIdIn(host)),
    harm: { kind: 'drop', hard: false },
  };
}

function unknownWorld(host: WorldHost): WireAnswer {
  const error = new ApiError('invalid_request', { message: 'Emulator-World: there is no world of this name.' });
  return errorAnswer(error, requestIdIn(host));
}
