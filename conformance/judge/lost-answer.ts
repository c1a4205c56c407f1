import type { Trace } from '../play/trace.ts';
import type { Evidence } from './evidence.ts';

/** Where on the tape an answer did not come in time. */
export type Lost = { position: number; why: string };

/**
 * The first request that was not answered in time. How long an answer may take is not specified, and the request may or may not
 * have been carried out: what is found wrong from there on may follow from that.
 */
export function firstLost({ moments }: Trace): Lost | null {
  for (const moment of moments) {
    if (moment.kind !== 'answer' || moment.exchange.silence !== 'timeout') continue;
    const { request, detail } = moment.exchange;
    const why = `${request.method} ${request.url} was not answered in time (${detail ?? 'timeout'}), so its effect is unknown`;
    return { position: moment.position, why };
  }
  return null;
}

/**
 * Whether evidence was seen when the answer had been lost, or may have been: a value is on no exchange. What must hold of every
 * answer holds whatever was carried out.
 */
export function isBehind({ exchanges, step }: Evidence, { position }: Lost): boolean {
  if (step.endsWith('every-answer')) return false;
  return exchanges.length === 0 || exchanges.some((one) => one >= position);
}
