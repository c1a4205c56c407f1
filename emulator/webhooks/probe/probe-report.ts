import type { Answered } from '../../adapters/sending/probe-sender.ts';
import { version } from '../../adapters/version.ts';
import { toIso } from '../../domain/values/time.ts';
import type { Verdict } from './judge-probe.ts';
import type { Probe } from './probe.ts';

export type ProbeResult = Pick<Probe, 'id' | 'topic' | 'section' | 'expected' | 'says' | 'remedy'> & {
  verdict: Verdict;
  /** What it answered, or why it was not asked. */
  reason: string;
  /** What no answer shows, and a person has to look at. */
  unseen: string | null;
  answers: Pick<Answered, 'status' | 'failure' | 'took' | 'text'>[];
};

export type ProbeConclusion = 'conformant' | 'non-conformant' | 'incomplete';

/** What was found of a receiver. There is no secret in it, whatever the receiver has answered. */
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

/** Of an answer's body, for a person to read. */
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

/** A query may hold what only the receiver is to know. */
function withoutQuery(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}

/** A receiver may answer with the secret that it holds, or with a part that is enough to know it by. */
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
