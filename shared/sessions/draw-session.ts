import {
  drawAccountChange,
  drawAdvance,
  drawCredits,
  drawEndpoint,
  drawFault,
  drawKeyChange,
  drawPlan,
  drawQuestion,
  drawRegister,
  drawResend,
  drawRestart,
  drawSnapshot,
  drawSteer,
  drawSwitch,
} from './draw-control.ts';
import {
  drawBadUpload,
  drawCancel,
  drawDelete,
  drawList,
  drawNextPage,
  drawOdd,
  drawRead,
  drawReport,
  drawSubmit,
  drawUpload,
} from './draw-service.ts';
import { after, type Known, NOTHING } from './known.ts';
import { type Deed, NEW, type Operation, type Session } from './operation.ts';
import { type Random, randomOf, weighted } from './random.ts';

type Draw = (random: Random, known: Known) => Deed | null;
type Row = { weight: number; topic: string; isControl: boolean; draw: Draw };

const service = (weight: number, topic: string, draw: Draw): Row => ({ weight, topic, isControl: false, draw });
const control = (weight: number, topic: string, draw: Draw): Row => ({ weight, topic, isControl: true, draw });

const ROWS: readonly Row[] = [
  service(10, 'assets', drawUpload),
  service(1, 'assets', drawBadUpload),
  service(24, 'jobs', drawSubmit),
  service(20, 'jobs', drawRead),
  service(8, 'jobs', drawCancel),
  service(7, 'jobs', drawDelete),
  service(8, 'lists', drawList),
  service(8, 'lists', drawNextPage),
  service(4, 'credits', drawReport),
  service(1, 'assets', drawOdd),
  control(26, 'clock', drawAdvance),
  control(8, 'jobs', drawPlan),
  control(3, 'faults', drawFault),
  control(8, 'jobs', drawSteer),
  control(2, 'keys', drawKeyChange),
  control(3, 'keys', drawAccountChange),
  control(3, 'credits', drawCredits),
  control(4, 'faults', drawSwitch),
  control(1, 'questions', drawQuestion),
  control(2, 'webhooks', drawRegister),
  control(3, 'webhooks', drawEndpoint),
  control(1, 'webhooks', drawResend),
  control(1.5, 'snapshots', drawSnapshot),
  control(3, 'storage', drawRestart),
];

/** What a session can be mostly about. */
export const TOPICS: readonly string[] = [...new Set(ROWS.map(({ topic }) => topic))].sort();
const MORE_OF_IT = 6;

export type Choice = {
  /** A topic that comes up more often than the others. */
  focus?: string | null;
  /** Whether only what a client asks of the service is drawn. */
  serviceOnly?: boolean;
};

/** One operation, by what is known so far: good, nearly good or bad. */
export function drawOperation(random: Random, known: Known, nth: number, choice: Choice = {}): Operation {
  const { focus = null, serviceOnly = false } = choice;
  // While all is being written whole, more befalls what it is written on.
  const isMore = (topic: string) => topic === focus || (topic === 'storage' && nth < known.writingUntil);
  const rows = ROWS.filter(({ isControl }) => !(serviceOnly && isControl)).map(
    ({ weight, topic, draw }) => [isMore(topic) ? weight * MORE_OF_IT : weight, draw] as const,
  );
  // The first things can be made of nothing.
  for (;;) {
    const deed = weighted(random, rows)(random, known);
    if (deed !== null)
      return deed.does === 'submit' && deed.claim === NEW ? { ...deed, claim: nth, nth } : { ...deed, nth };
  }
}

/** A session that hangs on its seed and on what is chosen, and on nothing else. */
export function drawSession(seed: string, steps: number, choice: Choice = {}): Session {
  const random = randomOf(`${seed} ${choice.focus ?? ''}`);
  const operations: Operation[] = [];
  let known = NOTHING;
  for (let nth = 1; nth <= steps; nth += 1) {
    const operation = drawOperation(random, known, nth, choice);
    operations.push(operation);
    known = after(known, operation);
  }
  return { seed, focus: choice.focus ?? null, operations };
}
