import { describe, expect, it } from 'vitest';
import { withMarks } from './write-marks.ts';

const TABLE = `# What is open of sizes.
size:
  ask: how many?
  choices: [0, 1]
  blamed: {1: [FIRST-RULE]}
  because: it is least

codes.gone:
  ask: which one?   # as it was written
  blamed:
    AWAY: [FIRST-RULE]
    OFF: [SECOND-RULE]
  because: it is shorter
`;
const marked = (question: string, line: string | null, field: 'blamed' | 'warned' = 'blamed') =>
  withMarks(TABLE, [{ question, field, line }]);

describe('A mark in a file of the table', () => {
  it('is written at the end of the entry, replaces the previous one, and changes nothing else', () => {
    expect(marked('size', 'blamed: {1: [SECOND-RULE]}')).toBe(
      TABLE.replace('  blamed: {1: [FIRST-RULE]}\n', '').replace(
        '  because: it is least\n',
        '  because: it is least\n  blamed: {1: [SECOND-RULE]}\n',
      ),
    );
  });

  it('is removed, even from several lines, if no mark remains', () => {
    expect(marked('codes.gone', null)).toBe(
      TABLE.replace('  blamed:\n    AWAY: [FIRST-RULE]\n    OFF: [SECOND-RULE]\n', ''),
    );
  });

  it('does not change marks of the other kind', () => {
    expect(marked('size', 'warned: {0: [A]}', 'warned')).toBe(
      TABLE.replace('  because: it is least\n', '  because: it is least\n  warned: {0: [A]}\n'),
    );
  });

  it('is added at the end of a file', () => {
    expect(marked('codes.gone', 'blamed: {AWAY: [A]}').endsWith('shorter\n  blamed: {AWAY: [A]}\n')).toBe(true);
  });

  it('is not written if the question is in another file', () => {
    expect(marked('color', 'blamed: {any: [A]}')).toBe(TABLE);
  });
});
