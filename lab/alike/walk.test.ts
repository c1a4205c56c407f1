import { describe, expect, it } from 'vitest';
import { QUESTIONS } from '../../shared/questions/generated/table.ts';
import { choicesOf } from '../proof/choices.ts';
import { walk } from './walk.ts';

/** Quick ones, which observe a status, a code and a word. */
const SCENARIOS = ['assets/upload-kinds', 'auth/not-shown'];
const CHOICES = ['upload_status=202', 'unknown_path_without_key=401', 'json_spacing=indented', 'id_form=uuid'];
const row = choicesOf(QUESTIONS).filter(({ name }) => CHOICES.includes(name));

describe('A comparison with the emulator by default', () => {
  it('reports the questions that choose otherwise, and nothing of choices that no scenario observes', async () => {
    expect(await walk(row, SCENARIOS)).toEqual({
      told: row.map(({ name }) => name).filter((name) => CHOICES.indexOf(name) < 2),
      quiet: row.map(({ name }) => name).filter((name) => CHOICES.indexOf(name) >= 2),
      missing: [],
      extra: [],
    });
  });

  it('of the emulator with itself reports nothing', async () => {
    expect(await walk([], SCENARIOS)).toEqual({ told: [], quiet: [], missing: [], extra: [] });
  });
});
