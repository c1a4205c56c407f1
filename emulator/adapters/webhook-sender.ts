import type { Agent } from 'undici';
import type { AttemptFailure } from '../domain/webhook.ts';
import type { DeliveryRequest } from '../world/edges.ts';
import type { WebhookSender } from '../world/ports.ts';
import type { AttemptOutcome } from '../world/verbs/record-attempt.ts';

/** How much of an answer is read: enough for a person to see what a receiver said. */
const ANSWER_LIMIT = 2_048;
const MOST_CONNECTIONS = 64;
/** Where no time passes for a sender, nobody waits for it for ever all the same. */
const LONGEST_WITHOUT_TIME = 100_000;

/** An answer that carries this mark plays a receiver that did not answer in time (see the built-in receiver). */
export const PLAYED_TIMEOUT = 'emulator-played-timeout';

/**
 * Posts attempts over real HTTP. Redirects are not followed; what counts against the time limit is the wait for the
 * head of the answer (spec 6.5, reading 58). The client is loaded when the first delivery goes out.
 */
export function createWebhookSender(timeout: number): WebhookSender {
  let agent: Promise<Agent> | null = null;
  const open = () => {
    agent ??= import('undici').then(
      ({ Agent: Client }) => new Client({ connections: MOST_CONNECTIONS, pipelining: 1 }),
    );
    return agent;
  };
  return {
    send: async (request) => {
      const { location, ...outcome } = await post(await open(), request, timeout);
      if (location === null || request.followsRedirect !== true) return outcome;
      const url = new URL(location, request.url).href;
      const { location: _, ...followed } = await post(await open(), { ...request, url }, timeout);
      return followed;
    },
    close: async () => {
      await (await agent)?.destroy();
    },
  };
}

/** An outcome, and where a redirect would have led. */
type Posted = AttemptOutcome & { location: string | null };

function post(
  agent: Agent,
  { url, headers, body, needsWholeAnswer = false, isTimedByWorld = false }: DeliveryRequest,
  usual: number,
): Promise<Posted> {
  const timeout = isTimedByWorld ? LONGEST_WITHOUT_TIME : usual;
  const { origin, pathname, search } = new URL(url);
  const began = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status: number | null = null;
    let location: string | null = null;
    const finish = (failure: AttemptFailure | null, detail: string) => {
      clearTimeout(limit);
      const answer = failure === null ? Buffer.concat(chunks).subarray(0, ANSWER_LIMIT).toString() : detail;
      resolve({
        status: failure === null ? status : null,
        failure,
        took: Math.round(performance.now() - began),
        answer,
        location,
      });
    };
    let isOver = false;
    let abort = () => {};
    const limit = setTimeout(() => {
      isOver = true;
      finish('timeout', '');
      abort();
    }, timeout);
    agent.dispatch(
      { origin, path: pathname + search, method: 'POST', headers, body, headersTimeout: 0, bodyTimeout: timeout },
      {
        onRequestStart: (controller) => {
          abort = () => controller.abort(new Error('the time for an answer is over'));
          // It waited so long for a connection that nobody waits for it any more.
          if (isOver) abort();
        },
        onResponseStart: (_, code, answered) => {
          // That there is more to come is no answer yet.
          if (code < 200) return;
          if (!needsWholeAnswer) clearTimeout(limit);
          status = code;
          if (code >= 300 && code < 400) location = String(answered['location'] ?? '') || null;
          if (answered[PLAYED_TIMEOUT] !== undefined) finish('timeout', '');
        },
        onResponseData: (controller, chunk) => {
          size += chunk.byteLength;
          if (size <= ANSWER_LIMIT + chunk.byteLength) chunks.push(chunk);
          if (size > ANSWER_LIMIT && !needsWholeAnswer)
            controller.abort(new Error('the answer is longer than anybody reads'));
        },
        onResponseEnd: () => finish(null, ''),
        // Where the head has come and is enough, what becomes of the body afterwards changes nothing.
        onResponseError: (_, error) =>
          status === null || needsWholeAnswer ? finish(failureOf(error), codeOf(error)) : finish(null, ''),
      },
    );
  });
}

function codeOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.message;
}

function failureOf(error: Error): AttemptFailure {
  return /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(codeOf(error))
    ? 'tls'
    : 'connection';
}
