const FIGURE = /^[\d.,]*$/;

/** Lines of cells under aligned columns: figures to the right, words to the left. */
export function tableText(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const columns = header.map((title, column) => {
    const cells = lines.map((line) => line[column] ?? '');
    const width = Math.max(...[title, ...cells].map(({ length }) => length));
    const isOfFigures = cells.every((cell) => FIGURE.test(cell));
    return [title, ...cells].map((cell) => (isOfFigures ? cell.padStart(width) : cell.padEnd(width)));
  });
  const rows = [header, ...lines].map((_, row) => columns.map((column) => column[row]).join('  '));
  return rows.map((row) => row.trimEnd()).join('\n');
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}
