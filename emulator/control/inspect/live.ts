import { onChange, type WorldHost } from '../../runtime/world-host.ts';
import { summaryOf } from './summary.ts';

/** Changes that come together are told once. */
const PAUSE = 150;
/** How often is looked for what nobody tells of, such as time that passes. */
const BEAT = 1_000;

/**
 * Tells of a world as server-sent events: its summary, at once and whenever something in it has changed. `changes` counts,
 * so that whoever shows more than the summary knows when to look again.
 */
export function liveStream(host: WorldHost): ReadableStream<Uint8Array> {
  const { wall, aside: clock = wall } = host.ports;
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      let changes = 0;
      let told = '';
      let timer = { cancel: () => {} };
      let dueAt = Number.POSITIVE_INFINITY;
      const tell = () => {
        dueAt = Number.POSITIVE_INFINITY;
        if (host.closed) return stop();
        const text = JSON.stringify({ ...summaryOf(host), changes });
        if (text !== told && (controller.desiredSize ?? 0) > 0) {
          controller.enqueue(encoder.encode(`event: summary\ndata: ${text}\n\n`));
          told = text;
        }
        tellIn(BEAT);
      };
      const tellIn = (milliseconds: number) => {
        const at = clock.now() + milliseconds;
        if (at >= dueAt) return;
        timer.cancel();
        dueAt = at;
        timer = clock.callAt(at, tell);
      };
      const note = () => {
        changes += 1;
        tellIn(PAUSE);
      };
      const forget = [onChange(host, note), host.journal.onRecord(note)];
      stop = () => {
        timer.cancel();
        for (const call of forget) call();
        stop = () => {};
        controller.close();
      };
      tell();
    },
    cancel: () => {
      const end = stop;
      stop = () => {};
      try {
        end();
      } catch {
        // The reader has gone: there is nothing left to close.
      }
    },
  });
}
