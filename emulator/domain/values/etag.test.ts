import { describe, expect, it } from 'vitest';
import { matchesEtag } from './etag.ts';

describe('matchesEtag', () => {
  it.each([
    ['the tag itself', '"abc"', '"abc"'],
    ['a weak spelling of a strong tag', 'W/"abc"', '"abc"'],
    ['a strong spelling of a weak tag', '"abc"', 'W/"abc"'],
    ['two weak spellings', 'W/"abc"', 'W/"abc"'],
    ['a list with the tag first', '"abc", "def"', '"abc"'],
    ['a list with the tag last', '"def", "abc"', '"abc"'],
    ['a list without spaces', '"def","abc"', '"abc"'],
    ['a list of weak tags', 'W/"def", W/"abc"', '"abc"'],
    ['a tag with a comma', '"a,b"', '"a,b"'],
    ['the empty tag', '""', '""'],
    ['a star', '*', '"abc"'],
    ['a star among spaces', ' * ', '"abc"'],
    ['a tag among spaces', ' "abc" ', '"abc"'],
  ])('matches %s', (_, header, etag) => {
    expect(matchesEtag(header, etag)).toBe(true);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another tag', '"abd"'],
    ['a tag in another case', '"ABC"'],
    ['a longer tag', '"abcd"'],
    ['a shorter tag', '"ab"'],
    ['a tag without its quotes', 'abc'],
    ['a list without the tag', '"def", W/"ghi"'],
    ['a star in quotes', '"*"'],
    ['a tag that stands between two others', '"x"abc"y"'],
  ])('does not match %s', (_, header) => {
    expect(matchesEtag(header, '"abc"')).toBe(false);
  });
});
