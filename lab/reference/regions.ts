import { contentsOf } from './markdown.ts';

/** The text between `<!-- begin NAME -->` and `<!-- end NAME -->`, by name. */
export type Parts = Readonly<Record<string, () => string | Promise<string>>>;

const REGION = /^<!-- begin (\S+) -->\n[\s\S]*?^<!-- end \1 -->$/gm;
/** The part that is generated from the page itself, after all others. */
const CONTENTS: Readonly<Record<string, number>> = { contents: 2, 'contents-deep': 3 };

/** Generates every marked region of a page again, and keeps the text between them. */
export async function fillRegions(file: string, page: string, parts: Parts): Promise<string> {
  const texts = new Map<string, string>();
  for (const name of regionsIn(page)) {
    if (Object.hasOwn(CONTENTS, name)) continue;
    const part = parts[name];
    if (part === undefined)
      throw new Error(`${file}: there is no part ${name}; it is one of ${Object.keys(parts).join(', ')}`);
    texts.set(name, await part());
  }
  const filled = page.replace(REGION, (region, name: string) => regionOf(name, texts.get(name)) ?? region);
  return filled.replace(REGION, (region, name: string) => {
    const deepest = CONTENTS[name];
    return deepest === undefined ? region : (regionOf(name, contentsOf(filled, deepest)) ?? region);
  });
}

export function regionsIn(page: string): string[] {
  return [...page.matchAll(REGION)].map(([, name = '']) => name);
}

function regionOf(name: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `<!-- begin ${name} -->\n\n${text.trim()}\n\n<!-- end ${name} -->`;
}
