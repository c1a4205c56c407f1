import { describe, expect, it } from 'vitest';
import type { Decision } from '../../conformance/calibrate/decide.ts';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { imitate, likenesses } from './imitate.ts';
import { strangers } from './servers.ts';

const { path } = scratchFolder();
const SCENARIOS = ['assets/upload-kinds', 'auth/not-shown', 'errors/unknown-paths'];
const all = strangers('test', 40);

describe('An emulator that was calibrated', () => {
  it.each(['another make with choices 1', 'the partial server in Python'])('on %s shows the same', async (name) => {
    const server = await all.find((one) => one.name === name)?.start();
    if (server === undefined) throw new Error(`there is no ${name}`);
    const found = await imitate(server.target, path('emulator.yaml'), SCENARIOS).finally(server.close);
    expect(found.filter(({ is }) => is === 'other')).toEqual([]);
    expect(found.filter(({ is }) => is === 'same').length).toBeGreaterThan(3);
  });

  it('is reported where it differs, with the reason', () => {
    const sights = [{ instance: 'one', step: 'ask', path: 'status', value: '299' }];
    const server: Decision = { question: 'upload_status', kind: 'foreign', why: 'no choice shows 299', sights };
    const seen = sights.map((one) => ({ ...one, value: '201' }));
    const twin: Decision = { ...server, kind: 'set', choice: 201, sights: seen };
    expect(likenesses([server], [twin])).toEqual([
      { question: 'upload_status', is: 'other', server: '299', twin: '201', why: 'no choice shows 299' },
    ]);
  });
});

describe('The servers of others', () => {
  it('have every option of the server of another make, and the partial server in Python', () => {
    const options = all.flatMap((one) => one.options);
    expect(options).toEqual(
      expect.arrayContaining(['id_form=uuid', 'off: lists', 'upload_status=200', 'clock: stands']),
    );
    expect(new Set(options).size).toBe(options.length);
  });
});
