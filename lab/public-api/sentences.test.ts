import { expect, it } from 'vitest';
import { readSentences } from './files.ts';
import { sentenceLines } from './sentence-lines.ts';

it('docs/public-api/sentences.txt is up to date; otherwise run `npm run public-api`', () => {
  expect(sentenceLines()).toEqual(readSentences());
});
