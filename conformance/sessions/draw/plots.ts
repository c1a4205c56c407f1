import type { Role } from '../../../shared/sessions/operation.ts';
import { chance, pick, type Random, someOf } from '../../../shared/sessions/random.ts';
import type { Known } from '../known.ts';
import { isRefusing } from '../operation.ts';
import type { Tools } from './means.ts';
import { CHANGES, endOfJob, LOOKS, MOMENTS, STATES } from './moments.ts';
import { somethingNewBy } from './something-new.ts';
import type { Turn } from './turns.ts';
import * as turns from './turns.ts';
import * as ofAccount from './turns-of-account.ts';
import * as ofLists from './turns-of-lists.ts';
import { REFUSED, SCOPELESS, STRANGERS } from './variants.ts';

const the = { ...turns, ...ofAccount, ...ofLists };

type Plot = (random: Random, tools: Tools) => Turn[];

/** Operations that belong together: an occasion, and reads of everything that it must or must not have changed. */
export function drawPlot(random: Random, known: Known, tools: Tools): Turn[] {
  const { world } = known;
  if (world.replies !== null && (isRefusing(world) || chance(random, EVENTS))) return eventsPlot(random);
  const name = tools.decks.next('plots', NAMES);
  return PLOTS[name]?.(random, tools) ?? [];
}

const EVENTS = 0.5;
function eventsPlot(random: Random): Turn[] {
  return [
    ...[pick(random, [the.ended, the.ended, the.heldAt, the.queued]), pick(random, [the.finish, the.cancel])],
    ...[the.finish, the.readJob],
    ...someOf(
      random,
      [the.resend, the.resend, the.rotate, the.ping, the.ping, the.wait('15m'), the.deleteJob, the.readJob],
      5,
    ),
    ...[pick(random, [the.deleteJob, the.readJob]), the.resend, the.resend],
  ];
}

/** A state, a moment, and what a caller may do with it then. */
const stateAndMoment: Plot = (random, { decks }) => [
  the.balance,
  ...decks.next('states', STATES),
  the.balance,
  ...decks.next('moments', MOMENTS),
  the.balance,
  ...someOf(random, LOOKS, 6),
  the.balance,
  ...someOf(random, CHANGES, 5),
  ...(chance(random, 0.4) ? [the.finish] : []),
  ...[the.readJob, the.readPicture, the.balance, the.deleteJob, the.deleteJob, the.readJob, the.again, the.balance],
];

/** Everything that others may try with an object in a state, and reads that show that nothing changed. */
const strangers: Plot = (_, { decks }) => {
  const key = decks.next('strangers', STRANGERS);
  return [
    ...[...decks.next('states of others', STATES), ...decks.next('moments of others', MOMENTS.slice(0, -1))],
    ...[...trials(key), the.readJob, the.readPicture, the.readAsset],
  ];
};

/** Requests that a caller has not sent yet. */
const trials = (key: Role): Turn[] => Array<Turn>(TRIALS).fill(somethingNewBy([key]));
const TRIALS = 16;

const finished = [the.ended, the.finish];

