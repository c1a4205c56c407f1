import { viewOf } from '../../effects/http/view.ts';
import type { RouteName } from '../../suite/vocabulary.ts';
import { routeOf } from '../../target/routes.ts';
import { readAsked } from '../asked.ts';
import { breachesOf } from '../demand.ts';
import type { ModelFinding, Seen } from '../model.ts';
import { createAssets } from './assets.ts';
import type { CreateDetail, DetailFacts } from './detail.ts';
import { createExpiry } from './expiry.ts';
import { createFeatures } from './features.ts';
import { createForeign } from './foreign.ts';
import { createJobs } from './jobs.ts';
import { createKeys } from './keys.ts';
import { createLivemode } from './livemode.ts';
import { createMistakes } from './mistakes.ts';
import { createNothing } from './nothing.ts';
import { createPages } from './pages.ts';
import { createUnits } from './units.ts';
import { createUsage } from './usage.ts';
import { learn, newWorld, type Sight, type World } from './world.ts';

const ALL: readonly CreateDetail[] = [
  createKeys,
  createMistakes,
  createNothing,
  createForeign,
  createJobs,
  createAssets,
  createPages,
  createExpiry,
  createUnits,
  createFeatures,
  createUsage,
  createLivemode,
];

export type Details = {
  see(answer: Seen): ModelFinding[];
  drive(call: string, given: Readonly<Record<string, unknown>>): void;
};

const NOTHING_FOLLOWS: readonly number[] = [408, 411, 413, 414, 415, 429, 431];

/** What the specification says of single answers beside what becomes of things: refusals, lists, results, units. */
export function createDetails(facts: DetailFacts): Details {
  const world = newWorld(facts.keys);
  const details = ALL.map((create) => create(world, facts));
  return {
    see: (answer) => {
      const sight = sightOf(answer, facts);
      const demands = details.flatMap((one) => one.demands(sight));
      const breaches = breachesOf(demands, sight.view);
      for (const one of details) one.keep?.(sight);
      learn(world, sight);
      return breaches.map(({ rule, mismatch, because }) => ({
        rule,
        mismatch,
        exchanges: [...because.flatMap((id) => world.things.get(id)?.position ?? []), answer.position],
      }));
    },
    drive: (call, given) => {
      if (/^(?:tenants|account)/.test(call)) world.served.clear();
      if (call === 'faults.set') noteFaults(given, world);
      for (const one of details) one.drive?.(call, given);
    },
  };
}

function noteFaults(given: Readonly<Record<string, unknown>>, { faults }: World): void {
  for (const [name, value] of Object.entries(given))
    if (value === true) faults.add(name);
    else if (value === false || value === null) faults.delete(name);
}

function sightOf({ exchange, key, ...seen }: Seen, { keys }: DetailFacts): Sight {
  const view = viewOf(exchange);
  const { method, url } = exchange.request;
  const route = routeOf(method, url);
  const asked = readAsked(exchange, key, keys);
  const isOwnKey = isSent(view.request.header['x-api-key'] ?? '', key, keys);
  const status = view.status ?? 599;
  const isAnswered =
    !seen.isConcurrent && !seen.isForgotten && (status <= 500 || status === 501) && !NOTHING_FOLLOWS.includes(status);
  return {
    ...{ view, exchange },
    route: (route?.name ?? null) as RouteName | null,
    id: route?.id ?? '',
    key,
    owner: asked === null || !isOwnKey ? null : asked.owner,
    ...{ position: seen.position, passed: seen.passed, at: exchange.at, isConcurrent: seen.isConcurrent },
    isJudged: isAnswered && status < 500,
    isAnswered,
  };
}

/** Whether the header has the key of that name alone; in a tape stands the name of the key. */
export function isSent(header: string, key: string, keys: DetailFacts['keys']): boolean {
  const own = keys[key as keyof typeof keys]?.secret;
  return own !== undefined && (header === own || header === `<${key}>`);
}
