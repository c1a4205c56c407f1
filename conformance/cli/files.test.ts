import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { readNamed } from './files.ts';

const { write } = scratchFolder();

it('reads what is open already, as standard input is', () => {
  const descriptor = openSync(write('deviations.json', '[]'), 'r');
  try {
    expect(readNamed(descriptor, '--deviations')).toBe('[]');
  } finally {
    closeSync(descriptor);
  }
});
