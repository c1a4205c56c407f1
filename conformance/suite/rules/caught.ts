import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFolder } from '../suite-files.ts';

export type Caught = { id: string; breaks: string[] };

/**
 * Returns the deviations of the emulator that the suite of the package is proven to catch. `npm run prove` writes the
 * table.
 */
export function caughtDeviations(): Caught[] {
  return caughtIn(readFileSync(join(shippedFolder(), 'PROOF.md'), 'utf8'));
}

/** Returns the deviations in that table that are caught by the rule they break. */
export function caughtIn(proof: string): Caught[] {
  const [ofEmulator = ''] = proof.split(/^## /m);
  const rows = [...ofEmulator.matchAll(/^\| ([A-Z0-9-]+) \| \d+ \| (.*) \|$/gm)];
  return rows.flatMap(([, rule = '', cell = '']) =>
    cell.split(', ').flatMap((written) => {
      const [, id] = /^([a-z0-9-]+)(?: \(warns\))?$/.exec(written) ?? [];
      return id === undefined ? [] : [{ id, breaks: [rule] }];
    }),
  );
}
