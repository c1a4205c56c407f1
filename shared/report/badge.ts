/** The background color of the value, by meaning. */
export const BADGE_COLOURS = { good: '#4c1', bad: '#e05d44', open: '#dfb317', none: '#9f9f9f' } as const;

type Badge = { label: string; value: string; note: string; colour: string };

/** A flat badge in the common style, as SVG; `note` is its title. The texts must not need escaping. */
export function badgeSvg({ label, value, note, colour }: Badge): string {
  const left = textWidth(label) + 10;
  const right = textWidth(value) + 10;
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">
<title>${label}: ${value} (${note})</title>
<linearGradient id="s" x2="0" y2="100%">
<stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/>
</linearGradient>
<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>
<g clip-path="url(#r)">
<rect width="${left}" height="20" fill="#555"/>
<rect x="${left}" width="${right}" height="20" fill="${colour}"/>
<rect width="${width}" height="20" fill="url(#s)"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
${inMiddle(label, left / 2)}
${inMiddle(value, left + right / 2)}
</g>
</svg>
`;
}

/** The text and its shadow. Its length is fixed, so that it fits with any available font. */
function inMiddle(text: string, x: number): string {
  const at = (y: number, more: string) =>
    `<text x="${x}" y="${y}" textLength="${textWidth(text)}"${more}>${text}</text>`;
  return `${at(15, ' fill="#010101" fill-opacity=".3" aria-hidden="true"')}${at(14, '')}`;
}

/** The approximate width in Verdana at 11 pixels. */
function textWidth(text: string): number {
  const width = [...text].reduce(
    (sum, char) => sum + (/[ijlrtf /.,1]/.test(char) ? 4.8 : /[mw]/.test(char) ? 10 : 7),
    0,
  );
  return Math.round(width);
}
