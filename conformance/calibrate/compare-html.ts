import { REPORT_STYLE } from '../../shared/report/html-style.ts';
import { html, type Markup, trusted } from '../../shared/report/markup.ts';
import { type Comparison, parityText } from './compare.ts';
import type { Sight } from './decide.ts';
import { sightText } from './write-config.ts';

/** A comparison as one HTML page that needs no network, no server, and no JavaScript. */
export function comparisonHtml(comparison: Comparison): string {
  const { a, b, questions, rules } = comparison;
  const title = `${a} and ${b}`;
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${trusted(REPORT_STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${parityText(comparison)}</p>
${table('Open questions', ['question', 'A', 'B'], questions.differ.map(questionRow))}
${table('Rules', ['rule', 'A', 'B'], rules.differ.map(ruleRow))}
</main>
</body>
</html>`;
  return `<!doctype html>\n${page.markup}\n`;
}

function table(title: string, names: readonly string[], rows: readonly Markup[]): Markup | null {
  if (rows.length === 0) return null;
  return html`<section><h2>${title}</h2><table><thead><tr>${names.map((name) => html`<th>${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></section>`;
}

function questionRow({ question, a, b, seen }: Comparison['questions']['differ'][number]): Markup {
  const side = (text: string, sights: readonly Sight[]) =>
    html`<td><code>${text}</code>${sights.map((sight) => html`<br>saw <code>${sightText(sight)}</code>`)}</td>`;
  return html`<tr><td><code>${question}</code></td>${side(a, seen.a)}${side(b, seen.b)}</tr>`;
}

function ruleRow({ rule, a, b, exchanges }: Comparison['rules']['differ'][number]): Markup {
  const side = (verdict: string, own: typeof exchanges.a) =>
    html`<td>${verdict}${own === null ? null : html`<br><code>${own.request}</code><pre>${own.answer}</pre>`}</td>`;
  return html`<tr><td><code>${rule}</code></td>${side(a, exchanges.a)}${side(b, exchanges.b)}</tr>`;
}
