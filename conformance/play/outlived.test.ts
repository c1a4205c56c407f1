import { describe, expect, it } from 'vitest';
import type { Exchange } from '../effects/http/exchange.ts';
import { afterDelay, afterWait } from './retention.ts';
import { afterAnswer, NOTHING_YET, type State } from './state.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const iso = (seconds: number) => new Date(START + seconds * 1000).toISOString();

/** Makes an answer with an asset that was created at this instant and is kept for the given number of seconds. */
function asset(id: string, at: number, keptFor: number): Exchange {
  const json = { id, created_at: iso(at), expires_at: iso(at + keptFor) };
  const answer = { status: 200, headers: [], body: { kind: 'text' as const, text: JSON.stringify(json) } };
  const request = { method: 'GET', url: `/v1/assets/${id}`, headers: {}, body: { kind: 'none' as const } };
  return { request, answer, silence: null, detail: null, at: 0, took: 0 };
}

type Event = Exchange | { delay: number } | { wait: number };

function outlivedAfter(...story: readonly Event[]): string | null {
  const after = (state: State, event: Event): State => {
    if ('request' in event) return afterAnswer(state, event, 'primary');
    const pass = 'delay' in event ? afterDelay : afterWait;
    const milliseconds = 1000 * ('delay' in event ? event.delay : event.wait);
    return { ...state, retention: pass(state.retention, milliseconds) };
  };
  return story.reduce(after, NOTHING_YET).retention.outlived;
}

const SHORT = asset('asset_1', 0, 60);
const LONG = asset('asset_2', 0, 3600);

describe('What an instance made is outlived', () => {
  it.each<[string, readonly Event[], boolean]>([
    ['where jobs and refusals took until its expires_at', [SHORT, { delay: 20 }, { delay: 40 }, LONG], true],
    ['not before that', [SHORT, { delay: 59 }, LONG], false],
    ['not where the scenario waited for it', [SHORT, { wait: 60 }, LONG], false],
    ['where the scenario waited until shortly before it', [SHORT, { wait: 57 }, { delay: 5 }, LONG], true],
    ['not where it had waited for longer already', [SHORT, { wait: 90 }, { delay: 5 }, LONG], false],
    ['still, whatever is waited for later', [SHORT, { delay: 60 }, LONG, { wait: 600 }, LONG], true],
    ['also where it is newer than what was waited for', [{ wait: 600 }, SHORT, { delay: 61 }, LONG], true],
  ])('%s', (_, story, is) => {
    expect(outlivedAfter(...story) !== null).toBe(is);
  });

  it('is reported with both instants', () => {
    expect(outlivedAfter(SHORT, { delay: 90 }, LONG)).toBe(
      'the server keeps asset_1 until 2026-01-01T00:01:00.000Z, and the wait lasted until 2026-01-01T00:01:30.000Z',
    );
  });
});
