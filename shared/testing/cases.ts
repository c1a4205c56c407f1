/**
 * The cases of a table that is written as text: some lines, and below them, after `=> `, the lines that are expected of them.
 * What stands before an arrow and after the expected lines of another case is one case, however many lines it has.
 */
export function cases(table: string): [text: string, expected: string[]][] {
  const found: [text: string, expected: string[]][] = [];
  for (const line of table.split('\n')) {
    const last = found.at(-1);
    if (line.startsWith('=> ')) last?.[1].push(line.slice(3));
    else if (last !== undefined && last[1].length === 0) last[0] += `\n${line}`;
    else if (line !== '') found.push([line, []]);
  }
  return found;
}
