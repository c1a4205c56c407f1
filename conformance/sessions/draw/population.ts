import { drawFromAll } from '../../../shared/sessions/decks.ts';
import { SERVICE_ROWS } from '../../../shared/sessions/draw-service.ts';
import type { KnownAsset, KnownJob } from '../../../shared/sessions/known.ts';
import type { Role } from '../../../shared/sessions/operation.ts';
import { chance, pick, type Random, weighted } from '../../../shared/sessions/random.ts';
import { featuresOf } from '../features.ts';
import type { Known } from '../known.ts';
import type { Deed } from '../operation.ts';
import { drawAtOnce } from './draw-at-once.ts';
import { drawCredits } from './draw-driven.ts';
import type { Tools } from './means.ts';
import { CHANGES, LOOKS, MOMENTS_OF_POPULATIONS, STATES } from './moments.ts';
import { REFUSED, SCOPELESS, STRANGERS, triesOf, triesOfAccount, triesOfNothing } from './tries.ts';
import * as the from './turns.ts';
import { fault, feature } from './turns-of-account.ts';
import * as lists from './turns-of-lists.ts';

/** Jobs in some states, each state with each product before any comes again. */
const STATES_AT_ONCE = 6;
/** Operations before time passes, when most is certain, and at each moment after that. */
const AT_FIRST = 40;
const AT_A_MOMENT = 20;

/**
 * Jobs in several states live side by side. At one moment after the other, operations are done to them that no session has
 * done yet to such a thing, at such a moment, with such a key.
 */
export function populationPlot(tools: Tools): the.Turn[] {
  const { decks, products } = tools;
  const kinds = STATES.flatMap((turns) => [...new Set(products)].map((product) => ({ turns, product })));
  const made = Array.from({ length: STATES_AT_ONCE }, () => {
    const { turns, product } = decks.next('population', kinds);
    return turns.map((turn) => ofProduct(product, turn));
  });
  const moments = MOMENTS_OF_POPULATIONS.map((some, index) => decks.next(`moments of populations ${index}`, some));
  const looks = (count: number) => Array.from({ length: count }, () => [somethingNew, lookAfterChange]).flat();
  const atMoment = (turns: readonly the.Turn[]) => [...turns, the.balance, the.usage, ...looks(AT_A_MOMENT)];
  return [...made.flat(), ...looks(AT_FIRST), ...moments.flatMap(atMoment)];
}

function ofProduct(product: Tools['products'][number], turn: the.Turn): the.Turn {
  return (random, known, tools) => turn(random, known, { ...tools, products: [product] });
}

/** Everything that can be done with the things of a session. */
const ANY: readonly the.Turn[] = [
  ...[...LOOKS, ...CHANGES, the.finish, the.deleteJob, the.balance, the.usage, the.balance, the.usage],
  ...[the.upload, the.badUpload, the.mistaken, the.badQuery, the.odd],
  ...[lists.page, lists.otherPage, lists.someList, lists.onward],
  ...[
    the.heldOnIt,
    the.refusal,
    the.corrected,
    the.resend,
    the.rotate,
    the.ping,
    feature,
    fault,
    drawAtOnce,
    drawCredits,
  ],
  ...SERVICE_ROWS.map(({ draw }): the.Turn => draw),
];
const triesBy = (keys: readonly Role[]) =>
  keys.map((key) => [...triesOf(key), ...triesOfAccount(key), ...triesOfNothing(key)]);
/** A key that is refused is refused for anything; what a stranger gets depends on the thing and its state. */
const CALLERS: readonly [number, readonly (readonly the.Turn[])[]][] = [
  [12, [ANY]],
  [4, triesBy(STRANGERS)],
  [3, triesBy(SCOPELESS)],
  [1, triesBy(REFUSED)],
];
const CANDIDATES = 40;

/** The possible operation that differs most from everything before. */
const somethingNew: the.Turn = (random, known, tools) =>
  tools.tried.newest(
    CANDIDATES,
    () => candidate(random, known, tools),
    (deed) => featuresOf(deed, known),
  );

function candidate(random: Random, known: Known, tools: Tools): Deed | null {
  const turns = pick(random, weighted(random, CALLERS));
  return pick(random, turns)(random, focused(random, known), { ...tools, decks: drawFromAll(random) });
}

/** After a change, a look at something else, preferably one that was not taken after such a change yet. */
const lookAfterChange: the.Turn = (random, known, tools) => {
  if (known.done.at(-1)?.isLook !== false) return null;
  const look = () => pick(random, LOOKS_ELSEWHERE)(random, focused(random, known), tools);
  return tools.tried.newest(LOOKS_ELSEWHERE.length, look, (deed) => featuresOf(deed, known));
};

const LOOKS_ELSEWHERE: readonly the.Turn[] = [
  ...[the.balance, the.usage, lists.list, lists.listJobs],
  ...[the.readJob, the.readAsset, the.readPicture, the.readInput],
];

/** The same with another job and another asset as the last ones, which turns are about. */
function focused(random: Random, known: Known): Known {
  const own = known.jobs.filter(({ owner }) => owner === 'own');
  if (own.length === 0) return known;
  const job = pick(random, own);
  const inputs = known.assets.filter(({ owner }) => owner === 'own');
  const input = known.assets.find(({ nth }) => nth === job.of);
  const asset = input !== undefined && chance(random, 0.5) ? input : pick(random, inputs);
  return { ...known, jobs: withLast(known.jobs, job), assets: withLast(known.assets, asset) };
}

function withLast<Thing extends KnownJob | KnownAsset>(things: readonly Thing[], last: Thing): Thing[] {
  return [...things.filter((one) => one !== last), last];
}
