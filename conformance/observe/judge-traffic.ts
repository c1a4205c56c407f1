import { isMap } from '../../shared/is-map.ts';
import type { Exchange } from '../effects/http/exchange.ts';
import { viewOf } from '../effects/http/view.ts';
import { createAnswerChecks } from '../judge/every-answer/answer-checks.ts';
import { type Evidence, evidenceOf } from '../judge/evidence.ts';
import { concurrencyOf } from '../judge/of-model.ts';
import { createModel, type ModelFinding } from '../model/model.ts';
import type { Keys } from '../plan/facts.ts';
import { grouped } from '../report/grouped.ts';
import type { EveryAnswer } from '../suite/every-answer/every-answer.ts';
import { type Called, type Caller, callersOf, keyIn } from './callers.ts';
import { acceptedAt, boundsOf } from './clock.ts';
import { isDescribed, type LeftOut, type Passing, type Traffic } from './traffic.ts';

/** How to judge the traffic: the checks of every answer, and the keys with known roles. */
export type JudgedBy = { everyAnswer: EveryAnswer; keys: Readonly<Keys> };

/**
 * In the evidence, `exchanges` are positions in `passings`, where the position after the last one stands for all
 * deliveries, and `instance` is the caller.
 */
export type Judged = { evidence: Evidence[]; judged: number; left: LeftOut[]; callers: Caller[] };

/** Finds out which rules the traffic keeps or violates. */
export function judgeTraffic({ passings, left, hooks }: Traffic, by: JudgedBy): Judged {
  const { callers, callerOf } = callersOf(passings, by.keys);
  const positions = passings.map((_, position) => position);
  const byCaller = grouped(positions, (position) => callerAt(position, passings, callerOf));
  const unknown = byCaller.get(null) ?? [];
  const resets = positions.filter((position) => mayReset(passings[position]?.exchange));
  const found = callers.flatMap((caller) => {
    const worlds = worldsIn(byCaller.get(caller) ?? [], passings, resets);
    // With several worlds, it is not known which one a delivery belongs to.
    const context = { passings, hooks: worlds.length === 1 ? hooks : [], caller, by };
    return worlds.map((own) => judgeWorld(own, context));
  });
  const all = [
    ...left,
    ...passings.flatMap((passing) => leftOut(passing, whyLeft(passing))),
    ...unknown.flatMap((position) => leftOut(passings[position], NO_CALLER)),
    ...found.flatMap((one) => one.left),
  ];
  const skipped = new Set(all.map(({ number }) => number));
  const evidence = [
    ...found.flatMap((one) => one.evidence),
    ...ofAnswers(unknown, passings, by, { name: 'unknown key', roleOf: () => null }),
  ];
  return {
    evidence: firstOfEach(evidence),
    judged: passings.filter(({ number }) => !skipped.has(number)).length,
    left: [...new Map(all.toReversed().map((one) => [one.number, one])).values()].toReversed(),
    callers: [...callers],
  };
}

function callerAt(position: number, passings: readonly Passing[], callerOf: Called['callerOf']): Caller | null {
  const passing = passings[position];
  return passing === undefined ? null : callerOf(passing);
}

function leftOut(passing: Passing | undefined, why: string | null): LeftOut[] {
  return why === null || passing === undefined ? [] : [{ number: passing.number, why }];
}

const NO_CALLER = 'the file does not show its API key: only the form of the answer was checked';

function whyLeft(passing: Passing): string | null {
  const { exchange, missing } = passing;
  if (!isDescribed(passing)) return 'the specification does not describe this path or method';
  if (exchange.answer === null) return 'no whole answer was seen';
  if (missing !== null) return `the body of its ${missing === 'answer' ? 'answer' : 'request'} was not kept`;
  return exchange.answer.status >= 500
    ? 'the server or a gateway failed: only the form of the answer was checked'
    : null;
}

/**
 * Splits the exchanges where the server may have lost its data: after a call outside the service that may reset it, or
 * if an id is repeated or the clock goes back.
 */
function worldsIn(own: readonly number[], passings: readonly Passing[], resets: readonly number[]): number[][] {
  const worlds: number[][] = [[]];
  let made = new Set<string>();
  let latest = 0;
  let last = -1;
  for (const position of own) {
    const passing = passings[position];
    if (passing === undefined) continue;
    const time = acceptedAt(passing);
    const id = time === null ? null : idIn(passing.exchange);
    const isReset = resets.some((one) => one >= last && one < position);
    const isAgain = (id !== null && made.has(id)) || (time !== null && time < latest - MOST_BACK);
    if ((isReset || isAgain) && last !== -1) {
      worlds.push([]);
      made = new Set();
      latest = 0;
    }
    if (id !== null) made.add(id);
    latest = Math.max(latest, time ?? 0);
    last = position;
    worlds.at(-1)?.push(position);
  }
  return worlds;
}

