import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { readNamed } from './files.ts';
import { runCli } from './testing/launch.ts';

const { path, read, write } = scratchFolder();

it('reads from a file descriptor, such as standard input', () => {
  const descriptor = openSync(write('deviations.json', '[]'), 'r');
  try {
    expect(readNamed(descriptor, '--deviations')).toBe('[]');
  } finally {
    closeSync(descriptor);
  }
});

it('creates a file of rules if it does not exist, with the line that editors look for', async () => {
  for (const id of ['MY-FIRST', 'MY-SECOND']) {
    const { code, err } = await runCli(['new', 'rule', id, path('rules/mine.yaml')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  }
  expect(read('rules/mine.yaml').split('\n')).toEqual([
    expect.stringMatching(/^# yaml-language-server: .*rules\.schema\.json$/),
    expect.stringMatching(/^MY-FIRST: \{/),
    expect.stringMatching(/^MY-SECOND: \{/),
    '',
  ]);
});
