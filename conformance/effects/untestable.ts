import type { Reason } from '../suite/reasons.ts';

/** The rest of an instance cannot be tested. */
export class StopInstance extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail: string) {
    super(detail);
    this.name = 'StopInstance';
    this.reason = reason;
  }
}

/** One step cannot be done; the steps after it may. */
export class CannotDo extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, detail: string) {
    super(detail);
    this.name = 'CannotDo';
    this.reason = reason;
  }
}
