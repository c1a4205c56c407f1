import { html, type Markup } from '../../../shared/report/markup.ts';

/** A filter for rows: the verdict that has their color, and its name on the page. */
export type RowChoice = readonly [verdict: string, word: string];

/**
 * Filters for the rows of a table in a section of class `rules`, which need only CSS, and a search that appears if
 * JavaScript runs.
 */
export function rowFilters(label: string, choices: readonly RowChoice[], search: string): Markup {
  return html`<div class="filters" role="group" aria-label="${label}">${[ALL, ...choices].map(filterChoice)}
<input type="search" id="search" placeholder="${search}" aria-label="${search}" hidden></div>`;
}

const ALL: RowChoice = ['all', 'all'];

function filterChoice([verdict, word]: RowChoice, index: number): Markup {
  const checked = index === 0 ? html` checked` : null;
  return html`<label><input type="radio" name="verdict" value="${verdict}"${checked}> ${word}</label>`;
}

/** The script of the search. */
export const ROW_SEARCH = `
const search = document.getElementById('search');
const rows = [...document.querySelectorAll('.rules tbody tr')];
if (search) {
  search.hidden = false;
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
}
`;
