/** An element with its attributes and what is in it: elements, or one text. */
export type Element = {
  name: string;
  attributes: Record<string, string | number>;
  inside: readonly Element[] | string;
};

export function element(
  name: string,
  attributes: Record<string, string | number> = {},
  inside: readonly Element[] | string = [],
): Element {
  return { name, attributes, inside };
}

export function writeXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementText(root, '')}\n`;
}

function elementText({ name, attributes, inside }: Element, pad: string): string {
  const listed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const open = `${pad}<${name}${listed.join('')}`;
  if (inside.length === 0) return `${open}/>`;
  if (typeof inside === 'string') return `${open}>${escapeXml(inside)}</${name}>`;
  return `${open}>\n${inside.map((child) => elementText(child, `${pad}  `)).join('\n')}\n${pad}</${name}>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For XML and HTML, in texts and in attributes. Characters that XML cannot hold at all become the sign for unknown ones. */
export function escapeXml(text: string): string {
  // A lone half of a pair of characters has no place in UTF-8; writing it out as bytes puts the sign there.
  const wellFormed = Buffer.from(text).toString();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const allowed = wellFormed.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd');
  return allowed.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
