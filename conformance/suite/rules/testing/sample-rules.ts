import { loadRules } from '../load-rules.ts';
import type { Registry } from '../rule.ts';

/** Loads the rules of one file. */
export function rulesOf(text: string): Registry {
  return loadRules([{ file: 'rules/sample.yaml', text }]);
}

/** Some rules of each level, anchored to the statements of `SAMPLE_SPEC`. */
export function sampleRegistry(): Registry {
  return rulesOf(`
REPLAY-200: {clause: "4.2", level: must, group: core, anchor: "d539cd36", says: "repeating a request with the same key returns 200"}
REPLAY-SAME-JOB: {clause: "4.2", level: derived, group: core, from: [REPLAY-200], anchor: "d539cd36", says: "a replay has the first job", why: "not said"}
KEY-DAYS: {clause: "4.2", level: should, group: core, anchor: "31cc8f78", says: "a key is kept for 7 days"}
GAP-KEY-LENGTH: {clause: "4.2", level: gap, group: core, ask: "how long may a key be?"}
KEY-SECRET: {clause: "5.1", level: excluded, group: core, anchor: "9745e4d9", says: "keys stay secret", because: "duty of the caller"}
`);
}

/** Three statements in two sections. */
export const SAMPLE_SPEC = `# Sample

### 4.2 Keys

The same request under the same key answers with 200 and the first job. A key is kept for 7 days.

## 5. Duties

1. Keep the key secret.
`;
