/** What goes wrong beside what somebody waits for: it is told, and stops nothing. */
export type Troubles = {
  report(error: unknown): void;
  /** Does something whose failure is reported. */
  contain(act: () => void): void;
};

export function createTroubles(onUnexpected: (error: unknown) => void): Troubles {
  /** Whoever throws when told of an error is heard, but not in the midst of a change. */
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
