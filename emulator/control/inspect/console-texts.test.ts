import { describe, expect, it } from 'vitest';
import { asText, sentenceOf } from '../../../console/parts/explain.ts';

const because = (compared: Record<string, unknown>, section = '4.2') => ({
  status: 400,
  because: { rule: 'REQUEST-400', section, compared },
});

describe('Why a request was refused, as the console shows it', () => {
  it.each([
    {
      compared: { fields: [{ path: 'concerns', problem: 'is required' }] },
      says: '400 by REQUEST-400 (specification 4.2), since concerns is required.',
    },
    {
      compared: {
        query: [
          ['limit', '0'],
          ['purpose', 'input'],
        ],
      },
      says: '400 by REQUEST-400 (specification 4.2), since query is limit=0; purpose=input.',
    },
    {
      compared: { needed: 'skin.analyze', granted: ['makeup.apply', 'hair.apply'] },
      says: '400 by REQUEST-400 (specification 4.2), since needed is skin.analyze and granted is makeup.apply, hair.apply.',
    },
    {
      compared: { header: { mediaType: 'image/png', width: 9 }, enforced: true, networks: null },
      says: '400 by REQUEST-400 (specification 4.2), since header is mediaType image/png, width 9 and enforced is yes and networks is none.',
    },
    { compared: {}, says: '400 by REQUEST-400 (specification 4.2).' },
  ])('is a sentence without JSON: $says', ({ compared, says }) => {
    expect(sentenceOf(because(compared))).toBe(says);
  });

  it('names no section where the specification has none', () => {
    expect(sentenceOf(because({ limit_bytes: 5 }, '-'))).toBe('400 by REQUEST-400, since limit bytes is 5.');
  });

  it('cuts what is very long', () => {
    expect(sentenceOf(because({ path: 'x'.repeat(999) })).length).toBeLessThan(250);
    expect(asText('x'.repeat(999))).toHaveLength(999);
  });
});
