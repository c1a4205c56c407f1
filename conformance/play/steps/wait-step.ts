import { parseDuration } from '../../../shared/expression/quantities.ts';
import { CannotDo } from '../../effects/untestable.ts';
import { render } from '../../suite/expression/template.ts';
import type { WaitStep } from '../../suite/scenario/scenario.ts';
import type { Frame } from '../frame.ts';
import { timeOfTarget } from '../target-time.ts';
import { letPass } from './send.ts';

/** The longest wait on the real clock in a test run. Longer waits require a movable clock. */
const LONGEST_ON_WALL = 10 * 60_000;

export async function playWait(step: WaitStep, frame: Frame): Promise<void> {
  const { play, scope } = frame;
  const milliseconds =
    step.for === null
      ? Date.parse(String(step.until === null ? '' : render(step.until, scope))) - (await timeOfTarget(play))
      : parseDuration(render(step.for, scope) as string | number);
  if (milliseconds === null || Number.isNaN(milliseconds)) throw new CannotDo('setup', 'there is nothing to wait for');
  if (milliseconds <= 0) return;
  const canMove = play.facts.offered.includes('clock') && !step.onWall;
  if (!canMove && milliseconds > LONGEST_ON_WALL)
    throw new CannotDo('needs-clock', `a wait of ${Math.round(milliseconds / 60_000)} minutes is too long`);
  const outcome = await letPass(milliseconds, step.onWall ? 'wall' : 'target', frame);
  if (outcome === 'too_long') throw new CannotDo('deadline', 'the wait goes beyond the time of this run');
}
