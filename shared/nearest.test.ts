import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { didYouMean, nearestWord } from './nearest.ts';

describe('the nearest word', () => {
  it.each([
    ['stauts', 'status'],
    ['statu', 'status'],
    ['Status', 'status'],
    ['statuss', 'status'],
    ['Retry-After', 'retry_after'],
    ['CANCEL-TABEL', 'CANCEL-TABLE'],
    ['naem', 'name'],
    ['gte', 'get'],
    ['forward', 'forward-to'],
  ])('of %s is %s', (word, nearest) => {
    expect(nearestWord(word, ['body', nearest, 'header'])).toBe(nearest);
  });

  it.each([['if'], ['poll'], [''], ['something_else']])('is null for %j, which is similar to none of them', (word) => {
    expect(nearestWord(word, ['status', 'body', 'header'])).toBeNull();
  });

  it('is not sought for a very long word', () => {
    const long = 'status'.repeat(40);
    expect([nearestWord(`${long}e`, [long]), nearestWord(long, [long])]).toEqual([null, long]);
  });

  it('is the most similar one', () => {
    expect(nearestWord('jobs', ['job', 'jobz', 'jbos'])).toBe('job');
    expect(nearestWord('headers', ['header', 'leaders', 'headers2'])).toBe('header');
  });

  it('is the word itself if it is known', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.nat(), (known, at) => {
        const word = known[at % known.length] ?? '';
        expect(nearestWord(word, known)?.toLowerCase().replaceAll('-', '_')).toBe(
          word.toLowerCase().replaceAll('-', '_'),
        );
      }),
    );
  });

  it('is suggested in a sentence, or the suggestion is empty', () => {
    expect(didYouMean('stauts', ['status'])).toBe('; did you mean status?');
    expect(didYouMean('poll', ['status'])).toBe('');
  });

  it('is also found by the part after its dot', () => {
    expect(didYouMean('rate_limited', ['status', 'codes.rate_limited'])).toBe('; did you mean codes.rate_limited?');
    expect(didYouMean('limited', ['codes.rate_limited'])).toBe('');
  });
});
