import { fileURLToPath } from 'node:url';
import { start as startCommand } from './cli.mjs';

/** The same emulator as `emulator.mjs`, started with the command. */
export function start() {
  const config = fileURLToPath(new URL('started.json', import.meta.url));
  return { ...startCommand(['--config', config]), answers: { forget } };
}

/** Advances the clock of the emulator, so that assets and jobs expire. */
async function forget({ url, after = '25h' }) {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ by: after }) };
  const answer = await fetch(`${url}/_emulator/v1/clock/advance`, init);
  if (!answer.ok) throw new Error(`the clock did not move: ${answer.status} ${await answer.text()}`);
}
