import { createHash } from 'node:crypto';
import { REPORT_STYLE } from '../../../shared/report/html-style.ts';
import { html, type Markup, trusted } from '../../../shared/report/markup.ts';
import { countsText } from '../counts.ts';
import type { Report } from '../report.ts';
import { failureList, failuresSection } from './html-failures.ts';
import { folded } from './html-fold.ts';
import { overviewSection } from './html-overview.ts';
import { PAGE_SCRIPT } from './html-script.ts';
import { gapsSection, instancesSection, rulesSection, untestedSection } from './html-tables.ts';

/** The report as one HTML page that needs no network, no server, and no JavaScript. */
export function htmlReport(report: Report): string {
  return `<!doctype html>\n${page(report).markup}\n`;
}

function page(report: Report): Markup {
  const title = `${report.target.name}: ${report.conclusion}`;
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy()}">
<meta name="description" content="${countsText(report)}">
<title>${title}</title>
<style>${trusted(REPORT_STYLE)}</style>
</head>
<body>
<main>
${overviewSection(report, failureList(report))}
${faultsSection(report)}
${failuresSection(report)}
${untestedSection(report)}
${rulesSection(report)}
${gapsSection(report)}
${instancesSection(report)}
${leftoversSection(report)}
</main>
${footer(report)}
<script>${trusted(PAGE_SCRIPT)}</script>
</body>
</html>`;
}

/** A policy by which markup of a target, if any got into the page, could not run or load anything. */
function contentPolicy(): string {
  const script = createHash('sha256').update(PAGE_SCRIPT).digest('base64');
  return `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${script}'`;
}

function faultsSection({ errors }: Report): Markup | null {
  if (errors.length === 0) return null;
  const items = errors.map(
    ({ instance, message }) =>
      html`<article class="card error"><h3>${instance ?? 'the harness'}</h3><pre>${message}</pre></article>`,
  );
  return html`<section><h2>Faults of the harness</h2><p>They are no fault of the target; what they touched has no verdict.</p>${items}</section>`;
}

function leftoversSection({ leftovers, left_behind, stale }: Report): Markup | null {
  if (leftovers.length + stale.length === 0) return null;
  return html`<section><h2>To clean up</h2>
${list('Left behind on the target, because it could not be erased', left_behind?.map(({ id, instance, why }) => `${id} (${instance}): ${why}`) ?? leftovers)}
${list('Out of date in the baseline', stale)}</section>`;
}

function list(title: string, texts: readonly string[]): Markup | null {
  if (texts.length === 0) return null;
  const items = html`<ul class="plain">${texts.map((text) => html`<li><code>${text}</code></li>`)}</ul>`;
  return html`${folded(html`<h3>${title} <span class="count">${texts.length}</span></h3>`, items, texts.length)}`;
}

function footer({ tool, suite, options, started, drivers }: Report): Markup {
  const facts = [
    `${tool.name} ${tool.version}`,
    `${suite.scenarios} scenarios, ${suite.rules} rules, ${suite.digest}`,
    `seed ${options.seed}`,
    drivers.length === 0 ? 'no drivers' : `drivers ${drivers.join(', ')}`,
    started,
  ];
  return html`<footer>${facts.map((fact) => html`<span>${fact}</span>`)}</footer>`;
}
