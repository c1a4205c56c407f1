import { routeOf } from '../target/routes.ts';
import type { Exchange, OutgoingRequest } from './http/exchange.ts';
import { StopInstance } from './untestable.ts';

/** The requests that hung in a run, to avoid waiting for them again and again. */
export type Hangs = {
  /** Ends the instance if requests of this operation hung before. */
  refuse(request: OutgoingRequest): void;
  /** Records the outcome of a request. If it hung, adds the setting that limits the wait. */
  noted(request: OutgoingRequest, exchange: Exchange): Exchange;
};

/**
 * One may be chance. Any answer in time resets the count, so that a server that is occasionally slow is asked again.
 */
const MOST_IN_A_ROW = 2;

export function createHangs(bound: number): Hangs {
  const inARow = new Map<string, number>();
  const setting = `within ${bound / 1000} s (timeouts.answer)`;
  return {
    refuse: (request) => {
      const operation = operationOf(request);
      if ((inARow.get(operation) ?? 0) < MOST_IN_A_ROW) return;
      throw new StopInstance('deadline', `${operation} hung before: no whole answer ${setting}; it was not sent again`);
    },
    noted: (request, exchange) => {
      const operation = operationOf(request);
      if (exchange.silence !== 'timeout') {
        if (exchange.answer !== null) inARow.set(operation, 0);
        return exchange;
      }
      // The scenario or the end of the run has set a shorter time limit.
      if (request.timeout < bound) return { ...exchange, detail: `${said(request)} gave no whole answer in time` };
      inARow.set(operation, (inARow.get(operation) ?? 0) + 1);
      return { ...exchange, detail: `${said(request)} gave no whole answer ${setting}` };
    },
  };
}

/** `GET /v1/jobs/{id}`; for an undocumented path, the path itself. */
function operationOf(request: OutgoingRequest): string {
  const id = routeOf(request.method, request.url)?.id ?? null;
  return id === null ? said(request) : said(request).replace(/^(\S+ \/v1\/\w+\/)[^/]+/, '$1{id}');
}

function said({ method, url }: OutgoingRequest): string {
  return `${method} ${url.replace(/[?#].*$/s, '')}`;
}
