import { useEffect, useRef, useState } from 'preact/hooks';
import { world } from '../api/control.ts';
import { changes } from '../api/live.ts';

export type Loaded<Value> = { value: Value | null; problem: string | null; again(): void };

/** Loads what a view shows, again after every change. Only the answer to the latest request is used. */
export function useLive<Value>(load: () => Promise<Value>, of: readonly unknown[]): Loaded<Value> {
  const [state, setState] = useState<{ value: Value | null; problem: string | null }>({ value: null, problem: null });
  const [asked, setAsked] = useState(0);
  const latest = useRef(0);
  useEffect(() => {
    const turn = ++latest.current;
    load().then(
      (value) => turn === latest.current && setState({ value, problem: null }),
      (error: Error) => turn === latest.current && setState(({ value }) => ({ value, problem: error.message })),
    );
  }, [...of, asked, changes.value, world.value]);
  return { ...state, again: () => setAsked((count) => count + 1) };
}
