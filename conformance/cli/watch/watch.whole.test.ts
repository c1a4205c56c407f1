import { expect, it } from 'vitest';
import { scratchFolder } from '../../../emulator/testing/scratch-folder.ts';
import { launch } from '../testing/launch.ts';

const { write } = scratchFolder();

const scenario = (status: number) =>
  `scenario: mine\nabout: x\ncovers: [USAGE-200]\nsteps: [{call: GET /v1/usage, expect: {USAGE-200: {status: ${status}}}}]\n`;

/** Matches output after this many runs, each with the time that it took. */
const rounds = (count: number) => new RegExp(`(?:, \\d.*s; watching .*, Ctrl-C ends it[\\s\\S]*){${count}}`);

it('run --watch runs a scenario on a fresh emulator each time it is saved, and continues after mistakes in it', async () => {
  const file = write('mine.yaml', scenario(200));
  const { child, ended, said } = launch(['run', '--watch', file]);
  expect(await said(rounds(1))).toMatch(/^CONFORMANT /m);
  write('mine.yaml', scenario(201));
  expect(await said(rounds(2))).toMatch(/^NON-CONFORMANT /m);
  write('mine.yaml', scenario(200).replace('call', 'cal'));
  expect(await said(rounds(3))).toMatch(/mine\.yaml:4:9: /);
  child.kill('SIGINT');
  const { code, err } = await ended;
  expect(code).toBe(0);
  expect(err).toContain(`watching ${file}`);
});
