const WIDTH = 100;

/** JSON for readers: a value that fits on one line is not wrapped. */
export function compactJson(value: unknown, indent = 0, before = 0): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || indent + before + line.length <= WIDTH) return line;
  const pad = ' '.repeat(indent + 2);
  const parts = Array.isArray(value)
    ? value.map((item) => compactJson(item, indent + 2))
    : Object.entries(value).map(([name, member]) => {
        const start = `${JSON.stringify(name)}: `;
        return start + compactJson(member, indent + 2, start.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => pad + part).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

export function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`);
  return `{${members.join(', ')}}`;
}
