import { type Decks, drawFromAll } from '../../../shared/sessions/decks.ts';
import { chance, pick, type Random, someOf, weighted } from '../../../shared/sessions/random.ts';
import { MOVED } from '../../model/webhooks/replies.ts';
import type { Features } from '../features.ts';
import { HOOK, type OtherReceiver, UNITS_FOR_ALL, type World } from '../operation.ts';
import type { Means, Past } from './means.ts';

/** What a session is about, beside its operations. */
type Kind = Pick<World, 'primary'> & { isOfCredits: boolean; receiver: Receiver | null };
/** Whether its receiver takes everything, something in the end, or nothing. */
type Receiver = 'takes' | 'fails first' | 'refuses';

/** The account that a session begins with. */
export function drawWorld(random: Random, means: Means, decks: Decks): World {
  return worldOf(kindOf(random, means, EVENTS_WITHOUT_PLOTS), random, means, decks);
}

/** The account among many of one kind that differs most from those of earlier sessions. */
export function newWorld(random: Random, means: Means, { tried }: Past): World {
  const kind = kindOf(random, means, EVENTS_WITH_PLOTS);
  const draw = () => worldOf(kind, random, means, drawFromAll(random));
  const world = tried.newest(CANDIDATES, draw, featuresOfWorld) ?? draw();
  tried.note(featuresOfWorld(world));
  return world;
}

const CANDIDATES = 12;
const EVENTS_WITHOUT_PLOTS = 0.3;
const EVENTS_WITH_PLOTS = 0.45;

/** With enough units for many jobs, and as far from its threshold as before. */
export function withUnitsForAll(world: World): World {
  const { credits, threshold } = world;
  if (credits === undefined) return world;
  return {
    ...world,
    credits: credits + UNITS_FOR_ALL,
    ...(threshold !== undefined && { threshold: threshold + UNITS_FOR_ALL }),
  };
}

function featuresOfWorld(world: World): Features {
  const { replies } = world;
  const texts = (replies ?? []).map((reply) => JSON.stringify(reply));
  return [
    `account with ${replies === null ? 'no' : 'a'} receiver`,
    ...SETTINGS.map((name) => `${name}=${world[name]}`),
    ...[`first=${texts.at(0)}`, `last=${texts.at(-1)}`, `replies=${texts.length}`, `events=${world.events}`],
  ];
}

const SETTINGS = ['primary', 'credits', 'enforced', 'threshold', 'test_funded'] as const;

function kindOf(random: Random, { drivers, features, units, ...means }: Means, events: number): Kind {
  const hasTest = features['test-mode'] !== false;
  const primary = means.primary ?? (hasTest && chance(random, 0.25) ? 'test' : 'live');
  const isOfCredits = units === 'edges' && primary === 'live' && chance(random, 0.4);
  const isOfEvents = drivers.includes('webhooks') && drivers.includes('clock') && chance(random, events);
  const receiver = weighted(random, [
    [5, 'takes'],
    [3, 'fails first'],
    [3, 'refuses'],
  ] as const);
  return { primary, isOfCredits, receiver: isOfEvents ? receiver : null };
}

function worldOf({ primary, isOfCredits, receiver }: Kind, random: Random, means: Means, decks: Decks): World {
  const events = receiver !== null && chance(random, 0.3) ? [pick(random, EVENTS)] : undefined;
  return {
    primary,
    isAlone: means.drivers.includes('tenants'),
    hasOwnUnits: means.units !== 'none',
    ...(isOfCredits && {
      credits: pick(random, [0, 3, 8, 12, 20, 25]),
      ...(chance(random, 0.5) && { threshold: pick(random, [0, 2, 5, 9]) }),
      ...(means.hasPlots && chance(random, 0.2) && { enforced: false }),
      ...(chance(random, 0.5) && { test_funded: pick(random, [2, 5, 8]) }),
    }),
    replies: receiver === null ? null : drawReplies(receiver, random, decks),
    ...(events !== undefined && { events }),
    ...(receiver !== null &&
      means.hasPlots && { others: drawOthers(random, primary, means.features['test-mode'] !== false) }),
  };
}

type Reply = NonNullable<World['replies']>[number];

const EVENTS = ['job.succeeded', 'job.failed', 'job.cancelled'] as const;

/** One like the first, one that wants less, and one of the other environment. */
function drawOthers(random: Random, environment: World['primary'], hasTest: boolean): OtherReceiver[] {
  return [
    { hook: 'beside', environment },
    { hook: 'narrow', environment, events: someOf(random, EVENTS, 2) },
    ...(hasTest ? [{ hook: 'across', environment: environment === 'live' ? 'test' : 'live' } as const] : []),
  ];
}

function drawReplies(receiver: Receiver, random: Random, decks: Decks): World['replies'] {
  if (receiver === 'takes') return [decks.next('successes', SUCCESSES)];
  if (receiver === 'refuses') return [decks.next('failures', FAILURES)];
  const failures = Array.from({ length: pick(random, COUNTS) }, () => decks.next('failures', FAILURES));
  return [...failures, { status: 204 }];
}

const SUCCESSES: readonly Reply[] = [
  ...[{ status: 204 }, { status: 200, body: 'failed' }, { status: 206 }],
  { status: 202, headers: { 'Retry-After': '60' } },
];

/** Anything but a success is a failed attempt. */
const FAILURES: readonly Reply[] = [
  ...[301, 302, 303, 307, 308].map((status) => ({ status, redirect: `\${${HOOK}.url}${MOVED}` })),
  ...[304, 400, 404, 409, 410, 429, 500, 501, 503, 599].map((status) => ({ status })),
  { reset: true },
];

/** How many failures come first: fewer than those after which an endpoint may be disabled. */
const COUNTS = [1, 2, 10];
