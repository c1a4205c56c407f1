import { createDecks } from '../../shared/sessions/decks.ts';
import { SERVICE_ROWS } from '../../shared/sessions/draw-service.ts';
import { drawOperations, type Machine, type Row } from '../../shared/sessions/machine.ts';
import type { ServiceMeans, ServiceTools } from '../../shared/sessions/means.ts';
import { PRODUCTS } from '../../shared/sessions/operation.ts';
import { randomOf } from '../../shared/sessions/random.ts';
import {
  drawAccountChange,
  drawAdvance,
  drawCredits,
  drawEndpoint,
  drawFault,
  drawKeyChange,
  drawOldKey,
  drawPlan,
  drawQuestion,
  drawRegister,
  drawResend,
  drawRestart,
  drawSnapshot,
  drawSteer,
  drawSwitch,
} from './draw-emulator.ts';
import { after, type Known, NOTHING } from './known.ts';
import type { Deed, Operation, Session } from './operation.ts';

/** The operations of the emulator, with their weights relative to those of the service. */
const ROWS: readonly Row<Deed, Known, ServiceTools>[] = [
  ...SERVICE_ROWS,
  { weight: 1.5, does: 'submit', topic: 'jobs', draw: drawOldKey },
  { weight: 20, does: 'advance', topic: 'clock', draw: drawAdvance },
  { weight: 6, does: 'plan', topic: 'jobs', draw: drawPlan },
  { weight: 2, does: 'fault', topic: 'faults', draw: drawFault },
  { weight: 6, does: 'release', topic: 'jobs', draw: drawSteer },
  { weight: 1.5, does: 'change key', topic: 'keys', draw: drawKeyChange },
  { weight: 2, does: 'change account', topic: 'keys', draw: drawAccountChange },
  { weight: 2, does: 'credits', topic: 'credits', draw: drawCredits },
  { weight: 3, does: 'switch', topic: 'faults', draw: drawSwitch },
  { weight: 0.7, does: 'question', topic: 'questions', draw: drawQuestion },
  { weight: 1.5, does: 'register', topic: 'webhooks', draw: drawRegister },
  { weight: 2, does: 'endpoint', topic: 'webhooks', draw: drawEndpoint },
  { weight: 0.7, does: 'resend', topic: 'webhooks', draw: drawResend },
  { weight: 1, does: 'save', topic: 'snapshots', draw: drawSnapshot },
  { weight: 2, does: 'restart', topic: 'storage', draw: drawRestart },
];

/** The possible focuses of a session. */
export const TOPICS: readonly string[] = [...new Set(ROWS.map(({ topic }) => topic))].sort();
const MORE_OF_IT = 6;

/** Requests that match no route. */
export const ODD_REQUESTS = ['unknown path', 'wrong method', 'key in the query', 'id that is odd', 'HEAD'] as const;

/** Everything that the emulator supports. Answers are compared with the books, whichever requests are sent. */
const MEANS: ServiceMeans = {
  roles: [
    ...(['primary', 'second', 'other_env', 'other_account', 'no_scope'] as const),
    ...(['revoked', 'expired', 'disabled', 'outside', 'none'] as const),
  ],
  products: PRODUCTS,
  pictures: ['0', '1', '2', '3'],
  odd: ODD_REQUESTS.map((request) => ({ request, about: 'job' })),
  stages: [],
  has: { lists: true, jobLists: true, cancel: true, jobDelete: true, assetDelete: true, balance: true },
  isStrict: false,
};

/** Draws a session from its seed and its focus, a topic that occurs more often than others. */
export function drawSession(seed: string, steps: number, { focus = null }: { focus?: string | null } = {}): Session {
  const random = randomOf(`${seed} ${focus ?? ''}`);
  const machine: Machine<Deed, Known, ServiceTools> = {
    rows: ROWS,
    after,
    // During a complete write, operations on the disk are more frequent.
    favor: ({ topic }, { writingUntil }, nth) =>
      topic === focus || (topic === 'storage' && nth < writingUntil) ? MORE_OF_IT : 1,
    tools: { ...MEANS, decks: createDecks(random) },
  };
  const { operations } = drawOperations(machine, { random, known: NOTHING, first: 1, steps });
  return { seed, focus, operations: operations as Operation[] };
}
