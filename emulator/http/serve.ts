import { ApiError, errorDetail } from '../domain/errors.ts';
import { mintId } from '../domain/ids.ts';
import type { Readings } from '../domain/readings.ts';
import { POLL, secondsToWait } from '../domain/retry-after.ts';
import { toIso } from '../domain/time.ts';
import type { WorldHost } from '../runtime/world-host.ts';
import { type Answer, type HttpContext, json } from './answer.ts';
import { authenticate, type KeyRing } from './authenticate.ts';
import { CallerGone } from './body.ts';
import { type Trouble, troubleFor } from './faults.ts';
import { type Passed, passEdge } from './passage.ts';
import { type Arrival, recordExchange } from './record.ts';
import type { Route } from './routes.ts';
import { send, sendHarmed } from './send.ts';

export type Service = { ring: KeyRing; onUnexpected(error: unknown): void };

type Refusal = { error: ApiError; requestId: string };
type Made = { answer: Answer; refusal: Refusal | null };

/** The life of one request to `/v1`: its world, its trouble, its answer, its place in the journal. */
export function serve(service: Service, route: Route | null, context: HttpContext): Response | Promise<Response> {
  const host = service.ring.hostFor(keyNamedIn(context), context.req.header('emulator-world'));
  if (host === null) return send(context, unknownWorld(service));
  const { wire } = host.world.edges;
  if (wire === null) return answerTo(service, host, route, context, { handled: context, edit: asItIs });
  return passEdge(wire, host, route, context).then((passed) => answerTo(service, host, route, context, passed));
}

/** A key in the wrong place opens nothing; it still tells at which world somebody knocks. */
function keyNamedIn({ req }: HttpContext): string | undefined {
  const sent = req.header('x-api-key');
  if (sent !== undefined) return sent;
  const elsewhere = req.header('authorization') ?? req.url.split('?')[1];
  return elsewhere === undefined ? undefined : KEY_ANYWHERE.exec(decoded(elsewhere))?.[0];
}

const KEY_ANYWHERE = /pk_(?:live|test)_[A-Za-z0-9_-]+/;

/** `Basic` hides what it carries. */
function decoded(text: string): string {
  const [, basic] = /^Basic +(\S+)$/i.exec(text) ?? [];
  return basic === undefined ? text : Buffer.from(basic, 'base64').toString('latin1');
}

function asItIs(answer: Answer): Answer {
  return answer;
}

function answerTo(
  service: Service,
  host: WorldHost,
  route: Route | null,
  context: HttpContext,
  { handled, edit }: Passed,
): Response | Promise<Response> {
  // An auto clock moves while a poll is answered: an exchange is at the instant at which it came.
  const arrival = { at: host.now(), machine: host.wall.now() };
  const trouble = route === null ? null : troubleFor(host, route, handled);
  const finish = (made: Made) => {
    const shown = { ...made, answer: edit(made.answer) };
    const end = (told: Made) => finishExchange(host, route, context, arrival, trouble, told);
    const patience = host.clock.settings().mode === 'auto' ? patienceFor(route, made, shown.answer) : null;
    if (patience === null) return end(shown);
    return host.waited(patience).then(
      () => end(shown),
      (thrown) => end(refused(service, host, thrown)),
    );
  };
  const made = attempt(service, host, route, handled, trouble);
  return made instanceof Promise ? made.then(finish) : finish(made);
}

function attempt(
  service: Service,
  host: WorldHost,
  route: Route | null,
  context: HttpContext,
  trouble: Trouble | null,
): Made | Promise<Made> {
  const refuse = (thrown: unknown) => refused(service, host, thrown);
  const handle = () => {
    if (route === null) throw unknownPath(context);
    if (trouble?.before) throw trouble.before;
    return route.handle(authenticate(host, context, route.feature));
  };
  const accept = (answer: Answer): Made => (trouble?.after ? refuse(trouble.after) : { answer, refusal: null });
  if (trouble !== null && trouble.delay > 0) {
    return host.wall.sleep(trouble.delay).then(handle).then(accept).catch(refuse);
  }
  try {
    const answer = handle();
    return answer instanceof Promise ? answer.then(accept).catch(refuse) : accept(answer);
  } catch (error) {
    return refuse(error);
  }
}

/** Turns whatever was thrown into the ErrorDetail of section 2.4. Our own faults are told to us, not to the caller. */
function refused({ onUnexpected }: Service, host: WorldHost, thrown: unknown): Made {
  if (!(thrown instanceof ApiError) && !(thrown instanceof CallerGone)) onUnexpected(thrown);
  const error = thrown instanceof ApiError ? thrown : new ApiError('internal_error', { because: OWN_FAULT });
  const { readings } = host.world.settings;
  const requestId = requestIdIn(host);
  return { answer: errorAnswer(error, requestId, readings), refusal: { error, requestId } };
}

/** Worlds of one seed would count the same ids: a request without a key is answered by the default one. */
function requestIdIn({ name, world, nextRequest }: WorldHost): string {
  return mintId('req', `${world.settings.seed} ${name}`, nextRequest());
}

const OWN_FAULT = { rule: 'INTERNAL-500', section: '7', compared: {} };

function unknownPath(context: HttpContext): ApiError {
  const because = { rule: 'PATH-404', section: '7', compared: { path: context.req.path } };
  return new ApiError('path_not_found', { because });
}

/** Longer than this nobody waits in a test: a quota that opens tomorrow is no reason for a day to pass. */
const LONGEST_PATIENCE_SECONDS = 60;

/**
 * The seconds that an auto clock waits in place of a client: one that polls, and one that is refused and told to try
 * again. What it is shown counts, and where that says nothing, what was meant: a job gets on also without a header.
 */
function patienceFor(route: Route | null, { answer: meant, refusal }: Made, shown: Answer): number | null {
  const isPoll = route?.name === POLL;
  const isRefused = shown.status >= 400 || refusal !== null;
  const meantSeconds = isPoll || refusal !== null ? secondsToWait(meant.headers) : null;
  const seconds = isPoll || isRefused ? (secondsToWait(shown.headers) ?? meantSeconds) : null;
  return isRefused && seconds !== null && seconds > LONGEST_PATIENCE_SECONDS ? null : seconds;
}

function finishExchange(
  host: WorldHost,
  route: Route | null,
  context: HttpContext,
  arrival: Arrival,
  trouble: Trouble | null,
  { answer, refusal }: Made,
): Response | Promise<Response> {
  if (host.world.settings.showNow) answer.headers['Emulator-Now'] = toIso(host.world.state.now);
  recordExchange(host, route, context, arrival, answer, refusal, trouble?.fault ?? null);
  return trouble?.harm ? sendHarmed(context, answer, trouble.harm, host.wall) : send(context, answer);
}

function unknownWorld({ ring }: Service): Answer {
  const { readings } = ring.defaultHost().world.settings;
  const error = new ApiError('invalid_request', { message: 'Emulator-World: there is no world of this name.' });
  return errorAnswer(error, requestIdIn(ring.defaultHost()), readings);
}

export function errorAnswer(error: ApiError, requestId: string, readings: Readings): Answer {
  const { status, body } = errorDetail(error, requestId, readings);
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== null) headers['Retry-After'] = String(error.retryAfterSeconds);
  return json(status, body, headers);
}