/** The maximum difference between the clocks of several machines. */
const MOST_BACK = 5_000;
/** Calls of test servers that keep the data. */
const HARMLESS = /\b(?:clock|plans?|faults?|webhooks?|receivers?|journal|audit|jobs)\b/;

function mayReset(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  const {
    answer,
    request: { method, url },
  } = exchange;
  const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(method) && (answer?.status ?? 500) < 400;
  return isChange && !url.startsWith('/v1/') && !HARMLESS.test(url);
}

function idIn(exchange: Exchange): string | null {
  const { body } = viewOf(exchange);
  return isMap(body) && typeof body['id'] === 'string' ? body['id'] : null;
}

type Context = { passings: readonly Passing[]; hooks: Traffic['hooks']; caller: Caller; by: JudgedBy };

function judgeWorld(world: readonly number[], context: Context): Pick<Judged, 'evidence' | 'left'> {
  const { passings, caller, by } = context;
  const form = ofAnswers(world, passings, by, caller);
  const { evidence, gaveUpAt } = ofModel(world, context);
  const after = world.filter((position) => gaveUpAt !== null && position > gaveUpAt);
  const left = after.flatMap((position) => {
    const number = passings[position]?.number;
    return number === undefined ? [] : [{ number, why: 'too much came before it to keep in mind' }];
  });
  return { evidence: [...form, ...evidence], left };
}

/** The checks of every answer, which need the whole body of the answer. */
function ofAnswers(
  positions: readonly number[],
  passings: readonly Passing[],
  { everyAnswer }: JudgedBy,
  { name, roleOf }: Pick<Caller, 'name' | 'roleOf'>,
): Evidence[] {
  const checks = createAnswerChecks(everyAnswer);
  return positions.flatMap((position) => {
    const passing = passings[position];
    if (passing === undefined || passing.missing === 'answer') return [];
    const key = roleOf(keyIn(passing));
    return checks
      .look(passing.exchange, { key })
      .map((finding) => evidenceOf(finding.rule, sourceOf(name), finding, shownAt([position])));
  });
}

function ofModel(world: readonly number[], { passings, hooks, caller }: Context) {
  const { name, keys, roleOf } = caller;
  const model = createModel({ keys, tenant: null, isObserved: true });
  const all = world.flatMap((position) => {
    const passing = passings[position];
    return passing === undefined ? [] : [{ ...passing, position }];
  });
  const bounds = boundsOf(all);
  const isConcurrent = concurrencyOf(all);
  const evidence: Evidence[] = [];
  const note = ({ rule, mismatch, exchanges, spared }: ModelFinding) => {
    const violated = { outcome: 'violated' as const, mismatches: [mismatch], ...(spared !== undefined && { spared }) };
    evidence.push(evidenceOf(rule, sourceOf(name), violated, shownAt(exchanges)));
  };
  for (const [index, passing] of all.entries()) {
    const exchange = asSeen(passing);
    const key = roleOf(keyIn(passing));
    const { passed = 0, least = 0 } = bounds[index] ?? {};
    if (exchange === null || key === null) continue;
    const seen = { exchange, position: passing.position, key, passed, least, isForgotten: false };
    // A request that is refused for lack of a key does not depend on concurrent requests.
    const isUnordered = Object.keys(keys).length > 0 && isConcurrent(passing);
    for (const finding of model.see({ ...seen, isConcurrent: isUnordered })) note(finding);
    for (const rule of model.held())
      evidence.push(evidenceOf(rule, sourceOf(name), { outcome: 'held' }, shownAt([passing.position])));
  }
  const inbox = { environment: null, events: null, endpoint: null, opened: 0, position: passings.length, until: 0 };
  if (hooks.length > 0) model.deliver('deliveries', { ...inbox, received: hooks });
  for (const finding of model.finish()) note(finding);
  return { evidence, gaveUpAt: model.gaveUpAt() };
}

/**
 * If the body of a change was not kept, it is not known whether the change was made. A read without its body shows
 * nothing.
 */
function asSeen({ exchange, missing }: Passing): Exchange | null {
  if (missing === null) return exchange;
  const { request } = exchange;
  if (request.method === 'GET') return null;
  const isUpload =
    request.method === 'POST' && missing === 'request' && !(request.headers['content-type'] ?? '').includes('json');
  if (!isUpload) return { ...exchange, answer: null, silence: 'closed' };
  // The type says nothing without the bytes.
  const { 'content-type': _, ...headers } = request.headers;
  return { ...exchange, request: { ...request, headers } };
}

function sourceOf(instance: string) {
  return { instance, step: 'observed', partial: false };
}

function shownAt(exchanges: readonly number[]) {
  return { place: null, exchanges: [...exchanges] };
}

/** Keeps only the first evidence that a rule held for each caller. */
function firstOfEach(evidence: readonly Evidence[]): Evidence[] {
  const held = new Set<string>();
  return evidence.filter(({ rule, instance, outcome }) => {
    const name = `${instance} ${rule}`;
    return outcome === 'violated' || (!held.has(name) && held.add(name));
  });
}
