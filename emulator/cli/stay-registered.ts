import { wallClock } from '../adapters/wall-clock.ts';
import { callControl, type RemoteAddress, RemoteError } from '../remote/control-call.ts';
import { printError } from './print.ts';

const BETWEEN_LOOKS = 500;

/**
 * Sees to it that an endpoint is there until told to stop: an emulator that was started again, or a world that was reset,
 * knows nothing of it. Throws where it cannot be registered again.
 */
export async function stayRegistered(
  address: RemoteAddress,
  first: string,
  register: () => Promise<string>,
  stop: AbortSignal,
): Promise<void> {
  let id = first;
  let wasThere = true;
  while (!stop.aborted) {
    await wallClock.sleep(BETWEEN_LOOKS, stop);
    if (stop.aborted) return;
    const seen = await lookFor(address, id, stop);
    if (seen === 'away' && wasThere) printError(`the emulator at ${address.url} has gone: waiting until it is back`);
    wasThere = seen !== 'away';
    if (seen === 'unknown') id = await register();
  }
}

/** `away`: nobody answers. Any refusal but that of an unknown endpoint is for whoever registers it again to tell. */
async function lookFor(address: RemoteAddress, id: string, stop: AbortSignal): Promise<'there' | 'unknown' | 'away'> {
  try {
    await callControl(address, 'GET', `/endpoints/${id}`, undefined, stop);
    return 'there';
  } catch (error) {
    if (stop.aborted) return 'there';
    return error instanceof RemoteError && error.status === null ? 'away' : 'unknown';
  }
}
