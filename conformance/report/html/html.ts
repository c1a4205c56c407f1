import { html, type Markup } from '../../../shared/report/markup.ts';
import { codeList, htmlPage } from '../../../shared/report/page.ts';
import { countsText } from '../counts.ts';
import type { Report } from '../report.ts';
import { failureList, failuresSection } from './html-failures.ts';
import { folded } from './html-fold.ts';
import { overviewSection } from './html-overview.ts';
import { PAGE_SCRIPT } from './html-script.ts';
import { gapsSection, instancesSection, rulesSection, untestedSection } from './html-tables.ts';

/** The report as one HTML page. */
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
