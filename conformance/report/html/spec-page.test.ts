import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Question } from '../../../shared/questions/question.ts';
import { sentenceCovers } from '../../suite/rules/sentence-cover.ts';
import { anchorsOfText } from '../../suite/rules/spec-anchors.ts';
import { anchorOf } from '../../suite/rules/spec-sentences.ts';
import { rulesOf, SAMPLE_SPEC, sampleRegistry } from '../../suite/rules/testing/sample-rules.ts';
import { traceSpec } from '../../suite/rules/trace-spec.ts';
import { specPage } from './spec-page.ts';

const place = { file: 'scenarios/keys.yaml', line: 1, column: 1 };
const question: Question = {
  name: 'key_days',
  section: '4.2',
  anchor: [anchorOf('A key is kept for 7 days.')],
  ask: 'to the day, or to the second?',
  choices: { kind: 'duration', from: 0, to: null },
  default: 604_800_000,
  because: 'seconds are usual',
  moves: 'the end of a key',
};
const input = {
  registry: sampleRegistry(),
  scenarios: [{ id: 'keys/replay', place, covers: ['REPLAY-200', 'REPLAY-SAME-JOB'], checks: [] }],
  deviations: [{ id: 'replays-again', breaks: ['REPLAY-200', 'REPLAY-SAME-JOB'] }],
  questions: [question],
};
const MARKDOWN = `${SAMPLE_SPEC}\n## 6. Notes\n\nRead \`spec.md\` & <b>more</b>.\n\nRead it all.\n\nRead it all.\n`;

function pageOf(change: Partial<Parameters<typeof specPage>[0]> = {}): string {
  return specPage({ file: 'spec.md', markdown: MARKDOWN, coverOf: sentenceCovers(input), draft: null, ...change });
}
const page = pageOf();

/** The row of a sentence. */
function rowOf(words: string, text = page): string {
  return text.split('<tr').find((part) => part.includes(`<td>${words}`)) ?? '';
}

describe('The specification as a page', () => {
  it('has each sentence in the order of the text, below its heading, with a link to it', () => {
    const texts = [...page.matchAll(/<strong>(.*?)<\/strong>|<td>(The same|A key|Keep|Read)/g)].map(
      ([, heading, words]) => heading ?? words,
    );
    expect(texts).toEqual('Sample,4.2 Keys,The same,A key,5. Duties,Keep,6. Notes,Read,Read,Read'.split(','));
    const hash = anchorOf('Keep the key secret.');
    expect(rowOf('Keep')).toMatch(new RegExp(`^ id="${hash}" .*<a class="clause" href="#${hash}">`));
  });

  it('has only one link for a repeated sentence', () => {
    expect(page.match(new RegExp(`id="${anchorOf('Read it all.')}"`, 'g'))).toHaveLength(1);
    expect(page.match(/<td>Read it all\./g)).toHaveLength(2);
  });

  it('shows the rules of a sentence, where they are tested, and what breaks them', () => {
    expect(rowOf('The same')).toContain('data-verdict="pass"');
    expect(rowOf('The same')).toContain(
      '<code>REPLAY-200</code> must: repeating a request with the same key returns 200 <span class="quiet">(1 scenario, 1 deviation)</span>',
    );
    expect(rowOf('The same')).toContain('<span class="quiet">tested in</span> <code>keys/replay</code>');
    expect(rowOf('The same')).toContain('<span class="quiet">broken by</span> <code>replays-again</code>');
  });

  it('shows an open question with its lawful choices and that of the emulator', () => {
    const row = rowOf('A key');
    expect(row).toContain('open: <code>key_days</code> to the day, or to the second?');
    expect(row).toContain('Lawful: <code>a duration from 0s</code>');
    expect(row).toContain('The emulator: <code>7d</code>, because seconds are usual');
  });

  it('states why a sentence is not testable', () => {
    expect(rowOf('Keep')).toContain('data-verdict="not_applicable"');
    expect(rowOf('Keep')).toContain('<code>KEY-SECRET</code> not testable: duty of the caller');
  });

  it('counts the states that occur, and has a filter for each of them', () => {
    expect([...page.matchAll(/<li class="(\w+)"><b>(\d+)<\/b> ([a-z ]+)</g)].map((match) => match.slice(1))).toEqual([
      ['pass', '1', 'covered'],
      ['warn', '1', 'partly covered'],
      ['not_applicable', '1', 'not testable'],
      ['fail', '3', 'nothing'],
    ]);
    expect([...page.matchAll(/type="radio" name="verdict" value="(\w+)"/g)].map(([, value]) => value)).toEqual(
      'all,pass,warn,not_applicable,fail'.split(','),
    );
    for (const kind of ['pass', 'warn', 'not_applicable', 'fail'])
      expect(page).toContain(
        `.rules:has([value=${kind}]:checked) tbody tr:not([data-verdict=${kind}]) { display: none; }`,
      );
  });

  it('loads nothing from outside, and allows only its own script', () => {
    expect(page).not.toMatch(/<(?:link|img|iframe|object|base)\b|\bsrc=|@import|url\(|\son\w+=/);
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(page).toContain(`script-src &#39;sha256-${hash}&#39;`);
    expect(page.match(/<script/g)).toHaveLength(1);
  });

  it('shows the markup of the text and of rules as text, and code in a code font', () => {
    expect(rowOf('Read <code>spec.md')).toContain('Read <code>spec.md</code> &amp; &lt;b&gt;more&lt;/b&gt;.');
    const evil = '<script>alert(1)</script>';
    const registry = rulesOf(
      `KEY-X: {clause: "1", level: must, group: core, anchor: "${anchorOf('Read it all.')}", says: "${evil}"}`,
    );
    const text = pageOf({ file: evil, coverOf: sentenceCovers({ ...input, registry }) });
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('must: &lt;script&gt;');
  });

  it('shows what a newer text changes, with links to the older one', () => {
    const newer = MARKDOWN.replace('A key is kept for 7 days.', '')
      .replace('with 200', 'with 208')
      .replace('1. Keep the key secret.', '')
      .concat('\nKeep the key secret.\n\nOne thing is new.\n');
    const changes = traceSpec(input.registry, newer, anchorsOfText(MARKDOWN), () => ['keys/replay']);
    const text = pageOf({ draft: { file: 'draft.md', changes } });
    const titles = [...text.matchAll(/<h2>([A-Z]\w+(?: with [a-z.]+)?)\s?<(?:span class="count">(\d+))?/g)];
    expect(titles.map(([, title, count]) => [title, count])).toEqual([
      ['Compared with draft.md', undefined],
      ['Gone', '1'],
      ['Changed', '1'],
      ['Moved', '1'],
      ['New', '1'],
      ['Sentences', '6'],
    ]);
    expect(text).toContain(`§4.2<br><a class="clause" href="#${anchorOf('A key is kept for 7 days.')}">`);
    expect(text).toContain('<span class="why">was: The same request under the same key answers with 200');
    expect(text).toContain('<code>KEY-DAYS</code><span class="quiet"> in <code>keys/replay</code>');
    expect(text).toContain('<td>§5 to §6<br>');
    const same = traceSpec(input.registry, MARKDOWN, anchorsOfText(MARKDOWN), () => []);
    expect(pageOf({ draft: { file: 'draft.md', changes: same } })).toContain('Its sentences are the same.');
  });
});
