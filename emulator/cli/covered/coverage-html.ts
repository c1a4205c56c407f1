import { REPORT_STYLE } from '../../../shared/report/html-style.ts';
import { html, type Markup, trusted } from '../../../shared/report/markup.ts';
import type { CoverageReport, CoverageState, CoveredBehaviour } from '../../domain/test-control/coverage.ts';
import { groupsOf, shareText, shortId } from './coverage-text.ts';

/** The colors of the reports, by what they mean there. */
const CLASSES: Record<CoverageState, string> = { met: 'pass', unanswered: 'warn', never: 'not_applicable' };
const WORDS: Record<CoverageState, string> = { met: 'met', unanswered: 'no reaction', never: 'never met' };

/** The coverage as one HTML page that needs no network, no server, and no JavaScript. */
export function coverageHtml(report: CoverageReport): string {
  const title = `Coverage of the service: ${report.percent} %`;
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="description" content="${shareText(report)}">
<title>${title}</title>
<style>${trusted(REPORT_STYLE)}</style>
</head>
<body>
<main>
<section class="top">
<h1>${title}</h1>
<p>${shareText(report)}</p>
<ul class="tiles">${tile('met', report.met)}${tile('unanswered', report.unanswered)}${tile('never', report.never)}</ul>
</section>
${groupsOf(report.behaviours).map(section)}
${othersSection(report)}
</main>
</body>
</html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

function tile(state: CoverageState, count: number): Markup {
  return html`<li class="${CLASSES[state]}"><b>${count}</b>${WORDS[state]}</li>`;
}

function section({ name, all }: ReturnType<typeof groupsOf>[number]): Markup {
  const met = all.filter(({ state }) => state === 'met').length;
  const heads = ['', 'behaviour', 'what to do'].map((head) => html`<th>${head}</th>`);
  return html`<section><h2><code>${name}</code> <span class="count">${met} of ${all.length}</span></h2>
<table class="list"><thead><tr>${heads}</tr></thead><tbody>${all.map(row)}</tbody></table></section>`;
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
  return html`<section><h2>Met, and in no list</h2><ul class="plain">${others.map((key) => html`<li><code>${key}</code></li>`)}</ul></section>`;
}
