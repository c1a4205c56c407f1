import type { Conclusion } from '../../judge/verdicts.ts';
import type { Certificate, GroupReport } from '../report.ts';

const COLOURS: Record<Conclusion, string> = {
  conformant: '#4c1',
  'non-conformant': '#e05d44',
  incomplete: '#dfb317',
  error: '#9f9f9f',
};

const LABEL = 'tryon conformance';

/** A flat badge in the common style, as one SVG: the label, and how many of the must rules passed. */
export function badge(report: {
  conclusion: Conclusion;
  groups: readonly Pick<GroupReport, 'must'>[];
  certificate?: Pick<Certificate, 'text'>;
}): string {
  const value = badgeText(report);
  const left = textWidth(LABEL) + 10;
  const right = textWidth(value) + 10;
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${LABEL}: ${value}">
<title>${LABEL}: ${value} (${report.conclusion})</title>
<linearGradient id="s" x2="0" y2="100%">
<stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/>
</linearGradient>
<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>
<g clip-path="url(#r)">
<rect width="${left}" height="20" fill="#555"/>
<rect x="${left}" width="${right}" height="20" fill="${COLOURS[report.conclusion]}"/>
<rect width="${width}" height="20" fill="url(#s)"/>
</g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
${inMiddle(LABEL, left / 2)}
${inMiddle(value, left + right / 2)}
</g>
</svg>
`;
}

/** `61/63 must in core; webhooks declared off (50)`; a run that checked nothing, or failed itself, has no number. */
function badgeText({ conclusion, groups, certificate }: Parameters<typeof badge>[0]): string {
  const passed = groups.reduce((sum, { must }) => sum + must.passed, 0);
  const total = groups.reduce((sum, { must }) => sum + must.total, 0);
  if (conclusion === 'error') return 'error';
  if (total === 0) return 'nothing checked';
  const text = certificate?.text ?? '';
  const joint = text.startsWith('in ') ? ' ' : '; ';
  return `${passed}/${total} must${text === '' ? '' : joint + text}`;
}

/** The text and its shadow. Its length is fixed, so that it fits with whatever font is at hand. */
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
