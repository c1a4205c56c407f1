import type { Trace } from '../play/trace.ts';
import type { Evidence } from './evidence.ts';

/** The position on the tape of an answer that did not arrive in time. */
export type Lost = { position: number; why: string };

/**
 * Finds the first request that was not answered in time. The time limit of answers is not specified, and the request
 * may or may not have been carried out, so later violations may be consequences of that.
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
 * Returns whether evidence may come from after the lost answer; values have no position. The checks of every answer
 * hold whether or not the request was carried out.
 */
export function isBehind({ exchanges, step }: Evidence, { position }: Lost): boolean {
  if (step.endsWith('every-answer')) return false;
  return exchanges.length === 0 || exchanges.some((one) => one >= position);
}
