import { createQueue } from '../domain/queue.ts';

/** Hands results back in the order in which they were asked for, however they come. */
export type InOrder = {
  ask(serial: number): void;
  /** What was asked for has come; what nobody asked for has no turn to wait for, and is handed back at once. */
  come(serial: number, handBack: () => void): void;
  clear(): void;
};

export function createInOrder(): InOrder {
  const asked = createQueue<number>();
  const waited = new Set<number>();
  const come = new Map<number, () => void>();
  const handBackFirst = () => {
    const serial = asked.first();
    const handBack = serial === undefined ? undefined : come.get(serial);
    if (serial === undefined || handBack === undefined) return false;
    asked.take();
    waited.delete(serial);
    come.delete(serial);
    handBack();
    return true;
  };
  return {
    ask: (serial) => {
      asked.add(serial);
      waited.add(serial);
    },
    come: (serial, handBack) => {
      if (!waited.has(serial)) return handBack();
      come.set(serial, handBack);
      while (handBackFirst());
      return undefined;
    },
    clear: () => {
      asked.clear();
      waited.clear();
      come.clear();
    },
  };
}
