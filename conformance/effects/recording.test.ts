import { describe, expect, it } from 'vitest';
import type { Effects } from './effects.ts';
import type { Exchange, OutgoingRequest } from './http/exchange.ts';
import { played, TapeMismatch } from './played.ts';
import { recorded } from './recording.ts';
import type { TapeEntry } from './tape.ts';
import { StopInstance } from './untestable.ts';

const request = (url: string): OutgoingRequest => ({ method: 'GET', url, headers: {}, body: null, timeout: 100 });

function exchange({ method, url, headers }: OutgoingRequest): Exchange {
  const answer: Exchange['answer'] = { status: 200, headers: [], body: { kind: 'text', text: url } };
  const request: Exchange['request'] = { method, url, headers, body: { kind: 'none' } };
  return { request, answer, silence: null, detail: null, at: 0, took: 1 };
}

/** Effects that return what was requested. Later requests are answered sooner. */
function live(): Omit<Effects, 'position'> {
  let sent = 0;
  return {
    send: async (one, stopped = null) => {
      if (stopped !== null) throw new StopInstance(stopped, 'the run was stopped');
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, 12 - 4 * sent));
      return { exchange: exchange(one), index: -1 };
    },
    wait: async () => 'done',
    now: async () => 1234,
    drive: async (call) => ({ output: { done: call } }),
    openHook: async ({ name }) => ({ output: { url: `http://${name}`, endpoint: null, secret: 's' } }),
    setReplies: async () => {},
    watch: async () => ({ received: [], observed_until: 99 }),
  };
}

/** Uses all effects of an instance, with three parallel requests. */
async function ask(effects: Effects): Promise<unknown[]> {
  const sent = await Promise.all(['/a', '/b', '/c'].map((url) => effects.send(request(url))));
  return [
    ...sent.map(({ exchange: { answer }, index }) => [answer?.body, index]),
    await effects.now(),
    await effects.wait(500, 'target'),
    await effects.drive('jobs.read', { job: 'job_1' }),
    await effects.openHook({ name: 'sink', events: null, environment: 'test', scheme: 'http', replies: [] }),
    (await effects.watch('sink', { for: 10, enough: null, partial: false })).observed_until,
    effects.position(),
  ];
}

async function tapeOf(work: (effects: Effects) => Promise<unknown>): Promise<{ tape: TapeEntry[]; output: unknown }> {
  const tape: TapeEntry[] = [];
  return { output: await work(recorded(live(), tape)), tape };
}

describe('A tape', () => {
  it('replays everything in the order of the requests', async () => {
    const { tape, output } = await tapeOf(ask);
    expect(tape.map(({ kind }) => kind).join(' ')).toBe('exchange exchange exchange now waited drive drive hooks');
    expect(await ask(played(tape))).toEqual(output);
  });

  it.each([
    ['a request to another path', (effects: Effects) => effects.send(request('/b')), 'GET /a, not GET /b'],
    ['something else than a request', (effects: Effects) => effects.now(), 'is exchange; the time was asked for'],
  ])('does not fit %s', async (_, work, message) => {
    const { tape } = await tapeOf((effects) => effects.send(request('/a')));
    await expect(work(played(tape))).rejects.toThrow(TapeMismatch);
    await expect(work(played(tape))).rejects.toThrow(message);
  });

  it('does not fit requests in another order', async () => {
    const { tape } = await tapeOf(async (effects) => {
      await effects.send(request('/a'));
      await effects.send(request('/b'));
    });
    await expect(played(tape).send(request('/b'))).rejects.toThrow('entry 0 of the tape is GET /a, not GET /b');
  });

  it('does not fit requests after its end', async () => {
    const sending = played([]).send(request('/a'));
    await expect(sending).rejects.toThrow('entry 0 of the tape is not there; GET /a was asked for');
  });

  it('stops where the run was stopped', async () => {
    const stopped = async (effects: Effects) => {
      await effects.send(request('/a'));
      return effects.send(request('/b'), 'interrupted').catch((error: unknown) => error);
    };
    const { tape, output } = await tapeOf(stopped);
    expect(output).toBeInstanceOf(StopInstance);
    const again = await played(tape).send(request('/a'));
    expect(again.index).toBe(0);
    expect(await stopped(played(tape))).toEqual(output);
  });
});
