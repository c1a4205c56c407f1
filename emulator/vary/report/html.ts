import { REPORT_STYLE } from '../../../shared/report/html-style.ts';
import { html, type Markup, trusted } from '../../../shared/report/markup.ts';
import { countOf, type Row, type RowVerdict, type VaryReport } from './report.ts';
import { sumText } from './text.ts';

/** The classes by which the shared style colors a verdict. */
const TONES: Readonly<Record<RowVerdict, string>> = {
  finding: 'fail',
  known: 'known',
  shown: 'inconclusive',
  flaky: 'not_applicable',
  not_met: 'not_applicable',
  fine: 'pass',
};
const WORDS: Readonly<Record<RowVerdict, string>> = {
  finding: 'finding',
  known: 'known',
  shown: 'tests fail, as they may',
  flaky: 'flaky',
  not_met: 'not met',
  fine: 'fine',
};
const CONCLUSIONS = { careful: 'conformant', findings: 'non-conformant', incomplete: 'incomplete' } as const;

/** The report as one HTML page that needs no network, no server, and no JavaScript. */
export function htmlReport(report: VaryReport): string {
  const { tool, started, seed } = report;
  const facts = [`${tool.name} ${tool.version}`, ...(seed === null ? [] : [`seed ${seed}`]), started];
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${report.command}: ${report.conclusion}</title>
<style>${trusted(REPORT_STYLE)}</style>
</head>
<body>
<main>
${overview(report)}
${findings(report)}
${table(report)}
${notMet(report)}
</main>
<footer>${facts.map((fact) => html`<span>${fact}</span>`)}</footer>
</body>
</html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

function overview(report: VaryReport): Markup {
  const { command, conclusion, flaky, unjudged, stale, not_met } = report;
  const tiles = (['finding', 'known', 'shown', 'flaky', 'fine'] as const)
    .filter((verdict) => countOf(report, verdict) > 0)
    .map((verdict) => html`<li class="${TONES[verdict]}"><b>${countOf(report, verdict)}</b>${WORDS[verdict]}</li>`);
  return html`<section class="top">
<p class="kind">variations of a client's tests</p>
<h1><code>${command}</code></h1>
<p class="conclusion ${CONCLUSIONS[conclusion]}"><strong>${conclusion}</strong>${sumText(report)}</p>
${unjudged === null ? null : html`<p>${unjudged}</p>`}
<ul class="tiles">${tiles}<li class="not_applicable"><b>${not_met.length}</b>not met</li></ul>
${list('These tests fail at random without any variation, and count for nothing', flaky)}
${list('In the baseline, and not found any more', stale)}
</section>`;
}

function findings({ rows }: VaryReport): Markup | null {
  const told = rows.filter(({ verdict }) => verdict === 'finding' || verdict === 'known');
  if (told.length === 0) return null;
  return html`<section><h2>Findings <span class="count">${told.length}</span></h2>${told.map(card)}</section>`;
}

function card(row: Row): Markup {
  const { variation, verdict, finding, because, says, failed, proofs, moment, tail } = row;
  return html`<article class="card ${TONES[verdict]}" id="${variation}">
<h3><a href="#${variation}">${variation}</a></h3>
<p class="says">${finding}</p>
<p class="place">${says}</p>
${because === null ? null : html`<p class="why">Let pass by the baseline: ${because}</p>`}
${list('Tests that fail', failed)}
${proofs.map((proof) => list(`${proof.kind}: what proves it`, proof.exchanges))}
${list('What the client did then', moment)}
${tail === '' ? null : html`<details><summary>What was printed at the end</summary><pre>${tail}</pre></details>`}
</article>`;
}

function list(title: string, texts: readonly string[]): Markup | null {
  if (texts.length === 0) return null;
  return html`<p class="why">${title}</p><ul class="plain">${texts.map((text) => html`<li><code>${text}</code></li>`)}</ul>`;
}

function table({ rows }: VaryReport): Markup {
  const lines = rows.map(
    ({ variation, verdict, section, says, failed, took, exit }) => html`<tr>
<td><code>${variation}</code><span class="why">${says}</span></td>
<td><span class="verdict ${TONES[verdict]}">${WORDS[verdict]}</span></td>
<td class="clause">${section === '' ? '' : `§${section}`}</td>
<td>${failed.length > 0 ? failed.join(', ') : exit === 0 ? '' : `ended with ${exit ?? 'nothing: it hung'}`}</td>
<td class="time">${(took / 1000).toFixed(1)} s</td></tr>`,
  );
  return html`<section><h2>All variations</h2><table class="list"><thead><tr><th>variation</th><th></th><th>section</th><th>tests that fail</th><th class="time">took</th></tr></thead><tbody>${lines}</tbody></table></section>`;
}

function notMet({ not_met }: VaryReport): Markup | null {
  if (not_met.length === 0) return null;
  const lines = not_met.map(
    ({ variation, section, because }) =>
      html`<tr><td><code>${variation}</code></td><td>${because}</td><td class="clause">§${section}</td></tr>`,
  );
  return html`<section><h2>Not met</h2><p>They were not tried: nothing in the plain run would show them, or they did not come about in their own.</p><details><summary>${not_met.length} variations</summary><table class="list"><tbody>${lines}</tbody></table></details></section>`;
}
