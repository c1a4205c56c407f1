import { describe, expect, it } from 'vitest';
import { createEmulator } from '../index.ts';
import { runCli } from '../testing/run-cli.ts';
import { scratchFolder } from '../testing/scratch-folder.ts';

const PROGRAM = `const { TRYON_URL: url } = process.env;
  const list = await (await fetch(url + '/_emulator/v1/readings')).json();
  const { choice } = list.find(({ name }) => name === 'upload_status');
  process.exit(choice === 200 && !list.some(({ name }) => name === 'json_order') ? 0 : 5);`;
const NOTICE = 'json_order (since 0.3.0: JSON has no order of members)';

describe('a reading that no longer exists', () => {
  const { write } = scratchFolder();
  const file = () => write('old.yaml', 'readings: {json_order: reversed, upload_status: 200}\n');
  const run = (...words: readonly string[]) =>
    runCli(['exec', ...words, '--', process.execPath, '--input-type=module', '-e', PROGRAM]);

  it.each([
    ['in a file', () => ['--config', file()]],
    ['as --reading', () => ['--reading', 'json_order=reversed', '--reading', 'upload_status=200']],
  ])('is accepted %s without effect, with one warning', async (_, words) => {
    const { code, err } = await run(...words());
    expect([code, err.split(NOTICE).length - 1]).toEqual([0, 1]);
  });

  it.each([
    [['vary', '--list', '--only', 'header_case,json_spacing']],
    [['vary', '--list', '--only', 'json_spacing', '--skip', 'header_case=upper']],
  ])('is accepted by %j, which lists the others', async (words) => {
    const { code, out, err } = await runCli(words);
    expect([code, out.split('\n').filter((line) => line !== '').length]).toEqual([0, 1]);
    expect(err).toContain('header_case');
  });
});

describe('in a running emulator', () => {
  it('retired readings, choices and variants change nothing', async () => {
    await using emulator = await createEmulator({
      readings: { id_form: 'to_be_encoded' as never, balance_copies: 'two_in_turn' },
      deviate: ['cursors-long'],
    });
    await emulator.readings.set({ refusal_fee: 'every_tenth', id_form: 'to_be_encoded' as never, upload_status: 202 });
    await emulator.worlds.create({ readings: { header_case: 'upper' } });
    expect(await emulator.deviations.on('messages-other', 'members-in-other-order')).toEqual([
      expect.objectContaining({ id: 'messages-other' }),
      expect.objectContaining({ id: 'upload-answers-202' }),
    ]);
    const other = emulator.readings
      .read()
      .filter((one) => one.choice !== one.default && typeof one.choice !== 'object');
    expect(other.map(({ name }) => name)).toEqual(['message_language', 'upload_status']);
  });
});
