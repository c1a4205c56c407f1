import { createHash } from 'node:crypto';
import { REPORT_STYLE } from './html-style.ts';
import { html, type Markup, trusted } from './markup.ts';

export type Page = {
  title: string;
  description?: string;
  sections: readonly (Markup | null)[];
  /** Facts in one line at the end of the page. */
  footer?: readonly string[];
  /** A script of the page, which shows the same content without it. */
  script?: string;
};

/** A report as a self-contained HTML page that needs no network. */
export function htmlPage({ title, description, sections, footer = [], script }: Page): string {
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(script)}">
${description === undefined ? null : html`<meta name="description" content="${description}">`}
<title>${title}</title>
<style>${trusted(REPORT_STYLE)}</style>
</head>
<body>
<main>`;
  const end = html`</main>
${footer.length === 0 ? null : html`<footer>${footer.map((fact) => html`<span>${fact}</span>`)}</footer>`}
${script === undefined ? null : html`<script>${trusted(script)}</script>`}
</body>
</html>
`;
  // Joined only once: a section may contain megabytes of a server's answers.
  return [head, ...sections, end].map((part) => part?.markup ?? '').join('\n');
}

/** A content security policy, so that markup of a server that got into the page could not run or load anything. */
function contentPolicy(script: string | undefined): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  if (script === undefined) return policy;
  return `${policy}; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

export function headRow(names: readonly string[]): Markup {
  return html`<thead><tr>${names.map((name) => html`<th>${name}</th>`)}</tr></thead>`;
}

export function codeList(texts: readonly string[]): Markup {
  return html`<ul class="plain">${texts.map((text) => html`<li><code>${text}</code></li>`)}</ul>`;
}

/** A Markdown text whose parts in backticks are in a code font. */
export function codeSpans(text: string): Markup {
  const parts = text.split(/`([^`]*)`/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

/** Numbers at the top of a page, each with its word and the color of its verdict. */
export function tiles(rows: readonly (readonly [verdict: string, count: number, word: string])[]): Markup {
  return html`<ul class="tiles">${rows.map(([verdict, count, word]) => html`<li class="${verdict}"><b>${count}</b> ${word}</li>`)}</ul>`;
}
