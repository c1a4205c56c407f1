import { counted } from '../../../shared/counted.ts';
import { durationText } from '../../../shared/report/lines.ts';
import { html, type Markup } from '../../../shared/report/markup.ts';
import { codeList, headRow, htmlPage, tiles } from '../../../shared/report/page.ts';
import type { Conclusion, Verdict } from '../../judge/verdicts.ts';
import { certificateText, contraryText, declaredTexts } from '../certificate.ts';
import { type Counts, countedVerdicts, countsText } from '../counts.ts';
import { unfinishedIn } from '../facts-of-run.ts';
import { type GroupReport, INSECURE_TEXT, type Report } from '../report.ts';
import { picturesText } from '../run-texts.ts';
import { mustText, shownGroups } from '../terminal/group-lines.ts';
import { failureList, failuresSection } from './html-failures.ts';
import { folded, gapsSection, instancesSection, rulesSection, untestedSection } from './html-tables.ts';
import { ROW_SEARCH } from './row-filters.ts';

export function htmlReport(report: Report): string {
  return htmlPage({
    title: `${report.target.name}: ${report.conclusion}`,
    description: countsText(report),
    sections: [
      overviewSection(report, failureList(report)),
      faultsSection(report),
      failuresSection(report),
      untestedSection(report),
      rulesSection(report),
      gapsSection(report),
      instancesSection(report),
      leftoversSection(report),
    ],
    footer: footerFacts(report),
    script: PAGE_SCRIPT,
  });
}

function faultsSection({ errors }: Report): Markup | null {
  if (errors.length === 0) return null;
  const items = errors.map(
    ({ instance, message }) =>
      html`<article class="card error"><h3>${instance ?? 'the harness'}</h3><pre>${message}</pre></article>`,
  );
  return html`<section><h2>Internal errors of the kit</h2><p>They are not caused by the target. The affected rules have no verdict.</p>${items}</section>`;
}

function leftoversSection({ leftovers, left_behind, stale }: Report): Markup | null {
  if (leftovers.length + stale.length === 0) return null;
  return html`<section><h2>To clean up</h2>
${list('Left behind on the target, because it could not be erased', left_behind?.map(({ id, instance, why }) => `${id} (${instance}): ${why}`) ?? leftovers)}
${list('Out of date in the baseline', stale)}</section>`;
}

function list(title: string, texts: readonly string[]): Markup | null {
  if (texts.length === 0) return null;
  return html`${folded(html`<h3>${title} <span class="count">${texts.length}</span></h3>`, codeList(texts), texts.length)}`;
}

function footerFacts({ tool, suite, options, started, drivers }: Report): string[] {
  return [
    `${tool.name} ${tool.version}`,
    `${suite.scenarios} scenarios, ${suite.rules} rules, ${suite.digest}`,
    `seed ${options.seed}`,
    drivers.length === 0 ? 'no drivers' : `drivers ${drivers.join(', ')}`,
    started,
  ];
}

/**
 * A search for rules, copy buttons, and cards that open when a link leads to them. The page has the same content
 * without JavaScript.
 */
const PAGE_SCRIPT = `${ROW_SEARCH}for (const button of document.querySelectorAll('[data-copy]')) {
  button.style.display = 'block';
  button.addEventListener('click', async () => {
    const text = button.parentElement.querySelector('pre').textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.parentElement.querySelector('pre'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = 'Selected';
    }
  });
}
`;

const MEANINGS: Record<Conclusion, string> = {
  conformant: 'All applicable rules were tested, and none is broken.',
  'non-conformant': 'At least one rule is violated.',
  incomplete: 'Nothing is violated, and not all could be tested.',
  error: 'The kit itself failed, so there is no verdict.',
};

/** The conclusion, the target, `failures`, and the result of each group. */
function overviewSection(report: Report, failures: Markup | null): Markup {
  const { target, conclusion, requests, took } = report;
  return html`<header class="top">
<p class="kind">Conformance report</p>
<h1>${target.name} ${target.version}</h1>
<p class="where"><code>${target.base_url}</code>${target.spec === null ? null : html` against specification ${target.spec}`}</p>
<p class="conclusion ${conclusion}"><strong>${conclusion}</strong> <span>${[certificateText(report), MEANINGS[conclusion]].filter(Boolean).join('. ')}</span></p>
${verdictTiles(report)}
<p class="quiet">${counted(requests, 'request')} in ${durationText(took)}</p>
${partsOf(report).map((text) => html`<p class="quiet">${text}</p>`)}
</header>
${failures}
<section><h2>Groups</h2><table class="groups">
${headRow(['Group', 'Share', 'Result', 'Besides'])}
<tbody>${shownGroups(report).map(groupRow)}</tbody></table></section>`;
}

/** The missing parts if the page is about a part of the run, and the uploaded pictures if they are unusual. */
function partsOf(report: Report): string[] {
  const { shard } = report.options;
  const pictures = picturesText(report);
  return [
    ...(shard === null ? [] : [`shard ${shard} alone`]),
    ...(report.contrary ?? []).map(contraryText),
    ...declaredTexts(report),
    ...unfinishedIn(report),
    ...(report.target.connection?.insecure === true ? [INSECURE_TEXT] : []),
    ...(pictures === null ? [] : [pictures]),
  ];
}

/** The color of a tile, if it differs from that of its verdict. */
const COLORS: Partial<Record<keyof Counts, Verdict>> = {
  known_untested: 'inconclusive',
  without_occasion: 'not_applicable',
};

function verdictTiles(report: Report): Markup {
  const listed = countedVerdicts(report).filter(
    ({ verdict, count }) => count > 0 || verdict === 'fail' || verdict === 'pass',
  );
  // A zero needs no alarming color.
  return tiles(
    listed.map(({ verdict, count, onPage }) => [
      count === 0 ? 'not_applicable' : (COLORS[verdict] ?? verdict),
      count,
      onPage,
    ]),
  );
}

function groupRow(group: GroupReport): Markup {
  const { passed, failed, total } = group.must;
  const besides = [
    group.warnings === 0 ? null : counted(group.warnings, 'warning'),
    group.not_applicable === 0 ? null : `${group.not_applicable} not applicable`,
  ].filter((text) => text !== null);
  return html`<tr><th scope="row">${group.group}</th>
<td class="wide"><span class="bar" aria-hidden="true">${[
    segment('pass', passed, total),
    segment('fail', failed, total),
    segment('rest', total - passed - failed, total),
  ]}</span></td>
<td>${mustText(group)}</td><td class="quiet">${besides.join(', ')}</td></tr>`;
}

function segment(kind: string, count: number, total: number): Markup | null {
  return count <= 0 || total === 0 ? null : html`<i class="${kind}" style="flex:${count}"></i>`;
}
