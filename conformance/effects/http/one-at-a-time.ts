/** `turn` resolves when all that had one before have given theirs back. */
export type OneAtATime = { turn(): Promise<() => void> };

export function oneAtATime(): OneAtATime {
  let last: Promise<void> = Promise.resolve();
  return {
    turn: async () => {
      const before = last;
      let giveBack: () => void = () => undefined;
      last = new Promise((resolve) => {
        giveBack = resolve;
      });
      await before;
      return giveBack;
    },
  };
}
