/** A request to the target or to one of its drivers. */
export type Asked = {
  method: string;
  /** Path with query, below the base address. */
  url: string;
  /** The base address, if it is that of a driver instead of the target. */
  base_url?: string;
  headers: Record<string, string>;
  body: string | null;
  /** Milliseconds to wait for the whole answer. */
  timeout: number;
};

/** The answer: the part of an exchange that probing and drivers use. */
export type Said = {
  answer: {
    status: number;
    headers: [name: string, value: string][];
    body: { kind: 'none' } | { kind: 'text'; text: string } | { kind: 'bytes' };
  } | null;
  silence: string | null;
  detail: string | null;
};

/** Sends a request. It never throws for a failure of the network. */
export type Send = (request: Asked) => Promise<Said>;

/** The maximum number of requests to a busy server, and the longest wait for it. */
const MOST_TRIES = 3;
const LONGEST_WAIT_MS = 2_000;

/**
 * Retries each request if the server answers that it is busy. `wait` returns false if there is no time left for a wait.
 */
export function patient<Request, Answer extends Said>(
  send: (request: Request) => Promise<Answer>,
  wait: (milliseconds: number) => Promise<boolean>,
): (request: Request) => Promise<Answer> {
  return async (request) => {
    let said = await send(request);
    for (let tries = 1; tries < MOST_TRIES && isBusy(said); tries += 1) {
      if (!(await wait(Math.min(secondsIn(said) * 1000, LONGEST_WAIT_MS)))) return said;
      said = await send(request);
    }
    return said;
  };
}

function isBusy({ answer }: Said): boolean {
  return answer?.status === 429 || answer?.status === 503;
}

function secondsIn({ answer }: Said): number {
  const [, text = '0'] = answer?.headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  return Number(text) || 0;
}

/** `401 INVALID_API_KEY` if an answer refuses the key itself; null for any other answer. */
export function refusalIn({ answer }: Pick<Said, 'answer'>): string | null {
  if (answer?.status !== 401 && answer?.status !== 403) return null;
  const code = answer.body.kind === 'text' ? codeIn(answer.body.text) : null;
  return [answer.status, code].filter((part) => part !== null).join(' ');
}

/** Returns a code only if it looks like one: other text of a server is not repeated. */
function codeIn(text: string): string | null {
  const code = /"code"\s*:\s*"([A-Z][A-Z0-9_]{0,63})"/.exec(text)?.[1];
  return code ?? null;
}

/** Explains why tests that need the primary key are not possible. */
export function refusedKeyText(refusal: string): string {
  return `the primary key was refused: ${refusal}`;
}
