import { setMaxListeners } from 'node:events';

/** Aborted when something ends. However many wait for that, it is no leak: each leaves when it waits no longer. */
export function createEnding(): AbortController {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  return ending;
}

/** Why something was aborted that has ended. One for all: the default is an error with a stack, made for each. */
export const ENDED = new Error('it has ended');

/** A failure that no caller waits for: it is reported, and stops nothing. */
export type Troubles = {
  report(error: unknown): void;
  /** Does something whose failure is reported. */
  contain(act: () => void): void;
};

export function createTroubles(onUnexpected: (error: unknown) => void): Troubles {
  /** An error of the callback is rethrown, but not during a change. */
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
