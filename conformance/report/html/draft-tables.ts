import { html, type Markup } from '../../../shared/report/markup.ts';
import { codeSpans, headRow } from '../../../shared/report/page.ts';
import { sectionText } from '../../suite/rules/format-trace.ts';
import type { SpecTrace, Touched } from '../../suite/rules/trace-spec.ts';

/** A sentence that differs between two texts; `was` links to its place in the older one. */
type Row = { where: string; text: string; was: string | null; wasText?: string; rules: readonly Touched[] };

/** What a newer text of a specification changes, and the rules and scenarios that the changes affect. */
export function draftSections(draft: { file: string; changes: SpecTrace } | null): (Markup | null)[] {
  if (draft === null) return [];
  const { file, changes } = draft;
  const { removed, changed, moved, added } = changes;
  const isSame = [removed, changed, moved, added].every((list) => list.length === 0);
  return [
    html`<h2>Compared with ${file}</h2>${isSame ? html`<p>Its sentences are the same.</p>` : null}`,
    section(
      'Gone',
      removed.map(({ section: where, anchor, was_text = '', rules }) => ({
        where: sectionText(where),
        text: was_text,
        was: anchor,
        rules,
      })),
    ),
    section(
      'Changed',
      changed.map(({ section: where, text, was, was_text, rules }) => ({
        where: sectionText(where),
        text,
        was,
        ...(was_text !== undefined && { wasText: was_text }),
        rules,
      })),
    ),
    section(
      'Moved',
      moved.map(({ was_section, section: where, text, anchor, rules }) => ({
        where: `${sectionText(was_section)} to ${sectionText(where)}`,
        text,
        was: anchor,
        rules,
      })),
    ),
    section(
      'New',
      added.map(({ section: where, text, rules }) => ({ where: sectionText(where), text, was: null, rules })),
    ),
  ];
}

function section(title: string, rows: readonly Row[]): Markup | null {
  if (rows.length === 0) return null;
  return html`<section><h2>${title} <span class="count">${rows.length}</span></h2>
<table class="list">${headRow(['Section', 'Sentence', 'What goes with it'])}<tbody>${rows.map(tableRow)}</tbody></table></section>`;
}

function tableRow({ where, text, was, wasText, rules }: Row): Markup {
  const link = was === null ? null : html`<br><a class="clause" href="#${was}"><code>${was}</code></a>`;
  const before = wasText === undefined ? null : html`<span class="why">was: ${codeSpans(wasText)}</span>`;
  return html`<tr><td>${where}${link}</td><td>${codeSpans(text)}${before}</td><td>${rules.map(touched)}</td></tr>
`;
}

function touched({ rule, scenarios }: Touched): Markup {
  const ids = scenarios.map((id) => html` <code>${id}</code>`);
  return html`<p><code>${rule}</code><span class="quiet">${ids.length === 0 ? ', which no scenario covers' : html` in${ids}`}</span></p>`;
}
