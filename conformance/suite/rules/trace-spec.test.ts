import { describe, expect, it } from 'vitest';
import { anchorsOfText } from './spec-anchors.ts';
import { specSentences } from './spec-sentences.ts';
import { rulesOf, SAMPLE_SPEC, sampleRegistry } from './testing/sample-rules.ts';
import { traceSpec } from './trace-spec.ts';

const registry = sampleRegistry();
const anchorsIn = (section: string) =>
  specSentences(SAMPLE_SPEC).flatMap((one) => (one.section === section ? [one.anchor] : []));
const known = { spec: '1', anchors: new Map(['4.2', '5'].map((section) => [section, anchorsIn(section)])) };
const scenariosOf = (rule: string) => (rule === 'REPLAY-200' ? ['idempotency/replay'] : []);
const compare = (draft: string) => traceSpec(registry, draft, known, scenariosOf);

/** Returns what changed, as `was: text`, what was added, and the anchors of what was removed. */
function changesIn(draft: string) {
  const { added, changed, removed } = compare(draft);
  return {
    changed: changed.map(({ was, text }) => `${was}: ${text}`),
    added: added.map(({ section, line, text }) => `${section} L${line} ${text}`),
    removed: removed.map(({ anchor }) => anchor),
  };
}
const [SAME_JOB, DAYS] = ['answers with 200', 'A key is kept for 7 days.'];

describe('What a draft of the spec touches', () => {
  it('is nothing if it contains the same statements, wherever they are', () => {
    const moved = SAMPLE_SPEC.replace('1. Keep the key secret.', 'Keep\nthe key secret.').replace('## 5', '## 9');
    expect(compare(moved)).toEqual({ added: [], changed: [], removed: [], moved: [] });
  });

  it('includes a reworded statement with its line, its old anchor, and its rules and scenarios', () => {
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

  it.each<[what: string, draft: string, expected: Partial<ReturnType<typeof changesIn>>]>([
    [
      'pairs several reworded statements each with its own',
      SAMPLE_SPEC.replace(SAME_JOB, 'is answered 200').replace('for 7 days', 'for 30 days'),
      {
        changed: [
          'd539cd36: The same request under the same key is answered 200 and the first job.',
          '31cc8f78: A key is kept for 30 days.',
        ],
      },
    ],
    [
      'takes the likeliest of several new statements for the reworded one',
      SAMPLE_SPEC.replace(DAYS, 'Some days are kept. A key is kept for 8 days.'),
      { changed: ['31cc8f78: A key is kept for 8 days.'], added: ['4.2 L5 Some days are kept.'] },
    ],
    [
      'shows a new statement once, though it stands there twice',
      `${SAMPLE_SPEC}\nA watermark is drawn.\n\nA watermark is drawn.\n`,
      { added: ['5 L11 A watermark is drawn.'] },
    ],
    [
      'takes a statement of another section for a new one, however alike',
      SAMPLE_SPEC.replace(` ${DAYS}`, '').concat('\nA key is kept for 8 days.\n'),
      { added: ['5 L11 A key is kept for 8 days.'], removed: ['31cc8f78'] },
    ],
  ])('%s', (_, draft, expected) => {
    expect(changesIn(draft)).toEqual({ changed: [], added: [], removed: [], ...expected });
  });

  it('includes a removed statement with its old section', () => {
    expect(compare(SAMPLE_SPEC.replace('A key is kept for 7 days.', ''))).toEqual({
      added: [],
      changed: [],
      moved: [],
      removed: [{ section: '4.2', anchor: '31cc8f78', rules: [{ rule: 'KEY-DAYS', scenarios: [] }] }],
    });
  });

  it('matches a completely reworded statement by its position', () => {
    const draft = SAMPLE_SPEC.replace('A key is kept for 7 days.', 'After one week it may be forgotten.');
    expect(compare(draft).changed.map(({ was }) => was)).toEqual(['31cc8f78']);
    expect(traceSpec(registry, draft, null, scenariosOf).changed).toEqual([]);
  });

  it('depends on the clause of the rule if the old statements are not available', () => {
    const duties = rulesOf(
      'KEY-SAFE: {clause: "5.1", level: must, group: core, anchor: "9745e4d9", says: "the key is kept secret"}',
    );
    const { changed } = traceSpec(duties, '## 5. Duties\n\n1. Always keep your key secret.\n', null, scenariosOf);
    expect(changed.map(({ was, section }) => [was, section])).toEqual([['9745e4d9', '5']]);
  });
});

describe('The changes of a draft compared to an older text', () => {
  const before = `${SAMPLE_SPEC}2. Be polite.\n\n## 6. Notes\n\nAll of it is new.\n`;
  const since = (draft: string) => traceSpec(registry, draft, anchorsOfText(before), scenariosOf);

  it('are none if both texts have the same sentences, whatever the anchors of the rules', () => {
    expect(since(before)).toEqual({ added: [], changed: [], removed: [], moved: [] });
  });

  it('are removed and reworded sentences, with their text, even without a rule', () => {
    const { removed, changed } = since(before.replace('2. Be polite.', '').replace('is new', 'is very new'));
    expect(removed).toMatchObject([{ section: '5', was_text: 'Be polite.', rules: [] }]);
    expect(changed).toMatchObject([{ text: 'All of it is very new.', was_text: 'All of it is new.', rules: [] }]);
  });

  it('are sentences that moved to another section, with their rules and scenarios', () => {
    const sentence = 'The same request under the same key answers with 200 and the first job.';
    const { moved, ...rest } = since(`${before.replace(sentence, '')}\n${sentence}\n`);
    expect(rest).toEqual({ added: [], changed: [], removed: [] });
    expect(moved).toMatchObject([
      {
        was_section: '4.2',
        section: '6',
        text: sentence,
        rules: [{ rule: 'REPLAY-200', scenarios: ['idempotency/replay'] }, { rule: 'REPLAY-SAME-JOB' }],
      },
    ]);
  });

  it('do not include a sentence that only occurs once more or once less', () => {
    const repeated = `${before}\nBe polite.\n`;
    expect(since(repeated).moved).toEqual([]);
    expect(traceSpec(registry, before, anchorsOfText(repeated), scenariosOf).moved).toEqual([]);
  });

  it('are new sentences, with the rules that already name them', () => {
    const draft = before.replace('A key is kept for 7 days.', 'A key is kept for 7 days. It cannot be guessed.');
    const older = before.replace('1. Keep the key secret.\n', '');
    expect(since(draft).added).toMatchObject([{ text: 'It cannot be guessed.', rules: [] }]);
    const { added } = traceSpec(registry, before, anchorsOfText(older), scenariosOf);
    expect(added).toMatchObject([{ text: 'Keep the key secret.', rules: [{ rule: 'KEY-SECRET' }] }]);
  });
});
