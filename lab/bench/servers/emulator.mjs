import { createEmulator } from '../../../dist/index.js';
import { attend } from './child.mjs';

const assets = Number(process.argv[2] ?? 0);

/** Jobs stay queued, with their hold, unless the bench wants assets, which jobs that end at once can give. */
const HELD = { queued: '12h' };
const INSTANT = { queued: 0, picked_up: 0, preparing: 0, processing: 0 };

/** The built emulator as `tryon-emulator start` runs it, with units for all that is submitted. */
const emulator = await createEmulator({
  clock: 'running',
  stages: assets > 0 ? INSTANT : HELD,
  readings: { input_content: 'serve' },
  accounts: [
    {
      name: 'bench',
      credits: { granted: 1_000_000_000 },
      keys: [{ secret: 'pk_live_bench' }, { secret: 'pk_test_bench' }],
    },
  ],
});

// Loaded on demand, because it loads sharp, which an idle emulator does not.
if (assets > 0) await import('./fill.mjs').then(({ fillWith }) => fillWith(emulator, assets));

attend(new URL(emulator.url).port, { forgetUploads: () => emulator.clock.advance('25h').then(() => null) });
