import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../../console/parts/explain.ts';
import { emulatorFor } from '../../testing/client.ts';

const because = (compared: Record<string, unknown>, section = '4.2') => ({
  status: 400,
  because: { rule: 'REQUEST-400', section, compared },
});

describe('The reason for a refusal in the console', () => {
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
      says: '400 by REQUEST-400 (specification 4.2), since the query was limit=0; purpose=input.',
    },
    {
      compared: { needed: 'skin.analyze', granted: ['makeup.apply', 'hair.apply'] },
      says: '400 by REQUEST-400 (specification 4.2), since the operation needs skin.analyze and the key has makeup.apply, hair.apply.',
    },
    {
      compared: { header: { mediaType: 'image/png', width: 9 }, enforced: true, networks: ['10.0.0.0/8'] },
      says: '400 by REQUEST-400 (specification 4.2), since header is mediaType image/png, width 9 and credits are enforced and the key may be used from 10.0.0.0/8.',
    },
    {
      compared: { claimed_by: 'job_1', same_request: false, job_is_there: true },
      says: '400 by REQUEST-400 (specification 4.2), since the Idempotency-Key was used for job_1 and this request is different and that job still exists.',
    },
    { compared: {}, says: '400 by REQUEST-400 (specification 4.2).' },
  ])('is a sentence without JSON: $says', ({ compared, says }) => {
    expect(sentenceOf(because(compared))).toBe(says);
  });

  it('names no section if the specification has none', () => {
    expect(sentenceOf(because({ limit_bytes: 5 }, '-'))).toBe('400 by REQUEST-400, since at most 5 bytes are allowed.');
  });

  it('shortens very long values', () => {
    expect(sentenceOf(because({ path: 'x'.repeat(999) })).length).toBeLessThan(250);
  });

  it('is one sentence without JSON syntax', async () => {
    const { emulator, client } = await emulatorFor();
    await client.submit('/v1/skin/analyses', { inputs: [], concerns: ['acne', 'acne'] }, { idempotencyKey: 'a' });
    expect(emulator.journal.find().map(sentenceOf)[0]).toMatch(
      /^400 by \S+ \(specification 4\S*\), since \w+\S* [^{}"]+\.$/,
    );
  });
});
