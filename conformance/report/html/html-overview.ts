import { counted } from '../../../shared/counted.ts';
import { durationText } from '../../../shared/report/lines.ts';
import { html, type Markup } from '../../../shared/report/markup.ts';
import { headRow, tiles } from '../../../shared/report/page.ts';
import type { Conclusion, Verdict } from '../../judge/verdicts.ts';
import { certificateText, declaredTexts } from '../certificate.ts';
import { contraryText } from '../contrary.ts';
import { type Counts, countedVerdicts } from '../counts.ts';
import { picturesText } from '../pictures-text.ts';
import { type GroupReport, INSECURE_TEXT, type Report } from '../report.ts';
import { mustText, shownGroups } from '../terminal/group-lines.ts';
import { unfinishedIn } from '../unfinished.ts';

const MEANINGS: Record<Conclusion, string> = {
  conformant: 'All that applies was tested, and held.',
  'non-conformant': 'At least one rule is violated.',
  incomplete: 'Nothing is violated, and not all could be tested.',
  error: 'The harness itself failed; this is no verdict.',
};

/** The conclusion, the target, `failures`, and the result of each group. */
export function overviewSection(report: Report, failures: Markup | null): Markup {
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

/** What is missing where the page is of a part of the run, and what was uploaded where that is not the usual. */
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

/** The color of a tile, where it is not that of its verdict. */
const COLORS: Partial<Record<keyof Counts, Verdict>> = {
  known_untested: 'inconclusive',
  without_occasion: 'not_applicable',
};

function verdictTiles(report: Report): Markup {
  const listed = countedVerdicts(report).filter(
    ({ verdict, count }) => count > 0 || verdict === 'fail' || verdict === 'pass',
  );
  // A zero is no reason for alarm.
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
