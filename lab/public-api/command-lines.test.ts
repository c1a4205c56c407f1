import { expect, it } from 'vitest';
import { commandLines } from './command-lines.ts';

it('the lines of a program are its commands, flags, exit codes and variables', async () => {
  const flags = {
    port: { about: '', value: 'N', short: 'p' },
    only: { about: '', value: 'NAME', multiple: true },
    json: { about: '' },
  } as const;
  const load = async () => ({ forms: { '[FILE]': 'do it', far: 'go further' }, flags });
  const lines = await commandLines({
    name: 'prog',
    commands: { go: { load } },
    exits: { 2: 'a mistake' },
    environment: { HOST: 'where' },
  });
  expect(lines).toEqual([
    'prog go [FILE]',
    'prog go far',
    'prog go --port VALUE, -p',
    'prog go --only VALUE, repeated',
    'prog go --json',
    'prog exits with 2',
    'prog reads HOST',
  ]);
});
