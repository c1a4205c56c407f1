/** The calls of the driver contract, with the members that its page shows in each body and answer. */
export function driverLines(page: string): string[] {
  return [...page.matchAll(/^(curl .*)\n(?:# (.*)\n)?/gm)].flatMap(([, command = '', shown]) => {
    const method = /-X (\w+)/.exec(command)?.[1] ?? 'GET';
    const path = (/\$DRIVER(\S+)/.exec(command)?.[1] ?? '').replace(
      /\$([A-Z]+)/g,
      (_, name: string) => `{${name.toLowerCase()}}`,
    );
    const body = / -d '(.*)'$/.exec(command)?.[1]?.replaceAll("'", '');
    const call = `${method} ${path}`;
    return [call, ...shownLines(body, `${call} body`), ...shownLines(shown, `${call} answer`)];
  });
}

function shownLines(text: string | undefined, path: string): string[] {
  return text === undefined ? [] : memberLines(JSON.parse(text), path);
}

function memberLines(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return [`${path}: list`, ...value.flatMap((item) => memberLines(item, `${path}[]`))];
  if (typeof value !== 'object' || value === null) return [`${path}: ${value === null ? 'null' : typeof value}`];
  return Object.entries(value).flatMap(([name, member]) => memberLines(member, `${path}.${name}`));
}
