import { certificateText } from '../../conformance/report/certificate.ts';
import { visibleLine } from '../../shared/visible.ts';
import type { Standing } from './judge-claim.ts';
import type { Claim } from './read-claim.ts';

export type Judged = Claim & { standing: Standing };

const [BEGIN, END] = ['<!-- claims -->', '<!-- /claims -->'];

/** Returns the page with the table of all claims between its two markers. */
export function withTable(page: string, claims: readonly Judged[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${BEGIN} and ${END}`);
  return `${before}${BEGIN}\n${tableOf(claims)}\n${END}${after}`;
}

function tableOf(claims: readonly Judged[]): string {
  const head = ['product', 'organisation', 'conclusion', 'made', 'state', 'report'];
  const rows = claims.map(({ product, version, organisation, contact, folder, report, standing }) => [
    `${product} ${version}`,
    `${organisation}, ${contact}`,
    [report.conclusion, certificateText(report)].filter((text) => text !== '').join(', '),
    report.started.slice(0, 10),
    standing.state === 'stale' ? `stale: ${standing.because}` : standing.state,
    `[${folder}](${folder}/)`,
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}

function cell(text: string): string {
  return visibleLine(text).replace(/[|<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
