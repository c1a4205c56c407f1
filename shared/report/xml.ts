import { visible } from '../visible.ts';

/** An element with its attributes and content: elements, or one text. */
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

/** Escapes a text for XML and HTML content and attributes, including characters that XML cannot contain. */
export function escapeXml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
