/** Pictures were not made, but nothing is wrong with them: no one waits any more, or the workers are gone. */
export class NotMade extends Error {
  readonly why: 'cancelled' | 'lost';

  constructor(why: NotMade['why'], cause?: unknown) {
    super(why === 'cancelled' ? 'its request was aborted' : `no thread could create it: ${messageOf(cause)}`, {
      cause,
    });
    this.name = 'NotMade';
    this.why = why;
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
