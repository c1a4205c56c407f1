import { html, type Markup } from '../../shared/report/markup.ts';
import { headRow, htmlPage } from '../../shared/report/page.ts';
import { type Comparison, parityText } from './compare.ts';
import type { Likeness } from './facts/likeness.ts';
import type { NamedDifference } from './fit/named.ts';

type NamedLikeness = Pick<Likeness, 'alike' | 'compared'> & { differ: readonly NamedDifference[] };

export function comparisonHtml(comparison: Comparison, facts: NamedLikeness | null = null): string {
  const { a, b, questions, rules } = comparison;
  const title = `${a} and ${b}`;
  const isRun = questions.compared + rules.compared > 0;
  const head = html`<h1>${title}</h1>${isRun ? html`\n<p>${parityText(comparison)}</p>` : null}`;
  const sections = [
    head,
    ...(facts === null ? [] : [html`<p>facts alike: ${facts.alike} of ${facts.compared}</p>`]),
    table('Facts', ['fact', 'A', 'B'], (facts?.differ ?? []).map(factRow)),
    table('Rules', ['rule', 'A', 'B'], rules.differ.map(ruleRow)),
  ];
  return htmlPage({ title, sections });
}

function table(title: string, names: readonly string[], rows: readonly Markup[]): Markup | null {
  if (rows.length === 0) return null;
  return html`<section><h2>${title}</h2><table>${headRow(names)}<tbody>${rows}</tbody></table></section>`;
}

function factRow({ place, a, b, shown, question }: NamedDifference): Markup {
  const side = (value: unknown, answer: string | undefined) =>
    html`<td><code>${JSON.stringify(value)}</code>${answer === undefined ? null : html`<pre>${answer}</pre>`}</td>`;
  const request = shown === null ? null : html`<br>${shown.request}`;
  const name = question === null ? null : html`<strong>${question}</strong><br>`;
  return html`<tr><td>${name}<code>${place}</code>${request}</td>${side(a, shown?.a)}${side(b, shown?.b)}</tr>`;
}

function ruleRow({ rule, a, b, exchanges }: Comparison['rules']['differ'][number]): Markup {
  const side = (verdict: string, own: typeof exchanges.a) =>
    html`<td>${verdict}${own === null ? null : html`<br><code>${own.request}</code><pre>${own.answer}</pre>`}</td>`;
  return html`<tr><td><code>${rule}</code></td>${side(a, exchanges.a)}${side(b, exchanges.b)}</tr>`;
}
