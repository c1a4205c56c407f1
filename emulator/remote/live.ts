import type { SummaryReport } from '../control/inspect/shapes.ts';
import { answerIn, fetchControl, type RemoteAddress, RemoteError } from './control-call.ts';

/** The summary of a world, at once and whenever something in it has changed, until the emulator or the world has ended. */
export async function* liveSummaries(address: RemoteAddress, signal: AbortSignal): AsyncGenerator<SummaryReport> {
  const response = await fetchControl(address, 'GET', '/live', { signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!response.ok || !isStream || response.body === null) {
    await answerIn(address, response);
    throw new RemoteError(response.status, `what answers at ${address.url} is no emulator`);
  }
  for await (const data of eventsIn(response.body)) yield JSON.parse(data) as SummaryReport;
}

/** The data of server-sent events, one after the other. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
      if (data.length > 0) yield data.join('\n');
    }
  }
}
