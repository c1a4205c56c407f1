import { ControlRefusal } from '../../emulator/domain/test-control/control-refusal.ts';
import { randomOf } from '../../shared/sessions/random.ts';
import { accountOf } from './books.ts';
import { Broken, holds, type Invariant } from './broken.ts';
import { checkLedger } from './check-ledger.ts';
import { control, noteTime } from './control.ts';
import { bump, type Counts, noCounts } from './counts.ts';
import { checkAnswer } from './judge/check-answer.ts';
import { checkAtLeastOnce } from './judge/check-webhooks.ts';
import { expectedOf } from './judge/expected.ts';
import { judge } from './judge/judge.ts';
import { lookAt } from './judge/see.ts';
import type { Operation, Session } from './operation.ts';
import { ownerOf } from './operation.ts';
import { type Asked, isService, requestOf, type ServiceOperation } from './requests.ts';
import { afterDeath, restart } from './restart.ts';
import { type Answer, ask, type Sim, textOf } from './sim.ts';
import { startSession } from './start.ts';
import { LEFT_OUT, type Tape } from './tape.ts';
import { settleUnsure } from './unsure.ts';
import { closeWindow, endsWindow, openWindow, type Window } from './window.ts';

export type Failure = { step: number; operation: Operation; invariant: Invariant; detail: string };
export type Played = { failure: Failure | null; counts: Counts; story: readonly string[]; tape: Tape | null };

/** The number of steps between more expensive checks. */
const WHOLE_EVERY = 25;
/**
 * The number of steps that are replayed from a snapshot, and the probability to do so: twenty times in two thousand
 * steps.
 */
const WINDOW = 8;
const WINDOWS = 0.01;
/** Milliseconds of real time that no step may exceed. */
const PATIENCE = 60_000;
const STEP_OF_WALL = 1000;

export type Playing = {
  /** Whether to record the session in the format of recordings. */
  isTaped?: boolean;
  /** Called after each step. Returns true to stop. */
  onStep?(step: number): boolean;
};

/** Plays a session on a new emulator, until an invariant is broken. */
export async function play(session: Session, { onStep = () => false, isTaped = false }: Playing = {}): Promise<Played> {
  const story: string[] = [];
  const sim = await startSession((line) => story.push(line), isTaped);
  const { operations } = session;
  const windows: Windows = { seed: session.seed, open: null };
  let failure: Failure | null = null;
  for (const [step, operation] of operations.entries()) {
    sim.counts.steps += 1;
    try {
      await passWindow(sim, windows, operation);
      const isLast = step === operations.length - 1;
      await alive(sim, operation, isLast);
      if (isLast) await again(sim, windows);
    } catch (error) {
      failure = { step, operation, ...reasonOf(error) };
      break;
    }
    if (onStep(step)) break;
  }
  sim.machine.end();
  return { failure, counts: sim.counts, story, tape: sim.tape };
}

type Windows = { seed: string; open: Window | null };

/** Closes a full window, and may open a new one before a step. */
async function passWindow(sim: Sim, windows: Windows, operation: Operation): Promise<void> {
  const { open, seed } = windows;
  if (open !== null && (endsWindow(operation) || open.steps.length >= open.length)) await again(sim, windows);
  // The choice depends on the operation and not on its position, so that a shrunk session still finds the same failure.
  const isMeant = randomOf(`windows ${seed} ${operation.nth}`)() < WINDOWS;
  const isQuiet = windows.open === null && sim.disk === null && sim.dying === null && !endsWindow(operation);
  if (isQuiet && isMeant) windows.open = await openWindow(sim, WINDOW);
  windows.open?.steps.push(operation);
}

