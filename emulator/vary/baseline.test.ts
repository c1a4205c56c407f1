import { describe, expect, it } from 'vitest';
import { readBaseline, withBaseline } from './baseline.ts';
import { rowOf } from './testing/report-of.ts';

const FOUND = rowOf({ verdict: 'finding' });
const PROVEN = rowOf({
  variation: 'submit-503',
  verdict: 'finding',
  proofs: [{ kind: 'no-later-try', section: '7', says: '', count: 1, exchanges: [] }],
});
const known = (entry: object, rows = [FOUND, PROVEN], today = '2026-06-01') =>
  withBaseline(rows, readBaseline({ known_findings: [{ because: 'a ticket', ...entry }] }), today);

describe('a baseline', () => {
  it('accepts what it names, with the reason', () => {
    const { rows, stale } = known({ variation: 'upload_status=*' });
    expect(rows.map(({ verdict, because }) => [verdict, because])).toEqual([
      ['known', 'a ticket'],
      ['finding', null],
    ]);
    expect(stale).toEqual([]);
  });

  it('accepts only the kind of proof that it names, if any', () => {
    expect(known({ variation: 'submit-503', kind: 'no-later-try' }).rows[1]?.verdict).toBe('known');
    expect(known({ variation: 'submit-503', kind: 'second-job' }).rows[1]?.verdict).toBe('finding');
  });

  it('applies until the end of its last day', () => {
    const until = { variation: 'upload_status=200', until: '2026-06-01' };
    expect(known(until).rows[0]?.verdict).toBe('known');
    expect(known(until, [FOUND], '2026-06-02').rows[0]?.verdict).toBe('finding');
  });

  it('is stale if what it names was run and not found', () => {
    const rows = [rowOf()];
    expect(known({ variation: 'upload_status=200' }, rows).stale).toEqual(['upload_status=200']);
    expect(known({ variation: 'id_form=uuid' }, rows).stale).toEqual([]);
  });

  it('needs a reason', () => {
    expect(() => readBaseline({ known_findings: [{ variation: 'x' }] })).toThrow(/known_findings\[0\]\.because/);
    expect(() => readBaseline({ known: [] })).toThrow(/The baseline/);
  });
});
