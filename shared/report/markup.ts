import { escapeXml } from './xml.ts';

/** Text that is already HTML. `html` escapes everything else, so that no answer of a target becomes markup. */
export type Markup = { readonly markup: string };

type Part = Markup | string | number | null | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  // Adding does not copy megabytes of a server's answers at every level of nesting, as joining would.
  const markup = parts.reduce<string>(
    (before, part, index) => before + partText(part) + (strings[index + 1] ?? ''),
    strings[0] ?? '',
  );
  return { markup };
}

/** Only for text that this program has written itself. */
export function trusted(markup: string): Markup {
  return { markup };
}

function partText(part: Part): string {
  if (part === null) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeXml(String(part));
  return isMarkup(part) ? part.markup : part.reduce<string>((before, one) => before + partText(one), '');
}

function isMarkup(part: Markup | readonly Part[]): part is Markup {
  return 'markup' in part;
}
