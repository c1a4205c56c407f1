import { setTimeout as pause } from 'node:timers/promises';

/** A request to the target or to one of its drivers. */
export type Asked = {
  method: string;
  /** Path with query, below the base address. */
  url: string;
  /** The base address, where it is that of a driver and not of the target. */
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

/** How often a server that has no time just now is asked, and how long it is waited for at most. */
const MOST_TRIES = 3;
const LONGEST_WAIT_MS = 2_000;

/** Asks again where the answer says that there is no time for it just now. */
export async function patiently<Answer extends Said>(ask: () => Promise<Answer>): Promise<Answer> {
  let said = await ask();
  for (let tries = 1; tries < MOST_TRIES && isBusy(said); tries += 1) {
    await pause(Math.min(secondsIn(said) * 1000, LONGEST_WAIT_MS));
    said = await ask();
  }
  return said;
}

function isBusy({ answer }: Said): boolean {
  return answer?.status === 429 || answer?.status === 503;
}

function secondsIn({ answer }: Said): number {
  const [, text = '0'] = answer?.headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  return Number(text) || 0;
}

/** `401 INVALID_API_KEY` where an answer refuses the key itself; null of any other answer. */
export function refusalIn({ answer }: Pick<Said, 'answer'>): string | null {
  if (answer?.status !== 401 && answer?.status !== 403) return null;
  const code = answer.body.kind === 'text' ? codeIn(answer.body.text) : null;
  return [answer.status, code].filter((part) => part !== null).join(' ');
}

/** A code that looks like one: whatever else a server says is not repeated. */
function codeIn(text: string): string | null {
  const code = /"code"\s*:\s*"([A-Z][A-Z0-9_]{0,63})"/.exec(text)?.[1];
  return code ?? null;
}

/** Why what needs the primary key cannot be tested. */
export function refusedKeyText(refusal: string): string {
  return `the primary key was refused: ${refusal}`;
}
