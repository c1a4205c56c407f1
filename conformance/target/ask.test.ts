import { describe, expect, it } from 'vitest';
import { patient, type Said } from './ask.ts';

const said = (status: number, retryAfter?: string): Said => ({
  answer: { status, headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]], body: { kind: 'none' } },
  silence: null,
  detail: null,
});

/** Sends one request to a server with these answers in turn; `time` is what is left for waits, in milliseconds. */
async function sent(answers: readonly Said[], time = 60_000) {
  const waits: number[] = [];
  let requests = 0;
  const send = patient(
    async (_: null) => answers[requests++] ?? said(200),
    async (milliseconds) => {
      if (milliseconds > time) return false;
      waits.push(milliseconds);
      time -= milliseconds;
      return true;
    },
  );
  const { answer } = await send(null);
  return { status: answer?.status, requests, waits };
}

describe('A patient request', () => {
  it.each([
    ['is sent once if the server is not busy', [said(404)], 404, []],
    ['waits as the server says', [said(429, '1'), said(503, '0')], 200, [1_000, 0]],
    ['does not wait for years', [said(429, '999999999'), said(429, '1e308')], 200, [2_000, 2_000]],
    ['gives up', [said(503), said(503, 'soon'), said(503)], 503, [0, 0]],
  ])('%s', async (_, answers, status, waits) => {
    expect(await sent(answers)).toEqual({ status, requests: waits.length + 1, waits });
  });

  it('does not wait if there is no time left, and is not sent again', async () => {
    const busy = [said(429, '999999999'), said(429, '999999999'), said(429, '999999999')];
    expect(await sent(busy, 3_000)).toEqual({ status: 429, requests: 2, waits: [2_000] });
  });
});
