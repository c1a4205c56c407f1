import type { Reason } from '../suite/reasons.ts';
import { DriverAbsent, DriverFailed } from './drivers/drivers.ts';
import type { DriveOutcome } from './effects.ts';
import { StopInstance } from './untestable.ts';

/** What a driver refuses is an answer too. */
export async function driveOutcome<Output>(work: () => Promise<Output>): Promise<DriveOutcome<Output>> {
  try {
    return { output: await work() };
  } catch (error) {
    if (error instanceof DriverAbsent || error instanceof DriverFailed)
      return { refused: error.message, absent: error instanceof DriverAbsent };
    throw error;
  }
}

/** What nothing goes on without: a driver that does not do it ends the instance, and is no fault of the harness. */
export async function requiredOutput<Output>(reason: Reason, work: () => Promise<Output>): Promise<Output> {
  const outcome = await driveOutcome(work);
  if ('refused' in outcome) throw new StopInstance(reason, outcome.refused);
  return outcome.output;
}
