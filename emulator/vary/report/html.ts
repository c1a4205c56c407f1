import { html, type Markup } from '../../../shared/report/markup.ts';
import { codeList, headRow, htmlPage, tiles } from '../../../shared/report/page.ts';
import { type Advice, adviceFor } from './advice.ts';
import { countOf, type Row, type RowVerdict, type VaryReport } from './report.ts';
import { commandOf, sumText } from './text.ts';

/** The CSS classes for verdicts in the shared style. */
const TONES: Readonly<Record<RowVerdict, string>> = {
  finding: 'fail',
  known: 'known',
  cannot_tell: 'inconclusive',
  shown: 'not_applicable',
  flaky: 'not_applicable',
  not_met: 'not_applicable',
  fine: 'pass',
};
const WORDS: Readonly<Record<RowVerdict, string>> = {
  finding: 'finding',
  known: 'known',
  cannot_tell: 'the tests leave a duty open',
  shown: 'tests fail, as they may',
  flaky: 'flaky',
  not_met: 'not met',
  fine: 'fine',
};
const CONCLUSIONS = {
  careful: 'conformant',
  findings: 'non-conformant',
  cannot_tell: 'incomplete',
  incomplete: 'incomplete',
} as const;

export function htmlReport(report: VaryReport): string {
  const { tool, started, seed, command, conclusion } = report;
  return htmlPage({
    title: `${command}: ${conclusion}`,
    sections: [overview(report), findings(report), table(report), matrix(report), notMet(report)],
    footer: [`${tool.name} ${tool.version}`, ...(seed === null ? [] : [`seed ${seed}`]), started],
  });
}

function overview(report: VaryReport): Markup {
  const { command, conclusion, flaky, unjudged, stale, not_met } = report;
  const counts = (['finding', 'known', 'cannot_tell', 'shown', 'flaky', 'fine'] as const)
    .map((verdict) => [TONES[verdict], countOf(report, verdict), WORDS[verdict]] as const)
    .filter(([, count]) => count > 0);
  return html`<section class="top">
<p class="kind">variations of a client's tests</p>
<h1><code>${command}</code></h1>
<p class="conclusion ${CONCLUSIONS[conclusion]}"><strong>${conclusion}</strong>${sumText(report)}</p>
${unjudged === null ? null : html`<p>${unjudged}</p>`}
${tiles([...counts, ['not_applicable', not_met.length, 'not met']])}
${list('These tests fail at random without any variation, and count for nothing', flaky)}
${list('In the baseline, and not found any more', stale)}
</section>`;
}

function findings(report: VaryReport): Markup | null {
  const { rows } = report;
  const shown = rows.filter(({ verdict }) => verdict === 'finding' || verdict === 'known' || verdict === 'cannot_tell');
  if (shown.length === 0) return null;
  return html`<section><h2>Findings <span class="count">${shown.length}</span></h2>${shown.map((row) => card(row, report))}</section>`;
}

function card(row: Row, report: VaryReport): Markup {
  const { variation, verdict, finding, because, says, failed, proofs, open, moment, read_in, tail } = row;
  const kinds = [...proofs, ...open].map(({ kind }) => kind);
  return html`<article class="card ${TONES[verdict]}" id="${variation}">
<h3><a href="#${variation}">${variation}</a></h3>
<p class="says">${finding ?? open.map((duty) => `Your tests do not show ${duty.open} (section ${duty.section}). To find out, ${duty.add}.`).join(' ')}</p>
<p class="place">${says}</p>
${because === null ? null : html`<p class="why">Accepted by the baseline: ${because}</p>`}
${list('Tests that fail', failed)}
${proofs.map((proof) => list(`${proof.kind}: what proves it`, proof.exchanges))}
${open.map((duty) => list(`${duty.kind}: where it applied`, duty.exchanges))}
${list(
  'What the client was reading',
  read_in.map(({ what, section }) => `${what} (section ${section})`),
)}
${list('What the client did then', moment)}
${list('See it again', [commandOf(row, report)])}
${adviceFor(kinds).map(advice)}
${tail === '' ? null : html`<details><summary>What was printed at the end</summary><pre>${tail}</pre></details>`}
</article>`;
}

function advice({ says, code }: Advice): Markup {
  const examples = Object.entries(code).map(
    ([language, text]) => html`<details><summary>${language}</summary><pre>${text}</pre></details>`,
  );
  return html`<p class="why">A careful client: ${says}</p>${examples}`;
}

function list(title: string, texts: readonly string[]): Markup | null {
  if (texts.length === 0) return null;
  return html`<p class="why">${title}</p>${codeList(texts)}`;
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
  return html`<section><h2>All variations</h2><table class="list">${headRow(['variation', '', 'section', 'tests that fail', 'took'])}<tbody>${lines}</tbody></table></section>`;
}

/** A table of the tests that fail under each variation. */
function matrix({ rows }: VaryReport): Markup | null {
  const failing = rows.filter(({ failed }) => failed.length > 0);
  const tests = [...new Set(failing.flatMap(({ failed }) => failed))];
  if (tests.length === 0) return null;
  const cell = ({ failed, verdict }: Row, test: string) =>
    failed.includes(test) ? html`<td><span class="verdict ${TONES[verdict]}">✗</span></td>` : html`<td></td>`;
  const lines = failing.map(
    (row) => html`<tr><td><code>${row.variation}</code></td>${tests.map((test) => cell(row, test))}</tr>`,
  );
  return html`<section><h2>Tests that fail</h2><p>Other tests pass under every variation.</p><table class="list">${headRow(['variation', ...tests])}<tbody>${lines}</tbody></table></section>`;
}

function notMet({ not_met }: VaryReport): Markup | null {
  if (not_met.length === 0) return null;
  const lines = not_met.map(
    ({ variation, section, because }) =>
      html`<tr><td><code>${variation}</code></td><td>${because}</td><td class="clause">§${section}</td></tr>`,
  );
  return html`<section><h2>Not met</h2><p>They were not tried: nothing in the plain run would show them, or they did not come about in their own.</p><details><summary>${not_met.length} variations</summary><table class="list"><tbody>${lines}</tbody></table></details></section>`;
}
