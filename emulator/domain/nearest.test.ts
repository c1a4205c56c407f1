import { describe, expect, it } from 'vitest';
import { nearestWord } from './nearest.ts';

const WORDS = ['retry_after', 'upload_status', 'seed', 'clock', 'stages'];

describe('nearestWord', () => {
  it.each([
    ['a letter too many', 'seeds', 'seed'],
    ['a letter too few', 'cock', 'clock'],
    ['a changed letter', 'stagos', 'stages'],
    ['two letters that changed places', 'upload_stauts', 'upload_status'],
    ['three mistakes', 'retryaftr_', 'retry_after'],
    ['another case', 'SEED', 'seed'],
    ['the word itself', 'clock', 'clock'],
  ])('finds the word behind %s', (_, word, nearest) => {
    expect(nearestWord(word, WORDS)).toBe(nearest);
  });

  it.each([
    ['four mistakes', 'xxxxy_after'],
    ['a short word of which more than half is wrong', 'sxyz'],
    ['the empty word', ''],
  ])('finds none for %s', (_, word) => {
    expect(nearestWord(word, WORDS)).toBeNull();
  });

  it('finds none where no word is known', () => {
    expect(nearestWord('seed', [])).toBeNull();
  });

  it('finds the nearest of several near ones, whatever their order', () => {
    expect(nearestWord('stage', ['stale', 'stages', 'stage_'])).toBe('stale');
    expect(nearestWord('color', ['colours', 'colour'])).toBe('colour');
    expect(nearestWord('color', ['colour', 'colours'])).toBe('colour');
  });
});
