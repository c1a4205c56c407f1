import { setMaxListeners } from 'node:events';

/**
 * Aborted when something ends. Any number of listeners is fine and not a leak, because each removes itself when it is
 * done.
 */
export function createEnding(): AbortController {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  return ending;
}

/** The reason for aborting. It is shared, because the default is a new error with a stack each time. */
export const ENDED = new Error('it has ended');

/** Failures that no caller waits for: they are reported, and stop nothing. */
export type Troubles = {
  report(error: unknown): void;
  /** Runs a function, and reports its failure. */
  contain(act: () => void): void;
};

export function createTroubles(onUnexpected: (error: unknown) => void): Troubles {
  /** An error thrown by the callback is rethrown, but outside the current change. */
  function report(error: unknown): void {
    try {
      onUnexpected(error);
    } catch (thrown) {
      queueMicrotask(() => {
        throw thrown;
      });
    }
  }
  return {
    report,
    contain: (act) => {
      try {
        act();
      } catch (error) {
        report(error);
      }
    },
  };
}
