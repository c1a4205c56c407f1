import { html, type Markup } from '../../../shared/report/markup.ts';
import { codeList, headRow, htmlPage, tiles } from '../../../shared/report/page.ts';
import type { CoverageReport, CoverageState, CoveredBehaviour } from '../../domain/test-control/coverage.ts';
import { groupsOf, shareText, shortId } from './coverage-text.ts';

const CLASSES: Record<CoverageState, string> = { met: 'pass', unanswered: 'warn', never: 'not_applicable' };
const WORDS: Record<CoverageState, string> = { met: 'met', unanswered: 'no reaction', never: 'never met' };

export function coverageHtml(report: CoverageReport): string {
  const title = `Coverage of the service: ${report.percent} %`;
  const counts = (['met', 'unanswered', 'never'] as const).map(
    (state) => [CLASSES[state], report[state], WORDS[state]] as const,
  );
  const top = html`<section class="top">
<h1>${title}</h1>
<p>${shareText(report)}</p>
${tiles(counts)}
</section>`;
  const sections = [top, ...groupsOf(report.behaviours).map(section), othersSection(report)];
  return htmlPage({ title, description: shareText(report), sections });
}

function section({ name, all }: ReturnType<typeof groupsOf>[number]): Markup {
  const met = all.filter(({ state }) => state === 'met').length;
  return html`<section><h2><code>${name}</code> <span class="count">${met} of ${all.length}</span></h2>
<table class="list">${headRow(['', 'behaviour', 'what to do'])}<tbody>${all.map(row)}</tbody></table></section>`;
}

function row(one: CoveredBehaviour): Markup {
  const { state, says, section: clause, rule } = one;
  return html`<tr><td><span class="verdict ${CLASSES[state]}">${WORDS[state]}</span></td>
<td><code>${shortId(one)}</code> ${clause === null ? null : html`<span class="clause">§${clause}</span>`}<span class="why">${says}${rule === null ? null : html` (<code>${rule}</code>)`}</span></td>
<td>${toDo(one)}</td></tr>`;
}

function toDo({ state, reaction, remedy, code }: CoveredBehaviour): Markup | null {
  if (state === 'met') return null;
  if (state === 'unanswered') return html`${`after it, ${reaction}`}`;
  return code === null ? html`${remedy}` : html`<code>${code}</code><span class="why">${remedy}</span>`;
}

function othersSection({ others }: CoverageReport): Markup | null {
  if (others.length === 0) return null;
  return html`<section><h2>Met, and in no list</h2>${codeList(others)}</section>`;
}
