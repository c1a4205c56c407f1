/**
 * The cases of a table in text form: some lines, followed by the expected lines, each after `=> `. All lines between
 * the expected lines of one case and those of the next belong to the next case.
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
