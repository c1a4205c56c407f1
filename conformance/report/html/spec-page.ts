import { counted } from '../../../shared/counted.ts';
import { choicesText, type Question, shownChoice } from '../../../shared/questions/question.ts';
import { html, type Markup } from '../../../shared/report/markup.ts';
import { codeSpans, headRow, htmlPage, tiles } from '../../../shared/report/page.ts';
import {
  type RuleCover,
  SENTENCE_STATES,
  type SentenceCover,
  type SentenceState,
} from '../../suite/rules/sentence-cover.ts';
import { type SpecSentence, specHeadings, specSentences } from '../../suite/rules/spec-sentences.ts';
import type { SpecTrace } from '../../suite/rules/trace-spec.ts';
import { draftSections } from './draft-tables.ts';
import { ROW_SEARCH, rowFilters } from './row-filters.ts';

/** The color in the report and the name of each state. */
const STATES: Record<SentenceState, readonly [verdict: string, word: string]> = {
  covered: ['pass', 'covered'],
  partly: ['warn', 'partly covered'],
  open: ['inconclusive', 'open question'],
  not_testable: ['not_applicable', 'not testable'],
  nothing: ['fail', 'nothing'],
};

export type SpecPage = {
  /** The file of the text, as the user named it. */
  file: string;
  markdown: string;
  coverOf(anchor: string): SentenceCover;
  /** What a newer text changes. */
  draft: { file: string; changes: SpecTrace } | null;
};

/** A specification as one HTML page: its sentences in order, each with its rules and questions. */
export function specPage({ file, markdown, coverOf, draft }: SpecPage): string {
  const sentences = specSentences(markdown).map((sentence) => ({ ...sentence, ...coverOf(sentence.anchor) }));
  const counts = SENTENCE_STATES.map((state) => ({
    state,
    count: sentences.filter((one) => one.state === state).length,
  })).filter(({ count }) => count > 0);
  const top = html`<header class="top">
<p class="kind">Specification</p>
<h1>${file}</h1>
${tiles(counts.map(({ state, count }) => [STATES[state][0], count, STATES[state][1]]))}
<p class="quiet">A sentence is covered if each of its rules has a scenario that tests it and a deviation that breaks it and is caught.</p>
</header>`;
  const filters = rowFilters(
    'State',
    counts.map(({ state }) => STATES[state]),
    'Search sentences',
  );
  const table = html`<section class="rules"><h2>Sentences <span class="count">${sentences.length}</span></h2>
${filters}<table class="list sentences">${headRow(['State', 'Sentence', 'Behind it'])}<tbody>${rowsOf(markdown, sentences)}</tbody></table></section>`;
  return htmlPage({
    title: `${file}: ${counted(sentences.length, 'sentence')}`,
    sections: [top, ...draftSections(draft), table],
    script: ROW_SEARCH,
  });
}

type CoveredSentence = SpecSentence & SentenceCover;

/** Headings and sentences in the order of the text. A repeated sentence has its link at its first occurrence. */
function rowsOf(markdown: string, sentences: readonly CoveredSentence[]): Markup[] {
  const linked = new Set<string>();
  const headings = specHeadings(markdown).map(({ line, text }) => ({
    line,
    row: html`<tr><th colspan="3" scope="rowgroup"><strong>${codeSpans(text)}</strong></th></tr>\n`,
  }));
  const rows = sentences.map((sentence) => {
    const id = linked.has(sentence.anchor) ? null : html` id="${sentence.anchor}"`;
    linked.add(sentence.anchor);
    return { line: sentence.line, row: sentenceRow(sentence, id) };
  });
  return [...headings, ...rows].sort((one, other) => one.line - other.line).map(({ row }) => row);
}

function sentenceRow({ anchor, text, state, rules, questions }: CoveredSentence, id: Markup | null): Markup {
  const [verdict, word] = STATES[state];
  return html`<tr${id} class="${verdict}" data-verdict="${verdict}"><td><span class="verdict">${word}</span><br><a class="clause" href="#${anchor}"><code>${anchor}</code></a></td><td>${codeSpans(text)}</td><td>${rules.map(ruleBlock)}${questions.map(questionBlock)}</td></tr>
`;
}

function ruleBlock({ rule, scenarios, deviations }: RuleCover): Markup {
  const { id, level, says, because } = rule;
  const name = html`<code>${id}</code> ${level}: ${says}`;
  if (level === 'excluded') return html`<p><code>${id}</code> not testable: ${because}</p>`;
  const counts = [counted(scenarios.length, 'scenario')];
  if (level !== 'gap') counts.push(counted(deviations.length, 'deviation'));
  return html`<details><summary>${name} <span class="quiet">(${counts.join(', ')})</span></summary>${idList('tested in', scenarios)}${idList('broken by', deviations)}</details>`;
}

function idList(what: string, ids: readonly string[]): Markup | null {
  if (ids.length === 0) return null;
  return html`<p class="ids"><span class="quiet">${what}</span> ${ids.map((id) => html`<code>${id}</code> `)}</p>`;
}

function questionBlock(question: Question): Markup {
  const { name, ask, because } = question;
  return html`<details><summary>open: <code>${name}</code> ${ask}</summary><p>Lawful: <code>${choicesText(question)}</code></p>
<p>The emulator: <code>${shownChoice(question, question.default)}</code>, because ${because}</p></details>`;
}
