import { setTimeout as pause } from 'node:timers/promises';
import type { Said } from './ask.ts';

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
