import { describe, expect, it } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { scratchFolder } from '../../emulator/testing/scratch-folder.ts';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import type { Decision } from './decision.ts';
import { differencesIn, readConfig } from './read-config.ts';
import { configText } from './write-config.ts';

const { write } = scratchFolder();
const SIGHT = { instance: 'assets/some', step: 'upload', path: 'status', value: '202' };
const sights = [SIGHT];
const DECISIONS: Decision[] = [
  { question: 'upload_status', kind: 'set', choice: 202, sights },
  { question: 'codes.not_found', kind: 'set', choice: 'NO_ROUTE', sights: [] },
  { question: 'input_retention', kind: 'set', choice: 7_200_000, sights: [] },
  { question: 'job_retention', kind: 'unseen', why: 'needs-clock', sights: [] },
];
const TEXT = configText('http://127.0.0.1:1', QUESTIONS, DECISIONS);

describe('A calibrated configuration', () => {
  it('starts an emulator with these choices', async () => {
    const emulator = await createEmulator({ config: write('emulator.yaml', TEXT) });
    const chosen = Object.fromEntries(emulator.readings.read().map(({ name, choice }) => [name, choice]));
    await emulator.close();
    expect(chosen).toMatchObject({ upload_status: 202, 'codes.not_found': 'NO_ROUTE' });
  });

  it('states what was seen, and why the other questions keep their default', () => {
    expect(TEXT).toContain('  # seen: 202 (status of upload in assets/some)\n  upload_status: 202\n');
    expect(TEXT).toContain('# job_retention: needs-clock\n');
  });

  it('can be read back with what was seen', () => {
    const written = readConfig('emulator.yaml', TEXT, QUESTIONS);
    expect(written.map(({ question: { name }, choice }) => [name, choice])).toEqual([
      ['upload_status', 202],
      ['input_retention', 7_200_000],
      ['codes.not_found', 'NO_ROUTE'],
    ]);
    expect(written[0]?.seen).toBe('202 (status of upload in assets/some)');
  });

  it('can be read back with its known differences; null if it was written without facts', () => {
    const left = [{ place: 'lists/all | x', a: 'one' }];
    const text = configText('http://127.0.0.1:1', QUESTIONS, DECISIONS, { left, alike: { alike: 8, compared: 9 } });
    expect(differencesIn(text)).toEqual({ differ: left });
    expect(differencesIn(TEXT)).toEqual({ differ: null });
  });

  it('can be read if it has a question that no longer exists, and the question is named', () => {
    const named: string[] = [];
    const text = 'readings:\n  json_order: reversed\n  id_form: to_be_encoded\n  upload_status: 200\n';
    const written = readConfig('emulator.yaml', text, QUESTIONS, (names) => named.push(...names));
    expect(written.map(({ question: { name } }) => name)).toEqual(['upload_status']);
    expect(named).toEqual(['json_order', 'id_form=to_be_encoded']);
  });

  it.each([
    ['readings:\n  upload_stats: 200\n', 'emulator.yaml:2:3: there is no open question upload_stats'],
    ['readings:\n  upload_status: 203\n', 'emulator.yaml:2:18: upload_status must be one of 200, 201, 202, not 203'],
    ['readings: [1]\n', 'emulator.yaml:1:11: readings must be a map'],
    ['readings: {', 'emulator.yaml:1:12: this is not YAML'],
  ])('with a mistake is refused, and the place of the mistake is named: %j', (text, message) => {
    expect(() => readConfig('emulator.yaml', text, QUESTIONS)).toThrow(message);
  });
});
