import type { Answered } from '../../adapters/sending/probe-sender.ts';
import { version } from '../../adapters/version.ts';
import { toIso } from '../../domain/values/time.ts';
import type { Expectation, Probe } from './probe.ts';

export type ProbeResult = Pick<Probe, 'id' | 'topic' | 'section' | 'expected' | 'says' | 'remedy'> & {
  verdict: Verdict;
  /** The answer, or why the probe was not sent. */
  reason: string;
  /** What answers cannot show, so that a person has to check it. */
  unseen: string | null;
  answers: Pick<Answered, 'status' | 'failure' | 'took' | 'text'>[];
};

export type ProbeConclusion = 'conformant' | 'non-conformant' | 'incomplete';

/** The findings about a receiver. The report contains no secret, whatever the receiver has answered. */
export type ProbeReport = {
  version: 1;
  tool: { name: string; version: string };
  url: string;
  started: string;
  took: number;
  conclusion: ProbeConclusion;
  exit_code: 0 | 1 | 3;
  probes: ProbeResult[];
};

/** The number of characters of an answer's body that are shown to a person. */
const SHOWN_TEXT = 300;

const EXIT_CODES = { conformant: 0, 'non-conformant': 1, incomplete: 3 } as const;

type Found = {
  url: string;
  started: number;
  took: number;
  results: readonly ProbeResult[];
  secrets: readonly (string | null)[];
};

export function reportOf({ url, started, took, results, secrets }: Found): ProbeReport {
  const conclusion = conclusionOf(results);
  return {
    version: 1,
    tool: { name: 'tryon-emulator', version: version() },
    url: withoutQuery(url),
    started: toIso(started),
    took,
    conclusion,
    exit_code: EXIT_CODES[conclusion],
    probes: results.map((result) => withoutSecrets(result, secrets)),
  };
}

function conclusionOf(results: readonly ProbeResult[]): ProbeConclusion {
  if (results.some(({ verdict }) => verdict === 'fail')) return 'non-conformant';
  return results.some(({ verdict }) => verdict === 'inconclusive') ? 'incomplete' : 'conformant';
}

/** A query may contain a secret of the receiver. */
function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

/** A receiver may return its secret in an answer, or a part that identifies it. */
function withoutSecrets(result: ProbeResult, secrets: readonly (string | null)[]): ProbeResult {
  const clean = (text: string) =>
    secrets.reduce<string>((all, secret) => (secret === null ? all : masked(all, secret)), text);
  return {
    ...result,
    reason: clean(result.reason),
    answers: result.answers.map((answer) => ({ ...answer, text: clean(answer.text).slice(0, SHOWN_TEXT) })),
  };
}

function masked(text: string, secret: string): string {
  const bare = secret.replace(/^whsec_/, '');
  return text.replaceAll(secret, '…').replaceAll(bare === '' ? secret : bare, '…');
}

/** The verdicts of the kit for a rule, and `recorded` for choices of the receiver. */
const VERDICTS = ['pass', 'fail', 'warn', 'inconclusive', 'recorded'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Judgement = { verdict: Verdict; reason: string };

/** The verdict of the answers to the deliveries of a probe. `waited` is the timeout of each in milliseconds. */
export function judgeProbe(
  { expected }: Pick<Probe, 'expected'>,
  answers: readonly Answered[],
  waited: number,
): Judgement {
  const absent = answers.find(({ failure }) => failure === 'down' || failure === 'not_own');
  if (absent !== undefined) return { verdict: 'inconclusive', reason: answerText(absent) };
  const reason = answers.map(answerText).join(', ');
  return { verdict: worstOf(answers.map((answer) => JUDGES[expected](answer, waited))), reason };
}

/** Spec 6.5: how long a receiver may take to answer. */
export const LONGEST_WAIT = 10_000;

const JUDGES: Record<Expectation, (answer: Answered, waited: number) => Verdict> = {
  accept: ({ status, failure }, waited) => {
    if (isSuccess(status)) return 'pass';
    // A shorter timeout than that of the service proves nothing.
    return failure === 'timeout' && waited < LONGEST_WAIT ? 'inconclusive' : 'fail';
  },
  refuse: ({ status, failure }) => {
    if (isSuccess(status)) return 'fail';
    if (failure === 'timeout') return 'inconclusive';
    // A crash or an error is a refusal too; the specification does not require a status.
    return status === null || status >= 500 ? 'warn' : 'pass';
  },
  // Any answer is acceptable, but a connection without one is a failure of the receiver.
  choice: ({ failure }) => (failure === 'cut' ? 'warn' : 'recorded'),
};

const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'warn', 'recorded', 'pass'];

function worstOf(verdicts: readonly Verdict[]): Verdict {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'inconclusive';
}

/** Spec 6.5: any 2xx is a success, and a redirect is not. */
export function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

export function answerText({ status, failure, text }: Answered): string {
  if (failure === 'down') return `nothing answers there (${text})`;
  if (failure === 'not_own') return `${text} is not a loopback or private address`;
  if (failure === 'timeout') return 'no answer in time';
  return failure === 'cut' ? `the connection ended without an answer (${text})` : String(status);
}
