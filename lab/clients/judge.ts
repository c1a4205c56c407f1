import type { Row } from '../../emulator/vary/report/report.ts';
import type { Mistake } from './mistakes/mistake.ts';

/** Whether one section is another one, or a part of it: 4.2 is a part of 4. */
export function isWithin(section: string, wanted: string): boolean {
  return section === wanted || section.startsWith(`${wanted}.`);
}

/** The sections that a finding names. */
export function sectionsOf({ kind, section, proofs, exit }: Row): string[] {
  const own = kind === 'lawful' && exit !== 0 ? [section] : [];
  return [...own, ...proofs.map((proof) => proof.section)];
}

export function isNamed(row: Row, { sections }: Pick<Mistake, 'sections'>): boolean {
  if (row.verdict !== 'finding') return false;
  return sectionsOf(row).some((section) => sections.some((wanted) => isWithin(section, wanted)));
}
