import type { Role } from '../../../shared/sessions/operation.ts';
import { chance, pick, type Random, someOf } from '../../../shared/sessions/random.ts';
import type { Known } from '../known.ts';
import type { Tools } from './means.ts';
import {
  again,
  assetContent,
  badQuery,
  badUpload,
  balance,
  cancel,
  deleteAsset,
  deleteJob,
  deleteResult,
  ended,
  feature,
  finish,
  heldAt,
  heldOnIt,
  lastAsset,
  later,
  list,
  listJobs,
  mistaken,
  nearEnd,
  odd,
  otherInput,
  otherPage,
  page,
  ping,
  queued,
  REFUSED,
  readAsset,
  readInput,
  readJob,
  readPicture,
  readResult,
  refusal,
  resend,
  respelled,
  resultsOfJob,
  reused,
  rotate,
  STRANGERS,
  scopelessChange,
  scopelessReplay,
  shownBy,
  someList,
  submit,
  submitOnIt,
  type Turn,
  taggedRead,
  tried,
  unknownTo,
  upload,
  usage,
  wait,
} from './turns.ts';

type Plot = (random: Random, known: Known, tools: Tools) => Turn[];

/** Some operations that belong together: an occasion, and looks at all that it must or must not have changed. */
export function drawPlot(random: Random, known: Known, tools: Tools): Turn[] {
  if (known.world.replies !== null && chance(random, 0.5)) return eventsPlot(random);
  const name = tools.decks.next('plots', Object.keys(PLOTS));
  const turns = PLOTS[name]?.(random, known, tools) ?? [];
  return varied(random, turns);
}

/** What holds must hold for the second time as well, and after a while. */
function varied(random: Random, turns: readonly Turn[]): Turn[] {
  const again = turns.flatMap((turn) => (chance(random, AGAIN) ? [turn, turn] : [turn]));
  return chance(random, LATER) ? again.toSpliced(1 + Math.floor(random() * again.length), 0, later) : again;
}

/** Two answers of each kind show what differs from one to the next. */
function nothingTo(key: Role, things: readonly ('job' | 'asset')[]): Turn[] {
  return things.flatMap((thing) => [unknownTo(thing, key), unknownTo(thing, key)]);
}

const AGAIN = 0.15;
const LATER = 0.3;

function eventsPlot(random: Random): Turn[] {
  return [
    ...[pick(random, [ended, ended, heldAt, queued]), pick(random, [finish, cancel]), finish, readJob],
    ...someOf(random, [resend, resend, rotate, ping, ping, wait('15m'), deleteJob, readJob], 5),
    ...[pick(random, [deleteJob, readJob]), resend, resend],
  ];
}