const PLOTS: Readonly<Record<string, Plot>> = {
  'a state and a moment': stateAndMoment,
  strangers,
  'keys that are refused': (_, { decks }) => {
    const key = decks.next('refused', REFUSED);
    return [...finished, ...trials(key), the.readJob];
  },
  'keys without a scope': (_, { decks }) => {
    const key = decks.next('scopeless', SCOPELESS);
    return [...decks.next('states without a scope', STATES), ...trials(key), ...[the.readJob, the.readPicture]];
  },
  refusals: (random) => [
    ...[the.upload, the.submitOnIt, the.balance, the.refusal, the.balance, the.refusal, the.balance, the.reused],
    ...[the.balance, the.listJobs, ...someOf(random, [the.readJob, the.again, the.list, the.usage], 3)],
  ],
  'an hour of credits': (random) => [
    ...[the.balance, the.heldAt, the.balance, the.wait('26h'), the.balance, the.readJob, the.finish, the.readJob],
    ...[the.balance, the.wait(pick(random, ['26h', '61m'])), the.balance, endOfJob(30), the.balance],
    ...[the.queued, the.balance, the.wait('26h'), the.balance, the.readJob, the.cancel, the.balance, the.cancel],
    ...[the.balance, the.wait('26h'), the.balance],
  ],
  'units at the edge': (random, { decks }) => {
    const by = decks.next('units', [0, -1, 0, 1]);
    const dated = [the.wait('1100ms'), the.upload];
    return [
      ...[the.balance, the.upload, the.submitOnIt, the.finish, the.balance, the.unitsFor(by), ...dated],
      ...[the.balance, the.priced, the.balance, the.again, the.priced, the.again, the.balance],
      ...someOf(random, [the.readJob, the.finish, the.cancel, the.again], 3),
      the.balance,
    ];
  },
  pages: (random) => [
    ...[the.upload, the.upload, the.page, the.page, ...someOf(random, [the.upload, the.deleteAsset, the.otherPage], 1)],
    ...[the.page, the.page, the.otherPage, the.list, the.page, the.upload, the.page],
  ],
  lists: (random) => [
    ...[the.upload, the.upload, the.endedWell, the.finish, the.readResult, the.readAsset],
    ...Array.from({ length: 4 }, () => [the.someList, the.onward, the.onward, the.onward]).flat(),
    ...[pick(random, [the.deleteAsset, the.deleteJob]), the.someList, the.onward, the.list, the.resultsOfJob],
  ],
  'more than a page': () => [...Array<Turn>(21).fill(the.smallUpload), the.list, the.onward, the.someList, the.onward],
  'nothing yet': () => [the.list, the.listJobs, the.usage, the.balance, the.upload, the.list, the.submit()],
  'a claim after its job': (random) => [
    ...[...finished, the.again, the.deleteJob, the.again, the.reused, the.again],
    ...someOf(random, [the.later, the.otherInput, the.reused, the.again, the.again, the.upload, the.respelled], 4),
    ...[the.again, the.reused],
  ],
  'what was used': (random) => [
    ...[...finished, the.wait('3m'), the.usage, the.again, the.refusal, the.wait('3m'), the.usage, the.deleteJob],
    ...[the.usage, the.ended, pick(random, [the.finish, the.cancel]), the.wait(pick(random, ['3m', '26h']))],
    ...[the.usage, the.deleteJob, the.usage],
  ],
  'what is wrong': () => [
    ...[the.upload, the.submitOnIt, ...Array<Turn>(14).fill(the.mistaken), ...Array<Turn>(3).fill(the.badUpload)],
    the.readJob,
  ],
  'more that is wrong': () => [the.upload, the.submitOnIt, ...Array<Turn>(14).fill(the.mistaken), the.readJob],
  'what is odd': () => [
    ...[the.submit(), the.readJob, ...Array<Turn>(6).fill(the.badQuery), ...Array<Turn>(6).fill(the.odd)],
    the.readJob,
  ],
  'features off': () => [the.submit(), the.feature, the.feature, the.feature],
  'stores that cannot be read': () => [...finished, the.fault, the.fault, the.readJob, the.balance],
  'a quota': (random) => [
    ...[the.upload, the.limit({ daily_quota: 2 }), the.once(the.queued), the.again, the.refusal, the.wait('3m')],
    ...[the.once(the.submitOnIt), the.once(the.priced), the.once(the.submitOnIt), the.once(the.submitOnIt)],
    ...[the.cancelFirst, the.wait('3m'), the.once(the.submitOnIt), the.once(the.submitOnIt), the.cancelFirst],
    ...[pick(random, [the.finish, the.deleteJob]), the.once(the.submitOnIt), the.limit({ daily_quota: null })],
  ],
  admission: () => [
    ...[the.upload, the.wait('3m'), the.limit({ admission_per_minute: 3 })],
    ...Array<Turn>(5).fill(the.once(the.submitOnIt)),
    ...[the.readAsset, the.wait('61m'), the.upload, ...Array<Turn>(5).fill(the.once(the.submitOnIt))],
    the.limit({ admission_per_minute: null }),
  ],
};

/** What comes up more often than others. */
const OFTEN = ['a state and a moment', 'a state and a moment', 'a state and a moment', 'strangers', 'strangers'];
const NAMES = [...Object.keys(PLOTS), ...OFTEN];
