/**
 * A search over the rules, buttons that copy, and cards that open when a link leads to them. Without JavaScript the page
 * shows the same content.
 */
export const PAGE_SCRIPT = `
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
for (const button of document.querySelectorAll('[data-copy]')) {
  button.style.display = 'block';
  button.addEventListener('click', async () => {
    const text = button.parentElement.querySelector('pre').textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      const range = document.createRange();
      range.selectNodeContents(button.parentElement.querySelector('pre'));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = 'Selected';
    }
  });
}
`;