const PLOTS: Readonly<Record<string, Plot>> = {
  'a job to its end': (random) => [
    ...[ended, balance, finish, readJob, taggedRead],
    ...someOf(
      random,
      [
        readPicture,
        readResult,
        again,
        respelled,
        reused,
        otherInput,
        cancel,
        deleteResult,
        balance,
        resultsOfJob,
        listJobs,
        scopelessReplay,
      ],
      6,
    ),
    ...[readPicture, readJob],
  ],
  'a job and its deletion': (random) => [
    ...[ended, finish, readResult, usage, balance, deleteJob, usage, balance],
    ...someOf(
      random,
      [
        readJob,
        readPicture,
        readResult,
        again,
        reused,
        list,
        readInput,
        deleteJob,
        cancel,
        resultsOfJob,
        listJobs,
        deleteResult,
      ],
      7,
    ),
  ],
  'a cancel at a stage': (random) => [
    ...[balance, heldAt, balance],
    ...someOf(random, [deleteJob, readJob, again, scopelessChange, taggedRead], 2),
    ...[cancel, readJob, balance],
    ...someOf(random, [cancel, again, reused, deleteJob], 2),
    ...[finish, readJob, cancel, balance, again],
  ],
  'a cancel before the pick-up': (random) => [
    ...[balance, queued],
    ...someOf(random, [readJob, wait('26h'), wait('61m'), balance], 2),
    ...[cancel, balance, readJob, cancel, readJob, balance],
    ...someOf(random, [again, reused, deleteJob, readJob, balance, wait('61m'), cancel], 5),
  ],
  refusals: (random) => [
    ...[upload, submitOnIt, balance, refusal, balance, refusal, balance, listJobs],
    ...someOf(random, [readJob, again, list, usage], 3),
  ],
  'an asset and its deletion': (random) => [
    ...[upload, readAsset, submitOnIt, deleteAsset],
    ...someOf(random, [readAsset, assetContent, submitOnIt, list, deleteAsset, finish, readJob, again], 6),
  ],
  'an asset and its end': (random) => [
    ...[upload, submitOnIt, nearEnd(-30, (known) => lastAsset(known)?.nth)],
    ...someOf(random, [readAsset, list, submitOnIt], 2),
    nearEnd(30, (known) => lastAsset(known)?.nth),
    ...someOf(random, [readAsset, submitOnIt, list, deleteAsset, finish, readJob], 4),
  ],
  'results and their end': (random) => [
    ...[ended, finish, nearEnd(-30, (known) => shownBy(known)?.shownBy)],
    ...someOf(random, [readPicture, readResult, readJob, list, resultsOfJob, deleteResult], 3),
    nearEnd(30, (known) => shownBy(known)?.shownBy),
    ...someOf(random, [readPicture, readResult, readJob, list, balance, cancel, deleteJob, again], 5),
  ],
  pages: (random) => [
    ...[upload, upload, page, page],
    ...someOf(random, [upload, deleteAsset, otherPage], 1),
    ...[page, page, otherPage, list, page, upload, page],
  ],
  strangers: (random) => [
    ...[ended, finish, ...STRANGERS.flatMap((key) => nothingTo(key, ['job', 'asset']))],
    ...Array<Turn>(5).fill(tried(STRANGERS, false)),
    ...[pick(random, [later, deleteJob, deleteAsset, readJob]), ...Array<Turn>(5).fill(tried(STRANGERS, false))],
    ...[readJob, readAsset, readPicture],
  ],
  'strangers of a job at work': (random) => [
    ...[
      heldAt,
      ...STRANGERS.flatMap((key) => nothingTo(key, ['job'])),
      ...Array<Turn>(5).fill(tried(STRANGERS, false)),
    ],
    ...[pick(random, [cancel, readJob]), ...Array<Turn>(3).fill(tried(STRANGERS, false)), finish, readJob],
  ],
  'an input that goes': (random) => [
    ...[upload, heldOnIt, deleteAsset, pick(random, [readJob, wait('3m')]), finish, readJob],
    ...someOf(random, [readPicture, readResult, again, deleteResult, deleteJob, deleteAsset, readJob], 4),
  ],
  'nothing yet': () => [list, listJobs, usage, balance, upload, list, submit(), listJobs],
  'more than a page': () => [...Array<Turn>(21).fill(upload), list, someList, page, page],
  'keys that are refused': () => [ended, finish, ...Array<Turn>(14).fill(tried(REFUSED, true)), readJob],
  'keys without a scope': () => [
    ended,
    finish,
    ...Array<Turn>(11).fill(tried(['no_scope', 'no_skin', 'no_makeup', 'second'], true)),
    readJob,
  ],
  'a claim after its job': (random) => [
    ...[ended, finish, again, deleteJob, again, reused, again],
    ...someOf(random, [later, otherInput, reused, again, again, upload, respelled], 4),
    ...[again, reused],
  ],
  'what was used': (random) => [
    ...[ended, finish, wait('3m'), usage, deleteJob, usage, ended, pick(random, [finish, cancel]), refusal],
    ...[wait('3m'), usage, refusal, usage, deleteJob, usage],
  ],
  'lists of what is gone': (random) => [
    ...[upload, upload, ended, finish, someList, deleteAsset, someList, deleteJob],
    ...someOf(random, [someList, list, resultsOfJob, listJobs, someList], 4),
  ],
  'what is wrong': () => [
    upload,
    submitOnIt,
    ...Array<Turn>(9).fill(mistaken),
    ...Array<Turn>(3).fill(badUpload),
    readJob,
  ],
  'what is odd': () => [submit(), readJob, ...Array<Turn>(6).fill(badQuery), ...Array<Turn>(6).fill(odd), readJob],
  units: () => [balance, submit(), balance, submit(), balance, submit(), balance],
  'another day': (random) => [
    ...[heldAt, usage, wait('26h'), usage],
    ...someOf(random, [balance, readJob, cancel, again, finish, deleteJob, usage, list], 5),
  ],
  'features off': () => [submit(), feature, feature, feature],
  'an hour later': (random) => [
    ...[ended, finish, balance, wait('61m')],
    ...someOf(random, [readJob, readPicture, readResult, again, reused, cancel, balance, deleteJob, deleteResult], 6),
    balance,
  ],
};
