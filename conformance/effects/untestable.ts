import type { Reason } from '../suite/reasons.ts';
import { DriverAbsent, DriverFailed } from './drivers/drivers.ts';
import type { DriveOutcome } from './effects.ts';

/** The rest of an instance cannot be tested. */
export class StopInstance extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail: string) {
    super(detail);
    this.name = 'StopInstance';
    this.reason = reason;
  }
}

/** One step cannot be done. The following steps may still be possible. */
export class CannotDo extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail: string) {
    super(detail);
    this.name = 'CannotDo';
    this.reason = reason;
  }
}

/** Treats the refusal of a driver as an outcome. */
export async function driveOutcome<Output>(work: () => Promise<Output>): Promise<DriveOutcome<Output>> {
  try {
    return { output: await work() };
  } catch (error) {
    if (error instanceof DriverAbsent || error instanceof DriverFailed)
      return { refused: error.message, absent: error instanceof DriverAbsent };
    throw error;
  }
}

/**
 * Returns the output of the clock driver. If it fails, the instance ends untested, which is not a fault of the harness.
 */
export async function clockOutput<Output>(work: () => Promise<Output>): Promise<Output> {
  const outcome = await driveOutcome(work);
  if ('refused' in outcome) throw new StopInstance('needs-clock', outcome.refused);
  return outcome.output;
}
