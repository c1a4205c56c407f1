import { html, type Markup } from '../../../shared/report/markup.ts';

/** A longer list is folded, so that the page stays short. */
const FEW = 8;

/** A list of `count` items below its heading; a long one appears when the reader opens it. */
export function folded(heading: Markup, list: Markup, count: number): Markup {
  return html`<details class="fold"${count <= FEW ? html` open` : null}><summary>${heading}</summary>${list}</details>`;
}
