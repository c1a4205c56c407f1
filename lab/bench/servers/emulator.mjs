import { createEmulator } from '../../../dist/index.js';

/** The built emulator with enough credits for every submission. Jobs stay queued. */
export async function start() {
  const emulator = await createEmulator({
    clock: 'running',
    stages: { queued: '12h' },
    readings: { input_content: 'serve' },
    accounts: [{ name: 'bench', credits: { granted: 1_000_000_000 }, keys: [{ secret: 'pk_live_bench' }] }],
  });
  const forget = ({ after = '25h' } = {}) => emulator.clock.advance(after).then(() => null);
  return { port: new URL(emulator.url).port, answers: { forget }, close: () => emulator.close() };
}
