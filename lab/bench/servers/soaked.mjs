import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createEmulator } from '../../../dist/index.js';
import { attend } from './child.mjs';

/**
 * The emulator as it is soaked: its clock runs 600 times as fast as the machine's. What is made ends within a second of the
 * machine's and is gone a minute later, and forgotten another minute later; a day takes 144 seconds.
 */
const KEPT = '10h';
const emulator = await createEmulator({
  clock: { mode: 'running', rate: 600 },
  journal_limit: 10_000,
  stages: { queued: '50s', picked_up: '50s', preparing: '50s', processing: '100s' },
  readings: {
    input_retention: KEPT,
    job_retention: KEPT,
    snapshot_retention: '5h',
    tombstone_retention: KEPT,
    expired_input_remembered: KEPT,
    idempotency_key_retention: KEPT,
  },
  accounts: [{ name: 'bench', credits: { granted: 1_000_000_000 }, keys: [{ secret: 'pk_live_bench' }] }],
});
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

attend(new URL(emulator.url).port, {
  minute: () => {
    const { held } = emulator.memory.read();
    const longest = delay.max / 1e6;
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    delay.reset();
    return { heapUsed, rss, records: held.records, handles: process.getActiveResourcesInfo().length, longest };
  },
});
