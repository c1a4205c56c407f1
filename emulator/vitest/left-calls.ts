/** The calls of one test that returned a promise, to find those whose failure was not handled. */
export type LeftCalls = {
  watch<Calls extends object>(calls: Calls, name: string): Calls;
  /** Resolves when the calls that were not awaited have ended: in a recorded world, they take a moment longer. */
  settled(): Promise<void>;
  /** A message about calls that failed unhandled; null without. A later failure is a rejection as usual. */
  end(): string | null;
};

type Call = { name: string; isHandled: boolean; failure: { error: unknown } | null; over: Promise<unknown> };

/** Notes when the promise is awaited, or its result is used in another way. */
class WatchedPromise<Result> extends Promise<Result> {
  call: Call | null = null;

  static override get [Symbol.species]() {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: await and catch both call it
  override then<Fulfilled = Result, Rejected = never>(
    onFulfilled?: ((value: Result) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    if (this.call !== null) this.call.isHandled = true;
    return super.then(onFulfilled, onRejected);
  }
}

export function createLeftCalls(): LeftCalls {
  const made: Call[] = [];
  let isOver = false;
  const watched = <Result>(promise: Promise<Result>, name: string): Promise<Result> => {
    const shown = new WatchedPromise<Result>((resolve, reject) => promise.then(resolve, reject));
    const call: Call = { name, isHandled: false, failure: null, over: Promise.resolve() };
    // Prevents an unhandled rejection of the run: the test itself fails.
    call.over = shown.catch((error: unknown) => {
      if (isOver && !call.isHandled) throw error;
      call.failure = { error };
    });
    shown.call = call;
    made.push(call);
    return shown;
  };
  const watch = <Calls extends object>(calls: Calls, name: string): Calls => {
    const members = Object.entries(Object.getOwnPropertyDescriptors(calls)).map(([member, descriptor]) => {
      const path = `${name}.${member}`;
      const { value } = descriptor as { value?: unknown };
      if (typeof value === 'function') {
        const bound = value.bind(calls);
        const call = (...given: unknown[]) => {
          const result: unknown = bound(...given);
          return result instanceof Promise ? watched(result, path) : result;
        };
        return [member, { ...descriptor, value: call }] as const;
      }
      return [member, isCalls(value) ? { ...descriptor, value: watch(value, path) } : descriptor] as const;
    });
    return Object.defineProperties({}, Object.fromEntries(members)) as Calls;
  };
  return {
    watch,
    settled: async () => {
      await Promise.all(made.map(({ isHandled, over }) => (isHandled ? null : over)));
    },
    end: () => {
      isOver = true;
      const left = made.filter(({ isHandled, failure }) => failure !== null && !isHandled);
      return left.length === 0 ? null : left.map(textOf).join('\n');
    },
  };
}

function textOf({ name, failure }: Call): string {
  const error = failure?.error;
  return `${name}() was not awaited, and failed: ${error instanceof Error ? error.message : String(error)}`;
}

function isCalls(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.values(value).some((one) => typeof one === 'function');
}
