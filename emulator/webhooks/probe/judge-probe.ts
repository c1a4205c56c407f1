import type { Answered } from '../../adapters/sending/probe-sender.ts';
import type { Expectation, Probe } from './probe.ts';

/** What the kit says of a rule, and `recorded` of what is a receiver's choice. */
export const VERDICTS = ['pass', 'fail', 'warn', 'inconclusive', 'recorded'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Judgement = { verdict: Verdict; reason: string };

/** What the answers to the deliveries of a probe come to. `waited` is how long each was waited for, in milliseconds. */
export function judgeProbe(
  { expected }: Pick<Probe, 'expected'>,
  answers: readonly Answered[],
  waited: number,
): Judgement {
  const absent = answers.find(({ failure }) => failure === 'down' || failure === 'not_own');
  if (absent !== undefined) return { verdict: 'inconclusive', reason: answerText(absent) };
  const told = answers.map(answerText).join(', ');
  return { verdict: worstOf(answers.map((answer) => JUDGES[expected](answer, waited))), reason: told };
}

/** Spec 6.5: how long a receiver has to answer. */
export const LONGEST_WAIT = 10_000;

const JUDGES: Record<Expectation, (answer: Answered, waited: number) => Verdict> = {
  accept: ({ status, failure }, waited) => {
    if (isSuccess(status)) return 'pass';
    // Who waited for less than the service does knows nothing.
    return failure === 'timeout' && waited < LONGEST_WAIT ? 'inconclusive' : 'fail';
  },
  refuse: ({ status, failure }) => {
    if (isSuccess(status)) return 'fail';
    if (failure === 'timeout') return 'inconclusive';
    // What breaks refuses as well; the specification asks for no status.
    return status === null || status >= 500 ? 'warn' : 'pass';
  },
  // Whatever it chooses, it says so: what ends the connection has broken.
  choice: ({ failure }) => (failure === 'cut' ? 'warn' : 'recorded'),
};

const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'warn', 'recorded', 'pass'];

function worstOf(verdicts: readonly Verdict[]): Verdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'inconclusive';
}

/** Spec 6.5: any 2xx is success, a redirect is not. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

export function answerText({ status, failure, text }: Answered): string {
  if (failure === 'down') return `nobody answers there (${text})`;
  if (failure === 'not_own') return `${text} is no address of your own`;
  if (failure === 'timeout') return 'no answer in time';
  return failure === 'cut' ? `the connection ended without an answer (${text})` : String(status);
}
