/** Rows as lines of text, under the names of their fields: figures to the right, words to the left. */
export function table(rows) {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => {
    const cells = rows.map((row) => String(row[name]));
    const width = Math.max(name.length, ...cells.map(({ length }) => length));
    const isOfFigures = cells.every((cell) => /^[\d.,]+(?: \w+)?$/.test(cell));
    return [name, ...cells].map((cell) => (isOfFigures ? cell.padStart(width) : cell.padEnd(width)));
  });
  return ['', ...rows].map((_, row) =>
    columns
      .map((column) => column[row])
      .join('  ')
      .trimEnd(),
  );
}
