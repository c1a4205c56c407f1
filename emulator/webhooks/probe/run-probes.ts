import { type Answered, createProbeSender, type ProbeSender } from '../../adapters/sending/probe-sender.ts';
import { mintToken } from '../../adapters/token.ts';
import { wallClock } from '../../adapters/wall-clock.ts';
import { BODY_PROBES, EVENT_PROBES, namedSecretProbes, ROTATION_PROBES } from './delivery-probes.ts';
import type { Maker, Probe } from './probe.ts';
import {
  answerText,
  isSuccess,
  type Judgement,
  judgeProbe,
  LONGEST_WAIT,
  type ProbeReport,
  type ProbeResult,
  reportOf,
} from './probe-report.ts';
import { SIGNATURE_PROBES } from './signature-probes.ts';

export type ProbeOptions = {
  url: string;
  secret: string;
  previous?: string | null;
  next?: string | null;
  /** The timeout of each delivery in milliseconds; by default the ten seconds of the service (spec 6.5). */
  timeout?: number;
  /** Milliseconds between the pieces of a slow body. */
  pause?: number;
  only?: readonly string[];
  onResult?(result: ProbeResult): void;
};

const PAUSE = 200;
/** After this many unanswered deliveries in a row, nothing more is sent to a receiver. */
const MOST_SILENT = 2;

export function allProbes(secrets: Pick<Maker, 'previous' | 'next'>): Probe[] {
  const rotation = [...ROTATION_PROBES, ...namedSecretProbes(secrets)];
  return [...SIGNATURE_PROBES, ...rotation, ...EVENT_PROBES, ...BODY_PROBES];
}

/** Sends all probes to a receiver, one after the other, and judges its answers. */
export async function runProbes(options: ProbeOptions): Promise<ProbeReport> {
  const { url, secret, timeout = LONGEST_WAIT, pause = PAUSE, only, onResult } = options;
  const named = { secret, previous: options.previous ?? null, next: options.next ?? null };
  const fixed = { ...named, tag: freshTag(), foreign: `whsec_${mintToken()}`, pause };
  const ask = questioner(createProbeSender(url, timeout), timeout);
  const started = wallClock.now();
  const results: ProbeResult[] = [];
  for (const [index, probe] of allProbes(named).entries()) {
    if (only !== undefined && probe.id !== FIRST && !only.includes(probe.id)) continue;
    const result = await ask(probe, { ...fixed, now: wallClock.now(), number: String(index + 1) });
    results.push(result);
    onResult?.(result);
  }
  const took = wallClock.now() - started;
  return reportOf({ url, started, took, results, secrets: [secret, named.previous, named.next] });
}

/** Event ids differ between runs, because a receiver would recognize repeated ones. */
function freshTag(): string {
  return mintToken()
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 10);
}

/** The state of a receiver: why nothing more is sent to it, and whether it has stopped responding. */
type Standing = { why: string | null; hasGone: boolean; silent: number; before: string | null };

/** Sends one probe after the other to a receiver, until there is a reason to stop. */
function questioner(send: ProbeSender, timeout: number): (probe: Probe, maker: Maker) => Promise<ProbeResult> {
  const standing: Standing = { why: null, hasGone: false, silent: 0, before: null };
  return async (probe, maker) => {
    if (standing.why !== null) return unasked(probe, standing.why, standing.hasGone);
    const answers = await answersTo(probe, maker, send);
    noteAnswers(standing, probe, answers);
    if (standing.hasGone) return unasked(probe, standing.why ?? '', true);
    return resultOf(probe, judgeProbe(probe, answers, timeout), answers);
  };
}

function noteAnswers(standing: Standing, probe: Probe, answers: readonly Answered[]): void {
  const { before } = standing;
  for (const { failure } of answers) standing.silent = failure === 'timeout' ? standing.silent + 1 : 0;
  standing.why = reasonToEnd(probe, answers, standing.silent, before);
  standing.hasGone = before !== null && answers.some(({ failure }) => failure === 'down');
  standing.before = probe.id;
}

function unasked(probe: Probe, reason: string, hasGone: boolean): ProbeResult {
  return resultOf(probe, { verdict: hasGone && probe.id === LAST ? 'fail' : 'inconclusive', reason }, []);
}

/** All other probes depend on this one: if a receiver refuses everything, its refusals show nothing. */
const FIRST = 'signed-well';
/** Checks whether the receiver has survived the other probes; a receiver that has stopped responding fails. */
const LAST = 'still-there';

async function answersTo(probe: Probe, maker: Maker, send: ProbeSender): Promise<Answered[]> {
  const deliveries = probe.deliveries(maker);
  if (probe.together === true) return Promise.all(deliveries.map(send));
  const answers: Answered[] = [];
  for (const delivery of deliveries) answers.push(await send(delivery));
  return answers;
}

/** Why nothing more is sent; null to continue. */
function reasonToEnd(
  { id }: Probe,
  answers: readonly Answered[],
  silent: number,
  before: string | null,
): string | null {
  const absent = answers.find(({ failure }) => failure === 'down' || failure === 'not_own');
  if (absent !== undefined) return before === null ? answerText(absent) : `${answerText(absent)} since ${before}`;
  if (silent >= MOST_SILENT) return `${MOST_SILENT} deliveries in a row had no answer in time, so no more were sent`;
  const [first] = answers;
  return id === FIRST && first !== undefined && !isSuccess(first.status)
    ? `${FIRST} was not accepted (${answerText(first)}), so its other answers show nothing`
    : null;
}

function resultOf(probe: Probe, { verdict, reason }: Judgement, answers: readonly Answered[]): ProbeResult {
  const { id, topic, section, expected, says, remedy, unseen = null } = probe;
  return { id, topic, section, expected, says, verdict, reason, remedy, unseen, answers: answers.map(shown) };
}

function shown({ status, failure, took, text }: Answered): ProbeResult['answers'][number] {
  return { status, failure, took, text };
}