function reasonOf(error: unknown): Pick<Failure, 'invariant' | 'detail'> {
  if (error instanceof Broken) return { invariant: error.invariant, detail: error.detail };
  return { invariant: 'own', detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Plays one step, which may end with the death of the process. */
async function alive(sim: Sim, operation: Operation, isLast: boolean): Promise<void> {
  if (sim.machine.files?.isDead()) await afterDeath(sim, null);
  const { files } = sim.machine;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Broken('own', `${operation.does} never ends`)), PATIENCE);
  });
  const died = files?.died.then(() => null) ?? new Promise<null>(() => {});
  const lived = playChecked(sim, operation, isLast);
  // If the process dies, the outcome of the step is ignored.
  lived.catch(() => {});
  try {
    const text = (await Promise.race([lived, died, late])) ?? (await Promise.race([afterDeath(sim, operation), late]));
    sim.tell(`${sim.machine.emulator.clock.now()}  ${operation.nth}  ${textOf(operation)} → ${text}`);
  } catch (error) {
    const what = error instanceof Broken ? `${error.invariant} does not hold: ${error.detail}` : String(error);
    sim.tell(`${new Date(sim.books.now).toISOString()}  ${operation.nth}  ${textOf(operation)} → ${what}`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (sim.trouble !== null) throw sim.trouble;
}

async function playChecked(sim: Sim, operation: Operation, isLast = false): Promise<string> {
  const text = await playStep(sim, operation);
  if (sim.trouble !== null) throw sim.trouble;
  await checkStep(sim, operation, isLast);
  return text;
}

/** Replays the steps of a window, without counting them. */
async function again(sim: Sim, windows: Windows): Promise<void> {
  const { counts } = sim;
  const { open: window } = windows;
  windows.open = null;
  if (window === null) return;
  sim.counts = noCounts();
  try {
    await closeWindow(sim, window, playChecked);
  } finally {
    sim.counts = counts;
  }
}

async function playStep(sim: Sim, operation: Operation): Promise<string> {
  sim.wall.moveBy(STEP_OF_WALL);
  bump(sim.counts.operations, operation.does);
  noteTime(sim);
  await passDisk(sim);
  if (sim.checkpoint !== null) sim.machine.files?.pass(sim.checkpoint.pace);
  if (LEFT_OUT.includes(operation.does)) sim.tape?.leaveOut(operation);
  const text = await act(sim, operation);
  if (sim.disk === null) {
    await sim.machine.emulator.data?.synced();
    await sim.machine.emulator.webhooks.settled();
  }
  noteTime(sim);
  return text;
}

async function act(sim: Sim, operation: Operation): Promise<string> {
  if (isService(operation)) return serve(sim, operation);
  if (operation.does === 'restart') return sim.disk === null ? restart(sim, operation.how) : 'not on such a disk';
  if (operation.does === 'disk') return breakDisk(sim, operation.state);
  if (operation.does === 'die within') {
    if (sim.machine.files === null || sim.disk !== null || sim.dying !== null) return 'not now';
    sim.machine.files.dieAfter(operation.bytes);
    sim.dying = operation.keeps;
    return 'the end is near';
  }
  // After a death during these operations, their effect would be unknown, so the death is called off.
  if (sim.dying !== null && !['advance', 'plan', 'save', 'checkpoint'].includes(operation.does)) live(sim);
  if (sim.disk !== null) return 'not on such a disk';
  try {
    const text = await control(sim, operation);
    sim.transcript?.push(text);
    return text;
  } catch (error) {
    if (error instanceof ControlRefusal) return `refused: ${error.message}`;
    throw error;
  }
}

/** Calls off the announced death. */
function live(sim: Sim): void {
  sim.machine.files?.dieAfter(Number.POSITIVE_INFINITY);
  sim.dying = null;
}

const STEPS_ON_A_BAD_DISK = 6;

function breakDisk(sim: Sim, state: 'full' | 'read-only' | 'fine'): string {
  if (sim.machine.files === null || sim.dying !== null || state === 'fine') return 'it is';
  sim.machine.files.refuseWith(state === 'full' ? 'ENOSPC' : 'EROFS');
  sim.disk = { state, left: STEPS_ON_A_BAD_DISK };
  bump(sim.counts.restarts, `disk ${state}`);
  return 'it is';
}

/** When the disk accepts writes again, the changes made in the meantime are stored. */
async function passDisk(sim: Sim): Promise<void> {
  if (sim.disk === null) return;
  sim.disk.left -= 1;
  if (sim.disk.left > 0) return;
  sim.machine.files?.refuseWith(null);
  sim.disk = null;
  await untilSynced(sim);
  await sim.machine.emulator.webhooks.settled();
  settleUnsure(sim);
}

async function untilSynced(sim: Sim): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isKept = await sim.machine.emulator.data?.synced().then(
      () => true,
      () => false,
    );
    if (isKept !== false) return;
    sim.wall.moveBy(STEP_OF_WALL);
  }
  throw new Broken('recovery', 'there is room on the disk again, and nothing is kept');
}

