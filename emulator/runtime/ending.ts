import { setMaxListeners } from 'node:events';

/** Aborted when something ends. However many wait for that, it is no leak: each leaves when it waits no longer. */
export function createEnding(): AbortController {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  return ending;
}
