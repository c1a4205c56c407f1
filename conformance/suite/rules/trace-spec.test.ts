import { describe, expect, it } from 'vitest';
import { readSpecAnchors, specAnchorsText } from './spec-anchors.ts';
import { rulesOf, SAMPLE_SPEC, sampleRegistry } from './testing/sample-rules.ts';
import { traceSpec } from './trace-spec.ts';

const registry = sampleRegistry();
const known = readSpecAnchors('x.yaml', specAnchorsText('1', SAMPLE_SPEC));
const scenariosOf = (rule: string) => (rule === 'REPLAY-200' ? ['idempotency/replay'] : []);
const compare = (draft: string) => traceSpec(registry, draft, known, scenariosOf);

describe('what a draft of the spec touches', () => {
  it('is nothing where its statements are the same, wherever they stand', () => {
    const moved = SAMPLE_SPEC.replace('1. Keep the key secret.', 'Keep\nthe key secret.').replace('## 5', '## 9');
    expect(compare(moved)).toEqual({ added: [], changed: [], removed: [] });
  });

  it('shows a reworded statement with its line, its old anchor, and the rules and scenarios that stand on it', () => {
    const { added, changed, removed } = compare(SAMPLE_SPEC.replace('answers with 200', 'answers with 208'));
    expect([added, removed]).toEqual([[], []]);
    expect(changed).toEqual([
      {
        section: '4.2',
        line: 5,
        text: 'The same request under the same key answers with 208 and the first job.',
        anchor: expect.stringMatching(/^[0-9a-f]{8}$/),
        was: 'd539cd36',
        rules: [
          { rule: 'REPLAY-200', scenarios: ['idempotency/replay'] },
          { rule: 'REPLAY-SAME-JOB', scenarios: [] },
        ],
      },
    ]);
  });

  it('pairs several reworded statements of a section each with its own', () => {
    const draft = SAMPLE_SPEC.replace('answers with 200', 'is answered 200').replace('for 7 days', 'for 30 days');
    expect(compare(draft).changed.map(({ was, text }) => [was, text])).toEqual([
      ['d539cd36', 'The same request under the same key is answered 200 and the first job.'],
      ['31cc8f78', 'A key is kept for 30 days.'],
    ]);
  });

  it('takes the likeliest of several new statements for the reworded one, and the others for new', () => {
    const draft = SAMPLE_SPEC.replace('A key is kept for 7 days.', 'Some days are kept. A key is kept for 8 days.');
    const { added, changed } = compare(draft);
    expect(changed.map(({ was, text }) => [was, text])).toEqual([['31cc8f78', 'A key is kept for 8 days.']]);
    expect(added.map(({ text }) => text)).toEqual(['Some days are kept.']);
  });

  it('shows a statement that stands there twice once', () => {
    const { added } = compare(`${SAMPLE_SPEC}\nA watermark is drawn.\n\nA watermark is drawn.\n`);
    expect(added.map(({ line }) => line)).toEqual([11]);
  });

  it('shows a statement that is gone with the section that it stood in', () => {
    expect(compare(SAMPLE_SPEC.replace('A key is kept for 7 days.', ''))).toEqual({
      added: [],
      changed: [],
      removed: [{ section: '4.2', anchor: '31cc8f78', rules: [{ rule: 'KEY-DAYS', scenarios: [] }] }],
    });
  });

  it('shows a statement that no rule names yet', () => {
    const { added, changed, removed } = compare(SAMPLE_SPEC.replace('## 5', 'A watermark is drawn.\n\n## 5'));
    expect(added.map(({ section, line, text }) => [section, line, text])).toEqual([
      ['4.2', 7, 'A watermark is drawn.'],
    ]);
    expect([changed, removed]).toEqual([[], []]);
  });

  it('takes a statement of another section for a new one, however alike', () => {
    const draft = SAMPLE_SPEC.replace(' A key is kept for 7 days.', '').concat('\nA key is kept for 8 days.\n');
    expect(compare(draft).added.map(({ text }) => text)).toEqual(['A key is kept for 8 days.']);
    expect(compare(draft).removed.map(({ anchor }) => anchor)).toEqual(['31cc8f78']);
  });

  it('knows a wholly different wording by the spot where it stands', () => {
    const draft = SAMPLE_SPEC.replace('A key is kept for 7 days.', 'After one week it may be forgotten.');
    expect(compare(draft).changed.map(({ was }) => was)).toEqual(['31cc8f78']);
    expect(traceSpec(registry, draft, null, scenariosOf).changed).toEqual([]);
  });

  it('goes by the clause of the rule where the old statements are not at hand', () => {
    const duties = rulesOf(
      'KEY-SAFE: {clause: "5.1", level: must, group: core, anchor: "9745e4d9", says: "the key is kept secret"}',
    );
    const { changed } = traceSpec(duties, '## 5. Duties\n\n1. Always keep your key secret.\n', null, scenariosOf);
    expect(changed.map(({ was, section }) => [was, section])).toEqual([['9745e4d9', '5']]);
  });
});