async function serve(sim: Sim, operation: ServiceOperation): Promise<string> {
  if (operation.does === 'cancel' || operation.does === 'delete') await lookFirst(sim, operation);
  const asked = requestOf(operation, sim.books);
  const before = hitsOf(sim);
  const expected = expectedOf(operation, asked, sim.books);
  const answer = await ask(sim, asked);
  const isHit = hitsOf(sim) > before;
  if (isHit) sim.counts.faults += 1;
  bump(sim.counts.answers, answer === null ? 'none' : String(answer.status));
  sim.transcript?.push(answer === null ? 'none' : `${answer.status} ${answer.text}`);
  const text = `${asked.method} ${asked.path} ${answer === null ? 'no answer' : `${answer.status} ${shortText(answer)}`}`;
  const isLost = answer === null || isHit || (sim.disk !== null && answer.status === 503);
  if (isLost) {
    holds('status', isHit || sim.disk !== null, () => `${text}: nothing had gone wrong`);
    sim.unsure.push(operation);
    if (sim.disk === null) settleUnsure(sim);
    return text;
  }
  await checkAnswer(sim, operation, asked, answer);
  if (sim.disk === null) checkStatus(expected, asked, answer);
  await judge(sim, operation, asked, answer);
  return text;
}

function checkStatus(expected: readonly number[] | null, { method, path }: Asked, { status, text }: Answer): void {
  const isSo = expected === null || expected.includes(status);
  holds(
    'status',
    isSo,
    () => `${method} ${path} is answered ${status}, not ${expected?.join(' or ')}: ${text.slice(0, 300)}`,
  );
}

/** Reads the current state of a job before an operation on it. */
async function lookFirst(sim: Sim, operation: ServiceOperation): Promise<void> {
  const { id } = requestOf(operation, sim.books);
  if (id !== null && sim.books.open.has(id)) await lookAt(sim, id);
}

function hitsOf({ machine }: Sim): number {
  return machine.emulator.faults.list().reduce((sum, { hits }) => sum + hits, 0);
}

function shortText({ body, text }: Answer): string {
  if (body?.error) return `${body.error.code}`;
  if (body?.id) return `${body.id} ${body.status ?? ''}`.trim();
  return Array.isArray(body?.data) ? `${body.data.length} items` : text.slice(0, 80);
}

const LOOKED_BACK_AT = 300;

/** Reads some old jobs, most of which are gone; at the end, reads all of the latest jobs. */
async function lookBack(sim: Sim, nth: number, isLast: boolean): Promise<void> {
  const ids = [...sim.books.jobs.keys()];
  const some = [nth * 7, nth * 11 + 3].map((at) => ids[at % Math.max(1, ids.length)]);
  for (const id of isLast ? ids.slice(-LOOKED_BACK_AT) : some) if (id !== undefined) await lookAt(sim, id);
}

async function checkStep(sim: Sim, operation: Operation, isLast: boolean): Promise<void> {
  if (sim.disk !== null) return;
  const isWhole = isLast || operation.nth % WHOLE_EVERY === 0;
  const account =
    'key' in operation || isService(operation) ? accountOf(ownerOf((operation as { key?: 'primary' }).key)) : null;
  for (const one of ['one', 'two'] as const)
    if (isWhole || account === one || operation.does === 'advance') await checkLedger(sim, one, isWhole);
  if (!isWhole) return;
  checkAtLeastOnce(sim);
  await lookBack(sim, operation.nth, isLast);
}
