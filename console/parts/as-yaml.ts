/** A value as YAML, as in a configuration. Texts are quoted as in JSON, unless they are plain words. */
export function asYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value))
    return value.length === 0 ? ' []' : value.map((one) => `\n${indent}-${itemOf(one, indent)}`).join('');
  if (value === null || typeof value !== 'object') return ` ${scalar(value)}`;
  const entries = Object.entries(value);
  if (entries.length === 0) return ' {}';
  return entries.map(([name, one]) => `\n${indent}${name}:${asYaml(one, `${indent}  `)}`).join('');
}

/** The first field of a map is on the same line as the dash. */
function itemOf(value: unknown, indent: string): string {
  return asYaml(value, `${indent}  `).replace(/^\n\s*/, ' ');
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isPlain = /^[A-Za-z][\w./ :-]*$/.test(value) && !/: |^(?:true|false|null|yes|no|on|off)$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}
